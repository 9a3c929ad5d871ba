import { and, asc, desc, eq, getTableColumns, lte, or, sql, type SQL } from 'drizzle-orm'
import { SAVED_PROMPT_LIMITS, type PromptOutput } from '@polylogue/contract'
import { effectiveLevel, isSharedWith, type Person } from '../../access/index.ts'
import {
  countedPageOf,
  fits,
  hasLabelNamed,
  likesOf,
  listed,
  type LabelIds,
  type LabelKind,
} from '../../access/items/index.ts'
import type { Queries, Tx } from '../../platform/db/index.ts'
import { goldenAnswers, goldenRunPrompts, goldenRuns, goldenRunTags } from '../goldensets/table.ts'
import { models } from '../models/table.ts'
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

const newest = (column: string) =>
  sql.raw(`(SELECT kept.${column} FROM prompt_versions kept WHERE kept.prompt_id = prompts.id
    ORDER BY kept.version DESC LIMIT 1)`)

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
  output: output(sql`prompts.output_form_id`),
  changedBy: sql`${newest('changed_by')}`,
  versions: sql`${newest('version')}`,
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
  const [found] = await listed(db, promptItem, [{ id, level }], counts(viewer))
  return found
}

export interface Wanted {
  readonly q: string | undefined
  readonly columns: readonly string[]
  readonly labelKinds: readonly LabelKind[]
  readonly labels: LabelIds
  /** A context that the prompts are shared with. */
  readonly context: number | undefined
  readonly limit: number
  readonly offset: number
}

/** Returns a page of the prompts that the viewer may read and that match, with the number of all of them. */
export async function pageOf(
  db: Queries,
  viewer: Person,
  { q, columns, labelKinds, labels, context, limit, offset }: Wanted,
): Promise<{ total: number; prompts: PromptFacts[] }> {
  const texts = q ? fits(promptItem, { q, columns }) : undefined
  const named = q ? labelKinds.map((kind) => hasLabelNamed(prompts.contextId, kind, q)) : []
  const shared = context && isSharedWith(viewer, prompts.contextId, context)
  const condition = and(fits(promptItem, { labels }), or(texts, ...named), shared || undefined)
  const { total, page } = await countedPageOf(db, viewer, promptItem, { condition, limit, offset })
  return { total, prompts: await listed(db, promptItem, page, counts(viewer)) }
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

/** Stores the texts of a prompt as its next version, and deletes the oldest beyond the limit. The prompt is locked. */
export async function addVersion(
  tx: Tx,
  promptId: number,
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
  const texts = { name, comment, prompt, outputFormId, modelId, modelName: model, options }
  await tx
    .insert(promptVersions)
    .values({ promptId, version, ...texts, changedBy: by.userId, changed: by.at })
  const oldest = version - SAVED_PROMPT_LIMITS.versions
  await tx
    .delete(promptVersions)
    .where(and(eq(promptVersions.promptId, promptId), lte(promptVersions.version, oldest)))
}

/** Returns the versions of a prompt, the newest first. */
export async function versionsOf(db: Queries, promptId: number): Promise<VersionFacts[]> {
  return db
    .select({ ...getTableColumns(promptVersions), output: output(sql`prompt_versions.output_form_id`) })
    .from(promptVersions)
    .where(eq(promptVersions.promptId, promptId))
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
