// Creates many items of a viewer in a few statements.
import type { Tx } from '#platform/db/index.ts'
import { uuidV7 } from '#platform/ids.ts'
import { createItemContexts } from '../shares-store.ts'
import type { Person } from '../viewer.ts'
import type { ItemsDeps } from './deps.ts'
import * as store from './store.ts'
import type { ItemFields, ItemTable, ItemType } from './type.ts'

/** An item to create, with its dates. */
export type NewItem<Table extends ItemTable> = ItemFields<Table> & {
  readonly name: string
  readonly created: Date
  readonly modified: Date
}

export async function createAll<Table extends ItemTable>(
  deps: ItemsDeps,
  type: ItemType<Table>,
  tx: Tx,
  viewer: Person,
  all: readonly NewItem<Table>[],
): Promise<number[]> {
  const { noun, contextType: typeId, listedBy } = type
  const items = all.map((fields) => ({ ...fields, uuid: uuidV7(deps.clock) }))
  const contextIds = await createItemContexts(
    tx,
    viewer,
    items.map(({ uuid, name }) => ({ uuid, name, typeId })),
  )
  const found = await store.insertAll(
    tx,
    type,
    items.map((item) => ({
      ...item,
      contextId: contextIds.get(item.uuid),
      ownerId: viewer.userId,
      ...(listedBy ? { [listedBy]: item.modified } : {}),
    })),
  )
  const ids = items.map(({ uuid }) => found.get(uuid) ?? 0)
  await deps.bus.publishAll(
    tx,
    ids.map((id) => ({ type: 'item.changed', noun, id })),
  )
  return ids
}
