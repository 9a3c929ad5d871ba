import type { CallData, CallInput, contract } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { mayUse, type BinOfNoun, type ItemOwnership } from '#access/items/index.ts'
import type { Clock } from '#platform/clock.ts'
import { cursorAfter, readCursor } from '#platform/cursor.ts'
import type { Database, Queries } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { Problem } from '#problem.ts'
import * as store from './store.ts'

export interface BinDeps {
  readonly db: Pick<Database, 'orm'>
  readonly clock: Clock
  readonly binDays: () => number
  readonly log: Log
  /** What people own, once all features are open. */
  readonly belongings: () => readonly ItemOwnership[]
  /** Returns how many share links of an item open now. */
  readonly openingLinks: (contextId: number) => Promise<number>
}

type Calls = (typeof contract)['bin']

export interface BinService {
  list(
    viewer: Person,
    wanted: CallInput<Calls['list']>['query'],
  ): Promise<CallData<Calls['list']> & { readonly nextCursor: string | null }>
  /** Takes an item back, with its contents and shares. @throws Problem NOT_FOUND */
  restore(viewer: Person, id: number): Promise<CallData<Calls['restore']>>
  /** Deletes an item for good. @throws Problem NOT_FOUND */
  erase(viewer: Person, id: number): Promise<void>
  /** Deletes all own items for good, one by one, until `gone` aborts. Returns their number. */
  empty(viewer: Person, gone: AbortSignal): Promise<number>
  /** Deletes the items whose time is over. */
  sweep(): Promise<void>
}

const DAY_MS = 86_400_000
/** How many items are read at once before they are deleted for good. */
const STEP = 100

export function binService(deps: BinDeps): BinService {
  const { clock, binDays, belongings } = deps
  const { orm } = deps.db
  const bins = () => belongings().map(({ bin }) => bin)
  const usable = (viewer: Person) => bins().filter(({ type }) => mayUse(type, viewer))
  const change = async (viewer: Person, id: number, work: 'restore' | 'erase') => {
    const { bin, item } = await find(orm, viewer, usable(viewer), id)
    if (!(await bin[work](viewer, item))) throw new Problem('NOT_FOUND', { thing: 'deleted item' })
    return { type: bin.type, item }
  }
  return {
    list: (viewer, wanted) => list(deps, viewer, usable(viewer), wanted),
    async restore(viewer, id) {
      const { type, item } = await change(viewer, id, 'restore')
      const links = await deps.openingLinks(item.contextId)
      return { noun: type.noun, itemId: item.id, uri: `/${type.path}/${item.id}`, links }
    },
    async erase(viewer, id) {
      await change(viewer, id, 'erase')
    },
    async empty(viewer, gone) {
      const nouns = usable(viewer)
      const before = clock.now()
      const next = () => store.list(orm, viewer, typesOf(nouns), { own: true, before, limit: STEP })
      return eraseAll(orm, nouns, next, { viewer, gone })
    },
    async sweep() {
      const nouns = bins()
      const before = new Date(clock.now().getTime() - binDays() * DAY_MS)
      const kept = new Set<number>()
      const next = () => store.over(orm, typesOf(nouns), { before, limit: STEP, except: [...kept] })
      // One item that cannot be erased must not keep all after it.
      const failed = (error: unknown, { contextId }: store.BinnedItem) => {
        kept.add(contextId)
        deps.log.error(
          { err: error, contextId },
          'a deleted item could not be erased; it is tried again in an hour',
        )
      }
      await eraseAll(orm, nouns, next, { failed })
    },
  }
}

/** Returns an item that a person may take back. @throws Problem NOT_FOUND */
async function find(
  db: Queries,
  viewer: Person,
  nouns: readonly BinOfNoun[],
  id: number,
): Promise<{ bin: BinOfNoun; item: store.BinnedItem }> {
  const rows = await store.list(db, viewer, typesOf(nouns), { id, limit: 1 })
  for (const bin of nouns) {
    const [item] = await store.itemsOf(db, bin.type, rows)
    if (item) return { bin, item }
  }
  throw new Problem('NOT_FOUND', { thing: 'deleted item' })
}

async function list(
  { db: { orm }, binDays }: BinDeps,
  viewer: Person,
  nouns: readonly BinOfNoun[],
  { q, limit, cursor }: CallInput<Calls['list']>['query'],
): ReturnType<BinService['list']> {
  const [at, id] = readCursor(cursor, 2) ?? []
  const after = at !== undefined && id !== undefined ? { at, id } : undefined
  const rows = await store.list(orm, viewer, typesOf(nouns), { q, limit: limit + 1, after })
  const page = rows.slice(0, limit)
  const items = new Map<number, store.BinnedItem>()
  for (const { type } of nouns)
    for (const item of await store.itemsOf(orm, type, page)) items.set(item.contextId, item)
  const last = page.at(-1)
  return {
    DeletedItems: page.flatMap((row) => toDeletedItem(row, items.get(row.id), binDays()) ?? []),
    nextCursor: last && rows.length > limit ? cursorAfter(last.deleted.getTime(), last.id) : null,
    keepDays: binDays(),
  }
}

interface Erasing {
  readonly viewer?: Person
  readonly gone?: AbortSignal
  /** Takes the error of an item, which is then left out; without it, the first error ends the work. */
  readonly failed?: (error: unknown, item: store.BinnedItem) => void
}

/** Erases the items that `next` returns, one by one, until it returns no more or `gone` aborts. Returns their number. */
async function eraseAll(
  db: Queries,
  nouns: readonly BinOfNoun[],
  next: () => Promise<readonly store.BinnedRow[]>,
  { viewer, gone, failed }: Erasing,
): Promise<number> {
  let count = 0
  for (;;) {
    const rows = await next()
    const before = count
    for (const bin of nouns)
      for (const item of await store.itemsOf(db, bin.type, rows)) {
        if (gone?.aborted) return count
        try {
          if (await bin.erase(viewer, item)) count++
        } catch (error) {
          if (!failed) throw error
          failed(error, item)
        }
      }
    if (rows.length < STEP || (count === before && !failed)) return count
  }
}

const typesOf = (nouns: readonly BinOfNoun[]) => nouns.map(({ type }) => type.contextType)

function toDeletedItem(
  { id, name, deleted, deletedBy, isOwn }: store.BinnedRow,
  item: store.BinnedItem | undefined,
  binDays: number,
): CallData<Calls['list']>['DeletedItems'][number] | undefined {
  if (!item) return undefined
  const ends = new Date(deleted.getTime() + binDays * DAY_MS)
  return {
    id,
    noun: item.noun,
    itemId: item.id,
    kind: item.kind,
    name,
    deleted: deleted.toISOString(),
    deletedBy,
    isOwn,
    shares: item.contextIds.length,
    ends: ends.toISOString(),
  }
}
