// What the readers of all dialects need: events, pieces of text and counts out of untrusted JSON.
import { EngineError, type ChatEvent } from '../engine.ts'
import { isRecord, streamFailure } from './failures.ts'

/** Pushes a piece of text; pieces that came together become one event. */
export function pushPiece(out: ChatEvent[], type: 'text' | 'thinking', text: string): void {
  const last = out.at(-1)
  if (last?.type === type) out[out.length - 1] = { type, text: last.text + text }
  else out.push({ type, text })
}

/** Text as it may be stored: PostgreSQL knows no NUL. Anything but text is the engine's fault. */
export function pieceOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new EngineError('broken-stream', 'A piece of the answer is not text')
  return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}

/** JSON of one event. What is not an object is a broken answer; an event that reports an error is thrown as that. */
export function eventOf(text: string): Record<string, unknown> {
  const value = objectOf(text)
  if (value.error !== undefined && value.error !== null) throw streamFailure(value.error)
  return value
}

/** JSON of one event, whatever it reports. */
export function objectOf(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new EngineError('broken-stream', 'An event of the answer is not JSON', { cause: error })
  }
  if (!isRecord(value)) throw new EngineError('broken-stream', 'An event of the answer is not an object')
  return value
}

/** Bytes and the like beyond this were not counted by anybody; sums of a few stay exact. */
const MOST_COUNTED = 1e15
/** The longest context is a few million tokens; columns hold two thousand million. */
const MOST_TOKENS = 1_000_000_000

/** A number that an engine counted, made whole; null for what is none. */
export function countOf(value: unknown, most = MOST_COUNTED): number | null {
  if (typeof value !== 'number' || !(value >= 0 && value <= most)) return null
  return Math.round(value)
}

/** A number of tokens, made whole; null for what is none. */
export function tokensOf(value: unknown): number | null {
  return countOf(value, MOST_TOKENS)
}
