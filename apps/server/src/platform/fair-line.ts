import type { Problem } from '../problem.ts'

/** How much is done at once, and of one person; how much may wait, and what more of it is answered. */
export interface LineLimits {
  readonly atOnce: number
  readonly atOncePerPerson: number
  readonly waitingPerPerson: number
  /** Of all people together; as many as come unless told. */
  readonly waiting?: number
  readonly full: () => Problem
}

/** Whose work it is, and what ends the wait for it: the person has gone. */
export interface Asker {
  readonly userId: number
  readonly gone?: AbortSignal | undefined
}

interface Standing {
  running: number
  /** What begins the work of each who waits. */
  readonly waiting: (() => void)[]
}

/**
 * Runs work in turns between people: each place goes to the person who waited longest for one, however much they ask for, and
 * nobody holds all places. Returns undefined when the asker has gone before their turn.
 * @throws what `full` gives when too much waits, of this person's or of all
 */
export type InLine = <T>(asker: Asker, work: () => Promise<T>) => Promise<T | undefined>

/** Opens a line for costly work. */
export function openFairLine(limits: LineLimits): InLine {
  const line = new Line(limits)
  return async (asker, work) => {
    if (asker.gone?.aborted || !(await line.turn(asker))) return undefined
    try {
      return await work()
    } finally {
      line.end(asker.userId)
    }
  }
}

class Line {
  // In the order in which people are served next: whose work began or ended goes to the end.
  readonly #standings = new Map<number, Standing>()
  readonly #limits: LineLimits
  #running = 0
  #waiting = 0

  constructor(limits: LineLimits) {
    this.#limits = limits
  }

  /** Resolves with true when it is this one's turn, with false when the asker has gone before. */
  turn({ userId, gone }: Asker): Promise<boolean> {
    const standing = this.#standings.get(userId) ?? { running: 0, waiting: [] }
    const isFull = this.#waiting >= (this.#limits.waiting ?? Infinity)
    if (isFull || standing.waiting.length >= this.#limits.waitingPerPerson) throw this.#limits.full()
    this.#standings.set(userId, standing)
    return new Promise((resolve) => {
      const begin = () => {
        this.#waiting--
        gone?.removeEventListener('abort', leave)
        resolve(true)
      }
      const leave = () => {
        this.#waiting--
        standing.waiting.splice(standing.waiting.indexOf(begin), 1)
        this.#forget(userId, standing)
        resolve(false)
      }
      this.#waiting++
      standing.waiting.push(begin)
      gone?.addEventListener('abort', leave, { once: true })
      this.#next()
    })
  }

  end(userId: number): void {
    this.#running--
    const standing = this.#standings.get(userId)
    if (standing) {
      standing.running--
      this.#toTheEnd(userId, standing)
      this.#forget(userId, standing)
    }
    this.#next()
  }

  #next(): void {
    // Whoever is served goes to the end of what is walked through, and may be served again.
    for (const [userId, standing] of this.#standings) {
      if (this.#running >= this.#limits.atOnce) return
      if (standing.running >= this.#limits.atOncePerPerson) continue
      const begin = standing.waiting.shift()
      if (!begin) continue
      this.#toTheEnd(userId, standing)
      standing.running++
      this.#running++
      begin()
    }
  }

  #toTheEnd(userId: number, standing: Standing): void {
    this.#standings.delete(userId)
    this.#standings.set(userId, standing)
  }

  #forget(userId: number, standing: Standing): void {
    if (standing.running === 0 && standing.waiting.length === 0) this.#standings.delete(userId)
  }
}
