import type { Blobs } from '#platform/blobs/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Documents } from '#platform/documents/index.ts'
import { memoryForScans } from '#platform/machine-memory.ts'
import type { AttachmentLimits } from './rules.ts'
import { attachmentsService, type AttachmentsService } from './service.ts'

export { cleanName } from './rules.ts'
export type { PreparedFile, PromptFile, QuestionFile } from './files.ts'
export type { AttachmentsService } from './service.ts'

/** Attachments of prompts: checking, text extraction, text recognition and storage. */
export function attachmentsFeature({
  config,
  ...deps
}: {
  blobs: Blobs
  documents: Documents
  clock: Clock
  config: { attachments: AttachmentLimits; limits: { bodyMemoryBytes?: number | undefined } }
}): { service: AttachmentsService } {
  const scanBytes = memoryForScans(config.limits.bodyMemoryBytes)
  return { service: attachmentsService({ ...deps, limits: config.attachments, scanBytes }) }
}
