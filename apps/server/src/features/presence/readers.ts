// Determines which users with an open project may read it, in one query for all callers.
import type { Database } from '#platform/db/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { coalesce } from '#platform/coalesce.ts'
import { PAUSES } from '#platform/pauses.ts'
import { readersOf, type Reader } from './store.ts'
import type { Visits } from './visits.ts'

/** Cache lifetime: limits how long a change without an event stays unnoticed (access, name, picture). */
const KEEP_MS = 10_000
/** Added to the pause before a notification for each user, because each of their pages refetches. */
const PER_PERSON_MS = 10

interface Deps {
  readonly db: Pick<Database, 'orm'>
  readonly clock: Clock
  readonly log: Log
  readonly visits: Visits
  /** Notifies users that the readers of a project changed. */
  readonly notify: (projectId: number, people: Iterable<number>) => void
}

export class Readers {
  readonly #deps: Deps
  readonly #known = new Map<number, { readers: readonly Reader[]; at: number }>()
  /** The reader sets that pages may show per project: those returned since the last notification, as text. */
  readonly #shown = new Map<number, Set<string>>()
  readonly #waiting = new Map<number, NodeJS.Timeout>()
  readonly #ask = coalesce((projectId) => this.#look(Number(projectId)))
  #invalidations = 0
  /** Notifies one project at a time: a change of a group may affect all of them. */
  #telling: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Returns the readers of a project who have access, in order of arrival. A very recent one may be missing. */
  async of(projectId: number): Promise<readonly Reader[]> {
    const known = this.#known.get(projectId)
    if (known && this.#now() - known.at < KEEP_MS) return known.readers
    return this.#ask(String(projectId))
  }

  /** Invalidates the cache after a change of access or name. */
  invalidate(): void {
    this.#invalidations++
    this.#known.clear()
  }

  /** Schedules a notification of a project's readers if their pages may show an old list. */
  notifySoon(projectId: number): void {
    if (this.#waiting.has(projectId)) return
    const people = this.#deps.visits.peopleIn(projectId).length
    const notify = () => {
      this.#waiting.delete(projectId)
      this.#telling = this.#telling.then(() => this.#notify(projectId))
    }
    this.#waiting.set(projectId, setTimeout(notify, PAUSES.readers + people * PER_PERSON_MS))
  }

  close(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer)
    this.#waiting.clear()
  }

  async #notify(projectId: number): Promise<void> {
    const { log, notify } = this.#deps
    try {
      const people = (await this.#ask(String(projectId))).map(({ person }) => person)
      const shown = this.#shown.get(projectId) ?? new Set([NOBODY])
      const now = textOf(people)
      if (now === NOBODY) this.#shown.delete(projectId)
      else this.#shown.set(projectId, new Set([now]))
      // A single reader sees an empty list, as before.
      const isNews = [...shown].some((one) => one !== now && !(one === NOBODY && people.length === 1))
      if (isNews) notify(projectId, people)
    } catch (error) {
      log.warn({ err: error }, 'people were not told who reads along; their pages ask again by themselves')
    }
  }

  async #look(projectId: number): Promise<readonly Reader[]> {
    const invalidations = this.#invalidations
    const people = this.#deps.visits.peopleIn(projectId)
    if (people.length === 0) {
      this.#known.delete(projectId)
      return []
    }
    const found = await readersOf(this.#deps.db.orm, projectId, people)
    const byPerson = new Map(found.map((reader) => [reader.person, reader]))
    const readers = people.flatMap((person) => byPerson.get(person) ?? [])
    const shown = this.#shown.get(projectId) ?? new Set([NOBODY])
    this.#shown.set(projectId, shown.add(textOf(readers.map(({ person }) => person))))
    // Not cached when access changed during the query.
    if (invalidations === this.#invalidations) this.#known.set(projectId, { readers, at: this.#now() })
    return readers
  }

  #now(): number {
    return this.#deps.clock.now().getTime()
  }
}

const NOBODY = ''

const textOf = (people: readonly number[]) => people.toSorted((one, other) => one - other).join(' ')
