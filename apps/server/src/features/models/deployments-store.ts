// What goes on with tags, as every process sees it: who does what, how far it is, what is to be done.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type pg from 'pg'
import { publishing } from '../../platform/bus/index.ts'
import type { Queries, Tx } from '../../platform/db/index.ts'
import { providers } from '../providers/table.ts'
import { deployments, models, modelTags } from './table.ts'

type Pool = Pick<pg.Pool, 'query'>

/** A process that has said nothing for so long is gone: the beat is every 5 s (deployer.ts). */
const PATIENCE = '30 seconds'

const facts = {
  modelId: modelTags.modelId,
  modelTagId: modelTags.id,
  engineName: modelTags.engineName,
  fullName: sql<string>`${models.name} || ':' || ${modelTags.name}`,
  providerId: models.providerId,
  providerName: providers.name,
  providerKind: providers.kind,
  deployed: modelTags.deployed,
  kept: modelTags.kept,
  present: modelTags.present,
  memoryBytes: modelTags.memoryBytes,
}

/** A tag as far as bringing it about needs it. */
export interface TagAtEngine {
  readonly modelId: number
  readonly modelTagId: number
  readonly engineName: string
  readonly fullName: string
  readonly providerId: number
  readonly providerName: string
  readonly providerKind: string
  readonly deployed: boolean
  readonly kept: boolean
  readonly present: boolean
  readonly memoryBytes: number | null
}

/** What goes on with a tag; all null where nothing does. */
export interface Ongoing {
  readonly state: string | null
  readonly doneBytes: number | null
  readonly totalBytes: number | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly began: Date | null
}

const ongoing = {
  state: deployments.state,
  doneBytes: deployments.doneBytes,
  totalBytes: deployments.totalBytes,
  errorCode: deployments.errorCode,
  errorMessage: deployments.errorMessage,
  began: deployments.began,
}

/** A tag of a connected provider, held against other changes until the transaction ends. */
export async function holdTag(tx: Tx, tagId: number): Promise<TagAtEngine | undefined> {
  const [row] = await tx
    .select(facts)
    .from(modelTags)
    .innerJoin(models, eq(models.id, modelTags.modelId))
    .innerJoin(providers, eq(providers.id, models.providerId))
    .where(and(eq(modelTags.id, tagId), sql`${providers.source} <> 'retired'`))
    .for('update', { of: modelTags })
  return row
}

/** How far tags are: those of a model, or some by their ids. */
export async function deploymentsOf(
  db: Queries,
  of: { modelId: number } | { tagIds: readonly number[] },
): Promise<(TagAtEngine & Ongoing)[]> {
  return db
    .select({ ...facts, ...ongoing })
    .from(modelTags)
    .innerJoin(models, eq(models.id, modelTags.modelId))
    .innerJoin(providers, eq(providers.id, models.providerId))
    .leftJoin(deployments, eq(deployments.tagId, modelTags.id))
    .where('modelId' in of ? eq(modelTags.modelId, of.modelId) : inArray(modelTags.id, [...of.tagIds]))
    .orderBy(modelTags.id)
}

/** What people want of a tag: that it is deployed and kept so, or not. */
export async function setWanted(tx: Tx, tagId: number, wanted: boolean, modified: Date): Promise<void> {
  await tx.update(modelTags).set({ deployed: wanted, kept: wanted, modified }).where(eq(modelTags.id, tagId))
}

/** That something is to be done with a tag; who does it begins when it is claimed. What goes on already goes on if `join`. */
export async function begin(tx: Tx, tagId: number, began: Date, { join }: { join: boolean }): Promise<void> {
  const anew = { state: 'waiting', doneBytes: 0, totalBytes: 0, attempts: 0, began }
  const fresh = { ...anew, errorCode: null, errorMessage: null, serverId: null, againAt: null }
  await tx
    .insert(deployments)
    .values({ tagId, ...fresh })
    .onConflictDoUpdate({
      target: deployments.tagId,
      set: fresh,
      ...(join ? { setWhere: eq(deployments.state, 'failed') } : {}),
    })
}

export async function end(db: Queries, tagId: number): Promise<void> {
  await db.delete(deployments).where(eq(deployments.tagId, tagId))
}

/** Ends what this process did with a tag; false when it is not its to do any more. */
export async function endOwn(tx: Tx, tagId: number, serverId: string): Promise<boolean> {
  const ended = await tx
    .delete(deployments)
    .where(and(eq(deployments.tagId, tagId), eq(deployments.serverId, serverId)))
    .returning({ tagId: deployments.tagId })
  return ended.length > 0
}

/** What is to be done and nobody does, the oldest first, and when that of the future is due. */
export async function unclaimed(
  pool: Pool,
  serverId: string,
  alone: boolean,
): Promise<(TagAtEngine & { readonly dueInMs: number })[]> {
  const { rows } = await pool.query<TagAtEngine & { dueInMs: number }>(
    `SELECT tag.model_id AS "modelId", tag.id AS "modelTagId", tag.engine_name AS "engineName",
        model.name || ':' || tag.name AS "fullName", model.provider_id AS "providerId",
        provider.name AS "providerName", provider.kind AS "providerKind", tag.deployed, tag.kept, tag.present,
        tag.memory_bytes AS "memoryBytes",
        greatest(0, coalesce(extract(epoch FROM deployment.again_at - now()) * 1000, 0))::float8 AS "dueInMs"
      FROM deployments deployment
      JOIN model_tags tag ON tag.id = deployment.tag_id
      JOIN models model ON model.id = tag.model_id
      JOIN providers provider ON provider.id = model.provider_id AND provider.source <> 'retired'
      WHERE (deployment.server_id IS NULL OR (deployment.server_id <> $1
          AND ($2 OR deployment.heartbeat < now() - interval '${PATIENCE}')))
        AND (deployment.state <> 'failed' OR deployment.again_at IS NOT NULL)
      ORDER BY deployment.began, deployment.tag_id`,
    [serverId, alone],
  )
  return rows
}

/** Takes what is to be done with a tag; false when another process was faster. */
export async function claim(pool: Pool, tagId: number, serverId: string, alone: boolean): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE deployments SET server_id = $2, heartbeat = now(), again_at = NULL
      WHERE tag_id = $1 AND (server_id IS NULL
        OR (server_id <> $2 AND ($3 OR heartbeat < now() - interval '${PATIENCE}')))`,
    [tagId, serverId, alone],
  )
  return rowCount === 1
}

/** Shows that this process goes on; returns the tags that are still its to do. */
export async function beat(pool: Pool, serverId: string, tagIds: readonly number[]): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `UPDATE deployments SET heartbeat = now() WHERE server_id = $1 AND tag_id = ANY ($2::bigint[]) RETURNING tag_id AS id`,
    [serverId, tagIds],
  )
  return rows.map(({ id }) => id)
}

/**
 * Stores how far a tag is, and tells it; false when it is not this process's to do any more. A download that begins again does
 * not know yet how far it was: until it does, what is stored counts.
 */
export async function storeProgress(
  pool: Pool,
  at: { serverId: string; modelId: number; modelTagId: number },
  progress: { state: string; done: number; total: number },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'deployments.progress',
    text: `WITH stored AS (UPDATE deployments
        SET state = $3, error_code = NULL, error_message = NULL, heartbeat = now(),
          done_bytes = CASE WHEN $3 = 'fetching' AND $5 = 0 THEN done_bytes ELSE $4 END,
          total_bytes = CASE WHEN $3 = 'fetching' AND $5 = 0 THEN total_bytes ELSE $5 END
        WHERE tag_id = $2 AND server_id = $1 RETURNING tag_id)
      SELECT ${publishing('deployment.changed', { modelId: '$6::bigint', modelTagId: 'tag_id' })} FROM stored`,
    values: [at.serverId, at.modelTagId, progress.state, progress.done, progress.total, at.modelId],
  })
  return rowCount === 1
}

/** Stores why it failed, and in how many milliseconds it is tried again, if it is. */
export async function storeFailure(
  pool: Pool,
  at: { serverId: string; modelId: number; modelTagId: number },
  failure: { code: string; message: string; againInMs: number | null; attempts: number },
): Promise<void> {
  await pool.query(
    `WITH stored AS (UPDATE deployments
        SET state = 'failed', error_code = $3, error_message = $4, attempts = $5, server_id = NULL,
          again_at = now() + $6::float8 * interval '1 millisecond'
        WHERE tag_id = $2 AND server_id = $1 RETURNING tag_id)
      SELECT ${publishing('deployment.changed', { modelId: '$7::bigint', modelTagId: 'tag_id' })} FROM stored`,
    [
      at.serverId,
      at.modelTagId,
      failure.code,
      failure.message,
      failure.attempts,
      failure.againInMs,
      at.modelId,
    ],
  )
}

/** How often a tag has failed so far. */
export async function attemptsOf(pool: Pool, tagId: number): Promise<number> {
  const { rows } = await pool.query<{ attempts: number }>(
    'SELECT attempts FROM deployments WHERE tag_id = $1',
    [tagId],
  )
  return rows[0]?.attempts ?? 0
}

/** Lets go what this process did, so that another, or the next start, takes it up at once. */
export async function release(pool: Pool, serverId: string): Promise<void> {
  await pool.query('UPDATE deployments SET server_id = NULL WHERE server_id = $1', [serverId])
}

/** Tags that are wanted and kept, and are not there or not in memory, with nothing being done about it. */
export async function missing(db: Queries, providerIds: readonly number[]): Promise<TagAtEngine[]> {
  return db
    .select(facts)
    .from(modelTags)
    .innerJoin(models, eq(models.id, modelTags.modelId))
    .innerJoin(providers, eq(providers.id, models.providerId))
    .leftJoin(deployments, eq(deployments.tagId, modelTags.id))
    .where(
      and(
        inArray(models.providerId, [...providerIds]),
        sql`${providers.source} <> 'retired' AND ${modelTags.deployed} AND ${modelTags.kept}`,
        sql`(NOT ${modelTags.present} OR ${modelTags.memoryBytes} IS NULL) AND ${deployments.tagId} IS NULL`,
      ),
    )
}

/** Tags whose deployment failed, though the last look found them: somebody else may have brought them about. */
export async function failedButThere(db: Queries, providerIds: readonly number[]): Promise<TagAtEngine[]> {
  return db
    .select(facts)
    .from(modelTags)
    .innerJoin(models, eq(models.id, modelTags.modelId))
    .innerJoin(providers, eq(providers.id, models.providerId))
    .innerJoin(deployments, eq(deployments.tagId, modelTags.id))
    .where(
      and(
        inArray(models.providerId, [...providerIds]),
        sql`${deployments.state} = 'failed' AND ${modelTags.deployed} AND ${modelTags.present}`,
      ),
    )
}

/** A tag that is not at its engine any more, whatever the last look saw. */
export async function setAbsent(tx: Tx, tagId: number): Promise<void> {
  await tx.update(modelTags).set({ present: false, memoryBytes: null }).where(eq(modelTags.id, tagId))
}

/** Removes a tag from the lists, and its model with it when that was its last. */
export async function removeTag(tx: Tx, { modelId, modelTagId }: TagAtEngine): Promise<void> {
  await tx.delete(modelTags).where(eq(modelTags.id, modelTagId))
  await tx.execute(sql`DELETE FROM models WHERE id = ${modelId}
    AND NOT EXISTS (SELECT FROM model_tags WHERE model_tags.model_id = models.id)`)
}
