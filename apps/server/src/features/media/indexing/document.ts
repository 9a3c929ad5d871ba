// Indexes one document: fetches it if it is an address, reads its text, cuts it, and stores chunks and their terms.
import { DATASOURCE_STATUS, type MediaReason } from '@polylogue/contract'
import { CUTTING, type Chunk, type TextLanguage } from '@polylogue/retrieval'
import { newBlobKey } from '#platform/blobs/index.ts'
import { isLastAttempt } from '#platform/claims/index.ts'
import type { Tx } from '#platform/db/index.ts'
import type { ReadDocument } from '#platform/documents/index.ts'
import { Problem } from '#problem.ts'
import { dueAfterFailure, nextDue } from '../schedule.ts'
import { isPicture } from '../rules.ts'
import { changeDatasource, type Changing, refreshStatus, setVectorsDue } from '#features/datasources/index.ts'
import type { Ends, IndexingDeps } from './deps.ts'
import { documents } from './claimed-store.ts'
import { fetchDocument, type Fetched, type Unchanged } from './fetch.ts'
import { NotIndexed } from './not-indexed.ts'
import * as results from './document-results-store.ts'
import { EXTRACTION, readDocument } from './read.ts'
import { giveUpRereading, rereads } from './reread-store.ts'
import { prepareReplacement } from './replace.ts'
import * as store from './steps-store.ts'
import { IndexThreadEnded } from '../indexer/index.ts'
import { RECOGNITION, type Recognition } from '../table.ts'

/** Runs the reading of a document at its person's turn. */
export type ReadInTurn = (work: () => Promise<void>) => Promise<void>

/**
 * Indexes a document that this process has taken, or fetches its address again. Rejects for failures of the database or media
 * store only.
 */
export async function indexDocument(
  deps: IndexingDeps,
  media: store.Taken,
  { ending, lost }: Ends,
  readInTurn: ReadInTurn,
): Promise<void> {
  if (media.status === DATASOURCE_STATUS.indexing) await refreshStatus(deps.db, media.datasourceId)
  try {
    await index(deps, media, AbortSignal.any([ending, lost]), readInTurn)
  } catch (error) {
    // After a cancellation nothing is held any more; in the recycle bin it waits until its data source is taken back.
    if (lost.aborted || ending.aborted) await release(deps, media, { isCounted: false })
    else if (error instanceof NotIndexed) await fail(deps, media, error.reason)
    else if (isGivenUp(media, error)) {
      deps.log.error({ err: error, mediaId: media.id }, 'a document could not be indexed')
      await fail(deps, media, error instanceof IndexThreadEnded ? 'interrupted' : 'damaged')
    } else {
      await release(deps, media, { isCounted: true })
      throw error
    }
  }
}

/** Gives a document back, so that it waits or is due again. */
function release(
  { db, serverId }: Pick<IndexingDeps, 'db' | 'serverId'>,
  { id, status, isReread }: store.Taken,
  { isCounted }: { readonly isCounted: boolean },
): Promise<void> {
  return (isReread ? rereads : documents).release(db.pool, serverId(), { id, state: status, isCounted })
}

/** Returns whether an attempt was the last one. Failures of the database are not those of the document. */
function isGivenUp(media: store.Taken, error: unknown): boolean {
  const most = error instanceof IndexThreadEnded ? store.ENDING_ATTEMPTS : undefined
  return isLastAttempt(media, most) && !(error instanceof Problem)
}

async function index(
  deps: IndexingDeps,
  media: store.Taken,
  gone: AbortSignal,
  readInTurn: ReadInTurn,
): Promise<void> {
  if (!store.isFetched(media)) return readInTurn(() => indexBytes(deps, media, undefined, gone))
  const fetched = await fetchAndStore(deps, media, gone)
  if (!fetched) return
  try {
    const { mimeType, declaredEncoding, size } = fetched
    const read = { ...media, mimeType, declaredEncoding, size, extracted: null }
    await readInTurn(() => indexBytes(deps, read, fetched, gone))
  } catch (error) {
    await deps.blobs.remove(fetched.blob)
    throw error
  }
}

/** Fetched bytes in the media store, and the text that they replace. They are not in memory while they wait to be read. */
interface Stored extends Omit<Fetched, 'body'> {
  readonly size: number
  readonly blob: string
  readonly replaces: string | null
}

/** Fetches an address and stores its bytes; undefined if they did not change. */
async function fetchAndStore(
  deps: IndexingDeps,
  media: store.Taken,
  gone: AbortSignal,
): Promise<Stored | undefined> {
  const fetched = await fetchDocument(deps, media, gone)
  if (fetched.body === undefined) {
    if (fetched.same) await deps.sites.addLinkedPages(media, fetched.same)
    await keep(deps, media, fetched)
    return undefined
  }
  await deps.sites.addLinkedPages(media, fetched)
  const { body, ...facts } = fetched
  const blob = newBlobKey()
  await deps.blobs.put(blob, body)
  return { ...facts, size: body.length, blob, replaces: media.extracted }
}

async function indexBytes(
  deps: IndexingDeps,
  media: store.Taken,
  fetched: Stored | undefined,
  gone: AbortSignal,
): Promise<void> {
  const { document, extracted } = await readDocument(deps, media, fetched?.blob, gone)
  try {
    const recognition = recognitionOf(deps, media, document, extracted !== media.extracted)
    const isEmpty = document.characters === 0
    if (isEmpty && recognition !== RECOGNITION.due && !isPicture(media.mimeType))
      throw new NotIndexed('no_text')
    // The text that an older version found stays.
    if (isEmpty && media.isReread && media.characters > 0) throw new NotIndexed('no_text')
    const settings = { size: media.chunkSize, overlap: media.chunkOverlap, contextual: media.useContextual }
    const { chunks, language } = await deps.indexer.cut({ title: media.name, json: document.json }, settings)
    gone.throwIfAborted()
    const { json: _, hasScans: __, ...facts } = document
    const known = chunks.length > 0 ? language : null
    await storeIndexed(deps, media, chunks, {
      ...facts,
      extracted,
      extraction: EXTRACTION,
      recognition,
      language: known,
      fetched,
      gone,
    })
  } catch (error) {
    if (extracted !== media.extracted) await deps.blobs.remove(extracted)
    throw error
  }
}

/** Returns whether text recognition is due, was tried or is not needed; a text that was kept changes nothing. */
function recognitionOf(
  { documents }: IndexingDeps,
  { isRecognition, mimeType, recognition }: store.Taken,
  { hasScans }: ReadDocument,
  isNew: boolean,
): Recognition {
  if (isRecognition) return RECOGNITION.tried
  if (!isNew) return recognition
  return documents.canRecognize(mimeType) && (hasScans || isPicture(mimeType)) ? RECOGNITION.due : null
}

interface ReadResult extends Omit<ReadDocument, 'json' | 'hasScans'> {
  readonly extracted: string
  readonly extraction: number
  readonly recognition: Recognition
  readonly language: TextLanguage | null
  readonly fetched: Stored | undefined
  readonly gone: AbortSignal
}

async function storeIndexed(
  deps: IndexingDeps,
  media: store.Taken,
  chunks: readonly Chunk[],
  facts: ReadResult,
): Promise<void> {
  const { fetched, gone, ...rest } = facts
  const replace = await prepareReplacement(deps, media, { chunks, language: facts.language ?? 'en', gone })
  const made = facts.extracted === media.extracted ? [] : [facts.extracted]
  // Meanwhile it was removed, or changed and taken by another process.
  const forgetMade = async (tx: Tx) => {
    await deps.forget(tx, fetched ? [...made, fetched.blob] : made)
    return false
  }
  await changeDatasource(
    deps,
    media.datasourceId,
    async ({ tx, client }) => {
      const current = await store.lockTaken(client, media, deps.serverId())
      if (!current) return forgetMade(tx)
      await replace(client)
      await setVectorsDue(client, media.datasourceId)
      const at = deps.clock.now()
      if (fetched) await deps.forget(tx, await results.replaceBytes(client, media.id, fetched))
      await results.storeIndexed(client, media.id, {
        ...rest,
        // How scans are read was changed meanwhile.
        ...(media.isRecognition && !store.recognizesSame(current, media)
          ? { recognition: RECOGNITION.due }
          : {}),
        chunks: chunks.length,
        cutting: CUTTING,
        isCurrent: store.sameSettings(current, media),
        // Of the same text, test questions do not run again.
        at: media.isReread && made.length === 0 ? null : at,
      })
      if (fetched)
        await results.storeFetched(client, media.id, { ...fetched, at, due: nextDue(current.refresh, at) })
      // Whoever refreshes only by hand sees it.
      if (fetched && media.isRefresh && current.refresh !== 'none')
        await results.tellRefreshed(client, media.datasourceId)
      const replaced = fetched ? fetched.replaces : media.extracted
      if (replaced && replaced !== facts.extracted) await deps.forget(tx, [replaced])
      return true
    },
    { ifGone: forgetMade, limitMs: 60_000 },
  )
}

/** Stores that an address has not changed. */
async function keep(deps: IndexingDeps, media: store.Taken, { validators }: Unchanged): Promise<void> {
  const keepStored = async ({ client }: Changing) => {
    const current = await store.lockTaken(client, media, deps.serverId())
    if (!current) return false
    const at = deps.clock.now()
    return results.storeUnchanged(client, media.id, { at, due: nextDue(current.refresh, at), validators })
  }
  await changeDatasource(deps, media.datasourceId, keepStored, {
    touches: 'details',
    ifGone: () => undefined,
  })
}

/** Stores why a document could not be indexed. A document that was indexed before keeps its text. */
async function fail(deps: IndexingDeps, media: store.Taken, reason: MediaReason): Promise<void> {
  const { id, datasourceId } = media
  if (media.isReread) return giveUpRereading(deps.db.pool, id, deps.serverId())
  const storeReason = async ({ client }: Changing) => {
    const current = await store.lockTaken(client, media, deps.serverId())
    if (!current) return false
    const failures = media.failures + 1
    const due = dueAfterFailure(current.refresh, failures, deps.clock.now())
    const { isRecognition, isRefresh } = media
    const keepsText = media.chunks > 0 || (isRefresh && media.isReady && !isRecognition)
    await results.storeFailure(client, id, { reason, failures, due, keepsText, isRecognition })
  }
  await changeDatasource(deps, datasourceId, storeReason, { ifGone: () => undefined })
}
