// Holds open pages per project in this process's memory, from own requests and from other processes.
import { VISIT_LASTS_MS } from '@polylogue/contract'
import type { Clock } from '#platform/clock.ts'

/** How long the id of an ended visit is rejected: a heartbeat may arrive after the end. */
const ENDED_MS = 10_000

/** One page that shows one project. */
export interface Visit {
  readonly id: string
  /** The context of the user. */
  readonly person: number
  readonly projectId: number
}

/** Returns the key of a visit. It contains the person, so a user cannot end another's visit by its id. */
export const keyOf = ({ id, person, projectId }: Visit): string => `${projectId} ${person} ${id}`

interface Held extends Visit {
  until: number
}

interface Deps {
  readonly clock: Clock
  /** Called for every ended visit, whatever the cause. */
  readonly over: (visit: Visit) => void
  /** Called when a user arrived at a project or left it. */
  readonly changed: (projectId: number) => void
}

export class Visits {
  readonly #deps: Deps
  /** In order of arrival. */
  readonly #byProject = new Map<number, Map<string, Held>>()
  readonly #ended = new Map<string, number>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Starts or extends a visit; returns false for an ended one. */
  hold(visit: Visit): boolean {
    const key = keyOf(visit)
    if (this.#ended.has(key)) return false
    const now = this.#deps.clock.now().getTime()
    const visits = this.#byProject.get(visit.projectId) ?? new Map<string, Held>()
    const held = visits.get(key)
    if (held) held.until = now + VISIT_LASTS_MS
    else {
      const came = !this.isReading(visit.projectId, visit.person)
      this.#byProject.set(visit.projectId, visits.set(key, { ...visit, until: now + VISIT_LASTS_MS }))
      if (came) this.#deps.changed(visit.projectId)
    }
    return true
  }

  has(visit: Visit): boolean {
    return this.#byProject.get(visit.projectId)?.has(keyOf(visit)) ?? false
  }

  /** Ends a visit permanently; an unknown one cannot start afterwards. */
  end(visit: Visit): void {
    this.#ended.set(keyOf(visit), this.#deps.clock.now().getTime() + ENDED_MS)
    this.#drop(visit)
  }

  endProject(projectId: number): void {
    for (const visit of this.#byProject.get(projectId)?.values() ?? []) this.end(visit)
  }

  /** Drops visits without a heartbeat: their page, or the process that announced them, is gone. */
  expire(): void {
    const now = this.#deps.clock.now().getTime()
    for (const [key, until] of this.#ended) if (until <= now) this.#ended.delete(key)
    for (const visits of this.#byProject.values())
      for (const visit of visits.values()) if (visit.until <= now) this.#drop(visit)
  }

  projects(): number[] {
    return [...this.#byProject.keys()]
  }

  /** Returns the readers of a project, each once, in order of arrival. */
  peopleIn(projectId: number): number[] {
    return [...new Set(Array.from(this.#byProject.get(projectId)?.values() ?? [], ({ person }) => person))]
  }

  isReading(projectId: number, person: number): boolean {
    for (const visit of this.#byProject.get(projectId)?.values() ?? [])
      if (visit.person === person) return true
    return false
  }

  /** Returns a user's visits, the oldest of each project first. */
  of(person: number): Visit[] {
    const all = [...this.#byProject.values()].flatMap((visits) => [...visits.values()])
    return all.filter((visit) => visit.person === person)
  }

  #drop(visit: Visit): void {
    const visits = this.#byProject.get(visit.projectId)
    if (!visits?.delete(keyOf(visit))) return
    if (visits.size === 0) this.#byProject.delete(visit.projectId)
    this.#deps.over(visit)
    if (!this.isReading(visit.projectId, visit.person)) this.#deps.changed(visit.projectId)
  }
}
