// What a message keeps of an answer that ended: its texts, its end and its figures.
import { EMPTY_ANSWER, MESSAGE_STATE, type AnswerEvent } from '@polylogue/contract'
import type { Figures } from '../run/index.ts'
import { layoutOf } from './layout.ts'
import type { LiveAnswer } from './live-answer.ts'
import type { EndedAnswer } from './store.ts'

export type Keeps = 'all' | 'text' | 'nothing'

const LESS: Readonly<Record<Keeps, Keeps | undefined>> = { all: 'text', text: 'nothing', nothing: undefined }

/** What is stored of an answer next, when so much of it cannot be: an end without its text is better than none. */
export const lessOf = (keeps: Keeps): Keeps | undefined => LESS[keeps]

/** An answer whose end is to be stored. */
export interface Ending {
  readonly live: LiveAnswer
  readonly last: AnswerEvent
  readonly figures: Figures
  readonly since: number
  /** Whether this process ended the message; undefined until that is stored. */
  flipped?: boolean
  /** What of the answer is to be stored: less of it once all of it could not be. */
  readonly keeps: Keeps
}

const STATES = {
  done: MESSAGE_STATE.done,
  error: MESSAGE_STATE.failed,
  abort: MESSAGE_STATE.aborted,
} as const

/** A speed says something only of what took a moment. */
const SPEED_FROM_MS = 100

/** Tokens a second with one decimal. */
function speedOf(tokens: number | null, ms: number | null): number | null {
  return tokens !== null && ms !== null && ms >= SPEED_FROM_MS
    ? Math.round((tokens * 10_000) / ms) / 10
    : null
}

/** Milliseconds from the first piece of reasoning to the first of text, or to the end when no text came. */
function reasoningTime(live: LiveAnswer, endedAt: number): { reasoningTime?: number } {
  const { firstReasoningAt, firstTextAt = endedAt } = live
  if (firstReasoningAt === undefined) return {}
  return { reasoningTime: Math.max(0, Math.round(firstTextAt - firstReasoningAt)) }
}

/** How an answer ended, as its message keeps it. */
export function endedAnswer(ending: Ending): EndedAnswer {
  const ended = wholeEnding(ending)
  if (ending.keeps === 'all') return ended
  const { text, reasoning, errorCode, errorMessage } = ended.answer
  const texts =
    ending.keeps === 'text'
      ? { text: storable(text), reasoning: storable(reasoning) }
      : { text: '', reasoning: '' }
  const layout = ending.keeps === 'text' ? {} : { layout: '[0]', lastSeq: 3 }
  const figures = { tokensPrompt: null, tokensResponse: null, tokensPerSecond: null, statistics: {} }
  return { ...ended, ...figures, ...layout, answer: { ...EMPTY_ANSWER, ...texts, errorCode, errorMessage } }
}

function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** UTF-8 bytes of a token, on average. */
const TOKEN_BYTES = 4

/** About how many tokens a stopped answer took: its engine does not come to tell. What it kept of another is not its own. */
function writtenTokens({ answer, events: [first] }: LiveAnswer): number {
  const kept = first?.type === 'text' ? first.text.length : 0
  return Math.round(Buffer.byteLength(answer.text.slice(kept) + answer.reasoning) / TOKEN_BYTES)
}

function wholeEnding({ live, last, figures }: Ending): EndedAnswer {
  const { usage, statistics } = figures
  const { firstPieceAt, asked } = live
  const endedAt = live.endedAt ?? asked
  const responseMs = firstPieceAt === undefined ? null : Math.round(endedAt - firstPieceAt)
  const tokensResponse = usage.responseTokens ?? (last.type === 'abort' ? writtenTokens(live) : null)
  const failed = last.type === 'error' ? { errorCode: last.errorCode, errorMessage: last.errorMessage } : {}
  return {
    messageId: live.messageId,
    usage: live.usage,
    answer: { ...live.answer, ...failed },
    state: STATES[last.type as keyof typeof STATES],
    layout: layoutOf(live.events),
    // The finished message and the end follow.
    lastSeq: live.events.length + 2,
    tokensPrompt: usage.promptTokens,
    tokensResponse,
    tokensPerSecond: speedOf(tokensResponse, responseMs),
    responseMs,
    overallMs: Math.round(endedAt - asked),
    statistics: {
      ...statistics,
      ...(tokensResponse === usage.responseTokens ? {} : { tokensEstimated: 'yes' }),
      ...(firstPieceAt === undefined ? {} : { firstPieceMs: Math.round(firstPieceAt - asked) }),
      ...reasoningTime(live, endedAt),
    },
  }
}
