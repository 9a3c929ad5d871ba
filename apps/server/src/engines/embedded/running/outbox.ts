// Batches the text that a model process sends. A message costs the server the same with one token or fifty, so pieces of
// all answers within a few milliseconds are sent together.
import { openBatch } from '../../../platform/batch.ts'
import type { Happening } from './protocol.ts'

/** About one frame of a screen; a shorter interval would not be visible. */
const BATCH_MS = 25

export interface Outbox {
  /** Queues an event. The first piece and the end of an answer are sent at once. */
  put(happening: Happening, now: boolean): void
}

export function openOutbox(send: (happenings: readonly Happening[]) => void): Outbox {
  const batch = openBatch<Happening>(BATCH_MS, (happenings) => send(merged(happenings)))
  return {
    put(happening, now) {
      batch.add([happening])
      if (now) void batch.flush()
    },
  }
}

/** Merges consecutive pieces of one answer. */
function merged(happenings: readonly Happening[]): Happening[] {
  const all: Happening[] = []
  for (const happening of happenings) {
    const index = all.findLastIndex(({ id }) => id === happening.id)
    const last = all[index]
    const isPiece = happening.type === 'text' || happening.type === 'thinking'
    if (isPiece && last?.type === happening.type) all[index] = { ...last, text: last.text + happening.text }
    else all.push(happening)
  }
  return all
}
