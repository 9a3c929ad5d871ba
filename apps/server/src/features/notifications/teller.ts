// From what happened to who is told: one question to the database for all that happens within a moment.
import type { LiveMessage } from '@polylogue/contract'
import { apart, outageOf } from '../../platform/apart.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Connections } from './connections.ts'
import { distinct, messagesOf, type Happening } from './rules.ts'
import { formerReadersOf, readersOf } from './store.ts'

/** What comes within this time of the first is told together with it: a busy project costs one question a moment. */
const GATHER_MS = 50

interface Given {
  readonly db: Pick<Database, 'orm' | 'problemOf'>
  readonly log: Log
  readonly connections: Connections
}

export class Teller {
  readonly #given: Given
  // By what they say, so that what happens again and again within a moment is told once.
  #waiting = new Map<string, Happening>()
  #timer: NodeJS.Timeout | undefined
  #telling = false

  constructor(given: Given) {
    this.#given = given
  }

  /** Tells whoever is connected and may read it, in the order of what is taken. */
  take(happening: Happening): void {
    if (this.#given.connections.people().length === 0) return
    this.#waiting.set(JSON.stringify(happening), happening)
    this.#later()
  }

  /** Something may have been missed: everybody connects again and looks at everything anew. */
  forget(): void {
    this.#waiting.clear()
    this.#given.connections.endAll()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#waiting.clear()
  }

  #later(): void {
    if (!this.#telling && this.#waiting.size > 0)
      this.#timer ??= setTimeout(() => void this.#tellWaiting(), GATHER_MS)
  }

  async #tellWaiting(): Promise<void> {
    this.#timer = undefined
    this.#telling = true
    const happenings = [...this.#waiting.values()]
    this.#waiting.clear()
    const { db, log } = this.#given
    const outcomes = await apart(happenings, (some) => this.#tell(some), outageOf(db))
    const failed = outcomes.find((outcome) => !outcome.ok)
    if (failed) {
      log.warn({ err: failed.error }, 'connected people could not be told what happened; they look anew')
      this.forget()
    }
    this.#telling = false
    this.#later()
  }

  async #tell(happenings: readonly Happening[]): Promise<readonly Happening[]> {
    const { connections, db } = this.#given
    const people = connections.people()
    if (people.length === 0) return happenings
    const readers = await readersByItem(db, happenings, people)
    const told = new Map<number, LiveMessage[]>()
    for (const happening of happenings) {
      const { projectId, of } = await whoReads(db, happening, readers, people)
      if (projectId === undefined) {
        // A group: what its members may read has changed, in any number of projects.
        connections.end(memberships(happening, of))
        continue
      }
      const messages = messagesOf(happening, projectId)
      for (const reader of of) told.set(reader, [...(told.get(reader) ?? []), ...messages])
    }
    for (const [reader, messages] of told) connections.tell(reader, distinct(messages))
    return happenings
  }
}

/** A project, and who may read it. */
interface Readers {
  readonly projectId: number
  readonly of: Set<number>
}

/** The projects of what happened, by their id and by their context's. */
interface Known {
  readonly byProject: Map<number, Readers>
  readonly byContext: Map<number, Readers>
}

async function readersByItem(
  db: Given['db'],
  happenings: readonly Happening[],
  people: readonly number[],
): Promise<Known> {
  const ids = (of: (happening: Happening) => number | undefined) => [
    ...new Set(happenings.flatMap((happening) => of(happening) ?? [])),
  ]
  const wanted = { projectIds: ids((one) => one.projectId), contextIds: ids((one) => one.contextId) }
  const known: Known = { byProject: new Map(), byContext: new Map() }
  for (const { projectId, contextId, reader } of await readersOf(db.orm, wanted, people)) {
    const readers = known.byProject.get(projectId) ?? { projectId, of: new Set() }
    if (reader !== null) readers.of.add(reader)
    known.byProject.set(projectId, readers)
    known.byContext.set(contextId, readers)
  }
  return known
}

/** Of those who hear of a group whoever came, went or changed, in person or with a group: nothing changed for its owner. */
function memberships({ former }: Happening, of: ReadonlySet<number>): number[] {
  const isConcerned = (person: number) =>
    person !== former?.ownerContextId || former.contextIds.includes(person)
  return [...of].filter(isConcerned)
}

/** Those who may read it, and for what ended access those who could before. */
async function whoReads(
  db: Given['db'],
  { projectId, contextId, former }: Happening,
  known: Known,
  people: readonly number[],
): Promise<{ projectId: number | undefined; of: ReadonlySet<number> }> {
  const now = contextId === undefined ? known.byProject.get(projectId ?? 0) : known.byContext.get(contextId)
  const before = former ? await formerReadersOf(db.orm, former, people) : []
  return { projectId: projectId ?? now?.projectId, of: new Set([...before, ...(now?.of ?? [])]) }
}
