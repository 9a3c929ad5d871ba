import { and, asc, desc, eq, getTableColumns, inArray, ne, or, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Queries, Tx } from '#platform/db/index.ts'
import { providers } from '#features/providers/table.ts'
import type { FamilyFacts, TagFacts } from './rules.ts'
import { models, modelTags, TAGS, type TagRow } from './table.ts'

const family = {
  id: models.id,
  uuid: models.uuid,
  name: models.name,
  shortDescription: models.shortDescription,
  longDescription: models.longDescription,
  type: models.type,
  state: models.state,
  created: models.created,
  modified: models.modified,
  providerId: models.providerId,
  providerTypeId: providers.typeId,
  providerName: providers.name,
  providerIsLocal: providers.isLocal,
}

/** Returns families of connected providers in their order; only active ones unless `all`; only that of `id`, if given. */
export async function families(
  db: Queries,
  { all = false, id }: { all?: boolean; id?: number } = {},
): Promise<FamilyFacts[]> {
  return db
    .select(family)
    .from(models)
    .innerJoin(providers, eq(providers.id, models.providerId))
    .where(
      and(
        ne(providers.source, 'retired'),
        all ? undefined : eq(models.state, 1),
        id === undefined ? undefined : eq(models.id, id),
      ),
    )
    .orderBy(asc(models.position), asc(models.id))
}

/** Returns the tags of families: the default first, then by name. */
export async function tagsOf(db: Queries, modelIds: readonly number[]): Promise<TagFacts[]> {
  if (modelIds.length === 0) return []
  return db
    .select({
      ...getTableColumns(modelTags),
      contextLength: sql<number | null>`coalesce(${modelTags.setContextLength}, ${modelTags.contextLength})`,
      capabilities: sql<
        string[]
      >`capabilities_of(${modelTags.capabilities}, ${modelTags.setImages}, ${modelTags.setTools})`,
    })
    .from(modelTags)
    .where(inArray(modelTags.modelId, [...modelIds]))
    .orderBy(desc(modelTags.defaultTag), asc(modelTags.name), asc(modelTags.id))
}

/** Runs for every question: one prepared statement. */
export async function findTag(pool: Pick<pg.Pool, 'query'>, tagId: number): Promise<TagRow | undefined> {
  const { rows } = await pool.query<TagRow>({
    name: 'models.tag',
    text: `${TAGS} WHERE tag.id = $1`,
    values: [tagId],
  })
  return rows[0]
}

/** Returns the facts that decide whether a tag may be chosen, within a transaction. */
export async function findTagState(db: Queries, tagId: number) {
  const [row] = await db
    .select({
      tagId: modelTags.id,
      modelId: modelTags.modelId,
      fullName: sql<string>`${models.name} || ':' || ${modelTags.name}`,
      deployed: modelTags.deployed,
      present: sql<boolean>`${modelTags.present} AND ${providers.source} <> 'retired'`,
      state: models.state,
      capabilities: modelTags.capabilities,
    })
    .from(modelTags)
    .innerJoin(models, eq(models.id, modelTags.modelId))
    .innerJoin(providers, eq(providers.id, models.providerId))
    .where(eq(modelTags.id, tagId))
  return row
}

/** Returns a family's default tag if it is served, else the first one that is, else the default. */
export async function findDefaultTag(db: Queries, modelId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ id: modelTags.id })
    .from(modelTags)
    .where(eq(modelTags.modelId, modelId))
    .orderBy(
      sql`${modelTags.deployed} AND ${modelTags.present} DESC`,
      desc(modelTags.defaultTag),
      asc(modelTags.name),
    )
    .limit(1)
  return row?.id
}

/**
 * Returns the tag of a new chat: of the preferred family if it can be asked, else of the first family that generates text,
 * else of the fallback family. Must agree with `requireAskable`.
 */
export async function findFirstChoice(
  db: Queries,
  { preferred, fallback }: { preferred: number; fallback: number },
): Promise<{ modelId: number; tagId: number } | undefined> {
  const [row] = await db
    .select({ modelId: models.id, tagId: modelTags.id })
    .from(modelTags)
    .innerJoin(models, and(eq(models.id, modelTags.modelId), eq(models.state, 1)))
    .innerJoin(providers, and(eq(providers.id, models.providerId), ne(providers.source, 'retired')))
    .where(
      and(
        modelTags.deployed,
        modelTags.present,
        sql`(cardinality(${modelTags.capabilities}) = 0 OR 'chat' = ANY (${modelTags.capabilities}))`,
      ),
    )
    .orderBy(
      sql`${models.id} = ${preferred} DESC`,
      sql`${models.id} = ${fallback}`,
      asc(models.position),
      asc(models.id),
      desc(modelTags.defaultTag),
      asc(modelTags.name),
      asc(modelTags.id),
    )
    .limit(1)
  return row
}

/** A tag with the names that its answers show. */
export interface NamedTag {
  readonly modelId: number
  readonly modelTagId: number
  readonly modelName: string
  readonly modelTagName: string
}

/** Finds tags by name: `family:tag`, or the family alone for its default tag. */
export async function namedTags(db: Queries, names: readonly string[]): Promise<Map<string, NamedTag>> {
  if (names.length === 0) return new Map()
  const fullName = sql<string>`${models.name} || ':' || ${modelTags.name}`
  const found = await db
    .select({
      modelId: modelTags.modelId,
      modelTagId: modelTags.id,
      modelName: models.name,
      modelTagName: modelTags.name,
      defaultTag: modelTags.defaultTag,
    })
    .from(modelTags)
    .innerJoin(models, eq(models.id, modelTags.modelId))
    .innerJoin(providers, and(eq(providers.id, models.providerId), ne(providers.source, 'retired')))
    .where(or(inArray(fullName, [...names]), and(modelTags.defaultTag, inArray(models.name, [...names]))))
    .orderBy(desc(modelTags.id))
  const named = new Map<string, NamedTag>()
  for (const { defaultTag, ...tag } of found) {
    named.set(`${tag.modelName}:${tag.modelTagName}`, tag)
    if (defaultTag) named.set(tag.modelName, tag)
  }
  return named
}

/** Counts the models of each provider. */
export async function countByProvider(db: Queries): Promise<Map<number, number>> {
  const rows = await db
    .select({ providerId: models.providerId, count: sql<number>`count(*)` })
    .from(models)
    .groupBy(models.providerId)
  return new Map(rows.map(({ providerId, count }) => [providerId, Number(count)]))
}

/** Shows or hides a model; returns false when nothing changes or it does not exist. */
export async function setState(tx: Tx, id: number, state: 0 | 1, modified: Date): Promise<boolean> {
  const changed = await tx
    .update(models)
    .set({ state, modified })
    .where(and(eq(models.id, id), ne(models.state, state)))
    .returning({ id: models.id })
  return changed.length > 0
}

/** Stores a user's settings of a tag; returns its name, or undefined when it is not a tag of the model. */
export async function setTag(
  tx: Tx,
  { modelId, tagId }: { modelId: number; tagId: number },
  set: { setContextLength: number | null; setImages: boolean | null; setTools: boolean | null },
): Promise<string | undefined> {
  const [row] = await tx
    .update(modelTags)
    .set(set)
    .where(and(eq(modelTags.id, tagId), eq(modelTags.modelId, modelId)))
    .returning({ name: modelTags.name })
  return row?.name
}

/** Locks the order of models and returns it. */
export async function holdOrder(tx: Tx): Promise<number[]> {
  const rows = await tx
    .select({ id: models.id })
    .from(models)
    .orderBy(asc(models.position), asc(models.id))
    .for('update')
  return rows.map(({ id }) => id)
}

/** Stores the order of models. */
export async function setOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`UPDATE models SET position = wished.position
    FROM unnest(${sql.param([...ids])}::bigint[]) WITH ORDINALITY AS wished (id, position)
    WHERE models.id = wished.id AND models.position <> wished.position`)
}
