// Determines the receivers of changes, with one query for all changes of a batch.
import type { LiveMessage } from '@polylogue/contract'
import type { ItemType } from '#access/items/index.ts'
import { openBatch } from '#platform/batch.ts'
import { PAUSES } from '#platform/pauses.ts'
import { isolateFailures, outageOf } from '#platform/isolate-failures.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { Connections } from './connections.ts'
import { Recent } from './recent.ts'
import { distinct, type LiveChange } from './rules.ts'
import { formerReadersOf, readersOf } from './store.ts'

interface Deps {
  readonly db: Pick<Database, 'orm' | 'problemOf'>
  readonly log: Log
  readonly connections: Connections
  readonly types: readonly ItemType[]
}

export class Notifier {
  readonly #deps: Deps
  // A busy project costs one query per batch.
  readonly #batch = openBatch<LiveChange>(PAUSES.live, (happenings) => this.#tell(happenings))
  readonly #recent = new Recent<LiveChange>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Queues a change for all connected users who may read it, in order. */
  take(happening: LiveChange): void {
    this.#recent.add(happening)
    if (this.#deps.connections.people().length === 0) return
    this.#batch.add([happening])
  }

  /** Ends all streams after a possible gap: clients reconnect and refetch everything. */
  forget(): void {
    this.#batch.close()
    this.#recent.forget()
    this.#deps.connections.endAll()
  }

  close(): void {
    this.#batch.close()
  }

  async #tell(changes: readonly LiveChange[]): Promise<void> {
    const { db, log } = this.#deps
    const outcomes = await isolateFailures(once(changes), (some) => this.#notify(some), outageOf(db))
    const failed = outcomes.find((outcome) => !outcome.ok)
    if (failed) {
      log.warn(
        { err: failed.error },
        'connected people could not be notified of a change; their pages refetch everything',
      )
      this.forget()
    }
  }

  async #notify(happenings: readonly LiveChange[]): Promise<readonly LiveChange[]> {
    const { connections } = this.#deps
    const { byReader, left } = await this.#messagesFor(happenings, connections.people())
    connections.end(left)
    for (const [reader, messages] of byReader) connections.send(reader, distinct(messages))
    return happenings
  }

  /**
   * Returns what a user would have been sent since a time of `performance.now()`; undefined if the page has to refetch
   * everything: it is not known, or the access to any number of items changed.
   */
  async missed(person: number, since: number): Promise<LiveMessage[] | undefined> {
    const happenings = this.#recent.since(since)
    if (happenings === undefined) return undefined
    const { byReader, left } = await this.#messagesFor(once(happenings), [person])
    return left.has(person) ? undefined : distinct(byReader.get(person) ?? [])
  }

  /** Returns the messages by user, and the users whose access to any number of items changed. */
  async #messagesFor(happenings: readonly LiveChange[], people: readonly number[]) {
    const { db, types } = this.#deps
    const byReader = new Map<number, LiveMessage[]>()
    const left = new Set<number>()
    if (people.length === 0 || happenings.length === 0) return { byReader, left }
    const readers = await readersByItem(db, types, happenings, people)
    for (const happening of happenings) {
      const item = readers.of(happening)
      const to = await receiversOf(db, happening, item, people)
      const messages = 'messages' in happening ? happening.messages : item?.type.live.shared(item.id)
      // A group: the access of its members changed on any number of items, so they reconnect.
      if (messages === undefined) for (const one of memberships(happening, to)) left.add(one)
      else for (const reader of to) byReader.set(reader, [...(byReader.get(reader) ?? []), ...messages])
    }
    return { byReader, left }
  }
}

/** Returns changes without repetitions, by their content. */
const once = (changes: readonly LiveChange[]): LiveChange[] => [
  ...new Map(changes.map((one) => [JSON.stringify(one), one])).values(),
]

/** An item, and who may read it. */
interface Readers {
  readonly type: ItemType
  readonly id: number
  readonly of: Set<number>
}

/** The changed items that still exist. */
interface Known {
  of(happening: LiveChange): Readers | undefined
}

async function readersByItem(
  db: Deps['db'],
  types: readonly ItemType[],
  happenings: readonly LiveChange[],
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

/** Returns the affected users of a group change: new, former and changed members; the owner's access is unchanged. */
function memberships({ former }: LiveChange, of: ReadonlySet<number>): number[] {
  const isConcerned = (person: number) =>
    person !== former?.ownerContextId || former.contextIds.includes(person)
  return [...of].filter(isConcerned)
}

/** Returns the users who may read the item and, when access ended, those who could before. */
async function receiversOf(
  db: Deps['db'],
  { former }: LiveChange,
  item: Readers | undefined,
  people: readonly number[],
): Promise<ReadonlySet<number>> {
  const before = former ? await formerReadersOf(db.orm, former, people) : []
  return new Set([...before, ...(item?.of ?? [])])
}
