import type { AttachmentUpload } from '@polylogue/contract'
import type { QueryClient } from '@tanstack/react-query'
import { toUpload, type Chosen } from './attachments.ts'
import { recognizedIn } from './file-texts.ts'

/** Returns the files as they are sent with a question, with the text that was recognised in them. */
export const uploadsOf = (cache: QueryClient, files: readonly Chosen[]): Promise<AttachmentUpload[]> =>
  Promise.all(
    files.map(async (one) => ({
      ...(await toUpload(one.file, one.file.name, one.type, one.file.lastModified)),
      recognized: recognizedIn(cache, one),
    })),
  )
