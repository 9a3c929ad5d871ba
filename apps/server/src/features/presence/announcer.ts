// Announces visits to the other processes: starts and ends at once, heartbeats in batches. Writes no row.
import type { Bus } from '#platform/bus.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { PAUSES } from '#platform/pauses.ts'
import { keyOf, type Visit } from './visits.ts'

/** A notification holds 8,000 bytes; a visit takes at most 75. */
const VISITS_PER_EVENT = 80

interface Deps {
  readonly bus: Pick<Bus, 'publish'>
  readonly db: Pick<Database, 'orm'>
  readonly log: Log
}

export class Announcer {
  readonly #deps: Deps
  #reading = new Map<string, Visit>()
  #ended = new Map<string, Visit>()
  #timer: NodeJS.Timeout | undefined
  #due = Infinity

  constructor(deps: Deps) {
    this.#deps = deps
  }

  reading(visit: Visit, { isNew }: { isNew: boolean }): void {
    this.#reading.set(keyOf(visit), visit)
    this.#within(isNew ? PAUSES.live : PAUSES.heartbeats)
  }

  ended(visit: Visit): void {
    this.#ended.set(keyOf(visit), visit)
    this.forget(visit)
    this.#within(PAUSES.live)
  }

  /** Drops the pending announcement of a visit that ended elsewhere. */
  forget(visit: Visit): void {
    this.#reading.delete(keyOf(visit))
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #within(ms: number): void {
    const due = performance.now() + ms
    if (due >= this.#due) return
    clearTimeout(this.#timer)
    this.#due = due
    this.#timer = setTimeout(() => {
      this.#due = Infinity
      this.#notify().catch((error: unknown) =>
        this.#deps.log.warn({ err: error }, 'other servers were not told who reads; the next word heals it'),
      )
    }, ms)
  }

  async #notify(): Promise<void> {
    const { bus, db } = this.#deps
    const reading = [...this.#reading.values()].map(idsOf)
    const ended = [...this.#ended.values()].map(idsOf)
    this.#reading.clear()
    this.#ended.clear()
    for (const part of parts(ended)) await bus.publish(db.orm, { ...NOTHING, ended: part })
    for (const part of parts(reading)) await bus.publish(db.orm, { ...NOTHING, reading: part })
  }
}

type Ids = readonly [string, number, number]

const NOTHING = { type: 'presence.announced' as const, reading: [] as Ids[], ended: [] as Ids[] }

const idsOf = ({ id, person, projectId }: Visit): Ids => [id, person, projectId]

function* parts(all: readonly Ids[]): Generator<Ids[]> {
  for (let from = 0; from < all.length; from += VISITS_PER_EVENT)
    yield all.slice(from, from + VISITS_PER_EVENT)
}
