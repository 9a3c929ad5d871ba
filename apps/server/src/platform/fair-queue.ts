import type { Problem } from '#problem.ts'

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
  readonly since: number
  begin(): void
  refuse(): void
}

interface PersonQueue {
  running: number
  readonly waiting: Waiter[]
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
  // Ordered by who is served next; a person moves to the end when their work starts or ends.
  readonly #standings = new Map<string, PersonQueue>()
  readonly #limits: QueueLimits
  #running = 0
  #waiting = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Resolves with true when it is this person's turn, or with false when they disconnect before. */
  turn({ key, gone }: Requester): Promise<boolean> {
    const standing = this.#standings.get(key) ?? { running: 0, waiting: [] }
    const isFull = this.#waiting >= (this.#limits.waiting ?? Infinity)
    if (isFull || standing.waiting.length >= this.#limits.waitingPerPerson) throw this.#limits.full()
    this.#standings.set(key, standing)
    return new Promise((resolve, reject) => {
      const ended = (settle: () => void) => () => {
        this.#waiting--
        gone?.removeEventListener('abort', leave)
        settle()
      }
      const leave = ended(() => {
        standing.waiting.splice(standing.waiting.indexOf(waiter), 1)
        this.#forget(key, standing)
        resolve(false)
      })
      const waiter = {
        since: performance.now(),
        begin: ended(() => resolve(true)),
        refuse: ended(() => reject(this.#limits.full())),
      }
      this.#waiting++
      standing.waiting.push(waiter)
      gone?.addEventListener('abort', leave, { once: true })
      this.#next()
    })
  }

  end(key: string): void {
    this.#running--
    const standing = this.#standings.get(key)
    if (standing) {
      standing.running--
      this.#toTheEnd(key, standing)
      this.#forget(key, standing)
    }
    this.#next()
  }

  #next(): void {
    // Moves the served person to the end of the map; the loop may reach them again.
    for (const [key, standing] of this.#standings) {
      if (this.#running >= this.#limits.atOnce) return
      if (standing.running >= this.#limits.atOncePerPerson) continue
      const waiter = this.#shift(standing)
      if (!waiter) {
        this.#forget(key, standing)
        continue
      }
      this.#toTheEnd(key, standing)
      standing.running++
      this.#running++
      waiter.begin()
    }
  }

  /** Returns what a person begins next, and refuses what waited too long. */
  #shift({ waiting }: PersonQueue): Waiter | undefined {
    const { timeoutMs = Infinity } = this.#limits
    for (let waiter = waiting.shift(); waiter; waiter = waiting.shift()) {
      if (performance.now() - waiter.since <= timeoutMs) return waiter
      waiter.refuse()
    }
    return undefined
  }

  #toTheEnd(key: string, standing: PersonQueue): void {
    this.#standings.delete(key)
    this.#standings.set(key, standing)
  }

  #forget(key: string, standing: PersonQueue): void {
    if (standing.running === 0 && standing.waiting.length === 0) this.#standings.delete(key)
  }
}
