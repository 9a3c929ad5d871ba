import type { AttachmentUpload } from '@polylogue/contract'
import type { Blobs } from '../../platform/blobs/index.ts'
import { newBlobKey } from '../../platform/blobs/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { DocumentUnreadable, type Documents } from '../../platform/documents/index.ts'
import { Problem, type Issue } from '../../problem.ts'
import type { NewAttachment, PreparedAttachment } from '../generation/index.ts'
import { check, type Checked, type Refusal } from './rules.ts'

export interface AttachmentsService {
  /**
   * Checks, reads and stores what comes along with a prompt; nothing is stored when one of them is refused.
   * @throws Problem ATTACHMENT_REFUSED with an issue (`attachments.0.mime_type` …) per finding.
   */
  prepare(uploads: readonly AttachmentUpload[], model: { images: boolean }): Promise<PreparedAttachment[]>
  /**
   * Files of an earlier question for another one, which gets bytes of its own. A model that sees no pictures is not sent
   * any; files whose bytes are gone stay behind.
   */
  again(files: readonly NewAttachment[], model: { images: boolean }): Promise<PreparedAttachment[]>
}

const SENTENCES: Record<Refusal | 'unreadable', string> = {
  mime_type: 'this type of file is not accepted by this model',
  size: 'the file is larger than 10 MB',
  content: 'the file is not what its type says',
  unreadable: 'no text could be read out of the file',
}

export function attachmentsService(given: {
  blobs: Blobs
  documents: Documents
  clock: Clock
}): AttachmentsService {
  return {
    async prepare(uploads, model) {
      if (uploads.length === 0) return []
      const results = uploads.map((upload) => check(upload, model))
      refuse(
        uploads,
        results.map((result) => (Array.isArray(result) ? result : [])),
      )
      const checked = results as Checked[]
      const texts = await Promise.all(checked.map((file) => textOf(file, given.documents)))
      refuse(
        uploads,
        texts.map((text) => (text === undefined ? ['unreadable'] : [])),
      )
      return Promise.all(
        checked.map((file, index) => store(given, file, uploads[index]?.timestamp, texts[index] ?? null)),
      )
    },
    async again(files, { images }) {
      const stored = await Promise.all(files.map((file) => storeAgain(given.blobs, file, images)))
      return stored.filter((file) => file !== undefined)
    },
  }
}

function refuse(
  uploads: readonly AttachmentUpload[],
  findings: readonly (readonly (Refusal | 'unreadable')[])[],
): void {
  const issues = findings.flatMap((list, index): Issue[] =>
    list.map((what) => ({
      path: `attachments.${index}.${what === 'mime_type' || what === 'size' ? what : 'base64'}`,
      message: SENTENCES[what],
    })),
  )
  if (issues.length === 0) return
  const names = uploads
    .filter((_, index) => findings[index]?.length)
    .map((upload) => upload.name.slice(0, 100))
  throw new Problem('ATTACHMENT_REFUSED', { names: names.join(', ') }, { issues })
}

/** A document's text; null for a picture; undefined when it cannot be read. */
async function textOf(file: Checked, documents: Documents): Promise<string | null | undefined> {
  if (file.picture) return null
  try {
    return (await documents.extract(file)).replaceAll('\0', '')
  } catch (error) {
    if (error instanceof DocumentUnreadable) return undefined
    throw error
  }
}

async function store(
  given: { blobs: Blobs; clock: Clock },
  file: Checked,
  timestamp: number | undefined,
  text: string | null,
): Promise<PreparedAttachment> {
  const blob = newBlobKey()
  await given.blobs.put(blob, file.bytes)
  const created =
    timestamp === undefined ? given.clock.now() : new Date(Math.min(timestamp, 253_402_300_799) * 1_000)
  const { name, mimeType, bytes, picture } = file
  return {
    stored: { name, mimeType, size: bytes.length, blob, text, created },
    forTurn: picture
      ? { name, mimeType, base64: bytes.toString('base64') }
      : { name, mimeType, ...(text ? { text } : {}) },
  }
}

async function storeAgain(
  blobs: Blobs,
  file: NewAttachment,
  images: boolean,
): Promise<PreparedAttachment | undefined> {
  const bytes = await blobs.find(file.blob)
  if (!bytes) return undefined
  const blob = newBlobKey()
  await blobs.put(blob, bytes)
  const { name, mimeType, text } = file
  const forTurn = text === null ? picture({ name, mimeType }, bytes, images) : { name, mimeType, text }
  return { stored: { ...file, blob }, forTurn }
}

function picture(named: { name: string; mimeType: string }, bytes: Uint8Array, images: boolean) {
  return images ? { ...named, base64: Buffer.from(bytes).toString('base64') } : named
}
