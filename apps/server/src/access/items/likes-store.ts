// Likes of items. A noun with likes has a table `<noun>_likes` with the columns `<noun>_id` and `user_id`.
import { getTableName, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#platform/db/index.ts'
import type { Person } from '../viewer.ts'
import type { ItemType } from './type.ts'

const namesOf = ({ noun, table }: ItemType) => ({
  items: sql.identifier(getTableName(table)),
  likes: sql.identifier(`${noun}_likes`),
  itemId: sql.identifier(`${noun}_id`),
})

/** Returns the columns `likes` and `liked` for `listed`. */
export function likesOf(type: ItemType, viewer: Person): { likes: SQL<number>; liked: SQL<boolean> } {
  const { items, likes, itemId } = namesOf(type)
  const ofItem = sql`FROM ${likes} liking WHERE liking.${itemId} = ${items}.id`
  return {
    likes: sql`(SELECT count(*) ${ofItem})`,
    liked: sql`EXISTS (SELECT 1 ${ofItem} AND liking.user_id = ${viewer.userId})`,
  }
}

/** Stores or removes a like. Returns false when nothing changed. */
export async function setLike(
  tx: Tx,
  type: ItemType,
  id: number,
  userId: number,
  liked: boolean,
): Promise<boolean> {
  const { items, likes, itemId } = namesOf(type)
  // Locks the item: an insert by its id alone would fail when it is deleted at the same time.
  const change = liked
    ? sql`INSERT INTO ${likes} (${itemId}, user_id) SELECT id, ${userId} FROM ${items}
        WHERE id = ${id} FOR KEY SHARE ON CONFLICT DO NOTHING RETURNING user_id`
    : sql`DELETE FROM ${likes} WHERE ${itemId} = ${id} AND user_id = ${userId} RETURNING user_id`
  return (await tx.execute(change)).rows.length > 0
}
