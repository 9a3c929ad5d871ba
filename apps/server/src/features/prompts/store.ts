import { and, asc, desc, eq, getTableColumns, inArray, lte, or, sql, type SQL } from 'drizzle-orm'
import { SAVED_PROMPT_LIMITS, type PromptOutput } from '@polylogue/contract'
import {
  approvedTexts,
  effectiveLevel,
  isSharedWith,
  LEVEL,
  readThrough,
  type Person,
} from '#access/index.ts'
import {
  countedPageOf,
  fits,
  hasLabelNamed,
  likesOf,
  listed,
  type LabelIds,
  type LabelKind,
} from '#access/items/index.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { goldenAnswers, goldenRunPrompts, goldenRuns, goldenRunTags } from '#features/goldensets/table.ts'
import { models } from '#features/models/table.ts'
import { firstPage } from '#features/queries/index.ts'
import { promptItem } from './item.ts'
import type { Counts, PromptFacts, VersionFacts, Versioned } from './rules.ts'
import { promptOutputs, prompts, promptVersions } from './table.ts'

const output = (
  outputFormId: SQL,
) => sql<PromptOutput>`(SELECT json_build_object('id', form.id, 'name', form.name,
  'label', form.label) FROM prompt_outputs form WHERE form.id = ${outputFormId})`

const uses = (condition: string) =>
  sql.raw(`(SELECT count(*) FROM messages used
    WHERE used.prompt_id = prompts.id AND used.prompt_id <> 0 ${condition})`)

/**
 * Selects from the versions `kept` of a row of prompts that a viewer with that level may read. Readers get the current one,
 * unless it waits for their group's approval, and those that their shares showed before (decision 87).
 */
const ofVersions = (viewer: Person, level: SQL, columns: SQL) => sql`(SELECT ${columns}
  FROM (SELECT ${level} >= ${LEVEL.write} AS writes, ${approvedTexts(viewer, prompts.contextId)} IS NULL AS current,
      CASE WHEN ${level} < ${LEVEL.write} THEN ${readThrough(viewer, prompts.contextId)} END AS through,
      (SELECT max(one.version) FROM prompt_versions one WHERE one.prompt_id = prompts.id) AS newest OFFSET 0) AS seen
  JOIN prompt_versions kept ON kept.prompt_id = prompts.id AND (seen.writes OR kept.shown_to && seen.through
    OR (seen.current AND kept.version = seen.newest)))`

const listedLevel = sql.raw('listed.level')

const lastChecked = sql<
  Counts['lastChecked']
>`(SELECT json_build_object('modelName', tag.model_name, 'modelTagName', tag.model_tag_name,
    'at', run.created, 'passed', answer.checks_failed + answer.checks_unclear = 0)
  FROM ${goldenRunPrompts} asked
  JOIN ${goldenAnswers} answer ON answer.run_id = asked.run_id AND answer.position = asked.position AND answer.state = 3
  JOIN ${goldenRunTags} tag ON tag.run_id = asked.run_id AND tag.model_tag_id = answer.model_tag_id
  JOIN ${goldenRuns} run ON run.id = asked.run_id
  WHERE asked.prompt_id = prompts.id AND asked.prompt_id <> 0
  ORDER BY asked.run_id DESC, tag.position LIMIT 1)`

const counts = (viewer: Person): { [Name in keyof Counts]: SQL<Counts[Name]> } => ({
  output: output(
    sql`coalesce((${approvedTexts(viewer, prompts.contextId)} ->> 'outputFormId')::bigint, prompts.output_form_id)`,
  ),
  changedBy: sql`${ofVersions(viewer, listedLevel, sql`(array_agg(kept.changed_by ORDER BY kept.version DESC))[1]`)}`,
  // Writers know versions by their numbers, also when the oldest are gone.
  versions: sql`${ofVersions(viewer, listedLevel, sql`greatest(1, CASE WHEN bool_or(seen.writes) THEN max(kept.version) ELSE count(*) END)`)}`,
  ...likesOf(promptItem, viewer),
  usageCount: sql`${uses('')}`,
  up: sql`${uses('AND used.rating = 1')}`,
  down: sql`${uses('AND used.rating = -1')}`,
  lastChecked,
})

/** Adds the counts to one prompt that the viewer may read. */
export async function withCounts(
  db: Queries,
  viewer: Person,
  { id, level }: Pick<PromptFacts, 'id' | 'level'>,
): Promise<PromptFacts | undefined> {
  const [found] = await listed(db, viewer, promptItem, [{ id, level }], counts(viewer))
  return found
}

export interface PromptsQuery {
  readonly q: string | undefined
  readonly columns: readonly string[]
  readonly labelKinds: readonly LabelKind[]
  readonly labels: LabelIds
  /** A context that the prompts are shared with. */
  readonly context: number | undefined
  /** Only these. */
  readonly ids?: readonly number[] | undefined
  readonly limit: number
  readonly offset: number
}

/** Returns a page of the prompts that the viewer may read and that match, with the number of all of them. */
export async function pageOf(
  db: Queries,
  viewer: Person,
  { q, columns, labelKinds, labels, context, ids, limit, offset }: PromptsQuery,
): Promise<{ total: number; prompts: PromptFacts[] }> {
  const texts = q ? fits(viewer, promptItem, { q, columns }) : undefined
  const named = q ? labelKinds.map((kind) => hasLabelNamed(prompts.contextId, kind, q)) : []
  const shared = context && isSharedWith(viewer, prompts.contextId, context)
  const condition = and(
    ids && inArray(prompts.id, [...ids]),
    fits(viewer, promptItem, { labels }),
    or(texts, ...named),
    shared || undefined,
  )
  const { total, page } = await countedPageOf(db, viewer, promptItem, { condition, limit, offset })
  return { total, prompts: await listed(db, viewer, promptItem, await fitting(db, page), counts(viewer)) }
}

/** Pages of so many prompts fit, however long their texts are. */
const ALWAYS_FITS = 40

/** Returns the prompts of a page whose texts fit into one reply. */
async function fitting<T extends { readonly id: number }>(db: Queries, page: readonly T[]): Promise<T[]> {
  if (page.length <= ALWAYS_FITS) return [...page]
  const ids = page.map(({ id }) => id)
  const bytes = sql<number>`(octet_length(${prompts.prompt}) + octet_length(${prompts.comment}))::float8`
  const sizes = await db.select({ id: prompts.id, bytes }).from(prompts).where(inArray(prompts.id, ids))
  const byId = new Map(sizes.map((one) => [one.id, one.bytes]))
  return firstPage(
    page.map((one) => ({ ...one, bytes: byId.get(one.id) ?? 0 })),
    page.length,
  )
}

export async function outputs(db: Queries): Promise<PromptOutput[]> {
  return db.select().from(promptOutputs).orderBy(asc(promptOutputs.id))
}

export async function outputExists(db: Queries, id: number): Promise<boolean> {
  return (await db.$count(promptOutputs, eq(promptOutputs.id, id))) > 0
}

/** Returns the name of a model that exists, deployed or not. */
export async function modelName(db: Queries, id: number): Promise<string | undefined> {
  const [found] = await db.select({ name: models.name }).from(models).where(eq(models.id, id))
  return found?.name
}

/**
 * Stores the texts of a prompt as its next version, and deletes the oldest beyond the limit. Notes who could read the version
 * before, so this must precede a change of shares and of what waits for approval. The prompt is locked.
 */
export async function addVersion(
  tx: Tx,
  { id: promptId, contextId }: Pick<PromptFacts, 'id' | 'contextId'>,
  {
    name,
    comment,
    prompt,
    outputFormId,
    modelId,
    modelName: model,
    options,
  }: Versioned & { modelName: string },
  by: { userId: number; at: Date },
): Promise<void> {
  const [last] = await tx
    .select({ version: promptVersions.version })
    .from(promptVersions)
    .where(eq(promptVersions.promptId, promptId))
    .orderBy(desc(promptVersions.version))
    .limit(1)
  const version = (last?.version ?? 0) + 1
  await tx.execute(sql`UPDATE prompt_versions SET shown_to = ARRAY(
      SELECT share.assoc_context_id FROM associations share
      WHERE share.context_id = ${contextId} AND NOT EXISTS (SELECT 1 FROM approved_texts kept
        WHERE kept.context_id = share.context_id AND kept.group_context_id = share.assoc_context_id))
    WHERE prompt_id = ${promptId} AND version = ${last?.version ?? 0}`)
  const texts = { name, comment, prompt, outputFormId, modelId, modelName: model, options }
  await tx
    .insert(promptVersions)
    .values({ promptId, version, ...texts, changedBy: by.userId, changed: by.at })
  const oldest = version - SAVED_PROMPT_LIMITS.versions
  await tx
    .delete(promptVersions)
    .where(and(eq(promptVersions.promptId, promptId), lte(promptVersions.version, oldest)))
}

/** Returns the versions of a prompt that a viewer with that level may read, the newest first. */
export async function versionsOf(
  db: Queries,
  viewer: Person,
  { id, level }: Pick<PromptFacts, 'id' | 'level'>,
): Promise<VersionFacts[]> {
  const readable = ofVersions(viewer, sql`${level}::int`, sql`kept.version`)
  return db
    .select({ ...getTableColumns(promptVersions), output: output(sql`prompt_versions.output_form_id`) })
    .from(promptVersions)
    .innerJoin(prompts, eq(prompts.id, promptVersions.promptId))
    .where(and(eq(prompts.id, id), sql`${promptVersions.version} IN ${readable}`))
    .orderBy(desc(promptVersions.version))
}

/** Returns the viewer's level on a prompt; undefined when there is none. One prepared statement: it precedes questions. */
export async function levelOn(db: Queries, viewer: Person, id: number): Promise<number | undefined> {
  const [found] = await db
    .select({ level: effectiveLevel(viewer, prompts.contextId) })
    .from(prompts)
    .where(eq(prompts.id, sql.placeholder('id')))
    .prepare('prompts.level')
    .execute({ id })
  return found?.level
}
