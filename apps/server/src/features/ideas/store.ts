import { and, asc, eq, getTableColumns, isNotNull, or, sql } from 'drizzle-orm'
import type { IdeaCategory } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import type { IdeaRow } from './rules.ts'
import { ideaCategories, ideas } from './table.ts'

const columns = { ...getTableColumns(ideas), category: ideaCategories.label }

/** The viewer reads the shipped ideas and those of the own side of the tenant wall. */
const readable = (viewer: Person) =>
  or(
    isNotNull(ideas.shipped),
    sql`${ideas.tenantContextId} IS NOT DISTINCT FROM ${sql.param(viewer.tenantContextId)}::bigint`,
  )

export interface IdeasQuery {
  readonly category: number | undefined
  readonly seed: number | undefined
  readonly limit: number
  readonly offset: number
}

/** Returns a page of the readable ideas: the users' newest first, then those of the product; with a seed, shuffled. */
export async function pageOf(
  db: Queries,
  viewer: Person,
  { category, seed, limit, offset }: IdeasQuery,
): Promise<{ total: number; ideas: IdeaRow[] }> {
  const condition = and(readable(viewer), category === undefined ? undefined : eq(ideas.categoryId, category))
  const ordered = sql`(${ideas.shipped} IS NOT NULL), CASE WHEN ${ideas.shipped} IS NULL THEN -${ideas.id} ELSE ${ideas.id} END`
  const shuffled = sql`md5(${ideas.id}::text || '/' || ${sql.param(String(seed))}::text), ${ideas.id}`
  const page = await db
    .select(columns)
    .from(ideas)
    .innerJoin(ideaCategories, eq(ideaCategories.id, ideas.categoryId))
    .where(condition)
    .orderBy(seed === undefined ? ordered : shuffled)
    .limit(limit)
    .offset(offset)
  return { total: await db.$count(ideas, condition), ideas: page }
}

export async function categories(db: Queries): Promise<IdeaCategory[]> {
  return db.select().from(ideaCategories).orderBy(asc(ideaCategories.id))
}

export async function categoryExists(db: Queries, id: number): Promise<boolean> {
  return (await db.$count(ideaCategories, eq(ideaCategories.id, id))) > 0
}

/** Returns an idea that the viewer may read. */
export async function find(db: Queries, viewer: Person, id: number): Promise<IdeaRow | undefined> {
  const [found] = await db
    .select(columns)
    .from(ideas)
    .innerJoin(ideaCategories, eq(ideaCategories.id, ideas.categoryId))
    .where(and(eq(ideas.id, id), readable(viewer)))
  return found
}

/** Locks an idea before it is read, so that concurrent changes are serialized. */
export async function lock(tx: Tx, id: number): Promise<void> {
  await tx.execute(sql`SELECT FROM ideas WHERE id = ${id} FOR UPDATE`)
}

/** Returns the number of ideas that a user created; until the end of the transaction no other one is counted or created. */
export async function countOwn(tx: Tx, userId: number): Promise<number> {
  await tx.execute(sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`)
  return tx.$count(ideas, eq(ideas.ownerId, userId))
}

export async function insert(tx: Tx, idea: typeof ideas.$inferInsert): Promise<number> {
  const [made] = await tx.insert(ideas).values(idea).returning({ id: ideas.id })
  if (!made) throw new Error('An inserted idea has no id')
  return made.id
}

export async function update(
  tx: Tx,
  id: number,
  change: Partial<Pick<typeof ideas.$inferInsert, 'prompt' | 'categoryId'>> & { modified: Date },
): Promise<void> {
  await tx.update(ideas).set(change).where(eq(ideas.id, id))
}

export async function remove(tx: Tx, id: number): Promise<void> {
  await tx.delete(ideas).where(eq(ideas.id, id))
}
