// Rules for attachments, and how a file becomes one (FILE-1, FILE-2).
import type { Attachment, AttachmentUpload } from '@polylogue/contract'
import {
  ATTACHMENT_LIMITS,
  DATASOURCE_TYPES,
  fileTypeOf,
  MULTIMODAL_TYPES,
  TEXT_MODEL_TYPES,
  TOLD_BY_CONTENT,
} from '@polylogue/contract/browser'
import { toBase64 } from '#lib/base64.ts'
import type { AttachmentRules } from '#lib/config.ts'
import { isForeignPicture } from '#lib/foreign-pictures.ts'

/** Name of the attachment dialog in the address. */
export const ATTACH = 'attach'

/** Why a file is refused, with the codes of the API. */
export type Issue = 'mime_type' | 'picture' | 'foreign_picture' | 'size' | 'count' | 'content'

export interface Refused {
  name: string
  file: File
  issues: readonly Issue[]
}

/** A file chosen for a message that has not been sent. */
export interface Chosen {
  id: string
  file: File
  type: string
}

/** The file types and the bytes per file that a model accepts; -1 for no limit. */
export interface Accepted {
  types: readonly string[]
  maxBytes: number
}

/** Whether it is a picture whose text can be recognised. */
export const isScannable = (type: string): boolean => type.startsWith('image/') && type !== 'image/svg+xml'

/**
 * Returns what a model accepts. Markdown is accepted wherever text is (FILE-1); pictures also where their text
 * is recognised (`isRead`).
 */
export function acceptedBy(
  { types, maxBytes }: AttachmentRules,
  multimodal: boolean,
  isRead = false,
): Accepted {
  const read = isRead ? types.multimodal.filter(isScannable) : []
  const own = multimodal ? types.multimodal : [...types.text, ...read]
  return { types: own.includes('text/plain') ? [...new Set([...own, 'text/markdown'])] : own, maxBytes }
}

/** Whether a model accepts the default types of its kind. */
export function takesStandard({ types }: Accepted, multimodal: boolean): boolean {
  const standard: readonly string[] = multimodal ? MULTIMODAL_TYPES : TEXT_MODEL_TYPES
  return types.length === standard.length && standard.every((type) => types.includes(type))
}

/** Returns the file extensions of the accepted types. */
export const endingsOf = ({ types }: Accepted): string[] =>
  Object.entries(DATASOURCE_TYPES).flatMap(([ending, type]) => (types.includes(type) ? [`.${ending}`] : []))

/** Returns an extension of each accepted type, to name them. */
export const mainEndingsOf = ({ types }: Accepted): string[] => {
  const endings = Object.entries(DATASOURCE_TYPES)
  return types.flatMap((type) => {
    const ending = endings.find(([, one]) => one === type)?.[0]
    return ending ? [`.${ending}`] : []
  })
}

/** Returns the type of a file; what browsers say differs between systems. Empty if no reader takes it. */
export const typeOf = ({ name, type }: { name: string; type: string }): string => fileTypeOf(name, type) ?? ''

/** Returns the issues of a file for a model; empty if it can be attached. */
export function issuesOf(
  file: { name: string; type: string; size: number },
  { types, maxBytes }: Accepted,
): Issue[] {
  const issues: Issue[] = []
  const type = typeOf(file)
  if (type !== TOLD_BY_CONTENT && !types.includes(type))
    issues.push(isForeignPicture(file) && types.includes('image/jpeg') ? 'picture' : 'mime_type')
  if (maxBytes >= 0 && file.size > maxBytes) issues.push('size')
  return issues
}

/** Returns whether a file is a picture that the model accepts once it is converted. */
export const isConvertible = (file: File, accepts: Accepted): boolean =>
  issuesOf(file, accepts).includes('picture')

/** Splits files into accepted ones, next to `already` others, and refused ones with their issues. */
export function sortFiles(
  files: readonly File[],
  already: number,
  accepts: Accepted,
): { accepted: File[]; refused: Refused[] } {
  const accepted: File[] = []
  const refused: Refused[] = []
  for (const file of files) {
    const issues = issuesOf(file, accepts)
    if (issues.length === 0 && already + accepted.length >= ATTACHMENT_LIMITS.count) issues.push('count')
    if (issues.length > 0) refused.push({ name: file.name, file, issues })
    else accepted.push(file)
  }
  return { accepted, refused }
}

/** The reasons that the server names itself. */
const NAMED = ['mime_type', 'size', 'foreign_picture'] as const

/** Returns the files that the server refused, by the paths of its issues (`attachments.0.base64`); the others stay. */
export function refusedOf(
  issues: readonly { path: string }[],
  files: readonly Chosen[],
): { refused: Refused[]; others: Chosen[] } {
  const found = new Map<number, Issue[]>()
  for (const { path } of issues) {
    const [, index, field] = /attachments\.(\d+)\.(\w+)$/.exec(path) ?? []
    if (index === undefined) continue
    const issue = NAMED.find((name) => name === field) ?? 'content'
    found.set(Number(index), [...(found.get(Number(index)) ?? []), issue])
  }
  return {
    refused: files.flatMap(({ file }, index) => {
      const issuesHere = found.get(index)
      return issuesHere ? [{ name: file.name, file, issues: issuesHere }] : []
    }),
    others: files.filter((_, index) => !found.has(index)),
  }
}

/** Returns the list entry of a chosen file until the server has its own. */
export const listed = ({ file, type }: Chosen, now: number): Attachment => ({
  name: file.name,
  size: file.size,
  mime_type: type,
  timestamp: Math.floor(now / 1_000),
})

/** Returns the upload of a file. */
export async function toUpload(
  file: Blob,
  name: string,
  type: string,
  now: number,
): Promise<AttachmentUpload> {
  return {
    name,
    size: file.size,
    mime_type: type,
    base64: await toBase64(file),
    timestamp: Math.floor(now / 1_000),
  }
}
