import { asc, eq, sql, type SQL } from 'drizzle-orm'
import type { GoldenPrompt } from '@polylogue/contract'
import { LEVEL, readThrough, type Person } from '#access/index.ts'
import { countedPageOf, fits, listed } from '#access/items/index.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { goldensetItem } from './item.ts'
import type { Counts, GoldensetFacts } from './rules.ts'
import { goldenPrompts, goldenSets } from './table.ts'

/**
 * Returns SQL to select from: the runs `run` of a row of golden_sets that a viewer with that level may see. Without admin access
 * these are their own and those that began while the set was shared with them (decision 87).
 */
export const shownRuns = (viewer: Person, level: SQL) => sql`(SELECT ${level} >= ${LEVEL.admin} AS everything,
    CASE WHEN ${level} < ${LEVEL.admin} THEN ${readThrough(viewer, goldenSets.contextId)} END AS through OFFSET 0) AS seen
  JOIN golden_runs run ON run.golden_set_id = golden_sets.id
    AND (seen.everything OR run.user_id = ${viewer.userId} OR run.shown_to && seen.through)`

const counts = (viewer: Person): { [Name in keyof Counts]: SQL<Counts[Name]> } => ({
  promptCount: sql`(SELECT count(*) FROM golden_prompts held WHERE held.golden_set_id = golden_sets.id)`,
  newestRun: sql`(SELECT json_build_object('id', run.id, 'state', run.state, 'created', run.created)
    FROM ${shownRuns(viewer, sql.raw('listed.level'))} ORDER BY run.id DESC LIMIT 1)`,
})

export type Levelled = Pick<GoldensetFacts, 'id' | 'level'>

/** Adds the counts to sets that the viewer may read, in their order. */
export async function withCounts(
  db: Queries,
  viewer: Person,
  of: readonly Levelled[],
): Promise<GoldensetFacts[]> {
  const page = of.map(({ id, level }) => ({ id, level }))
  return listed(db, viewer, goldensetItem, page, counts(viewer))
}

/** Returns a page of the sets that the viewer may read and that match, with the number of all of them. */
export async function pageOf(
  db: Queries,
  viewer: Person,
  { q, limit, offset }: { q: string | undefined; limit: number; offset: number },
): Promise<{ total: number; sets: GoldensetFacts[] }> {
  const wanted = { condition: fits(viewer, goldensetItem, { q }), limit, offset }
  const { total, page } = await countedPageOf(db, viewer, goldensetItem, wanted)
  return { total, sets: await withCounts(db, viewer, page) }
}

/** Returns the prompts of a set in their order. */
export async function promptsOf(db: Queries, goldenSetId: number): Promise<GoldenPrompt[]> {
  const { promptId, title, prompt, checks } = goldenPrompts
  return db
    .select({ promptId, title, prompt, checks })
    .from(goldenPrompts)
    .where(eq(goldenPrompts.goldenSetId, goldenSetId))
    .orderBy(asc(goldenPrompts.position))
}

/** Replaces the prompts of a set. */
export async function setPrompts(
  tx: Tx,
  goldenSetId: number,
  prompts: readonly GoldenPrompt[],
): Promise<void> {
  await tx.delete(goldenPrompts).where(eq(goldenPrompts.goldenSetId, goldenSetId))
  if (prompts.length === 0) return
  await tx.insert(goldenPrompts).values(
    prompts.map(({ promptId, title, prompt, checks }, position) => ({
      goldenSetId,
      position,
      promptId,
      title,
      prompt,
      checks,
    })),
  )
}
