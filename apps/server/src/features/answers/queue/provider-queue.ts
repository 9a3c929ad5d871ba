// The queue of one provider: running answers, waiting questions, their order, and estimates of the waiting time.

/** A position in the queue: the number of turns before it, and the estimated seconds until its own. */
export interface QueuePosition {
  readonly ahead: number
  readonly seconds?: number
}

/** An asking viewer, across all lines. */
export interface Asker {
  readonly id: string
  /** Whose turns it takes: its own, or those of all visitors of a chatbot. */
  readonly turns: string
  /** Whether it stands for the background work of a viewer, which comes after all questions. */
  readonly isBackground: boolean
  made: number
  waiting: number
  bytes: number
}

/** A question in a line. */
export interface Waiter {
  readonly asker: Asker
  readonly line: ProviderQueue
  bytes: number
  /** The round in which its turn is due, and its sequence number, which orders questions within a round. */
  round: number
  order: number
  /** The time at which its turn came, or at which it began to wait. */
  since: number
  state: 'waiting' | 'turn' | 'left'
  /** The position to send, not read yet. */
  news?: QueuePosition | undefined
  /** The last position sent. */
  last?: QueuePosition | undefined
  /** Why it left the line without a turn. */
  ended?: Error
  wake: () => void
}

/** Those who share turns: one viewer, or all visitors of a chatbot. */
interface SharedTurns {
  readonly isBackground: boolean
  /** Their running answers at this provider. */
  made: number
  /** The round in which their next question would be due. */
  due: number
  readonly waiters: Waiter[]
}

/** Weight of the newest answer in the moving average of the duration. */
const NEWEST = 0.2
/** Changes below 1/STEP of the position are not sent: far behind, each step would add an event to the log. */
const STEP = 20

/** The next question that may be asked of those who share turns. */
interface NextOne {
  readonly standing: SharedTurns
  readonly waiter: Waiter
}

/**
 * Users take turns in rounds: each question of a user is due one round after their last, and never before the current round
 * (start-time fair queueing: Goyal, Vin, Cheng, SIGCOMM 1996, with every answer at equal cost). Users with fewer running
 * answers go first.
 */
export class ProviderQueue {
  atOnce: number
  made = 0
  waiting = 0
  /** Those of `waiting` that are background work. */
  #background = 0
  readonly #standings = new Map<string, SharedTurns>()
  readonly #mostShared: number
  #round = 0
  #drawn = 0
  #averageMs: number | undefined

  /** `mostShared`: running answers of those who share turns. */
  constructor(atOnce: number, mostShared: number) {
    this.atOnce = atOnce
    this.#mostShared = mostShared
  }

  /** Returns whether those who share turns with an asker may have one more answer. */
  hasShare(asker: Asker): boolean {
    return asker.turns === asker.id || (this.#standings.get(asker.turns)?.made ?? 0) < this.#mostShared
  }

  /** Returns how many questions wait of those who share turns with an asker. */
  waitingWith({ turns }: Asker): number {
    return this.#standings.get(turns)?.waiters.length ?? 0
  }

  /** Returns all waiting questions. */
  waiters(): Waiter[] {
    return [...this.#standings.values()].flatMap(({ waiters }) => waiters)
  }

  /** Returns how many wait of the questions, or of the background work: neither takes the places of the other. */
  waitingOf({ isBackground }: Pick<Asker, 'isBackground'>): number {
    return isBackground ? this.#background : this.waiting - this.#background
  }

  #count({ asker }: Waiter, by: 1 | -1): void {
    this.waiting += by
    if (asker.isBackground) this.#background += by
  }

  add(waiter: Waiter): void {
    const standing = this.#standingOf(waiter.asker)
    waiter.round = this.#due(standing)
    waiter.order = ++this.#drawn
    standing.waiters.push(waiter)
    this.#count(waiter, 1)
  }

  remove(waiter: Waiter): void {
    const standing = this.#standingOf(waiter.asker)
    const [, ...later] = standing.waiters.splice(standing.waiters.indexOf(waiter))
    // The user's later questions move up, as if this one had never been asked.
    standing.due = waiter.round
    for (const one of later) {
      one.round = this.#due(standing)
      standing.waiters.push(one)
    }
    this.#count(waiter, -1)
    this.#forget()
  }

  /** Starts an answer, with or without having waited. */
  begin(waiter: Waiter, waited: boolean): void {
    const standing = this.#standingOf(waiter.asker)
    if (!waited) {
      const round = this.#due(standing)
      if (this.waiting === 0) this.#round = round
    }
    standing.made++
    this.made++
  }

  /** Ends an answer that took `ms` milliseconds. */
  end(asker: Asker, ms: number): void {
    this.#standingOf(asker).made--
    this.made--
    // Background work is shorter than answers, which the estimate is about.
    if (!asker.isBackground)
      this.#averageMs = this.#averageMs === undefined ? ms : this.#averageMs + NEWEST * (ms - this.#averageMs)
    this.#forget()
  }

  /** Removes and returns the next question of a user for whom `may` is true. */
  takeNext(may: (asker: Asker) => boolean): Waiter | undefined {
    let best: NextOne | undefined
    let round = Infinity
    for (const standing of this.#standings.values()) {
      const [first] = standing.waiters
      if (!first) continue
      // Background work that waits long must not hold back the round.
      if (!standing.isBackground) round = Math.min(round, first.round)
      const waiter = standing.waiters.find(({ asker }) => may(asker) && this.hasShare(asker))
      if (waiter && (!best || isBefore({ standing, waiter }, best))) best = { standing, waiter }
    }
    if (!best) return undefined
    const { standing, waiter } = best
    standing.waiters.splice(standing.waiters.indexOf(waiter), 1)
    this.#round = Math.max(this.#round, round === Infinity ? waiter.round : round)
    this.#count(waiter, -1)
    return waiter
  }

  /** Estimates the seconds until the next turn; undefined before the first answer has ended. */
  secondsUntilNext(): number | undefined {
    return this.#seconds(0, this.made)
  }

  /** Returns the position of a waiter. */
  positionOf(waiter: Waiter): QueuePosition {
    const standing = this.#standingOf(waiter.asker)
    return this.#toldAt(standing, standing.waiters.indexOf(waiter))
  }

  /** Notifies the waiters whose position changed. */
  announce(): void {
    if (this.waiting === 0) return
    for (const standing of this.#standings.values())
      for (const [own, waiter] of standing.waiters.entries()) {
        const now = this.#toldAt(standing, own)
        if (!isNews(waiter.last, now)) continue
        waiter.news = now
        waiter.wake()
      }
  }

  /** Returns the position of the `own`th question of a user if nothing else changes. */
  #toldAt(standing: SharedTurns, own: number): QueuePosition {
    const one = standing.waiters[own]
    let ahead = own
    // When the line has room, only the user's own running answers are in the way.
    if (this.made < this.atOnce) return this.#position(own, standing.made)
    if (one)
      for (const other of this.#standings.values()) {
        const { waiters } = other
        if (other === standing || waiters.length === 0) continue
        if (other.isBackground && !standing.isBackground) continue
        const alike = own + standing.made - other.made
        const rival = waiters[alike]
        ahead += Math.max(0, Math.min(waiters.length, alike)) + (rival && isEarlier(rival, one) ? 1 : 0)
      }
    return this.#position(ahead, this.made)
  }

  #position(ahead: number, together: number): QueuePosition {
    const seconds = this.#seconds(ahead, together)
    return { ahead, ...(seconds === undefined ? {} : { seconds }) }
  }

  /** Estimates the seconds for `ahead` turns with `together` parallel answers. */
  #seconds(ahead: number, together: number): number | undefined {
    if (this.#averageMs === undefined) return undefined
    return Math.max(1, Math.round(((ahead + 1) * this.#averageMs) / Math.max(1, together) / 1_000))
  }

  #standingOf({ turns, isBackground }: Asker): SharedTurns {
    const known = this.#standings.get(turns)
    if (known) return known
    const standing = { isBackground, made: 0, due: 0, waiters: [] }
    this.#standings.set(turns, standing)
    return standing
  }

  #due(standing: SharedTurns): number {
    const round = Math.max(this.#round, standing.due)
    standing.due = round + 1
    return round
  }

  /** Keeps the rounds of users until the line is empty: otherwise returning users would overtake those who wait. */
  #forget(): void {
    if (this.made > 0 || this.waiting > 0) return
    this.#standings.clear()
    this.#round = 0
  }
}

function isBefore({ standing: one, waiter }: NextOne, { standing: other, waiter: rival }: NextOne): boolean {
  if (one.isBackground !== other.isBackground) return other.isBackground
  if (one.made !== other.made) return one.made < other.made
  return isEarlier(waiter, rival)
}

function isEarlier(one: Waiter, other: Waiter): boolean {
  return one.round === other.round ? one.order < other.order : one.round < other.round
}

function isNews(last: QueuePosition | undefined, now: QueuePosition): boolean {
  if (!last) return true
  if (last.ahead === now.ahead) return last.seconds === undefined && now.seconds !== undefined
  return Math.abs(last.ahead - now.ahead) >= Math.ceil(last.ahead / STEP)
}

/** Returns the caller's view of a waiter. */
export function placeIn(
  waiter: Waiter,
  { leave, reserve }: { leave: () => void; reserve: (bytes: number) => boolean },
) {
  return {
    reserve,
    get waits() {
      return waiter.state === 'waiting'
    },
    leave,
    async *waiting(signal: AbortSignal): AsyncGenerator<QueuePosition> {
      const stop = () => {
        leave()
        waiter.wake()
      }
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      try {
        while (waiter.state === 'waiting') {
          const { news } = waiter
          if (news) {
            waiter.last = news
            waiter.news = undefined
            yield news
          } else await new Promise<void>((resolve) => (waiter.wake = resolve))
        }
        signal.throwIfAborted()
        if (waiter.ended) throw waiter.ended
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
  }
}
