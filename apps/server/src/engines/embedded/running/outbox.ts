// Batches the text that a model process sends. A message costs the server the same with one token or fifty, so pieces of
// all answers within a few milliseconds are sent together.
import type { ModelEvent } from './protocol.ts'

/** About one frame of a screen; a shorter interval would not be visible. */
const BATCH_MS = 25

export interface Outbox {
  /** Queues an event. The first piece and the end of an answer are sent at once. */
  put(happening: ModelEvent, now: boolean): void
}

export function openOutbox(send: (happenings: readonly ModelEvent[]) => void): Outbox {
  let waiting: ModelEvent[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const happenings = waiting
    waiting = []
    if (happenings.length > 0) send(happenings)
  }
  return {
    put(happening, now) {
      gather(waiting, happening)
      if (now) flush()
      else timer ??= setTimeout(flush, BATCH_MS)
    },
  }
}

/** Merges consecutive pieces of one answer. */
function gather(waiting: ModelEvent[], happening: ModelEvent): void {
  if (happening.type === 'text' || happening.type === 'thinking') {
    const index = waiting.findLastIndex(({ id }) => id === happening.id)
    const last = waiting[index]
    if (last?.type === happening.type) {
      waiting[index] = { ...last, text: last.text + happening.text }
      return
    }
  }
  waiting.push(happening)
}
