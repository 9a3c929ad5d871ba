// Builds the response form of a message, from its row or from its answer so far. Pure.
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

/** A message's row with its attachments, the input of `toMessage`. */
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
  readonly isConfidential: boolean
}

/** Whether an answer is still being written: states 0 and 1. */
export function isUnfinished(message: { readonly state: number }): boolean {
  return message.state < MESSAGE_STATE.done
}

/** Returns a message in its response form. `can`: the permissions; `soFar`: the partial answer of an unfinished one. */
export function toMessage(row: MessageFacts, can: MessageCan, soFar?: Answer): Message {
  const { notices, shown, recognized: _, ...statistics } = row.statistics
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
    confidential: row.isConfidential,
    // Stored within the statistics, like `shown`; older messages have none.
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
 * Returns the text so far. Leaves out an end that is folded but not stored: a message is done when its row says so. Only the
 * end that says that the answer cannot be stored now is shown.
 */
function soFarOf(row: MessageFacts, answer: Answer): Partial<Message> {
  const hasBegun = answer.text !== '' || answer.reasoning !== ''
  const { errorCode, errorMessage = null } = answer
  const end =
    errorCode === 'ANSWER_NOT_STORED' ? { state: MESSAGE_STATE.failed, errorCode, errorMessage } : {}
  return {
    responseText: answer.text,
    reasoningText: answer.reasoning,
    sources: answer.sources.length ? [...answer.sources] : [...row.sources],
    notices: [...answer.notices],
    state: hasBegun ? MESSAGE_STATE.streaming : row.state,
    ...end,
  }
}

/** Folds the answer from its log: batches in order, each a JSON array of events. */
export function answerOfLog(batches: readonly string[]): Answer {
  const events = batches.flatMap((batch) => JSON.parse(batch) as AnswerEvent[])
  return events.reduce(foldAnswer, EMPTY_ANSWER)
}

function plain(value: unknown): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value
  return JSON.stringify(value) ?? ''
}

/** Limit on the text of one page after its first message; longer pages are cut and have a cursor. */
export const PAGE_BYTES = 8_000_000

/** Returns as many of the first items as fit into a page, at least one. */
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
