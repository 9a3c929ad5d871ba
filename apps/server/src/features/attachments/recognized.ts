// Text that was recognised in a file before its question was sent.
import type { AttachmentUpload } from '@polylogue/contract'
import type { Blobs } from '#platform/blobs/index.ts'
import { asRecognized } from '#platform/documents/index.ts'
import type { QuestionFile } from './files.ts'

/** A file of a question. A model gets its recognised text, which says first what it is, instead of its own. */
export interface Upload extends Omit<AttachmentUpload, 'recognized'> {
  readonly recognized?: { readonly text: string; readonly confidence: number } | undefined
}

/** Returns files with the text that was recognised in them, also for the question that this one replaces. */
export async function withRecognized(
  blobs: Blobs,
  uploads: readonly AttachmentUpload[],
  earlier: readonly QuestionFile[] = [],
): Promise<Upload[]> {
  const found: Upload[] = []
  // One after the other, so that only one file is in memory.
  for (const { recognized: sent, ...upload } of uploads) {
    const recognized = sent
      ? { text: asRecognized(sent.text, sent.pages), confidence: sent.confidence }
      : await recognizedBefore(blobs, upload, earlier)
    found.push({ ...upload, recognized })
  }
  return found
}

async function recognizedBefore(
  blobs: Blobs,
  { name, base64 }: Pick<AttachmentUpload, 'name' | 'base64'>,
  earlier: readonly QuestionFile[],
): Promise<Upload['recognized']> {
  for (const { name: before, blob, text, confidence } of earlier) {
    if (before !== name || !text || confidence === null) continue
    const bytes = await blobs.find(blob)
    if (bytes && Buffer.from(bytes).toString('base64') === base64) return { text, confidence }
  }
  return undefined
}
