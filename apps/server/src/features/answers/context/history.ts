// The conversation so far, newest turns first until the budget is full; older turns are dropped whole (reading 5).
import type { ChatMessage } from '../../../engines/engine.ts'
import type { ContextSource, Part } from './source.ts'
import { estimateTokens, IMAGE_TOKENS } from './tokens.ts'
import { withDocuments } from './question.ts'
import type { Question, TurnAttachment } from './turn.ts'

/** One turn that was answered: the version that counts, with its attachments. */
export interface PastTurn {
  readonly prompt: string
  readonly response: string
  readonly attachments: readonly TurnAttachment[]
}

/** Where a question stands: its tab, the message it replaces, and the versions that are shown there. */
export type HistoryPlace = Pick<Question, 'tabId' | 'replacesId' | 'shown'>

/** Reads a tab's finished turns, newest first: all, or those before the place of a message that is replaced. */
export interface HistoryReader {
  past(place: HistoryPlace): Promise<{ turns: readonly PastTurn[]; older: number }>
}

/** The source of past turns. `older` turns that the reader does not even bring count as dropped. */
export function history(reader: HistoryReader): ContextSource {
  return {
    name: 'history',
    async gather(question, budget) {
      const { turns, older } = await reader.past(question)
      return fitting(turns, older, budget, question.model.images)
    },
  }
}

function fitting(turns: readonly PastTurn[], older: number, budget: number, images: boolean): Part {
  const kept: ChatMessage[][] = []
  let tokens = 0
  for (const past of turns) {
    const pair = messagesOf(past, images)
    const cost = costOf(pair)
    if (tokens + cost > budget) break
    tokens += cost
    kept.push(pair)
  }
  const dropped = (turns.length - kept.length + older) * 2
  return {
    messages: kept.reverse().flat(),
    tokens,
    ...(dropped > 0 ? { statistics: { historyDropped: dropped } } : {}),
  }
}

function messagesOf(past: PastTurn, images: boolean): ChatMessage[] {
  const pictures = images
    ? past.attachments.flatMap(({ mimeType, base64 }) => (base64 ? [{ mimeType, base64 }] : []))
    : []
  return [
    {
      role: 'user',
      text: withDocuments(past.prompt, past.attachments),
      ...(pictures.length ? { images: pictures } : {}),
    },
    { role: 'assistant', text: past.response },
  ]
}

function costOf(messages: readonly ChatMessage[]): number {
  return messages.reduce(
    (sum, { text, images }) => sum + estimateTokens(text) + (images?.length ?? 0) * IMAGE_TOKENS,
    0,
  )
}
