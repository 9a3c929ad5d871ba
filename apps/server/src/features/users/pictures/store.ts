import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Queries, Tx } from '#platform/db/index.ts'
import { userPictures } from '../table.ts'
import type { KeptPicture } from './rules.ts'

export interface PictureFacts {
  readonly version: string
  readonly name: string
  readonly mimeType: string
  /** In bytes. */
  readonly size: number
}

export async function facts(db: Queries, userId: number): Promise<PictureFacts | undefined> {
  const { version, name, mimeType } = getTableColumns(userPictures)
  const [found] = await db
    .select({ version, name, mimeType, size: sql<number>`length(${userPictures.bytes})` })
    .from(userPictures)
    .where(eq(userPictures.userId, userId))
  return found
}

export async function bytes(
  db: Queries,
  userId: number,
): Promise<{ mimeType: string; bytes: Buffer } | undefined> {
  const [found] = await db
    .select({ mimeType: userPictures.mimeType, bytes: userPictures.bytes })
    .from(userPictures)
    .where(eq(userPictures.userId, userId))
  return found
}

/** Stores a picture and replaces the previous one. */
export async function put(
  db: Queries,
  userId: number,
  picture: KeptPicture & { version: string; modified: Date },
): Promise<void> {
  await db
    .insert(userPictures)
    .values({ userId, ...picture })
    .onConflictDoUpdate({ target: userPictures.userId, set: picture })
}

/** Returns whether there was a picture. */
export async function remove(tx: Tx, userId: number): Promise<boolean> {
  const gone = await tx
    .delete(userPictures)
    .where(eq(userPictures.userId, userId))
    .returning({ userId: userPictures.userId })
  return gone.length > 0
}
