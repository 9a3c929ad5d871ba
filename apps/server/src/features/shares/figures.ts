// The figures of large projects: many readers share them for a moment. Messages and rights are always read again.
import type { Reading } from './opened-store.ts'
import type { ChatFacts } from './rules.ts'

/** Figures that are read faster are never reused. */
const SLOW_MS = 50
/** How long slow ones are reused: a multiple of the time that they took, so that they take a tenth of a processor at most. */
const TIMES = 10
const MOST_MS = 5_000

/** Reads like `Reading.chats`; figures that take long are shared by those who ask within a moment. */
export function openFigures(read: Reading['chats'], now = () => performance.now()): Reading['chats'] {
  const shared = new Map<string, Promise<ChatFacts[]>>()
  return (tabIds, until) => {
    const key = JSON.stringify([tabIds, until.lastMessageId, until.unfinished])
    const known = shared.get(key)
    if (known) return known
    const begun = now()
    const reading = read(tabIds, until)
    const forget = () => void shared.delete(key)
    shared.set(key, reading)
    reading.then(() => {
      const ms = now() - begun
      if (ms < SLOW_MS) forget()
      else setTimeout(forget, Math.min(ms * TIMES, MOST_MS)).unref()
    }, forget)
    return reading
  }
}
