// Reads the text of a document in the sandboxed child process.
import { userKey } from '#access/index.ts'
import { newBlobKey } from '#platform/blobs/index.ts'
import {
  DocumentUnreadable,
  toldType,
  type ReadDocument,
  type Recognizing,
} from '#platform/documents/index.ts'
import * as mediaStore from '../store.ts'
import { isPicture } from '../rules.ts'
import { PieceMissing, piecesOf } from '../content.ts'
import type { IndexingDeps } from './deps.ts'
import { modelForScans } from './model-for-scans.ts'
import { NotIndexed } from './not-indexed.ts'
import type { Taken } from './steps-store.ts'

/** The version of the extraction: a document that was read by another one is read again. */
export const EXTRACTION = 7

/**
 * Returns the blocks of a document. It is read once, and its blocks are kept in the media store. `blob` has the bytes of a
 * document that was just fetched.
 */
export async function readDocument(
  deps: IndexingDeps,
  media: Taken,
  blob: string | undefined,
  gone: AbortSignal,
): Promise<{ document: ReadDocument; extracted: string }> {
  const { extracted: kept, extraction, characters, pages, warnings } = media
  const isKept = kept && extraction === EXTRACTION && !media.isRecognition
  const bytes = isKept ? await deps.blobs.find(kept) : undefined
  if (kept && bytes)
    return { document: { json: Buffer.from(bytes), characters, pages, warnings }, extracted: kept }
  const document = await extract(deps, media, blob, gone)
  const extracted = newBlobKey()
  await deps.blobs.put(extracted, document.json)
  return { document, extracted }
}

async function recognizingOf(deps: IndexingDeps, media: Taken, gone: AbortSignal): Promise<Recognizing> {
  const { recognitionLanguages: languages, recognitionTagId } = media
  return { languages, ...(recognitionTagId > 0 ? { model: await modelForScans(deps, media, gone) } : {}) }
}

/** A new object for each picture, because its JSON is transferred. */
const emptyPicture = (): ReadDocument => ({
  json: Buffer.from('[]'),
  characters: 0,
  pages: null,
  warnings: [{ code: 'pictures', pages: [], count: 1 }],
})

/** Pictures are not read without text recognition, so no reader says what else they are. @throws NotIndexed */
async function requirePicture(pieces: AsyncIterable<Uint8Array>, mimeType: string): Promise<void> {
  for await (const first of pieces) {
    const told = toldType(first, mimeType)
    if ('refused' in told) throw new NotIndexed(told.refused)
    return
  }
}

async function extract(
  deps: IndexingDeps,
  media: Taken,
  blob: string | undefined,
  gone: AbortSignal,
): Promise<ReadDocument> {
  const { mimeType, size, encoding, declaredEncoding, isRecognition } = media
  if (size === 0) throw new NotIndexed('empty')
  // New documents of the same person do not wait for old ones.
  const key = media.isReread ? 'again' : userKey(media.userId)
  const chosen = encoding ?? undefined
  const declared = declaredEncoding === null ? [] : [declaredEncoding]
  const pieces = blob === undefined ? await mediaStore.pieces(deps.db.pool, media.id) : [blob]
  try {
    if (isPicture(mimeType)) {
      await requirePicture(piecesOf(deps.blobs, pieces), mimeType)
      if (!isRecognition) return emptyPicture()
    }
    return await deps.documents.read(
      { mimeType, size, said: { chosen, declared }, bytes: () => piecesOf(deps.blobs, pieces) },
      { key, gone },
      isRecognition ? await recognizingOf(deps, media, gone) : undefined,
    )
  } catch (error) {
    if (error instanceof PieceMissing) throw new NotIndexed('missing', error)
    if (error instanceof DocumentUnreadable && !gone.aborted) throw new NotIndexed(error.code, error)
    throw error
  }
}
