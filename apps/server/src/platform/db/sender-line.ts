// The line for the embedded database's only connection: senders take turns, so that many statements of one do not delay
// another's.
import { FairOrder } from '../fair-order.ts'
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

/** Nobody overtakes a transaction, or it would wait for ever. */
const mayPass = ({ kind }: Waiter): boolean => kind !== 'alone'

/** Opens a line in which nobody waits longer than `timeoutMs`. */
export function openSenderLine(timeoutMs: number): SenderLine {
  const line = new FairOrder<Waiter>()
  const places = openPlaces()
  const begin = (waiter: Waiter) => {
    const leave = places.take(waiter)
    waiter.begin(undefined, () => {
      leave()
      beginNext()
    })
  }
  const beginNext = () => {
    for (
      let next = line.takeNext(places.areFor, mayPass);
      next;
      next = line.takeNext(places.areFor, mayPass)
    ) {
      clearTimeout(next.timer)
      begin(next)
    }
  }
  return {
    get waiting() {
      return line.size
    },
    enter(kind, callback) {
      const waiter: Waiter = { sender: currentSender(), kind, begin: callback }
      if (line.size === 0 && places.areFor(waiter)) return begin(waiter)
      const late = () => {
        line.remove(waiter.sender, waiter)
        line.forget(waiter.sender)
        // The sentence of node-postgres, which failures.ts knows.
        callback(new Error('timeout exceeded when trying to connect'), () => undefined)
        beginNext()
      }
      waiter.timer = setTimeout(late, timeoutMs).unref()
      line.add(waiter.sender, waiter)
      beginNext()
    },
  }
}
