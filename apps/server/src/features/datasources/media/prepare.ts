// Documents that are sent with the data source itself. Their bytes are stored before the transaction.
import { DATASOURCE_LIMITS, type SentMedia } from '@polylogue/contract'
import { newBlobKey, type Blobs } from '../../../platform/blobs/index.ts'
import type { Runner } from '../../../platform/db/index.ts'
import { Problem } from '../../../problem.ts'
import { looksLike } from './rules.ts'
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

/** Checks and stores sent documents. @throws Problem MEDIA_REFUSED with an issue for each; nothing is stored then */
export async function prepareMedia(
  blobs: Blobs,
  maxBytes: number,
  sent: readonly SentMedia[] | undefined,
): Promise<Prepared> {
  const added = (sent ?? []).map(newMedia(maxBytes)).filter((one) => one !== undefined)
  if (added.length > DATASOURCE_LIMITS.added)
    throw new Problem('MEDIA_REFUSED', { names: `${added.length}` }, { issues: tooMany() })
  const keep = sent?.flatMap((one) =>
    'media_id' in one && typeof one.media_id === 'number' ? one.media_id : [],
  )
  const stored: { media: store.NewMedia; blob: string | undefined }[] = []
  const discard = async () => {
    for (const { blob } of stored) if (blob) await blobs.remove(blob)
  }
  try {
    for (const { media, bytes } of added) {
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

const tooMany = () => [
  {
    path: 'media',
    message: `at most ${DATASOURCE_LIMITS.added} new documents in one request; upload the others one by one`,
  },
]

/** Returns the values of a new document; undefined for an existing one. */
function newMedia(maxBytes: number) {
  return (sent: SentMedia, index: number): { media: store.NewMedia; bytes?: Buffer } | undefined => {
    if ('url' in sent) return { media: fromAddress(sent) }
    if (!('content' in sent) || sent.content === undefined) return undefined
    const bytes = Buffer.from(sent.content, 'base64')
    const path = `media.${index}.`
    const file = acceptable(
      { name: sent.name, mime_type: sent.mime_type, size: bytes.length },
      maxBytes,
      path,
    )
    const refused = bytes.length === 0 || !looksLike(bytes, file.mimeType)
    if (refused) {
      const message = bytes.length === 0 ? 'the file is empty' : 'the content does not match the type'
      throw new Problem(
        'MEDIA_REFUSED',
        { names: file.name },
        { issues: [{ path: `${path}content`, message }] },
      )
    }
    return { media: { ...file, received: 0, url: null }, bytes }
  }
}
