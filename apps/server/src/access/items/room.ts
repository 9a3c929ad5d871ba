import type { Tx } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { countOwn } from './store.ts'
import type { ItemType } from './type.ts'

/**
 * Checks that a person owns fewer items than the noun's limit, and locks the person until the end of the transaction.
 * @throws Problem of the noun
 */
export async function requireRoom(tx: Tx, type: ItemType, ownerId: number): Promise<void> {
  const { most } = type
  if (most && (await countOwn(tx, type, ownerId)) >= most.limit)
    throw new Problem(most.code, { limit: most.limit })
}
