// Builds the row of a finished answer: its texts, its state and its figures.
import { EMPTY_ANSWER, MESSAGE_STATE, type AnswerEvent, type Message } from '@polylogue/contract'
import type { Figures } from '../run/index.ts'
import { layoutOf } from './layout.ts'
import type { LiveAnswer } from './live-answer.ts'
import type { EndedAnswer } from './store.ts'

export type Keeps = 'all' | 'text' | 'nothing'

const LESS: Readonly<Record<Keeps, Keeps | undefined>> = { all: 'text', text: 'nothing', nothing: undefined }

/** Returns the next smaller part to store after a failure: an end without its text is better than none. */
export const lessOf = (keeps: Keeps): Keeps | undefined => LESS[keeps]

/** An answer whose end is to be stored. */
export interface Ending {
  readonly live: LiveAnswer
  last: AnswerEvent
  readonly figures: Figures
  readonly since: number
  /** Whether this process ended the message; undefined until that is stored. */
  flipped?: boolean
  /** Whether storing it failed: it may be stored although the connection broke before this process heard of it. */
  tried?: boolean
  /** Which part of the answer to store; reduced when the whole cannot be stored. */
  keeps: Keeps
  /** The row, once readers were told that it is not stored yet. */
  whole?: EndedAnswer
}

const STATES = {
  done: MESSAGE_STATE.done,
  error: MESSAGE_STATE.failed,
  abort: MESSAGE_STATE.aborted,
} as const

/** Shorter answers have no meaningful speed. */
const SPEED_FROM_MS = 100

/** Returns tokens a second with one decimal; null for an answer that came too quickly to measure. */
export function speedOf(tokens: number | null, ms: number | null): number | null {
  return tokens !== null && ms !== null && ms >= SPEED_FROM_MS
    ? Math.round((tokens * 10_000) / ms) / 10
    : null
}

/** Returns milliseconds from the first reasoning to the first text, or to the end when there is no text. */
function reasoningTime(live: LiveAnswer, endedAt: number): { reasoningTime?: number } {
  const { firstReasoningAt, firstTextAt = endedAt } = live
  if (firstReasoningAt === undefined) return {}
  return { reasoningTime: Math.max(0, Math.round(firstTextAt - firstReasoningAt)) }
}

/** Returns the end of an answer as it is stored with its message. */
export function endedAnswer(ending: Ending): EndedAnswer {
  const ended = ending.whole ?? wholeEnding(ending)
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

/** Whether a stored message is this end, from an attempt whose result this process never heard. */
export function isStoredBefore(ending: Ending, message: Message | undefined): boolean {
  if (!ending.tried || !message) return false
  const { state, answer } = endedAnswer(ending)
  return (
    message.state === state &&
    message.errorCode === (answer.errorCode ?? null) &&
    message.responseText.length === answer.text.length
  )
}

function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** Average UTF-8 bytes of a token. */
const TOKEN_BYTES = 4

/** Estimates the tokens of a stopped answer, because its engine reports none. Excludes text kept from an earlier answer. */
function writtenTokens({ answer, events: [first] }: LiveAnswer): number {
  const kept = first?.type === 'text' ? first.text.length : 0
  return Math.round(Buffer.byteLength(answer.text.slice(kept) + answer.reasoning) / TOKEN_BYTES)
}

/** Returns the end of an answer with everything that it has. */
export function wholeEnding({ live, last, figures }: Ending): EndedAnswer {
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
    // The finished message and the end event follow.
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
