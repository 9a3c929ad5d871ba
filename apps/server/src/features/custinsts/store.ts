import { eq, sql, type SQL } from 'drizzle-orm'
import { CUSTINST_SCOPES } from '@polylogue/contract'
import { effectiveLevel, type Person, type Viewer } from '../../access/index.ts'
import { listed, pageOf } from '../../access/items/index.ts'
import type { Queries, Tx } from '../../platform/db/index.ts'
import { users } from '../users/table.ts'
import { custinstItem } from './item.ts'
import type { Candidate, Counts, CustinstFacts } from './rules.ts'
import { custinsts } from './table.ts'

/** Limit of the list, which has no pages: the last changed ones. */
const LISTED = 1_000

// `<> 0` lets the planner use the partial indexes, which it cannot derive from a comparison of columns.
const tabsWith = (column: string) =>
  sql.raw(`(SELECT count(*) FROM tabs used WHERE used.${column} = custinsts.id AND used.${column} <> 0)`)

const counts = (viewer: Person): { [Name in keyof Counts]: SQL<Counts[Name]> } => ({
  likes: sql`(SELECT count(*) FROM custinst_likes liking WHERE liking.custinst_id = custinsts.id)`,
  liked: sql`EXISTS (SELECT 1 FROM custinst_likes liking
    WHERE liking.custinst_id = custinsts.id AND liking.user_id = ${viewer.userId})`,
  usageCount: sql`CASE custinsts.scope WHEN ${sql.raw(String(CUSTINST_SCOPES.who))}
    THEN ${tabsWith('cust_inst_who_id')} ELSE ${tabsWith('cust_inst_respond_id')} END`,
})

export type Levelled = Pick<CustinstFacts, 'id' | 'level'>

/** Adds likes and usage to instructions, in their order. */
export async function withCounts(db: Queries, viewer: Person, of: Levelled[]): Promise<CustinstFacts[]> {
  const page = of.map(({ id, level }) => ({ id, level }))
  return listed(db, custinstItem, page, counts(viewer))
}

/** Returns the instructions that the viewer may read. */
export async function readable(db: Queries, viewer: Person): Promise<CustinstFacts[]> {
  const wanted = { condition: undefined, after: undefined, limit: LISTED, selective: false }
  return withCounts(db, viewer, await pageOf(db, viewer, custinstItem, wanted))
}

/** Returns the number of a user's own instructions; until the end of the transaction no other one is counted or created. */
export async function countOwn(tx: Tx, userId: number): Promise<number> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  return tx.$count(custinsts, eq(custinsts.ownerId, userId))
}

/** Stores or removes a like. Returns false when nothing changed. */
export async function setLike(tx: Tx, custinstId: number, userId: number, liked: boolean): Promise<boolean> {
  // Locks the instruction: an insert by its id alone would fail when it is deleted at the same time.
  const change = liked
    ? sql`INSERT INTO custinst_likes (custinst_id, user_id) SELECT id, ${userId} FROM custinsts
        WHERE id = ${custinstId} FOR KEY SHARE ON CONFLICT DO NOTHING RETURNING user_id`
    : sql`DELETE FROM custinst_likes WHERE custinst_id = ${custinstId} AND user_id = ${userId} RETURNING user_id`
  return (await tx.execute(change)).rows.length > 0
}

/** Returns the instructions with these ids, readable or not. One prepared statement, because it precedes questions. */
export async function forQuestion(db: Queries, viewer: Viewer, ids: number[]): Promise<Candidate[]> {
  const { id, scope, content, contextId } = custinsts
  return db
    .select({ id, scope, content, level: effectiveLevel(viewer, contextId) })
    .from(custinsts)
    .where(sql`${id} = ANY (${sql.param(ids)}::bigint[])`)
    .prepare(`custinsts.for-question.${viewer.kind}`)
    .execute()
}
