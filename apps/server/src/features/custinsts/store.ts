import { and, sql, type SQL } from 'drizzle-orm'
import { CUSTINST_SCOPES } from '@polylogue/contract'
import { approvedTexts, effectiveLevel, outsideBin, type Person, type Viewer } from '#access/index.ts'
import { likesOf, listed, pageOf } from '#access/items/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { custinstItem } from './item.ts'
import type { Candidate, Counts, CustinstFacts } from './rules.ts'
import { custinsts } from './table.ts'

/** Limit of the list, which has no pages: the last changed ones. */
const LISTED = 1_000

// `<> 0` lets the planner use the partial indexes, which it cannot derive from a comparison of columns.
const tabsWith = (column: string) =>
  sql.raw(`(SELECT count(*) FROM tabs used WHERE used.${column} = custinsts.id AND used.${column} <> 0)`)

const counts = (viewer: Person): { [Name in keyof Counts]: SQL<Counts[Name]> } => ({
  ...likesOf(custinstItem, viewer),
  usageCount: sql`CASE custinsts.scope WHEN ${sql.raw(String(CUSTINST_SCOPES.who))}
    THEN ${tabsWith('cust_inst_who_id')} ELSE ${tabsWith('cust_inst_respond_id')} END`,
})

export type Levelled = Pick<CustinstFacts, 'id' | 'level'>

/** Adds likes and usage to instructions, in their order. */
export async function withCounts(db: Queries, viewer: Person, of: Levelled[]): Promise<CustinstFacts[]> {
  const page = of.map(({ id, level }) => ({ id, level }))
  return listed(db, viewer, custinstItem, page, counts(viewer))
}

/** Returns the instructions that the viewer may read. */
export async function readable(db: Queries, viewer: Person): Promise<CustinstFacts[]> {
  const wanted = { condition: undefined, after: undefined, limit: LISTED, selective: false }
  return withCounts(db, viewer, await pageOf(db, viewer, custinstItem, wanted))
}

/** Returns the instructions with these ids, readable or not. One prepared statement, because it precedes questions. */
export async function forQuestion(db: Queries, viewer: Viewer, ids: number[]): Promise<Candidate[]> {
  const { id, scope, content, contextId } = custinsts
  const texts = approvedTexts(viewer, contextId)
  const found = await db
    .select({ id, scope, content, level: effectiveLevel(viewer, contextId), texts })
    .from(custinsts)
    .where(and(sql`${id} = ANY (${sql.param(ids)}::bigint[])`, outsideBin(contextId)))
    .prepare(`custinsts.for-question.${viewer.kind}`)
    .execute()
  return found.map(({ texts, ...own }) => ({ ...own, ...texts }))
}
