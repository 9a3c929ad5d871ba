// Shared by the readers of all dialects: extracts events, pieces of text and counts from untrusted JSON.
import { EngineError, type ChatEvent } from '../engine.ts'
import { isRecord } from '#platform/outbound/index.ts'
import { streamFailure } from './failures.ts'

/** Pushes a piece of text; merges consecutive pieces into one event. */
export function pushPiece(out: ChatEvent[], type: 'text' | 'thinking', text: string): void {
  const last = out.at(-1)
  if (last?.type === type) out[out.length - 1] = { type, text: last.text + text }
  else out.push({ type, text })
}

/** Returns text without NUL, which PostgreSQL cannot store. Throws EngineError if it is not text. */
export function pieceOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new EngineError('broken-stream', 'A piece of the answer is not text')
  return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}

/** Parses one event. Throws EngineError if it is not an object or reports an error. */
export function eventOf(text: string): Record<string, unknown> {
  const value = objectOf(text)
  // Beside a text stand its status or kind.
  if (isError(value.error)) throw streamFailure(isRecord(value.error) ? value.error : value)
  return value
}

/** Returns whether the field of an error reports one: servers have it beside each piece, too, with nothing in it. */
export function isError(field: unknown): boolean {
  const values: unknown[] = typeof field === 'object' && field !== null ? Object.values(field) : [field]
  return values.some(
    (value) => value !== undefined && value !== null && value !== '' && value !== false && value !== 0,
  )
}

/** Parses one event, including one that reports an error. */
export function objectOf(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new EngineError('broken-stream', 'An event of the answer is not JSON', { cause: error })
  }
  // Gemini sends its errors in a list.
  if (Array.isArray(value) && value.length === 1) value = value[0]
  if (!isRecord(value)) throw new EngineError('broken-stream', 'An event of the answer is not an object')
  return value
}

/** Larger counts are not credible; sums of a few counts stay exact. */
const MAX_COUNTED = 1e15
/** The longest context windows have a few million tokens; database columns hold two thousand million. */
const MAX_TOKENS = 1_000_000_000

/** Returns an engine's count, rounded; null if invalid. */
export function countOf(value: unknown, most = MAX_COUNTED): number | null {
  if (typeof value !== 'number' || !(value >= 0 && value <= most)) return null
  return Math.round(value)
}

/** Returns a token count, rounded; null if invalid. */
export function tokensOf(value: unknown): number | null {
  return countOf(value, MAX_TOKENS)
}
