// The line for the embedded database's only connection: senders take turns, so that many statements of one do not delay
// another's.
import { currentSender } from '../sender.ts'

export interface SenderLine {
  /** Calls back at the current sender's turn, or with an error when it did not come in time. */
  enter(begin: (late?: Error) => void): void
  /** Ends a turn. */
  leave(): void
  /** The number of those who wait. */
  readonly waiting: number
}

interface Waiter {
  readonly begin: () => void
  readonly timer: NodeJS.Timeout
}

/** Opens a line in which one turn runs at a time, and nobody waits longer than `timeoutMs`. */
export function openSenderLine(timeoutMs: number): SenderLine {
  const lines = new Map<string, Waiter[]>()
  let waiting = 0
  let isTaken = false
  const forget = (sender: string, waiter: Waiter) => {
    const line = lines.get(sender)?.filter((one) => one !== waiter) ?? []
    if (line.length > 0) lines.set(sender, line)
    else lines.delete(sender)
    waiting--
  }
  return {
    get waiting() {
      return waiting
    },
    enter(begin) {
      if (!isTaken) {
        isTaken = true
        return begin()
      }
      const sender = currentSender()
      const late = () => {
        forget(sender, waiter)
        // The sentence of node-postgres, which failures.ts knows.
        begin(new Error('timeout exceeded when trying to connect'))
      }
      const waiter: Waiter = { begin, timer: setTimeout(late, timeoutMs).unref() }
      waiting++
      const line = lines.get(sender)
      if (line) line.push(waiter)
      else lines.set(sender, [waiter])
    },
    leave() {
      const [next] = lines
      if (!next) {
        isTaken = false
        return
      }
      // Moves the sender to the end of the map.
      const [sender, line] = next
      lines.delete(sender)
      const waiter = line.shift()
      if (line.length > 0) lines.set(sender, line)
      waiting--
      clearTimeout(waiter?.timer)
      waiter?.begin()
    },
  }
}
