// Storage of what engines offer: families, tags, and their memory.
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Queries, Tx } from '#platform/db/index.ts'
import { providers } from '#features/providers/table.ts'
import type { OfferedTag } from './rules.ts'
import { models, modelTags } from './table.ts'

/** Locks a provider's row, so that the results of two checks are stored one after the other. */
export async function lockProvider(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: providers.id }).from(providers).where(eq(providers.id, id)).for('update')
}

/** Returns the name and kind of a connected provider. */
export async function findProvider(
  db: Queries,
  id: number,
): Promise<{ name: string; kind: string } | undefined> {
  const [row] = await db
    .select({ name: providers.name, kind: providers.kind })
    .from(providers)
    .where(and(eq(providers.id, id), sql`${providers.source} <> 'retired'`))
  return row
}

/** Creates a tag that its engine may not have yet; does not change an existing one. */
export async function ensureTag(
  tx: Tx,
  providerId: number,
  family: { uuid: string; name: string; type: number; now: Date },
  wished: { name: string; engineName: string },
): Promise<{ modelId: number; modelTagId: number }> {
  const [known] = await tx
    .select({ id: models.id })
    .from(models)
    .where(and(eq(models.providerId, providerId), eq(models.name, family.name)))
  const modelId = known?.id ?? (await upsertFamilies(tx, providerId, [family])).ids.get(family.name) ?? 0
  const { name, engineName } = wished
  const fresh = { modelId, name, engineName, deployed: false, present: false, capabilities: [] }
  await tx
    .insert(modelTags)
    .values({ ...fresh, modified: family.now })
    .onConflictDoNothing({ target: [modelTags.modelId, modelTags.name] })
  const [tag] = await tx
    .select({ id: modelTags.id })
    .from(modelTags)
    .where(and(eq(modelTags.modelId, modelId), eq(modelTags.name, name)))
  if (!tag) throw new Error('A tag vanished while it was made')
  return { modelId, modelTagId: tag.id }
}

/** Upserts a provider's families, new ones last in the order. Returns their ids by name, and whether anything changed. */
export async function upsertFamilies(
  tx: Tx,
  providerId: number,
  families: readonly { uuid: string; name: string; type: number; now: Date }[],
): Promise<{ ids: Map<string, number>; changed: boolean }> {
  if (families.length === 0) return { ids: new Map(), changed: false }
  const known = await tx
    .select({ id: models.id, name: models.name })
    .from(models)
    .where(eq(models.providerId, providerId))
  const ids = new Map(known.map(({ id, name }) => [name, id]))
  const fresh = families.filter(({ name }) => !ids.has(name))
  let changed = fresh.length > 0
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
    const other = await tx
      .update(models)
      .set({ type })
      .where(
        and(eq(models.providerId, providerId), inArray(models.name, names), sql`${models.type} <> ${type}`),
      )
      .returning({ id: models.id })
    changed ||= other.length > 0
  }
  return { ids, changed }
}

export interface TagUpsert extends OfferedTag {
  readonly modelId: number
  readonly type: number
  /** Initial value for a new tag. */
  readonly deployed: boolean
  readonly now: Date
}

/** Upserts an engine's tags; users' settings of existing tags stay. Returns how many are new or changed. */
export async function upsertTags(tx: Tx, tags: readonly TagUpsert[]): Promise<number> {
  if (tags.length === 0) return 0
  const rows = tags.map((tag) => {
    return { ...tag, capabilities: [...tag.capabilities], present: true, modified: tag.now }
  })
  const changed = sql`(${modelTags.engineName}, ${modelTags.present}, ${modelTags.type}, ${modelTags.isLocal},
    ${modelTags.sizeBytes}, ${modelTags.contextLength}, ${modelTags.capabilities}) IS DISTINCT FROM
    (excluded.engine_name, true, excluded.type, excluded.is_local,
    excluded.size_bytes, excluded.context_length, excluded.capabilities)`
  const stored = await tx
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
    .returning({ id: modelTags.id })
  return stored.length
}

/** Marks the provider's tags that its engine no longer lists as absent; returns their number. */
export async function markAbsent(
  tx: Tx,
  providerId: number,
  engineNames: readonly string[],
): Promise<number> {
  const ofProvider = tx.select({ id: models.id }).from(models).where(eq(models.providerId, providerId))
  const gone = await tx
    .update(modelTags)
    .set({ present: false, memoryBytes: null })
    .where(
      and(
        inArray(modelTags.modelId, ofProvider),
        eq(modelTags.present, true),
        engineNames.length ? notInArray(modelTags.engineName, [...engineNames]) : undefined,
      ),
    )
    .returning({ id: modelTags.id })
  return gone.length
}

/** Stores the memory of a provider's loaded tags; returns the tags whose memory changed. */
export async function setMemory(
  tx: Tx,
  providerId: number,
  tags: readonly { engineName: string; memoryBytes: number | null }[],
): Promise<{ modelId: number; modelTagId: number }[]> {
  const names = tags.map(({ engineName }) => engineName)
  const bytes = tags.map(({ memoryBytes }) => memoryBytes)
  const { rows } = await tx.execute<{ modelId: number; modelTagId: number }>(sql`
    UPDATE model_tags SET memory_bytes = offered.bytes
    FROM unnest(${sql.param(names)}::text[], ${sql.param(bytes)}::bigint[]) AS offered (name, bytes), models
    WHERE models.id = model_tags.model_id AND models.provider_id = ${providerId}
      AND model_tags.engine_name = offered.name AND model_tags.memory_bytes IS DISTINCT FROM offered.bytes
    RETURNING model_tags.model_id AS "modelId", model_tags.id AS "modelTagId"`)
  return rows
}

/** Sets the default tag of a provider's families without one: `latest`, else the first. */
export async function ensureDefaultTags(tx: Tx, providerId: number): Promise<void> {
  await tx.execute(sql`UPDATE model_tags SET default_tag = true WHERE id IN (
    SELECT DISTINCT ON (tag.model_id) tag.id
    FROM model_tags tag JOIN models model ON model.id = tag.model_id
    WHERE model.provider_id = ${providerId}
      AND NOT EXISTS (SELECT 1 FROM model_tags other WHERE other.model_id = model.id AND other.default_tag)
    ORDER BY tag.model_id, tag.name = 'latest' DESC, tag.name)`)
}
