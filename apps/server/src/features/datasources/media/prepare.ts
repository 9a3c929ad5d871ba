// Documents that are sent with the data source itself. Their bytes are stored before the transaction.
import { DATASOURCE_LIMITS, type SentMedia } from '@polylogue/contract'
import { decodeBase64 } from '../../../platform/base64.ts'
import { newBlobKey, type Blobs } from '../../../platform/blobs/index.ts'
import type { Runner } from '../../../platform/db/index.ts'
import { toldType } from '../../../platform/documents/index.ts'
import { Problem } from '../../../problem.ts'
import { acceptable, fromAddress } from './service.ts'
import * as store from './store.ts'

/** New documents whose bytes are stored, and the ids of those to keep; undefined: the list was not sent. */
export interface Prepared {
  readonly keep: readonly number[] | undefined
  /** Stores the new documents. The data source is locked. */
  insert(client: Runner, datasourceId: number, userId: number): Promise<void>
  readonly count: number
  /** Deletes the stored bytes, when the transaction failed. */
  discard(): Promise<void>
}

/** Checks and stores sent documents, one after the other. @throws Problem MEDIA_REFUSED, TOO_MANY_NEW_MEDIA; nothing is stored then */
export async function prepareMedia(
  blobs: Blobs,
  maxBytes: number,
  sent: readonly SentMedia[] | undefined,
): Promise<Prepared> {
  // Refused before any work: ten thousand new documents would keep the event loop from others.
  const added = (sent ?? []).flatMap((one, index) => (isNew(one) ? [{ one, index }] : []))
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
    for (const { one, index } of added) {
      const { media, bytes } = await newMedia(one, index, maxBytes)
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
          received: blob ? 0 : media.size,
        })
        if (blob) await store.addPiece(client, { id, received: 0 }, { blob, size: media.size })
      }
    },
  }
}

const WHY = {
  type_mismatch: 'the content does not match the type',
  encrypted: 'the document is encrypted',
  unknown_type: 'data sources do not take this type of file',
}

type NewDocument = Extract<SentMedia, { url: string } | { content: string }>

const isNew = (sent: SentMedia): sent is NewDocument => 'url' in sent || sent.content !== undefined

/** Returns the values of a new document, and its bytes if it is a file. */
async function newMedia(
  sent: NewDocument,
  index: number,
  maxBytes: number,
): Promise<{ media: store.NewMedia; bytes?: Buffer }> {
  if ('url' in sent) return { media: fromAddress(sent) }
  const path = `media.${index}.`
  const size = Buffer.byteLength(sent.content, 'base64')
  const file = acceptable({ name: sent.name, mime_type: sent.mime_type, size }, maxBytes, path)
  const refused = (message: string) => {
    const issues = [{ path: `${path}content`, message }]
    return new Problem('MEDIA_REFUSED', { names: file.name }, { issues })
  }
  const bytes = await decodeBase64(sent.content)
  if (!bytes) throw refused('the content is not base64')
  if (bytes.length === 0) throw refused('the file is empty')
  const told = toldType(bytes, file.mimeType)
  if ('refused' in told) throw refused(WHY[told.refused])
  const { mimeType } = told
  return { media: { ...file, mimeType, size: bytes.length, received: 0, url: null }, bytes }
}
