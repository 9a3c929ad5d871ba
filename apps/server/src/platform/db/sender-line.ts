// The line for the embedded database's only connection: senders take turns, so that many statements of one do not delay
// another's.
import { currentSender } from '../sender.ts'

/** Called at a turn, with the function that ends it; or with an error when it did not come in time. */
export type Begin = (late: Error | undefined, leave: () => void) => void

/** Whether a turn has the connection for itself (a transaction), or sends one statement behind those of others. */
export type TurnKind = 'alone' | 'beside'

export interface SenderLine {
  /** Calls back at the current sender's turn. */
  enter(kind: TurnKind, begin: Begin): void
  /** The number of those who wait. */
  readonly waiting: number
}

interface Waiter {
  readonly sender: string
  readonly kind: TurnKind
  readonly begin: Begin
  timer?: NodeJS.Timeout
}

/** Statements on their way to the database at once: in total, of the process itself, and of everybody else. */
const MOST = { total: 8, own: 4, sender: 1 }

/** Counts the statements on their way. */
function openPlaces() {
  const bySender = new Map<string, number>()
  let total = 0
  let isAlone = false
  const count = (sender: string, by: 1 | -1) => {
    total += by
    const now = (bySender.get(sender) ?? 0) + by
    if (now > 0) bySender.set(sender, now)
    else bySender.delete(sender)
  }
  return {
    areFor({ sender, kind }: Pick<Waiter, 'sender' | 'kind'>): boolean {
      if (kind === 'alone') return total === 0
      const most = sender === '' ? MOST.own : MOST.sender
      return !isAlone && total < MOST.total && (bySender.get(sender) ?? 0) < most
    },
    take({ sender, kind }: Pick<Waiter, 'sender' | 'kind'>): () => void {
      count(sender, 1)
      isAlone = kind === 'alone'
      return () => {
        count(sender, -1)
        isAlone = false
      }
    },
  }
}

/** Opens a line in which nobody waits longer than `timeoutMs`. */
export function openSenderLine(timeoutMs: number): SenderLine {
  const lines = new Map<string, Waiter[]>()
  const places = openPlaces()
  let waiting = 0
  const begin = (waiter: Waiter) => {
    const leave = places.take(waiter)
    waiter.begin(undefined, () => {
      leave()
      beginNext()
    })
  }
  const beginNext = () => {
    for (const [sender, line] of lines) {
      const [first] = line
      if (first && places.areFor(first)) {
        // Moves the sender to the end of the map.
        lines.delete(sender)
        line.shift()
        if (line.length > 0) lines.set(sender, line)
        waiting--
        clearTimeout(first.timer)
        begin(first)
        // Nobody overtakes a transaction, or it would wait for ever.
      } else if (first?.kind === 'alone') return
    }
  }
  const forget = (waiter: Waiter) => {
    const line = lines.get(waiter.sender)?.filter((one) => one !== waiter) ?? []
    if (line.length > 0) lines.set(waiter.sender, line)
    else lines.delete(waiter.sender)
    waiting--
  }
  return {
    get waiting() {
      return waiting
    },
    enter(kind, callback) {
      const waiter: Waiter = { sender: currentSender(), kind, begin: callback }
      if (waiting === 0 && places.areFor(waiter)) return begin(waiter)
      const late = () => {
        forget(waiter)
        // The sentence of node-postgres, which failures.ts knows.
        callback(new Error('timeout exceeded when trying to connect'), () => undefined)
        beginNext()
      }
      waiter.timer = setTimeout(late, timeoutMs).unref()
      waiting++
      const line = lines.get(waiter.sender)
      if (line) line.push(waiter)
      else lines.set(waiter.sender, [waiter])
      beginNext()
    },
  }
}
