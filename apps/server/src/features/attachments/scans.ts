// Recognises the text of a scan for its question, and tells how far it is.
import type { AttachmentUpload, RecognizedFile } from '@polylogue/contract'
import type { EventSource } from '#http/stream.ts'
import {
  DocumentUnreadable,
  type Documents,
  type ExtractedText,
  type Requester,
} from '#platform/documents/index.ts'
import { Problem } from '#problem.ts'
import { finding, refuse, unreadable } from './refusals.ts'
import { check, decodedSize, type AttachmentLimits, type Checked } from './rules.ts'
import type { ScanRoom } from './scan-room.ts'

interface ScanDeps {
  readonly documents: Documents
  readonly limits: AttachmentLimits
  readonly room: ScanRoom
}

/**
 * Returns the events of a reading, which begins at its person's turn and ends when the requester leaves.
 * @throws Problem ATTACHMENT_REFUSED, RECOGNITION_UNAVAILABLE, TOO_MANY_DOCUMENTS, SERVER_BUSY
 */
export function readScan(
  { documents, limits, room }: ScanDeps,
  upload: AttachmentUpload,
  { key, gone }: Requester,
): EventSource {
  if (documents.recognizes.length === 0) throw new Problem('RECOGNITION_UNAVAILABLE')
  const release = room.take(key, decodedSize(upload.base64))
  const file = checkedScan(upload, { documents, limits, release })
  gone?.addEventListener('abort', release, { once: true })
  if (gone?.aborted) release()
  return {
    async follow(write, ended) {
      const tell = (event: string, data: object) => write([{ event, data: JSON.stringify(data) }])
      const signal = gone ? AbortSignal.any([gone, ended]) : ended
      try {
        const onProgress = (progress: object) => tell('progress', progress)
        tell('text', resultOf(await documents.extract(file, { key, gone: signal }, { onProgress })))
      } catch (error) {
        if (!signal.aborted) tell('error', reasonOf(error, upload.name))
      } finally {
        release()
      }
    },
  }
}

/** @throws Problem ATTACHMENT_REFUSED; the memory is free then */
function checkedScan(
  upload: AttachmentUpload,
  { documents, limits, release }: Omit<ScanDeps, 'room'> & { release: () => void },
): Checked {
  try {
    const checked = check({ ...upload, recognized: undefined }, { images: true }, limits)
    const refusals = Array.isArray(checked) ? checked : []
    if (!Array.isArray(checked) && !documents.canRecognize(checked.mimeType)) refusals.push('mime_type')
    refuse([upload], [refusals.map((what) => finding(what, limits))])
    return checked as Checked
  } catch (error) {
    release()
    throw error
  }
}

function resultOf({ text, hasText, pagesWithoutText, recognized }: ExtractedText): RecognizedFile {
  const found = recognized && hasText ? { ...recognized, text: text.replaceAll('\0', '') } : undefined
  return {
    recognized: found ? { ...found, pages: [...found.pages] } : null,
    pagesWithoutText,
  }
}

/** @throws anything that is a defect */
function reasonOf(error: unknown, name: string): { errorCode: string; errorMessage: string } {
  const problem =
    error instanceof DocumentUnreadable
      ? new Problem('ATTACHMENT_REFUSED', { names: name }, { sentence: `${unreadable(error).message}.` })
      : error
  if (!(problem instanceof Problem)) throw error
  return { errorCode: problem.code, errorMessage: problem.message }
}
