// From what happened to who is told: one question to the database for all that happens within a moment.
import type { LiveMessage } from '@polylogue/contract'
import type { ItemType } from '../../access/items/index.ts'
import { apart, outageOf } from '../../platform/apart.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Connections } from './connections.ts'
import { distinct, type Happening } from './rules.ts'
import { formerReadersOf, readersOf } from './store.ts'

/** What comes within this time of the first is told together with it: a busy project costs one question a moment. */
const GATHER_MS = 50

interface Given {
  readonly db: Pick<Database, 'orm' | 'problemOf'>
  readonly log: Log
  readonly connections: Connections
  readonly types: readonly ItemType[]
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
    const { connections, db, types } = this.#given
    const people = connections.people()
    if (people.length === 0) return happenings
    const readers = await readersByItem(db, types, happenings, people)
    const told = new Map<number, LiveMessage[]>()
    for (const happening of happenings) {
      const item = readers.of(happening)
      const to = await whoIsTold(db, happening, item, people)
      const messages = 'messages' in happening ? happening.messages : item?.type.live.shared(item.id)
      // A group: what its members may read has changed, in any number of items.
      if (messages === undefined) connections.end(memberships(happening, to))
      else for (const reader of to) told.set(reader, [...(told.get(reader) ?? []), ...messages])
    }
    for (const [reader, messages] of told) connections.tell(reader, distinct(messages))
    return happenings
  }
}

/** An item, and who may read it. */
interface Readers {
  readonly type: ItemType
  readonly id: number
  readonly of: Set<number>
}

/** The items of what happened that are still there. */
interface Known {
  of(happening: Happening): Readers | undefined
}

async function readersByItem(
  db: Given['db'],
  types: readonly ItemType[],
  happenings: readonly Happening[],
  people: readonly number[],
): Promise<Known> {
  const contextIds = new Set(happenings.flatMap((one) => ('contextId' in one ? [one.contextId] : [])))
  const idsOf = (noun: string) => [
    ...new Set(happenings.flatMap((one) => ('noun' in one && one.noun === noun ? [one.id] : []))),
  ]
  const known = new Map<string, Readers>()
  for (const row of await readersOf(db.orm, types, { idsOf, contextIds: [...contextIds] }, people)) {
    const { noun, id, contextId, reader } = row
    const type = types.find((one) => one.noun === noun)
    if (!type) continue
    const readers = known.get(`${noun} ${id}`) ?? { type, id, of: new Set() }
    if (reader !== null) readers.of.add(reader)
    known.set(`${noun} ${id}`, readers)
    known.set(`context ${contextId}`, readers)
  }
  return {
    of: (one) => known.get('contextId' in one ? `context ${one.contextId}` : `${one.noun} ${one.id}`),
  }
}

/** Of those who hear of a group whoever came, went or changed, in person or with a group: nothing changed for its owner. */
function memberships({ former }: Happening, of: ReadonlySet<number>): number[] {
  const isConcerned = (person: number) =>
    person !== former?.ownerContextId || former.contextIds.includes(person)
  return [...of].filter(isConcerned)
}

/** Those who may read it, and for what ended access those who could before. */
async function whoIsTold(
  db: Given['db'],
  { former }: Happening,
  item: Readers | undefined,
  people: readonly number[],
): Promise<ReadonlySet<number>> {
  const before = former ? await formerReadersOf(db.orm, former, people) : []
  return new Set([...before, ...(item?.of ?? [])])
}
