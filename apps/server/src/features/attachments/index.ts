import type { Blobs } from '../../platform/blobs/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Documents } from '../../platform/documents/index.ts'
import type { AttachmentLimits } from './rules.ts'
import { attachmentsService, type AttachmentsService } from './service.ts'

export { cleanName } from './rules.ts'
export type { AttachmentsService } from './service.ts'

/** Attachments of prompts: checking, text extraction and storage. */
export function attachmentsFeature(options: {
  blobs: Blobs
  documents: Documents
  clock: Clock
  limits: AttachmentLimits
}): { service: AttachmentsService } {
  return { service: attachmentsService(options) }
}
