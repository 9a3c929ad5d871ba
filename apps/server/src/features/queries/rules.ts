// A message as it is told, from its row or from what came of it so far. Pure.
import {
  EMPTY_ANSWER,
  foldAnswer,
  MESSAGE_STATE,
  type Answer,
  type AnswerEvent,
  type Attachment,
  type Message,
  type MessageCan,
  type Source,
} from '@polylogue/contract'

/** A message's row with its attachments, as `toMessage` takes it. */
export interface MessageFacts {
  readonly id: number
  readonly uuid: string
  readonly tabId: number
  readonly turnId: number
  readonly replacesId: number | null
  readonly compareId: string | null
  readonly userId: number | null
  readonly modelId: number
  readonly modelTagId: number
  readonly modelName: string
  readonly modelTagName: string
  readonly queryText: string
  readonly responseText: string
  readonly reasoningText: string
  readonly state: number
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly rating: number
  readonly options: Record<string, unknown>
  readonly sources: readonly Source[]
  readonly statistics: Record<string, unknown>
  readonly tokensPrompt: number | null
  readonly tokensResponse: number | null
  readonly tokensPerSecond: number | null
  readonly responseMs: number | null
  readonly overallMs: number | null
  readonly created: Date
  readonly attachments: readonly Attachment[]
}

/** Whether an answer is still being written: states 0 and 1. */
export function isUnfinished(message: { readonly state: number }): boolean {
  return message.state < MESSAGE_STATE.done
}

/** A message as it is told to somebody who may do with it what `can` says. Of an unfinished one, `soFar` is what came of its answer until now. */
export function toMessage(row: MessageFacts, can: MessageCan, soFar?: Answer): Message {
  const { notices, shown, ...statistics } = row.statistics
  const answer = isUnfinished(row) && soFar ? soFarOf(row, soFar) : {}
  return {
    id: row.id,
    queryId: row.id,
    uuId: row.uuid,
    projectTabId: row.tabId,
    turnId: row.turnId,
    replacesQueryId: row.replacesId,
    compareId: row.compareId,
    shownQueryIds: (shown ?? []) as number[],
    queryText: row.queryText,
    responseText: row.responseText,
    reasoningText: row.reasoningText,
    state: row.state,
    errorCode: row.errorCode,
    errorMessage: row.errorMessage,
    rating: row.rating,
    options: row.options,
    attachments: [...row.attachments],
    sources: [...row.sources],
    // Kept among the statistics, as what was shown is; of a message from before they were kept there are none.
    notices: (notices ?? []) as Message['notices'],
    userId: row.userId,
    modelId: row.modelId,
    modelTagId: row.modelTagId,
    modelName: row.modelName,
    modelTagName: row.modelTagName,
    created: row.created.toISOString(),
    tokenPerSeconds: row.tokensPerSecond,
    numTokPrompt: row.tokensPrompt,
    numTokResponse: row.tokensResponse,
    responseTime: row.responseMs,
    overallResponseTime: row.overallMs,
    statistics: Object.entries(statistics).map(([key, value]) => ({ key, value: plain(value) })),
    can,
    ...answer,
  }
}

/**
 * The text so far. An ending that this process has folded but not stored yet is not told: a message is done when its row
 * says so.
 */
function soFarOf(row: MessageFacts, answer: Answer): Partial<Message> {
  const hasBegun = answer.text !== '' || answer.reasoning !== ''
  return {
    responseText: answer.text,
    reasoningText: answer.reasoning,
    sources: answer.sources.length ? [...answer.sources] : [...row.sources],
    notices: [...answer.notices],
    state: hasBegun ? MESSAGE_STATE.streaming : row.state,
  }
}

/** The answer that a log holds: batches in their order, each a JSON array of events. */
export function answerOfLog(batches: readonly string[]): Answer {
  const events = batches.flatMap((batch) => JSON.parse(batch) as AnswerEvent[])
  return events.reduce(foldAnswer, EMPTY_ANSWER)
}

function plain(value: unknown): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value
  return JSON.stringify(value) ?? ''
}

/** Texts of one page together, beyond the first message: longer pages have fewer messages and a cursor. */
export const PAGE_BYTES = 8_000_000

/** The first of some things, as many as a page has room for: one at least. */
export function firstPage<T extends { readonly bytes: number }>(all: readonly T[], most: number): T[] {
  let left = PAGE_BYTES
  const page: T[] = []
  for (const one of all.slice(0, most)) {
    left -= one.bytes
    if (left < 0 && page.length > 0) break
    page.push(one)
  }
  return page
}
