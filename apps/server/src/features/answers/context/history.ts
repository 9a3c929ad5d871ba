// The conversation so far, newest turns first until the budget is full; older turns are dropped whole (MESSAGE-2).
import { ATTACHMENT_LIMITS } from '@polylogue/contract'
import type { ChatMessage } from '#engines/engine.ts'
import type { ContextSource, PromptPart } from './source.ts'
import { estimateTokens, IMAGE_TOKENS } from '@polylogue/retrieval/tokens'
import { withDocuments } from './question.ts'
import type { PromptFile } from '#features/attachments/index.ts'
import { isWithheld, usedTogether, type UsedSources } from '#features/confidentiality/index.ts'
import type { EarlierTurn, Question } from './turn.ts'

type Picture = NonNullable<ChatMessage['images']>[number]

/** A picture of an earlier question; its bytes are not read before it is known to fit. */
export interface PastPicture {
  readonly size: number
  /** Undefined when its bytes are deleted. */
  read(): Promise<Picture | undefined>
}

/** One answered turn: the version that counts, with its attachments. */
export interface PastTurn {
  readonly prompt: string
  readonly response: string
  readonly documents: readonly PromptFile[]
  readonly pictures: readonly PastPicture[]
  readonly used: UsedSources
}

/** The position of a question: its tab, the message it replaces, and the versions shown there. */
export type HistoryPlace = Pick<Question, 'tabId' | 'replacesId' | 'shown'>

/** Reads the finished turns of a tab, newest first: all, or those before a message that is replaced. */
export interface HistoryReader {
  /**
   * Returns the turns that can fit into the budget, with pictures only for models with image input. `withheld` counts the
   * confidential ones, which an external model does not get; `older` the rest.
   */
  past(
    place: HistoryPlace,
    room: { readonly tokens: number; readonly images: boolean; readonly isLocal: boolean },
  ): Promise<{ turns: readonly PastTurn[]; withheld: number; older: number }>
}

/** Pictures of earlier turns have the same limit as those of one question. */
const MAX_PICTURE_BYTES = ATTACHMENT_LIMITS.count * ATTACHMENT_LIMITS.bytes

/** Creates the source of past turns. The `older` turns that the reader did not load count as dropped. */
export function history(reader: HistoryReader): ContextSource {
  return {
    name: 'history',
    async gather(question, budget) {
      if (question.isFirst) return {}
      const { images, isLocal, providerName } = question.model
      const { turns, withheld, older } = question.earlier
        ? turnsOf(question.earlier, isLocal)
        : await reader.past(question, { tokens: budget, images, isLocal })
      const part = await fitting(turns, older, budget, question.reserve)
      return withheld === 0 ? part : withNotice(part, withheld * 2, providerName)
    },
  }
}

/** Returns the turns of a conversation without a tab, as a reader returns those of a tab. */
function turnsOf(earlier: readonly EarlierTurn[], isLocal: boolean) {
  const sent = earlier.filter((turn) => !isWithheld(turn, { isLocal }))
  const turns = sent.map(({ question, answer, used }): PastTurn => ({
    prompt: question,
    response: answer,
    documents: [],
    pictures: [],
    used,
  }))
  return { turns: turns.reverse(), withheld: earlier.length - sent.length, older: 0 }
}

/** Says how many messages the model did not get because they are confidential. */
function withNotice(part: PromptPart, count: number, name: string): PromptPart {
  return {
    ...part,
    statistics: { ...part.statistics, historyConfidential: count },
    events: [{ type: 'notice', code: 'HISTORY_CONFIDENTIAL', params: { count, name } }],
  }
}

async function fitting(
  turns: readonly PastTurn[],
  older: number,
  budget: number,
  reserve: Question['reserve'],
): Promise<PromptPart> {
  const kept: ChatMessage[][] = []
  const used: UsedSources[] = []
  let tokens = 0
  let left = MAX_PICTURE_BYTES
  for (const past of turns) {
    const text = withDocuments(past.prompt, past.documents)
    const cost = estimateTokens(text) + estimateTokens(past.response) + past.pictures.length * IMAGE_TOKENS
    const size = past.pictures.reduce((sum, picture) => sum + picture.size, 0)
    if (tokens + cost > budget || size > left) break
    // Base64 is a third longer.
    if (size > 0 && !reserve(Math.ceil((size * 4) / 3))) break
    tokens += cost
    left -= size
    kept.push(await messagesOf(past, text))
    used.push(past.used)
  }
  const dropped = (turns.length - kept.length + older) * 2
  return {
    messages: kept.reverse().flat(),
    tokens,
    used: usedTogether(used),
    ...(dropped > 0 ? { statistics: { historyDropped: dropped } } : {}),
  }
}

async function messagesOf({ response, pictures }: PastTurn, text: string): Promise<ChatMessage[]> {
  const read = await Promise.all(pictures.map((picture) => picture.read()))
  const images = read.filter((picture) => picture !== undefined)
  return [
    { role: 'user', text, ...(images.length ? { images } : {}) },
    { role: 'assistant', text: response },
  ]
}
