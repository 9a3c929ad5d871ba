import {
  DATASOURCE_LIMITS,
  fileTypeOf,
  type CallInput,
  type ChunkPreview,
  type contract,
  type MediaItem,
  type MediaText,
  type Refresh,
} from '@polylogue/contract'
import { authorize, viewerKey, type Person } from '#access/index.ts'
import { base64Text, LongList, LongText, type Lengthy } from '#http/long-json.ts'
import type { Binary } from '#http/routes.ts'
import { whileAllowed } from '#http/while-allowed.ts'
import { newBlobKey, type Blobs } from '#platform/blobs/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Runner, Tx } from '#platform/db/index.ts'
import { toldType } from '#platform/documents/index.ts'
import type { Outbound } from '#platform/outbound/index.ts'
import { Problem } from '#problem.ts'
import {
  type AuditDeps,
  auditedSource,
  auditRemoved,
  changeDatasource,
  datasourcePolicy,
  forQuestion,
} from '#features/datasources/index.ts'
import { requireAllowed, addressOf, cleanName, toMediaResponse, type MediaRow } from './rules.ts'
import { openPieces, PieceMissing } from './content.ts'
import { openPreviews, type PreviewDeps } from './previews.ts'
import { refreshing, type Refreshing } from './refreshing.ts'
import * as store from './store.ts'
import { storedText } from './stored-text.ts'

type Body<Name extends 'begin' | 'append' | 'cut' | 'update'> = CallInput<
  (typeof contract.media)[Name]
>['body']

export interface MediaDeps extends PreviewDeps, AuditDeps {
  readonly db: Database
  readonly clock: Clock
  readonly blobs: Blobs
  /** Bytes of one document. */
  readonly maxBytes: number
  readonly outbound: Pick<Outbound, 'judge'>
  /** Starts the indexing of waiting documents; call after the commit. */
  wake(): void
  /** Enqueues the deletion of bytes, in the transaction. */
  forget(tx: Tx, keys: readonly string[]): Promise<void>
}

/** Access and errors are those of the contract. Documents have the access of their data source. */
export interface MediaService {
  begin(viewer: Person, datasourceId: number, sent: Body<'begin'>): Promise<MediaItem>
  /** Adds bytes, or base64 with its offset. */
  append(viewer: Person, id: number, sent: Body<'append'>, offset?: number): Promise<MediaItem>
  get(viewer: Person, id: number): Promise<MediaItem>
  text(viewer: Person, id: number): Promise<Lengthy<MediaText>>
  /** Returns how the document would be cut. Aborts when the viewer disconnects before the work begins. */
  cut(viewer: Person, id: number, sent: Body<'cut'>, gone: AbortSignal): Promise<ChunkPreview>
  base64(viewer: Person, id: number): Promise<Lengthy<{ name: string; mime_type: string; base64: string }>>
  binary(viewer: Person, id: number): Promise<Binary>
  index(viewer: Person, id: number): Promise<MediaItem>
  update(viewer: Person, id: number, sent: Body<'update'>): Promise<MediaItem>
  refresh(viewer: Person, id: number): Promise<MediaItem>
  remove(viewer: Person, id: number): Promise<void>
}

/** Changes a document, with the status of its data source. @throws Problem NOT_FOUND when it was removed */
type ChangeDocument = (
  row: MediaRow,
  work: (client: Runner, locked: MediaRow, tx: Tx) => Promise<void>,
) => Promise<void>

/** Above this size, bytes are only sent unchanged. */
const MAX_BASE64 = 20_000_000

export function mediaService(deps: MediaDeps): MediaService {
  const access = openAccess(deps)
  return { ...changing(deps, access), ...refreshing(deps, access), ...reading(deps, access) }
}

type Access = ReturnType<typeof openAccess>

function openAccess(deps: MediaDeps) {
  const { pool, orm } = deps.db
  const found = async (viewer: Person, id: number, action: 'read' | 'update') => {
    const row = await store.find(pool, id)
    const datasource = row && (await forQuestion(orm, viewer, row.datasourceId))
    authorize({ ...datasourcePolicy, thing: 'document' }, action, datasource)
    return row as MediaRow
  }
  const ifGone = () => {
    throw new Problem('NOT_FOUND', { thing: 'document' })
  }
  const change: ChangeDocument = (row, work) =>
    changeDatasource(
      deps,
      row.datasourceId,
      async ({ client, tx }) => {
        const locked = await store.lock(client, row.id)
        if (!locked) return ifGone()
        await work(client, locked, tx)
      },
      { ifGone },
    )
  return { found, change }
}

type MediaChanges = Pick<MediaService, 'begin' | 'append' | 'index' | 'remove'>

function changing(deps: MediaDeps, { found, change }: Access): MediaChanges {
  const { pool, orm } = deps.db
  return {
    async begin(viewer, datasourceId, sent) {
      authorize(datasourcePolicy, 'update', await forQuestion(orm, viewer, datasourceId))
      if ('url' in sent) requireAllowed(deps.outbound, sent.url)
      const made =
        'url' in sent ? fromAddress(sent) : { ...acceptable(sent, deps.maxBytes), received: 0, url: null }
      const id = await changeDatasource(deps, datasourceId, async ({ client }) => {
        await requireMediaRoom(client, datasourceId, 1)
        return store.insert(client, datasourceId, viewer.userId, made)
      })
      return toMediaResponse((await store.find(pool, id)) as MediaRow)
    },
    async append(viewer, id, sent, offset) {
      const row = await found(viewer, id, 'update')
      return append(deps, change, row, pieceOf(sent, offset))
    },
    async index(viewer, id) {
      const row = await found(viewer, id, 'update')
      await change(row, async (client) => {
        await store.reopen(client, row.datasourceId, [id])
      })
      return toMediaResponse((await store.find(pool, id)) ?? row)
    },
    async remove(viewer, id) {
      const row = await found(viewer, id, 'update')
      const on = await auditedSource(deps, viewer, row.datasourceId)
      await change(row, async (client, _, tx) => {
        await deps.forget(tx, await store.remove(client, row.datasourceId, [id]))
        await auditRemoved(deps, tx, { by: viewer, on, documents: 1 })
      })
    },
  }
}

type Reading = Omit<MediaService, keyof MediaChanges | keyof Refreshing>

function reading(deps: MediaDeps, { found }: Access): Reading {
  const { pool } = deps.db
  const preview = openPreviews(deps)
  /** @throws Problem MEDIA_INCOMPLETE; NOT_FOUND for an address that was not fetched yet */
  const wholeBytes = async ({ id, size, received }: MediaRow) => {
    if (received < size) throw new Problem('MEDIA_INCOMPLETE', { received, size })
    const missing = () => new Problem('NOT_FOUND', { thing: 'file of the document' })
    if (size === 0) throw missing()
    return openPieces(deps.blobs, await store.pieces(pool, id)).catch((error: unknown) => {
      throw error instanceof PieceMissing ? missing() : error
    })
  }
  return {
    get: async (viewer, id) => toMediaResponse(await found(viewer, id, 'read')),
    async text(viewer, id) {
      const { datasourceId, name, extracted } = await found(viewer, id, 'read')
      const stored = extracted === null ? undefined : await deps.blobs.open(extracted)
      if (!stored) throw new Problem('NOT_FOUND', { thing: 'text of the document' })
      const mayRead = () => found(viewer, id, 'read')
      const text = new LongText(whileAllowed(storedText(stored.bytes), mayRead))
      return {
        media_id: id,
        datasourceId,
        name,
        text,
        chunks: new LongList(whileAllowed(store.chunksOf(pool, { id, title: name }), mayRead)),
      }
    },
    cut: async (viewer, id, sent, gone) =>
      preview(await found(viewer, id, 'read'), sent, { key: viewerKey(viewer), gone }),
    async base64(viewer, id) {
      const row = await found(viewer, id, 'read')
      if (row.size > MAX_BASE64) throw new Problem('MEDIA_TOO_LARGE', { limit: MAX_BASE64 })
      const base64 = base64Text(whileAllowed(await wholeBytes(row), () => found(viewer, id, 'read')))
      return { name: row.name, mime_type: row.mimeType, base64 }
    },
    async binary(viewer, id) {
      const row = await found(viewer, id, 'read')
      const { name, mimeType, size } = row
      const bytes = whileAllowed(await wholeBytes(row), () => found(viewer, id, 'read'))
      return { name, mimeType, bytes, size }
    },
  }
}

/** Returns a document whose address is fetched when it is indexed; only then is its type known. */
export function fromAddress(sent: {
  readonly url: string
  readonly name?: string | undefined
  readonly refresh?: Refresh | undefined
}): store.NewMedia {
  const { url, name } = addressOf(sent.url)
  const { refresh } = sent
  return {
    name: sent.name ? cleanName(sent.name) : name,
    mimeType: 'text/html',
    size: 0,
    received: 0,
    url,
    refresh,
  }
}

/** Checks name, type and size of a new file. @throws Problem MEDIA_REFUSED */
function acceptable(
  sent: { readonly name: string; readonly mime_type: string; readonly size: number },
  maxBytes: number,
): Pick<store.NewMedia, 'name' | 'mimeType' | 'size'> {
  const name = cleanName(sent.name)
  const mimeType = fileTypeOf(name, sent.mime_type)
  const refuse = (field: string, message: string, more: { limit?: number } = {}): never => {
    const issues = [{ path: field, message }]
    throw new Problem('MEDIA_REFUSED', { names: name, ...more }, { issues })
  }
  if (mimeType === undefined) return refuse('mime_type', 'data sources do not take this type of file')
  if (sent.size > maxBytes)
    return refuse('size', `the file has more than ${maxBytes} bytes`, { limit: maxBytes })
  return { name, mimeType, size: sent.size }
}

/** @throws Problem TOO_MANY_MEDIA */
export async function requireMediaRoom(db: Runner, datasourceId: number, added: number): Promise<void> {
  const limit = DATASOURCE_LIMITS.documents
  if ((await store.count(db, datasourceId)) + added > limit) throw new Problem('TOO_MANY_MEDIA', { limit })
}

/** The next bytes of an upload; `field` is the part of the request that has them. */
interface Piece {
  readonly offset: number
  readonly bytes: Uint8Array
  readonly field: 'body' | 'base64'
}

/** @throws Problem VALIDATION_FAILED for bytes without an offset */
function pieceOf(sent: Body<'append'>, offset: number | undefined): Piece {
  if (!(sent instanceof Uint8Array))
    return { offset: sent.offset, bytes: Buffer.from(sent.base64, 'base64'), field: 'base64' }
  if (offset !== undefined) return { offset, bytes: sent, field: 'body' }
  const issues = [{ path: 'query.offset', message: 'is required with bytes' }]
  throw new Problem('VALIDATION_FAILED', { issues: 'query.offset: is required with bytes' }, { issues })
}

async function append(
  deps: MediaDeps,
  change: ChangeDocument,
  row: MediaRow,
  { offset, bytes, field }: Piece,
): Promise<MediaItem> {
  const expected = (locked: MediaRow) => {
    if (offset !== locked.received) throw new Problem('CONFLICT')
    if (offset + bytes.length > locked.size)
      throw refusal(row, field, 'the file has more bytes than announced')
  }
  expected(row)
  if (bytes.length === 0) throw refusal(row, field, 'the piece has no bytes')
  const told = offset > 0 ? undefined : toldType(bytes, row.mimeType)
  const blob = newBlobKey()
  await deps.blobs.put(blob, bytes)
  try {
    await change(row, async (client, locked) => {
      expected(locked)
      await store.addPiece(client, locked, { blob, size: bytes.length })
      if (told && 'refused' in told) await store.fail(client, row.id, told.refused)
      else if (told) await store.setType(client, row.id, told.mimeType)
    })
  } catch (error) {
    await deps.blobs.remove(blob)
    throw error
  }
  return toMediaResponse((await store.find(deps.db.pool, row.id)) ?? row)
}

function refusal({ name }: MediaRow, path: Piece['field'], message: string): Problem {
  return new Problem('MEDIA_REFUSED', { names: name }, { issues: [{ path, message }] })
}
