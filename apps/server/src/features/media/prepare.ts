// Documents that are sent with the data source itself. Their bytes are stored before the transaction. One that is not taken is
// stored as failed with its reason, so that it does not hold up the others.
import { DATASOURCE_LIMITS, fileTypeOf, type MediaReason, type SentMedia } from '@polylogue/contract'
import { decodeBase64 } from '#platform/base64.ts'
import { newBlobKey, type Blobs } from '#platform/blobs/index.ts'
import { toldType } from '#platform/documents/index.ts'
import { Problem } from '#problem.ts'
import type { PreparedDocuments } from '#features/datasources/index.ts'
import { cleanName } from './rules.ts'
import { fromAddress } from './service.ts'
import * as store from './store.ts'

/** Checks and stores sent documents, one after the other. @throws Problem TOO_MANY_NEW_MEDIA; nothing is stored then */
export async function prepareMedia(
  blobs: Blobs,
  maxBytes: number,
  sent: readonly SentMedia[] | undefined,
): Promise<PreparedDocuments> {
  // Refused before any work: ten thousand new documents would keep the event loop from others.
  const added = (sent ?? []).filter(isNew)
  if (added.length > DATASOURCE_LIMITS.added)
    throw new Problem('TOO_MANY_NEW_MEDIA', { limit: DATASOURCE_LIMITS.added })
  const keep = sent?.flatMap((one) =>
    'media_id' in one && typeof one.media_id === 'number' ? one.media_id : [],
  )
  const stored: { media: store.NewMedia; blob: string | undefined }[] = []
  const discard = async () => {
    for (const { blob } of stored) if (blob) await blobs.remove(blob)
  }
  try {
    for (const one of added) {
      const { media, bytes } = await newMedia(one, maxBytes)
      const blob = bytes && newBlobKey()
      if (blob) await blobs.put(blob, bytes)
      stored.push({ media, blob })
    }
  } catch (error) {
    await discard()
    throw error
  }
  return {
    keep,
    count: added.length,
    discard,
    async insert(client, datasourceId, userId) {
      for (const { media, blob } of stored) {
        const id = await store.insert(client, datasourceId, userId, {
          ...media,
          received: blob || media.failed ? 0 : media.size,
        })
        if (blob) await store.addPiece(client, { id, received: 0 }, { blob, size: media.size })
      }
    },
  }
}

type NewDocument = Extract<SentMedia, { url: string } | { content: string }>

const isNew = (sent: SentMedia): sent is NewDocument => 'url' in sent || sent.content !== undefined

/** Returns the values of a new document, and its bytes if it is a file that is kept. */
async function newMedia(
  sent: NewDocument,
  maxBytes: number,
): Promise<{ media: store.NewMedia; bytes?: Buffer }> {
  if ('url' in sent) return { media: fromAddress(sent) }
  const size = Buffer.byteLength(sent.content, 'base64')
  const name = cleanName(sent.name)
  const assumed = fileTypeOf(name, sent.mime_type)
  const file = { name, mimeType: assumed ?? UNKNOWN, size, received: 0, url: null }
  const refused = (reason: MediaReason) => ({ media: { ...file, failed: reason } })
  if (size === 0) return refused('empty')
  if (assumed === undefined) return refused('unknown_type')
  if (size > maxBytes) return refused('too_large')
  const bytes = await decodeBase64(sent.content)
  if (!bytes) return refused('not_base64')
  const told = toldType(bytes, assumed)
  const media = { ...file, size: bytes.length }
  // Its bytes are kept like those of other documents that fail.
  if ('refused' in told) return { media: { ...media, failed: told.refused }, bytes }
  return { media: { ...media, mimeType: told.mimeType }, bytes }
}

const UNKNOWN = 'application/octet-stream'
