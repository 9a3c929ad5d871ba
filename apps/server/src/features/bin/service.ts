import type { CallData, CallInput, contract } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { mayUse, type BinOfNoun, type ItemOwnership } from '#access/items/index.ts'
import type { Clock } from '#platform/clock.ts'
import { cursorAfter, readCursor } from '#platform/cursor.ts'
import type { Database } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import * as store from './store.ts'

export interface BinDeps {
  readonly db: Pick<Database, 'orm'>
  readonly clock: Clock
  readonly binDays: number
  /** What people own, once all features are open. */
  readonly belongings: () => readonly ItemOwnership[]
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

export function binService({ db: { orm }, clock, binDays, belongings }: BinDeps): BinService {
  const bins = () => belongings().map(({ bin }) => bin)
  const usable = (viewer: Person) => bins().filter(({ type }) => mayUse(type, viewer))
  const found = async (viewer: Person, id: number) => {
    const nouns = usable(viewer)
    const [row] = await store.list(orm, viewer, typesOf(nouns), { id, limit: 1 })
    const bin = row && binFor(nouns, row.typeId)
    if (!row || !bin) throw new Problem('NOT_FOUND', { thing: 'deleted item' })
    const [item] = await store.itemsOf(orm, bin.type, [row])
    if (!item) throw new Problem('NOT_FOUND', { thing: 'deleted item' })
    return { bin, item }
  }
  return {
    async list(viewer, { q, limit, cursor }) {
      const [at, id] = readCursor(cursor, 2) ?? []
      const after = at !== undefined && id !== undefined ? { at, id } : undefined
      const nouns = usable(viewer)
      const rows = await store.list(orm, viewer, typesOf(nouns), { q, limit: limit + 1, after })
      const page = rows.slice(0, limit)
      const items = new Map<number, store.BinnedItem>()
      for (const { type } of nouns)
        for (const item of await store.itemsOf(orm, type, page)) items.set(item.contextId, item)
      const last = page.at(-1)
      return {
        DeletedItems: page.flatMap((row) => toDeletedItem(row, items.get(row.id), binDays) ?? []),
        nextCursor: last && rows.length > limit ? cursorAfter(last.deleted.getTime(), last.id) : null,
        keepDays: binDays,
      }
    },
    async restore(viewer, id) {
      const { bin, item } = await found(viewer, id)
      if (!(await bin.restore(viewer, item))) throw new Problem('NOT_FOUND', { thing: 'deleted item' })
      const { noun, path } = bin.type
      return { noun, itemId: item.id, uri: `/${path}/${item.id}` }
    },
    async erase(viewer, id) {
      const { bin, item } = await found(viewer, id)
      if (!(await bin.erase(viewer, item))) throw new Problem('NOT_FOUND', { thing: 'deleted item' })
    },
    async empty(viewer, gone) {
      const nouns = usable(viewer)
      const before = clock.now()
      const next = () => store.list(orm, viewer, typesOf(nouns), { own: true, before, limit: STEP })
      return eraseAll(nouns, next, viewer, gone)
    },
    async sweep() {
      const nouns = bins()
      const before = new Date(clock.now().getTime() - binDays * DAY_MS)
      await eraseAll(nouns, () => store.over(orm, typesOf(nouns), before, STEP))
    },
  }

  /** Erases what `next` returns until it returns nothing new. */
  async function eraseAll(
    nouns: readonly BinOfNoun[],
    next: () => Promise<readonly store.BinnedRow[]>,
    viewer?: Person,
    gone?: AbortSignal,
  ): Promise<number> {
    let count = 0
    for (;;) {
      const rows = await next()
      let erased = 0
      for (const bin of nouns)
        for (const item of await store.itemsOf(orm, bin.type, rows)) {
          if (gone?.aborted) return count + erased
          if (await bin.erase(viewer, item)) erased++
        }
      count += erased
      if (rows.length < STEP || erased === 0) return count
    }
  }
}

const typesOf = (nouns: readonly BinOfNoun[]) => nouns.map(({ type }) => type.contextType)
const binFor = (nouns: readonly BinOfNoun[], typeId: number) =>
  nouns.find(({ type }) => type.contextType === typeId)

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
