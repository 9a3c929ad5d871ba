// The line of one provider: who has a turn, who waits, who is next, and how long that takes.

/** Where a question stands: so many turns come before its own, and in about so many seconds it has its own. */
export interface Told {
  readonly ahead: number
  readonly seconds?: number
}

/** Somebody who asks, in all lines together. */
export interface Person {
  readonly id: number
  made: number
  waiting: number
  bytes: number
}

/** One question's place in a line. */
export interface Waiter {
  readonly person: Person
  readonly line: Line
  bytes: number
  /** The round in which its turn is due, and the number it drew: who came first goes first in a round. */
  round: number
  order: number
  /** When its turn came. */
  since: number
  state: 'waiting' | 'turn' | 'left'
  /** What is to be told and was not taken yet. */
  news?: Told | undefined
  /** What was told last. */
  last?: Told | undefined
  /** Why its waiting ended without a turn. */
  ended?: Error
  wake: () => void
}

interface Standing {
  person: Person
  /** Answers of theirs that this provider makes. */
  made: number
  /** The round in which their next question would be due. */
  due: number
  readonly waiters: Waiter[]
}

/** How much the newest answer counts in the average of how long one takes. */
const NEWEST = 0.2
/** A change of fewer places than one in so many is not told: far behind, each step would be a line in the log. */
const STEP = 20

/**
 * People take turns in rounds: each of a person's questions is due a round after the last, and nobody's before the round that
 * goes on (start-time fair queueing: Goyal, Vin, Cheng, SIGCOMM 1996, with every answer counted the same). Whoever has fewer
 * answers being made goes before that.
 */
export class Line {
  atOnce: number
  made = 0
  waiting = 0
  readonly #standings = new Map<number, Standing>()
  #round = 0
  #drawn = 0
  #averageMs: number | undefined

  constructor(atOnce: number) {
    this.atOnce = atOnce
  }

  /** All that wait, as of now. */
  waiters(): Waiter[] {
    return [...this.#standings.values()].flatMap(({ waiters }) => waiters)
  }

  add(waiter: Waiter): void {
    const standing = this.#standingOf(waiter.person)
    waiter.round = this.#due(standing)
    waiter.order = ++this.#drawn
    standing.waiters.push(waiter)
    this.waiting++
  }

  remove(waiter: Waiter): void {
    const standing = this.#standingOf(waiter.person)
    const [, ...later] = standing.waiters.splice(standing.waiters.indexOf(waiter))
    // Who comes after it moves up, as if it had never been asked.
    standing.due = waiter.round
    for (const one of later) {
      one.round = this.#due(standing)
      standing.waiters.push(one)
    }
    this.waiting--
    this.#forget()
  }

  /** An answer begins that has waited, or did not need to. */
  begin(waiter: Waiter, waited: boolean): void {
    const standing = this.#standingOf(waiter.person)
    if (!waited) {
      const round = this.#due(standing)
      if (this.waiting === 0) this.#round = round
    }
    standing.made++
    this.made++
  }

  /** It ended after so many milliseconds. */
  end(person: Person, ms: number): void {
    this.#standingOf(person).made--
    this.made--
    this.#averageMs = this.#averageMs === undefined ? ms : this.#averageMs + NEWEST * (ms - this.#averageMs)
    this.#forget()
  }

  /** Takes the next question of those who may out of the line. */
  takeNext(may: (person: Person) => boolean): Waiter | undefined {
    let best: Standing | undefined
    let round = Infinity
    for (const standing of this.#standings.values()) {
      const [first] = standing.waiters
      if (!first) continue
      round = Math.min(round, first.round)
      if (may(standing.person) && (!best || isBefore(standing, best))) best = standing
    }
    const waiter = best?.waiters.shift()
    if (!waiter) return undefined
    this.#round = Math.max(this.#round, round)
    this.waiting--
    return waiter
  }

  /** In how many seconds the next turn comes; undefined while no answer has ended yet. */
  secondsUntilNext(): number | undefined {
    return this.#seconds(0, this.made)
  }

  /** Where a waiter stands. */
  told(waiter: Waiter): Told {
    const standing = this.#standingOf(waiter.person)
    return this.#toldAt(standing, standing.waiters.indexOf(waiter))
  }

  /** Tells those whose place changed. */
  tell(): void {
    if (this.waiting === 0) return
    for (const standing of this.#standings.values())
      for (const [own, waiter] of standing.waiters.entries()) {
        const now = this.#toldAt(standing, own)
        if (!isNews(waiter.last, now)) continue
        waiter.news = now
        waiter.wake()
      }
  }

  /** Where the `own`th question of somebody stands, if everything goes on as it is. */
  #toldAt(standing: Standing, own: number): Told {
    const one = standing.waiters[own]
    let ahead = own
    // With room in the line, one waits for one's own answers alone.
    if (this.made < this.atOnce) return this.#toldOf(own, standing.made)
    if (one)
      for (const other of this.#standings.values()) {
        const { waiters } = other
        if (other === standing || waiters.length === 0) continue
        const alike = own + standing.made - other.made
        const rival = waiters[alike]
        ahead += Math.max(0, Math.min(waiters.length, alike)) + (rival && isEarlier(rival, one) ? 1 : 0)
      }
    return this.#toldOf(ahead, this.made)
  }

  #toldOf(ahead: number, together: number): Told {
    const seconds = this.#seconds(ahead, together)
    return { ahead, ...(seconds === undefined ? {} : { seconds }) }
  }

  /** When so many answers are made together, and so many turns come before. */
  #seconds(ahead: number, together: number): number | undefined {
    if (this.#averageMs === undefined) return undefined
    return Math.max(1, Math.round(((ahead + 1) * this.#averageMs) / Math.max(1, together) / 1_000))
  }

  #standingOf(person: Person): Standing {
    const known = this.#standings.get(person.id)
    // Who left every line and came back is counted anew.
    if (known) return Object.assign(known, { person })
    const standing = { person, made: 0, due: 0, waiters: [] }
    this.#standings.set(person.id, standing)
    return standing
  }

  #due(standing: Standing): number {
    const round = Math.max(this.#round, standing.due)
    standing.due = round + 1
    return round
  }

  /** Who had a turn lately is known until nobody is here: else they would begin anew each time, before those who wait. */
  #forget(): void {
    if (this.made > 0 || this.waiting > 0) return
    this.#standings.clear()
    this.#round = 0
  }
}

function isBefore(one: Standing, other: Standing): boolean {
  if (one.made !== other.made) return one.made < other.made
  const [first] = one.waiters
  const [rival] = other.waiters
  return first !== undefined && rival !== undefined && isEarlier(first, rival)
}

function isEarlier(one: Waiter, other: Waiter): boolean {
  return one.round === other.round ? one.order < other.order : one.round < other.round
}

function isNews(last: Told | undefined, now: Told): boolean {
  if (!last) return true
  if (last.ahead === now.ahead) return last.seconds === undefined && now.seconds !== undefined
  return Math.abs(last.ahead - now.ahead) >= Math.ceil(last.ahead / STEP)
}

/** The place of a waiter as whoever asks has it. */
export function placeIn(
  waiter: Waiter,
  { leave, hold }: { leave: () => void; hold: (bytes: number) => boolean },
) {
  return {
    hold,
    get waits() {
      return waiter.state === 'waiting'
    },
    leave,
    async *waiting(signal: AbortSignal): AsyncGenerator<Told> {
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
