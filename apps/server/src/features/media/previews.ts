// Cuts documents with other settings for people who try some out; nothing is stored.
import type { ChunkPreview } from '@polylogue/contract'
import type { Blobs } from '#platform/blobs/index.ts'
import type { Runner } from '#platform/db/index.ts'
import { openFairQueue } from '#platform/fair-queue.ts'
import { Problem } from '#problem.ts'
import type { MediaRow } from './rules.ts'
import * as store from './store.ts'
import type { CutPreview, Indexer } from './indexer/index.ts'

/** Sliders send many requests, and only the last reply counts: the page aborts the older request. */
const LINE = { atOnce: 2, atOncePerPerson: 1, waitingPerPerson: 2, waiting: 20 }
const BUSY_SECONDS = 2

export interface PreviewDeps {
  readonly db: { readonly pool: Runner }
  readonly blobs: Pick<Blobs, 'find'>
  /** Its own thread, so that people do not wait for documents that are indexed. */
  readonly previewer: Pick<Indexer, 'preview'>
}

/** Cuts a document that the person may read. @throws Problem NOT_FOUND before it is read; TOO_MANY_ATTEMPTS */
export type CutForPreview = (
  media: MediaRow,
  choice: store.ChunkChoice,
  requester: { readonly key: string; readonly gone: AbortSignal },
) => Promise<ChunkPreview>

export function openPreviews({ db: { pool }, blobs, previewer }: PreviewDeps): CutForPreview {
  const full = () => new Problem('TOO_MANY_ATTEMPTS', { seconds: BUSY_SECONDS }, { retryAfter: BUSY_SECONDS })
  const enqueue = openFairQueue({ ...LINE, full })
  return async ({ id, datasourceId, name, extracted }, choice, requester) => {
    const { chunkSize: size, chunkOverlap: overlap, useContextual: contextual } = choice
    const cut = await enqueue(requester, async () => {
      const json = extracted === null ? undefined : await blobs.find(extracted)
      if (!json) throw new Problem('NOT_FOUND', { thing: 'text of the document' })
      const stored = await store.hashesOf(pool, id)
      const made = await previewer.preview({ title: name, json }, { size, overlap, contextual }, stored)
      return toPreview(made, stored.length / HASH_BYTES)
    })
    if (!cut) throw full()
    return { ...cut, documents: await store.countCutAgain(pool, datasourceId, choice) }
  }
}

const HASH_BYTES = 32

function toPreview({ characters, chunks }: CutPreview, stored: number): Omit<ChunkPreview, 'documents'> {
  const tokens = Uint32Array.from(chunks, (chunk) => chunk.tokens).sort()
  const kept = chunks.filter(({ isStored }) => isStored).length
  return {
    characters,
    chunks: [...chunks],
    tokens: { least: tokens[0] ?? 0, median: tokens[tokens.length >> 1] ?? 0, most: tokens.at(-1) ?? 0 },
    stored,
    changed: stored - kept,
  }
}
