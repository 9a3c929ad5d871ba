// Why a file of a question is refused, in the words of the API.
import { cutText, type AttachmentUpload } from '@polylogue/contract'
import { DocumentUnreadable } from '#platform/documents/index.ts'
import { Problem, type Issue } from '#problem.ts'
import type { AttachmentLimits, Refusal } from './rules.ts'

/** A rejected field of a file, and the error sentence. */
interface Finding {
  /** `foreign_picture` is no field: the page says what to do with such a picture. */
  readonly field: 'mime_type' | 'size' | 'base64' | 'foreign_picture'
  readonly message: string
}

/** Returns the reason of a refusal. */
export function finding(what: Refusal, { maxBytes }: AttachmentLimits): Finding {
  if (what === 'mime_type') return { field: what, message: 'this type of file is not accepted by this model' }
  if (what === 'size') return { field: what, message: `the file has more than ${maxBytes} bytes` }
  if (what === 'foreign_picture')
    return {
      field: what,
      message: 'the picture has another format than its name says; save it as JPEG or PNG',
    }
  if (what === 'encrypted')
    return unreadable(new DocumentUnreadable('the document is encrypted', 'encrypted'))
  return { field: 'base64', message: 'the content does not match the type' }
}

export const unreadable = ({ message }: DocumentUnreadable): Finding => ({
  field: 'base64',
  message: `no text could be read from the file: ${message}`,
})

/** @throws Problem ATTACHMENT_REFUSED if there are findings; a list for each file */
export function refuse(
  uploads: readonly Pick<AttachmentUpload, 'name'>[],
  findings: readonly (readonly Finding[])[],
): void {
  const issues = findings.flatMap((list, index): Issue[] =>
    list.map(({ field, message }) => ({ path: `attachments.${index}.${field}`, message })),
  )
  if (issues.length === 0) return
  const names = uploads
    .filter((_, index) => findings[index]?.length)
    .map((upload) => cutText(upload.name, 100))
  throw new Problem('ATTACHMENT_REFUSED', { names: names.join(', ') }, { issues })
}
