// Text on its way out of the process that makes it. A message costs the server the same whether it carries one token or fifty,
// so what comes within a few milliseconds, of all answers together, goes as one.
import type { Happening } from './protocol.ts'

/** About a frame of a screen: nobody reads faster. */
const GATHER_MS = 25

export interface Outbox {
  /** Takes what happened. The first piece of an answer and what ends it go at once. */
  put(happening: Happening, now: boolean): void
}

export function openOutbox(send: (happenings: readonly Happening[]) => void): Outbox {
  let waiting: Happening[] = []
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
      else timer ??= setTimeout(flush, GATHER_MS)
    },
  }
}

/** Pieces of one answer that follow each other become one. */
function gather(waiting: Happening[], happening: Happening): void {
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
