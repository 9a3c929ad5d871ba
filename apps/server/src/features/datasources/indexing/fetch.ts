// Fetches the document of an address through the guarded client (quality bar S70–S79).
import { newBlobKey } from '../../../platform/blobs/index.ts'
import { lockDatasource } from '../store.ts'
import { looksLike, mediaStore } from '../media/index.ts'
import { DATASOURCE_TYPES } from '@polylogue/contract'
import type { IndexingDeps } from './deps.ts'
import { NotIndexed } from './not-indexed.ts'
import * as store from './steps-store.ts'

const TYPES = new Set(Object.values(DATASOURCE_TYPES))
const TIMEOUT_MS = 60_000

/** Fetches and stores the bytes of an address. @throws NotIndexed */
export async function fetchDocument(
  deps: IndexingDeps,
  media: store.Taken,
  ending: AbortSignal,
): Promise<store.Taken> {
  const { body, contentType } = await fetched(deps, media.url ?? '', ending)
  const declared = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  const mimeType = declared === 'application/xhtml+xml' ? 'text/html' : declared
  if (!TYPES.has(mimeType)) throw new NotIndexed('unknown_type')
  if (body.length === 0) throw new NotIndexed('no_text')
  if (!looksLike(body, mimeType)) throw new NotIndexed('type_mismatch')
  const blob = newBlobKey()
  await deps.blobs.put(blob, body)
  const isStored = await deps.db.transaction(async (_, client) => {
    await lockDatasource(client, media.datasourceId)
    if (!(await store.lockTaken(client, media.id, deps.serverId()))) return false
    await store.storeFetched(client, media.id, { mimeType, size: body.length })
    await mediaStore.addPiece(client, { id: media.id, received: 0 }, { blob, size: body.length })
    return true
  })
  if (!isStored) await deps.blobs.remove(blob)
  return { ...media, mimeType, size: body.length }
}

async function fetched({ outbound, maxBytes }: IndexingDeps, url: string, signal: AbortSignal) {
  try {
    return await outbound.public(url, { maxBytes, totalMs: TIMEOUT_MS, signal })
  } catch (error) {
    signal.throwIfAborted()
    throw new NotIndexed('unreachable', error)
  }
}
