// The job queue of deployments, shared by all processes: owner, progress and due time.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type pg from 'pg'
import { publishing } from '#platform/bus.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import type { WorkLeft } from '#platform/work.ts'
import { providers } from '#features/providers/table.ts'
import { deployments, models, modelTags } from './table.ts'

type Pool = Pick<pg.Pool, 'query'>

/** A process without a heartbeat for this long counts as gone; the heartbeat is sent every 5 s (deployer.ts). */
const TIMEOUT = '30 seconds'

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

/** The data of a tag that its deployment needs. */
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

/** The job of a tag; all null without one. */
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

/** Finds a tag of a connected provider and locks it until the transaction ends. */
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

/** Returns the deployments of a model's tags, or of some tags by their ids. */
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

/** Stores whether a tag is deployed and kept so. */
export async function setWanted(tx: Tx, tagId: number, wanted: boolean, modified: Date): Promise<void> {
  await tx.update(modelTags).set({ deployed: wanted, kept: wanted, modified }).where(eq(modelTags.id, tagId))
}

/** Queues a job for a tag; it runs once a process claims it. With `join` a running job is kept. */
export async function begin(tx: Tx, tagId: number, began: Date, { join }: { join: boolean }): Promise<void> {
  const waiting = { state: 'waiting', doneBytes: 0, totalBytes: 0, attempts: 0, began }
  const fresh = { ...waiting, errorCode: null, errorMessage: null, serverId: null, againAt: null }
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

/** Ends this process's job of a tag; returns false when the job no longer belongs to it. */
export async function endOwn(tx: Tx, tagId: number, serverId: string): Promise<boolean> {
  const ended = await tx
    .delete(deployments)
    .where(and(eq(deployments.tagId, tagId), eq(deployments.serverId, serverId)))
    .returning({ tagId: deployments.tagId })
  return ended.length > 0
}

/** Returns unclaimed jobs, the oldest first, and when the next delayed one is due. */
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
          AND ($2 OR deployment.heartbeat < now() - interval '${TIMEOUT}')))
        AND (deployment.state <> 'failed' OR deployment.again_at IS NOT NULL)
      ORDER BY deployment.began, deployment.tag_id`,
    [serverId, alone],
  )
  return rows
}

/** Claims a tag's job; returns false when another process was faster. */
export async function claim(pool: Pool, tagId: number, serverId: string, alone: boolean): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE deployments SET server_id = $2, heartbeat = now(), again_at = NULL
      WHERE tag_id = $1 AND (server_id IS NULL
        OR (server_id <> $2 AND ($3 OR heartbeat < now() - interval '${TIMEOUT}')))`,
    [tagId, serverId, alone],
  )
  return rowCount === 1
}

/** Stores a heartbeat; returns the tags whose jobs still belong to this process. */
export async function beat(pool: Pool, serverId: string, tagIds: readonly number[]): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `UPDATE deployments SET heartbeat = now() WHERE server_id = $1 AND tag_id = ANY ($2::bigint[]) RETURNING tag_id AS id`,
    [serverId, tagIds],
  )
  return rows.map(({ id }) => id)
}

/**
 * Stores and publishes a tag's progress; returns false when the job no longer belongs to this process. A restarted download
 * does not know its progress at first: until then the stored progress counts.
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

/** Stores a failure, and the delay in milliseconds until the retry, if there is one. */
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

/** Returns the number of failures of a tag. */
export async function attemptsOf(pool: Pool, tagId: number): Promise<number> {
  const { rows } = await pool.query<{ attempts: number }>(
    'SELECT attempts FROM deployments WHERE tag_id = $1',
    [tagId],
  )
  return rows[0]?.attempts ?? 0
}

/** Releases this process's jobs, so that another process or the next start can claim them at once. */
export async function release(pool: Pool, serverId: string): Promise<void> {
  await pool.query('UPDATE deployments SET server_id = NULL WHERE server_id = $1', [serverId])
}

/** Returns kept tags that are missing at the engine or not in memory and have no job. */
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

/** Returns tags with a failed deployment that the last check found: someone may have downloaded them at the engine. */
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

/** Marks a tag as missing at its engine, regardless of the last check. */
export async function setAbsent(tx: Tx, tagId: number): Promise<void> {
  await tx.update(modelTags).set({ present: false, memoryBytes: null }).where(eq(modelTags.id, tagId))
}

/** Deletes a tag, and its model if it was the last one. */
export async function removeTag(tx: Tx, { modelId, modelTagId }: TagAtEngine): Promise<void> {
  await tx.delete(modelTags).where(eq(modelTags.id, modelTagId))
  await tx.execute(sql`DELETE FROM models WHERE id = ${modelId}
    AND NOT EXISTS (SELECT FROM model_tags WHERE model_tags.model_id = models.id)`)
}

/** Downloads and loading of models; the table holds only unfinished and failed ones. */
export const WORK: readonly WorkLeft[] = [
  {
    kind: 'deployments',
    query: `SELECT count(*) FILTER (WHERE state NOT IN ('waiting', 'failed')) AS running,
      count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'failed') AS failed,
      min(began) FILTER (WHERE state = 'waiting') AS oldest FROM deployments`,
  },
]
