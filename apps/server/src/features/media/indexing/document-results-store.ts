// The SQL of the results of reading a document: indexed, unchanged or failed. The document is locked.
import { DATASOURCE_STATUS, type MediaReason } from '@polylogue/contract'
import type { Runner } from '#platform/db/index.ts'
import type { ReadWarning } from '#platform/documents/index.ts'
import { noticeSoon } from '#platform/notices.ts'
import type { Validators } from '#platform/outbound/index.ts'
import { RECOGNITION, type Recognition } from '../table.ts'

const { failed, ready } = DATASOURCE_STATUS

/** Stores that a document is indexed. If its settings changed meanwhile, it waits again, and its chunks are found until then. */
export async function storeIndexed(
  db: Runner,
  id: number,
  facts: {
    readonly extracted: string
    readonly extraction: number
    readonly recognition: Recognition
    readonly pages: number | null
    readonly warnings: readonly ReadWarning[]
    readonly characters: number
    readonly chunks: number
    readonly cutting: number
    readonly language: string | null
    readonly isCurrent: boolean
    /** Null for the same text as before. */
    readonly at: Date | null
  },
): Promise<void> {
  const {
    extracted,
    extraction,
    recognition,
    pages,
    warnings,
    characters,
    chunks,
    cutting,
    language,
    isCurrent,
    at,
  } = facts
  await db.query(
    `UPDATE media SET status = $2, reason = NULL, server_id = NULL, attempts = 0, extracted = $3, extraction = $4, pages = $5,
      warnings = $6, characters = $7, chunks = $8, language = $9, indexed = coalesce($10, indexed), recognition = $11,
      cutting = $12, rereads = 0, reread_as = NULL,
      last_failure = CASE WHEN url IS NOT NULL AND last_failure <> 'cancelled' THEN last_failure END WHERE id = $1`,
    [
      id,
      isCurrent ? 2 : 0,
      extracted,
      extraction,
      pages,
      JSON.stringify(warnings),
      characters,
      chunks,
      language,
      at,
      recognition,
      cutting,
    ],
  )
}

/** Replaces the bytes of an address by fetched ones. Returns the keys of the old ones. */
export async function replaceBytes(
  db: Runner,
  id: number,
  { blob, size }: { readonly blob: string; readonly size: number },
): Promise<string[]> {
  const { rows } = await db.query<{ blob: string }>(
    'DELETE FROM media_pieces WHERE media_id = $1 RETURNING blob',
    [id],
  )
  await db.query('INSERT INTO media_pieces (media_id, position, blob, size) VALUES ($1, 0, $2, $3)', [
    id,
    blob,
    size,
  ])
  return rows.map((row) => row.blob)
}

interface Schedule {
  /** When it was fetched, and when it is fetched again. */
  readonly at: Date
  readonly due: Date | null
}

/** Stores type, size, hash and validators of the new bytes of an address. */
export async function storeFetched(
  db: Runner,
  id: number,
  fetched: Schedule & {
    readonly mimeType: string
    readonly declaredEncoding: string | null
    readonly size: number
    readonly hash: Buffer
    readonly validators: Validators
  },
): Promise<void> {
  const { mimeType, declaredEncoding, size, hash, validators, at, due } = fetched
  await db.query(
    `UPDATE media SET mime_type = $2, size = $3, received = $3, content_hash = $4, answered_url = $5, etag = $6,
      last_modified = $7, checked = $8, changed = $8, due = $9, declared_encoding = $10, failures = 0, last_failure = NULL WHERE id = $1`,
    [
      id,
      mimeType,
      size,
      hash,
      validators.url,
      validators.etag,
      validators.lastModified,
      at,
      due,
      declaredEncoding,
    ],
  )
}

/** Stores that an address has the same bytes. Without new validators, the old ones stay. */
export async function storeUnchanged(
  db: Runner,
  id: number,
  { at, due, validators }: Schedule & { readonly validators: Validators | undefined },
): Promise<void> {
  await db.query(
    `UPDATE media SET server_id = NULL, attempts = 0, failures = 0, last_failure = NULL, checked = $2, due = $3,
      answered_url = coalesce($4, answered_url), etag = CASE WHEN $4::text IS NULL THEN etag ELSE $5 END,
      last_modified = CASE WHEN $4::text IS NULL THEN last_modified ELSE $6 END WHERE id = $1`,
    [id, at, due, validators?.url ?? null, validators?.etag ?? null, validators?.lastModified ?? null],
  )
}

/**
 * Stores why a document failed; with `keepsText` it stays ready with its earlier text. When something else than the fetch failed,
 * the next fetch indexes it also if its bytes did not change.
 */
export async function storeFailure(
  db: Runner,
  id: number,
  failure: {
    readonly reason: MediaReason
    readonly failures: number
    readonly due: Date | null
    readonly keepsText: boolean
    /** Text recognition failed: it is not tried again. */
    readonly isRecognition: boolean
  },
): Promise<void> {
  const { reason, failures, due, keepsText, isRecognition } = failure
  await db.query(
    `WITH failed AS (UPDATE media SET status = CASE WHEN $5 THEN ${ready} ELSE ${failed} END, reason = CASE WHEN $5 THEN NULL ELSE $2 END,
      last_failure = CASE WHEN $5 THEN $2 END, server_id = NULL, attempts = 0, failures = $3, due = $4,
      recognition = CASE WHEN $6 THEN ${RECOGNITION.tried} ELSE recognition END,
      answered_url = CASE WHEN $2 IN ('gone', 'unreachable') THEN answered_url END,
      content_hash = CASE WHEN $2 IN ('gone', 'unreachable') THEN content_hash END WHERE id = $1 RETURNING datasource_id
    ), changed AS (SELECT owned.id AS item_id, owned.context_id FROM failed JOIN datasources owned ON owned.id = failed.datasource_id
      WHERE $3::int <= 1
    ), told AS (${noticeSoon('datasourceFailed', 'datasource', 'changed')}) SELECT * FROM told`,
    [id, reason, failures, due, keepsText, isRecognition],
  )
}

/** Stores that a refresh found pages that changed or are new: it is told to the owner a moment later. */
export async function tellRefreshed(db: Runner, datasourceId: number): Promise<void> {
  await db.query(
    `WITH changed AS (SELECT owned.id AS item_id, owned.context_id FROM datasources owned WHERE owned.id = $1),
      told AS (${noticeSoon('datasourceRefreshed', 'datasource', 'changed')}) SELECT * FROM told`,
    [datasourceId],
  )
}
