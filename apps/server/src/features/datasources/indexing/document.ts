// Indexes one document: fetches it if it is an address, reads its text, cuts it, and stores chunks and their terms.
import type { MediaReason } from '@polylogue/contract'
import { newBlobKey } from '../../../platform/blobs/index.ts'
import { DocumentUnreadable, type ReadDocument } from '../../../platform/documents/index.ts'
import { Problem } from '../../../problem.ts'
import { isPicture, mediaStore, PieceMissing, piecesOf } from '../media/index.ts'
import type { Chunk, TextLanguage } from '../retrieval/index.ts'
import { lockDatasource, publishChange, setVectorsDue, storeStatus } from '../store.ts'
import type { IndexingDeps } from './deps.ts'
import { fetchDocument } from './fetch.ts'
import { NotIndexed } from './not-indexed.ts'
import { insertSegments, prepareSegments } from './segments.ts'
import * as store from './steps-store.ts'

/** The version of the extraction: a document that was read by another one is read again. */
const EXTRACTION = 2

/** Indexes a document that this process has taken. Rejects for failures of the database or media store only. */
export async function indexDocument(
  deps: IndexingDeps,
  media: store.Taken,
  ending: AbortSignal,
): Promise<void> {
  await tell(deps, media.datasourceId)
  try {
    await index(deps, media, ending)
  } catch (error) {
    if (ending.aborted) await store.release(deps.db.pool, media.id, deps.serverId(), 1)
    else if (error instanceof NotIndexed) await fail(deps, media, error.reason)
    else if (media.attempts >= store.ATTEMPTS && !(error instanceof Problem)) {
      deps.log.error({ err: error, mediaId: media.id }, 'a document could not be indexed')
      await fail(deps, media, 'damaged')
    } else {
      await store.release(deps.db.pool, media.id, deps.serverId(), 0)
      throw error
    }
  }
}

async function index(deps: IndexingDeps, taken: store.Taken, ending: AbortSignal): Promise<void> {
  const media = taken.url && taken.size === 0 ? await fetchDocument(deps, taken, ending) : taken
  const { document, extracted } = await read(deps, media, ending)
  try {
    if (document.characters === 0 && !isPicture(media.mimeType)) throw new NotIndexed('no_text')
    const settings = { size: media.chunkSize, overlap: media.chunkOverlap, contextual: media.useContextual }
    const { chunks, language } = await deps.indexer.cut({ title: media.name, json: document.json }, settings)
    ending.throwIfAborted()
    const { json: _, ...facts } = document
    const known = chunks.length > 0 ? language : null
    await storeIndexed(deps, media, chunks, { ...facts, extracted, extraction: EXTRACTION, language: known })
  } catch (error) {
    if (extracted !== media.extracted) await deps.blobs.remove(extracted)
    throw error
  }
}

interface Facts extends Omit<ReadDocument, 'json'> {
  readonly extracted: string
  readonly extraction: number
  readonly language: TextLanguage | null
}

async function storeIndexed(
  deps: IndexingDeps,
  media: store.Taken,
  chunks: readonly Chunk[],
  facts: Facts,
): Promise<void> {
  const language = facts.language ?? 'en'
  const segments = await prepareSegments(deps.indexer, { mediaId: media.id, language, chunks })
  await deps.db.transaction(
    async (tx, client) => {
      await lockDatasource(client, media.datasourceId)
      const current = await store.lockTaken(client, media.id, deps.serverId())
      // It was removed, or changed and taken by another process meanwhile.
      if (!current) return deps.forget(tx, facts.extracted === media.extracted ? [] : [facts.extracted])
      await store.removeChunks(client, media.id)
      await insertSegments(client, media, segments)
      await setVectorsDue(client, media.datasourceId)
      const isCurrent = store.sameSettings(current, media)
      await store.storeIndexed(client, media.id, {
        ...facts,
        chunks: chunks.length,
        isCurrent,
        at: deps.clock.now(),
      })
      await storeStatus(client, media.datasourceId)
      await publishChange(client, media.datasourceId)
      if (media.extracted && media.extracted !== facts.extracted) await deps.forget(tx, [media.extracted])
    },
    { limitMs: 60_000 },
  )
}

/** Returns the blocks of a document, which is read once; they are kept in the media store. */
async function read(
  deps: IndexingDeps,
  media: store.Taken,
  gone: AbortSignal,
): Promise<{ document: ReadDocument; extracted: string }> {
  const { extracted: kept, extraction, characters, pages, warnings } = media
  const bytes = kept && extraction === EXTRACTION ? await deps.blobs.find(kept) : undefined
  if (kept && bytes)
    return { document: { json: Buffer.from(bytes), characters, pages, warnings }, extracted: kept }
  const document = await extract(deps, media, gone)
  const extracted = newBlobKey()
  await deps.blobs.put(extracted, document.json)
  return { document, extracted }
}

const PICTURE = {
  json: Buffer.from('[]'),
  characters: 0,
  pages: null,
  warnings: [{ code: 'pictures' as const, pages: [] }],
}

async function extract(deps: IndexingDeps, media: store.Taken, gone: AbortSignal): Promise<ReadDocument> {
  const { mimeType, size, userId } = media
  if (isPicture(mimeType)) return PICTURE
  const pieces = await mediaStore.pieces(deps.db.pool, media.id)
  try {
    return await deps.documents.read(
      { mimeType, size, bytes: () => piecesOf(deps.blobs, pieces) },
      { userId, gone },
    )
  } catch (error) {
    if (error instanceof PieceMissing) throw new NotIndexed('missing', error)
    if (error instanceof DocumentUnreadable && !gone.aborted) throw new NotIndexed(error.code, error)
    throw error
  }
}

async function fail(
  { db }: IndexingDeps,
  { id, datasourceId }: store.Taken,
  reason: MediaReason,
): Promise<void> {
  await db.transaction(async (_, client) => {
    await lockDatasource(client, datasourceId)
    await store.removeChunks(client, id)
    await mediaStore.fail(client, id, reason)
    await storeStatus(client, datasourceId)
    await publishChange(client, datasourceId)
  })
}

/** Shows that a document is being read. */
async function tell({ db }: IndexingDeps, datasourceId: number): Promise<void> {
  await db.transaction(async (_, client) => {
    if (!(await lockDatasource(client, datasourceId))) return
    await storeStatus(client, datasourceId)
    await publishChange(client, datasourceId)
  })
}
