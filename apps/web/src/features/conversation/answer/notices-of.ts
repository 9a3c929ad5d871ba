import type { Message } from '@polylogue/contract'
import type { Version } from '../versions/turns.ts'

/** Returns the notices of an answer: those of the stream, or the stored ones. */
export function noticesOf({ message, run }: Version): Message['notices'] {
  const received = run?.answer.notices ?? []
  return received.length > 0 ? [...received] : (message?.notices ?? [])
}
