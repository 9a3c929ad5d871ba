import type { Problem } from '#problem.ts'
import { FairOrder } from './fair-order.ts'

/** The limits on running and queued work, in total and per person, and the Problem when the queue is full or slow. */
export interface QueueLimits {
  readonly atOnce: number
  readonly atOncePerPerson: number
  readonly waitingPerPerson: number
  /** The maximum queue length of all people together; default unlimited. */
  readonly waiting?: number
  /** Milliseconds after which work that waits is refused at its turn, like work that finds the queue full; default unlimited. */
  readonly timeoutMs?: number
  readonly full: () => Problem
}

/** Whose turn work takes: a viewer's key, or an address without a sign-in; and the signal that they have disconnected. */
export interface Requester {
  readonly key: string
  readonly gone?: AbortSignal | undefined
}

interface Waiter {
  readonly key: string
  readonly since: number
  begin(): void
  refuse(): void
}

/**
 * Runs work fairly between people: the next slot goes to the person who has waited longest, and nobody can take all slots.
 * Returns undefined when the person disconnects before their turn.
 * @throws the Problem of `full` when too much is queued, for this person or in total, or it waited too long
 */
export type Enqueue = <T>(requester: Requester, work: () => Promise<T>) => Promise<T | undefined>

/** Opens a queue for expensive work. */
export function openFairQueue(limits: QueueLimits): Enqueue {
  const queue = new FairQueue(limits)
  return async (requester, work) => {
    if (requester.gone?.aborted || !(await queue.turn(requester))) return undefined
    try {
      return await work()
    } finally {
      queue.end(requester.key)
    }
  }
}

class FairQueue {
  /** People with waiting or running work; they move to the end when their work starts or ends. */
  readonly #order = new FairOrder<Waiter>()
  /** How much of each person runs. */
  readonly #runningOf = new Map<string, number>()
  readonly #limits: QueueLimits
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Resolves with true when it is this person's turn, or with false when they disconnect before. */
  turn({ key, gone }: Requester): Promise<boolean> {
    const { waiting = Infinity, waitingPerPerson, full } = this.#limits
    if (this.#order.size >= waiting || this.#order.waitingOf(key) >= waitingPerPerson) throw full()
    return new Promise((resolve, reject) => {
      const ended = (settle: () => void) => () => {
        gone?.removeEventListener('abort', leave)
        settle()
      }
      const leave = ended(() => {
        this.#remove(waiter)
        resolve(false)
      })
      const waiter = {
        key,
        since: performance.now(),
        begin: ended(() => resolve(true)),
        refuse: ended(() => reject(full())),
      }
      this.#order.add(key, waiter)
      gone?.addEventListener('abort', leave, { once: true })
      this.#next()
    })
  }

  end(key: string): void {
    this.#count(key, -1)
    this.#order.toTheEnd(key)
    if (!this.#runningOf.has(key)) this.#order.forget(key)
    this.#next()
  }

  #next(): void {
    const { atOnce, timeoutMs = Infinity } = this.#limits
    while (this.#running < atOnce) {
      const waiter = this.#order.next(this.#mayBegin)
      if (!waiter) return
      if (performance.now() - waiter.since > timeoutMs) {
        // Its person keeps the turn.
        this.#remove(waiter)
        waiter.refuse()
        continue
      }
      this.#order.takeNext(this.#mayBegin)
      this.#order.toTheEnd(waiter.key)
      this.#count(waiter.key, 1)
      waiter.begin()
    }
  }

  readonly #mayBegin = ({ key }: Waiter): boolean =>
    (this.#runningOf.get(key) ?? 0) < this.#limits.atOncePerPerson

  #remove(waiter: Waiter): void {
    this.#order.remove(waiter.key, waiter)
    if (!this.#runningOf.has(waiter.key)) this.#order.forget(waiter.key)
  }

  #count(key: string, by: 1 | -1): void {
    this.#running += by
    const now = (this.#runningOf.get(key) ?? 0) + by
    if (now > 0) this.#runningOf.set(key, now)
    else this.#runningOf.delete(key)
  }
}
