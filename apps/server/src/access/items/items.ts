// Operations on items of every noun: check access, publish changes, write the audit trail.
import type { AssocContext } from '@polylogue/contract'
import { changeOf, laterThan, requireUnchanged } from '#platform/changes.ts'
import { cursorAfter, readCursor } from '#platform/cursor.ts'
import type { Queries, Runner, Tx } from '#platform/db/index.ts'
import { uuidV7 } from '#platform/ids.ts'
import { Problem } from '#problem.ts'
import { LEVEL, authorize } from '../policy.ts'
import { createItemContext, renameItemContext } from '../shares-store.ts'
import { createAll, type NewItem } from './create-all.ts'
import { wishedShares } from '../shares.ts'
import type { Person, Viewer } from '../viewer.ts'
import { holdTexts } from './approval.ts'
import { ownershipOf, type ItemOwnership } from './ownership.ts'
import type { ItemHooks, ItemsDeps } from './deps.ts'
import { setLabels, type LabelIds } from './labels-store.ts'
import { setLike } from './likes-store.ts'
import * as lists from './lists-store.ts'
import { erase, remove } from './removing.ts'
import { requireRoom } from './room.ts'
import { shareItem } from './sharing.ts'
import * as store from './store.ts'
import type { ItemFacts, ItemFields, ItemRow, ItemTable, ItemType } from './type.ts'

/** A noun outside the product, for tests of the features that all nouns share. */
export interface FurtherNoun {
  readonly type: ItemType
  open(deps: ItemsDeps): { readonly belongings: ItemOwnership }
}

/** What a request can contain for an item besides the noun's own fields. */
export interface SharedFields {
  readonly assocContexts?: readonly AssocContext[] | undefined
  readonly labels?: LabelIds
}

export interface Change<Table extends ItemTable> extends SharedFields {
  readonly ifModified?: string | undefined
  /** Never changes the owner: clients send the whole item back. Another owner's id is refused without admin access. */
  readonly ownerId?: number | undefined
  /** Checks what this change needs in addition to write access. @throws Problem */
  readonly allow?: (item: ItemFacts<Table>) => void
  /**
   * Returns the fields to set; called after the item is locked. Undefined and unchanged fields are kept. `client` is the
   * transaction's connection, for prepared statements.
   */
  readonly fields: (
    tx: Tx,
    item: ItemFacts<Table>,
    client: Runner,
  ) => ItemFields<Table> | Promise<ItemFields<Table>>
}

export interface Items<Table extends ItemTable> {
  readonly type: ItemType<Table>
  readonly belongings: ItemOwnership
  /** Returns the item with the viewer's level on it, without checking access. */
  find(db: Queries, viewer: Viewer, id: number): Promise<ItemFacts<Table> | undefined>
  /** @throws Problem NOT_FOUND */
  get(viewer: Viewer, id: number): Promise<ItemFacts<Table>>
  /** Returns the readable items that match, last changed first. @throws Problem VALIDATION_FAILED for an invalid cursor */
  list(
    viewer: Person,
    wanted: lists.ItemsFilter & { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<{ items: ItemFacts<Table>[]; nextCursor: string | null }>
  /**
   * Creates an item with its context, owned by the viewer, with shares and labels.
   * @throws Problem NOT_FOUND for a share or label, PERMISSION_DENIED for shares without `can_share`
   */
  create(
    tx: Tx,
    viewer: Person,
    fields: ItemFields<Table> & { readonly name: string },
    sent?: SharedFields,
  ): Promise<ItemFacts<Table>>
  /** Creates items of the viewer with these dates in a few statements, without shares and labels. Returns their ids, in order. */
  createAll(tx: Tx, viewer: Person, all: readonly NewItem<Table>[]): Promise<number[]>
  /**
   * Updates changed fields, the shares and the labels.
   * @throws Problem NOT_FOUND; PERMISSION_DENIED, also for changed shares without admin access; CONFLICT when the item
   *   changed since `ifModified`
   */
  update(viewer: Person, id: number, change: Change<Table>): Promise<ItemFacts<Table>>
  /**
   * Checks that the viewer owns fewer items than the noun's limit. Locks the viewer, so that items created at once are all
   * counted.
   * @throws Problem of the noun
   */
  requireRoom(tx: Tx, viewer: Person): Promise<void>
  /** Likes an item that the viewer may read, or removes the like; returns it. @throws Problem NOT_FOUND */
  like(viewer: Person, id: number, liked: boolean): Promise<ItemFacts<Table>>
  /**
   * Puts an item into the recycle bin, or erases it when nothing is kept there (ACCESS-16).
   * @throws Problem NOT_FOUND, PERMISSION_DENIED
   */
  remove(viewer: Person, id: number): Promise<void>
  /** Deletes an item with its context and its parts for good. @throws Problem NOT_FOUND, PERMISSION_DENIED */
  erase(viewer: Person, id: number): Promise<void>
}

/** Opens the operations on the items of one noun. */
export function openItems<Table extends ItemTable>(
  deps: ItemsDeps,
  type: ItemType<Table>,
  hooks: ItemHooks = {},
): Items<Table> {
  const { orm } = deps.db
  return {
    type,
    belongings: ownershipOf(deps, type, hooks),
    find: (db, viewer, id) => store.find(db, viewer, type, id),
    get: async (viewer, id) => authorize(type.policy, 'read', await store.find(orm, viewer, type, id)),
    list: (viewer, wanted) => list(orm, viewer, type, wanted),
    create: (tx, viewer, fields, sent) => create(deps, type, tx, viewer, fields, sent ?? {}),
    createAll: (tx, viewer, all) => createAll(deps, type, tx, viewer, all),
    update: (viewer, id, change) => update(deps, type, viewer, id, change),
    requireRoom: (tx, viewer) => requireRoom(tx, type, viewer.userId),
    like: (viewer, id, liked) => like(deps, type, viewer, id, liked),
    remove: (viewer, id) => remove(deps, type, hooks, viewer, id),
    erase: (viewer, id) => erase(deps, type, hooks, viewer, id),
  }
}

async function list<Table extends ItemTable>(
  db: Queries,
  viewer: Person,
  type: ItemType<Table>,
  { limit, cursor, ...wanted }: lists.ItemsFilter & { limit: number; cursor?: string | undefined },
): Promise<{ items: ItemFacts<Table>[]; nextCursor: string | null }> {
  const [at, id] = readCursor(cursor, 2) ?? []
  const after = at !== undefined && id !== undefined ? { at, id } : undefined
  const condition = lists.fits(viewer, type, wanted)
  const selective = condition !== undefined
  const found = await lists.pageOf(db, viewer, type, { condition, after, limit: limit + 1, selective })
  const items = await lists.listed(db, viewer, type, found.slice(0, limit))
  const last = items.at(-1)
  const nextCursor = last && found.length > limit ? cursorAfter(timeOf(type, last), last.id) : null
  return { items, nextCursor }
}

function timeOf({ listedBy = 'modified' }: ItemType, item: ItemRow): number {
  const time = new Map<string, unknown>(Object.entries(item)).get(listedBy)
  return time instanceof Date ? time.getTime() : item.modified.getTime()
}

async function create<Table extends ItemTable>(
  deps: ItemsDeps,
  type: ItemType<Table>,
  tx: Tx,
  viewer: Person,
  fields: ItemFields<Table> & { readonly name: string },
  { assocContexts, labels }: SharedFields,
): Promise<ItemFacts<Table>> {
  const { noun, contextType: typeId, listedBy } = type
  const uuid = uuidV7(deps.clock)
  const contextId = await createItemContext(tx, viewer, { uuid, typeId, name: fields.name })
  const now = deps.clock.now()
  const id = await store.insert(tx, type, {
    ...fields,
    uuid,
    contextId,
    ownerId: viewer.userId,
    created: now,
    modified: now,
    ...(listedBy ? { [listedBy]: now } : {}),
  })
  const item = await existing(tx, type, viewer, id)
  const wished = wishedShares(viewer, item, assocContexts && [...assocContexts])
  if (wished) await shareItem(deps, type, tx, viewer, item, wished)
  if (labels) await setLabels(tx, viewer, contextId, labels)
  await deps.bus.publish(tx, { type: 'item.changed', noun, id })
  return existing(tx, type, viewer, id)
}

async function update<Table extends ItemTable>(
  deps: ItemsDeps,
  type: ItemType<Table>,
  viewer: Person,
  id: number,
  { assocContexts, labels, ifModified, ownerId, allow, fields }: Change<Table>,
): Promise<ItemFacts<Table>> {
  return deps.db.transaction(async (tx, client) => {
    await store.lock(tx, type, id)
    const item = authorize(type.policy, 'update', await store.find(tx, viewer, type, id))
    const reowns = ownerId !== undefined && ownerId !== item.ownerId
    if (reowns && item.level < LEVEL.admin) throw new Problem('PERMISSION_DENIED')
    allow?.(item)
    const wished = wishedShares(viewer, item, assocContexts && [...assocContexts])
    requireUnchanged(item, ifModified)
    const change = changeOf<object>(item, await fields(tx, item, client))
    const shared = wished !== undefined && (await shareItem(deps, type, tx, viewer, item, wished))
    await holdTexts(deps, type, tx, viewer, item, { change, asksAgain: wished !== undefined })
    const labelled = labels !== undefined && (await setLabels(tx, viewer, item.contextId, labels))
    if (!change && !shared && !labelled) return item
    const modified = laterThan(item.modified, deps.clock)
    const { listedBy = 'modified' } = type
    await store.update(tx, type, id, { ...change, modified, [listedBy]: modified })
    const changed = await existing(tx, type, viewer, id)
    if (changed.name !== item.name) await renameItemContext(tx, item.contextId, changed.name)
    await deps.bus.publish(tx, { type: 'item.changed', noun: type.noun, id })
    return changed
  })
}

async function like<Table extends ItemTable>(
  deps: ItemsDeps,
  type: ItemType<Table>,
  viewer: Person,
  id: number,
  liked: boolean,
): Promise<ItemFacts<Table>> {
  const item = authorize(type.policy, 'read', await store.find(deps.db.orm, viewer, type, id))
  await deps.db.transaction(async (tx) => {
    if (await setLike(tx, type, id, viewer.userId, liked))
      await deps.bus.publish(tx, { type: 'item.changed', noun: type.noun, id })
  })
  return item
}

async function existing<Table extends ItemTable>(
  tx: Tx,
  type: ItemType<Table>,
  viewer: Person,
  id: number,
): Promise<ItemFacts<Table>> {
  const item = await store.find(tx, viewer, type, id)
  if (!item) throw new Error('An item vanished within its own transaction')
  return item
}
