import { and, asc, desc, eq, inArray, notInArray, or, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Queries, Tx } from '../../platform/db/index.ts'
import type { FamilyFacts, OfferedTag, TagFacts } from './rules.ts'
import { models, modelTags, providers } from './table.ts'

export type ProviderRow = typeof providers.$inferSelect
export type NewProvider = typeof providers.$inferInsert

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
  providerTypeId: providers.typeId,
  providerKind: providers.kind,
  providerName: providers.name,
  providerIsLocal: providers.isLocal,
}

/** The active families in their order; only the one of `id`, when given. */
export async function activeFamilies(db: Queries, id?: number): Promise<FamilyFacts[]> {
  return db
    .select(family)
    .from(models)
    .innerJoin(providers, eq(providers.id, models.providerId))
    .where(and(eq(models.state, 1), id === undefined ? undefined : eq(models.id, id)))
    .orderBy(asc(models.position), asc(models.id))
}

/** The tags of families: the default first, then by name. */
export async function tagsOf(db: Queries, modelIds: readonly number[]): Promise<TagFacts[]> {
  if (modelIds.length === 0) return []
  return db
    .select()
    .from(modelTags)
    .where(inArray(modelTags.modelId, [...modelIds]))
    .orderBy(desc(modelTags.defaultTag), asc(modelTags.name), asc(modelTags.id))
}

/** A tag with what asking it takes. `apiKey` is still encrypted. */
export interface TagRow {
  readonly tagId: number
  readonly tagName: string
  readonly fullName: string
  readonly engineName: string
  readonly deployed: boolean
  readonly present: boolean
  readonly isLocal: boolean
  readonly contextLength: number | null
  readonly capabilities: string[]
  readonly modelId: number
  readonly modelName: string
  readonly state: number
  readonly providerId: number
  readonly providerTypeId: number
  readonly providerName: string
  readonly kind: string
  readonly baseUrl: string | null
  readonly apiKey: string | null
}

/** One prepared statement, for every question that is asked. */
export async function findTag(pool: Pick<pg.Pool, 'query'>, tagId: number): Promise<TagRow | undefined> {
  const { rows } = await pool.query<TagRow>({
    name: 'models.tag',
    text: `SELECT tag.id AS "tagId", tag.name AS "tagName", model.name || ':' || tag.name AS "fullName",
        tag.engine_name AS "engineName", tag.deployed, tag.present, tag.is_local AND provider.is_local AS "isLocal",
        tag.context_length AS "contextLength", tag.capabilities, model.id AS "modelId", model.name AS "modelName",
        model.state, provider.id AS "providerId", provider.type_id AS "providerTypeId",
        provider.name AS "providerName", provider.kind, provider.base_url AS "baseUrl", provider.api_key AS "apiKey"
      FROM model_tags tag
      JOIN models model ON model.id = tag.model_id
      JOIN providers provider ON provider.id = model.provider_id
      WHERE tag.id = $1`,
    values: [tagId],
  })
  return rows[0]
}

/** What decides whether a tag may be chosen, within a transaction. */
export async function findTagState(db: Queries, tagId: number) {
  const [row] = await db
    .select({
      tagId: modelTags.id,
      modelId: modelTags.modelId,
      fullName: sql<string>`${models.name} || ':' || ${modelTags.name}`,
      deployed: modelTags.deployed,
      present: modelTags.present,
      state: models.state,
      capabilities: modelTags.capabilities,
    })
    .from(modelTags)
    .innerJoin(models, eq(models.id, modelTags.modelId))
    .where(eq(modelTags.id, tagId))
  return row
}

/** The tag that a family's name alone means: its default if that is served, else the first that is, else its default. */
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

export async function listProviders(db: Queries): Promise<ProviderRow[]> {
  return db.select().from(providers).orderBy(asc(providers.id))
}

/** Keeps another process from making the same provider meanwhile, and finds it. */
export async function findProviderAt(
  tx: Tx,
  kind: string,
  baseUrl: string | null,
): Promise<ProviderRow | undefined> {
  await tx.execute(sql`LOCK TABLE providers IN SHARE ROW EXCLUSIVE MODE`)
  const [row] = await tx
    .select()
    .from(providers)
    .where(and(eq(providers.kind, kind), sql`coalesce(${providers.baseUrl}, '') = ${baseUrl ?? ''}`))
  return row
}

export async function insertProvider(tx: Tx, provider: NewProvider): Promise<ProviderRow> {
  return onlyRow(await tx.insert(providers).values(provider).returning())
}

export async function updateProvider(tx: Tx, id: number, change: Partial<NewProvider>): Promise<ProviderRow> {
  return onlyRow(await tx.update(providers).set(change).where(eq(providers.id, id)).returning())
}

/** Holds a provider's row, so that two looks at its engine are stored one after the other. */
export async function lockProvider(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: providers.id }).from(providers).where(eq(providers.id, id)).for('update')
}

/** Makes sure of a provider's families, new ones at the end of the order. Returns their ids by name. */
export async function upsertFamilies(
  tx: Tx,
  providerId: number,
  families: readonly { uuid: string; name: string; type: number; now: Date }[],
): Promise<Map<string, number>> {
  if (families.length === 0) return new Map()
  const known = await tx
    .select({ id: models.id, name: models.name })
    .from(models)
    .where(eq(models.providerId, providerId))
  const ids = new Map(known.map(({ id, name }) => [name, id]))
  const fresh = families.filter(({ name }) => !ids.has(name))
  if (fresh.length) {
    const [last] = await tx
      .select({ position: sql<number>`coalesce(max(${models.position}), 0)` })
      .from(models)
    const rows = fresh.map(({ uuid, name, type, now }, index) => {
      const position = (last?.position ?? 0) + 1 + index
      return { uuid, name, type, position, providerId, created: now, modified: now }
    })
    const made = await tx.insert(models).values(rows).returning({ id: models.id, name: models.name })
    for (const { id, name } of made) ids.set(name, id)
  }
  for (const type of [0, 1]) {
    const names = families.filter((one) => one.type === type).map(({ name }) => name)
    if (names.length === 0) continue
    await tx
      .update(models)
      .set({ type })
      .where(
        and(eq(models.providerId, providerId), inArray(models.name, names), sql`${models.type} <> ${type}`),
      )
  }
  return ids
}

export interface TagUpsert extends OfferedTag {
  readonly modelId: number
  readonly type: number
  readonly now: Date
}

/** Stores what an engine offers: new tags start deployed; of known ones, what people decided stays. */
export async function upsertTags(tx: Tx, tags: readonly TagUpsert[]): Promise<void> {
  if (tags.length === 0) return
  const rows = tags.map((tag) => {
    return { ...tag, capabilities: [...tag.capabilities], deployed: true, present: true, modified: tag.now }
  })
  const changed = sql`(${modelTags.engineName}, ${modelTags.present}, ${modelTags.type}, ${modelTags.isLocal},
    ${modelTags.sizeBytes}, ${modelTags.contextLength}, ${modelTags.capabilities}) IS DISTINCT FROM
    (excluded.engine_name, true, excluded.type, excluded.is_local,
    excluded.size_bytes, excluded.context_length, excluded.capabilities)`
  await tx
    .insert(modelTags)
    .values(rows)
    .onConflictDoUpdate({
      target: [modelTags.modelId, modelTags.name],
      set: {
        engineName: sql`excluded.engine_name`,
        present: true,
        type: sql`excluded.type`,
        isLocal: sql`excluded.is_local`,
        sizeBytes: sql`excluded.size_bytes`,
        contextLength: sql`excluded.context_length`,
        capabilities: sql`excluded.capabilities`,
        modified: sql`excluded.modified`,
      },
      setWhere: changed,
    })
}

/** Marks the provider's tags that its engine no longer shows. */
export async function markAbsent(tx: Tx, providerId: number, engineNames: readonly string[]): Promise<void> {
  const ofProvider = tx.select({ id: models.id }).from(models).where(eq(models.providerId, providerId))
  await tx
    .update(modelTags)
    .set({ present: false })
    .where(
      and(
        inArray(modelTags.modelId, ofProvider),
        eq(modelTags.present, true),
        engineNames.length ? notInArray(modelTags.engineName, [...engineNames]) : undefined,
      ),
    )
}

/** Gives each family of a provider that has none a default tag: `latest`, else its first. */
export async function ensureDefaultTags(tx: Tx, providerId: number): Promise<void> {
  await tx.execute(sql`UPDATE model_tags SET default_tag = true WHERE id IN (
    SELECT DISTINCT ON (tag.model_id) tag.id
    FROM model_tags tag JOIN models model ON model.id = tag.model_id
    WHERE model.provider_id = ${providerId}
      AND NOT EXISTS (SELECT 1 FROM model_tags other WHERE other.model_id = model.id AND other.default_tag)
    ORDER BY tag.model_id, tag.name = 'latest' DESC, tag.name)`)
}

function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('The database returned no row where it always returns one')
  return row
}

/** A tag with the names that its answers carry. */
export interface NamedTag {
  readonly modelId: number
  readonly modelTagId: number
  readonly modelName: string
  readonly modelTagName: string
}

/** Tags by the names that texts give them: `family:tag`, or the family alone for its default tag. */
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
    .where(or(inArray(fullName, [...names]), and(modelTags.defaultTag, inArray(models.name, [...names]))))
    .orderBy(desc(modelTags.id))
  const named = new Map<string, NamedTag>()
  for (const { defaultTag, ...tag } of found) {
    named.set(`${tag.modelName}:${tag.modelTagName}`, tag)
    if (defaultTag) named.set(tag.modelName, tag)
  }
  return named
}
