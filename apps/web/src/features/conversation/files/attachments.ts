// What may be attached to a message, and how a file becomes an attachment (chat specification, sections 5 and 9).
import type { Attachment, AttachmentUpload } from '@polylogue/contract'
import { ATTACHMENT_LIMITS, MULTIMODAL_TYPES, TEXT_MODEL_TYPES } from '@polylogue/contract/browser'
import type { AttachmentRules } from '../../../lib/config.ts'

/** The name of the dialog in the address that manages what is attached. */
export const ATTACH = 'attach'

/** What is wrong with a file, in the specification's words. */
export type Issue = 'mime_type' | 'size' | 'count' | 'content'

export interface Refused {
  name: string
  issues: readonly Issue[]
}

/** A file chosen for a message that is not sent yet. */
export interface Chosen {
  id: string
  file: File
  type: string
}

const BY_ENDING: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  csv: 'text/csv',
  txt: 'text/plain',
  html: 'text/html',
  htm: 'text/html',
  rtf: 'application/rtf',
}

/** What one model takes: types, and bytes of a file; -1 for any size. */
export interface Accepted {
  types: readonly string[]
  maxBytes: number
}

/** What a model takes here. Markdown is accepted where text is (chat specification, section 5). */
export function acceptedBy({ types, maxBytes }: AttachmentRules, multimodal: boolean): Accepted {
  const own = multimodal ? types.multimodal : types.text
  return { types: own.includes('text/plain') ? [...new Set([...own, 'text/markdown'])] : own, maxBytes }
}

/** Whether a model takes what models of its kind take unless the installation says otherwise. */
export function takesStandard({ types }: Accepted, multimodal: boolean): boolean {
  const standard: readonly string[] = multimodal ? MULTIMODAL_TYPES : TEXT_MODEL_TYPES
  return types.length === standard.length && standard.every((type) => types.includes(type))
}

const ENDINGS: Readonly<Record<string, string>> = {
  'text/plain': '.txt',
  'text/markdown': '.md',
  'text/csv': '.csv',
  'text/html': '.html',
  'application/pdf': '.pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'application/vnd.oasis.opendocument.text': '.odt',
  'application/vnd.oasis.opendocument.spreadsheet': '.ods',
  'application/vnd.oasis.opendocument.presentation': '.odp',
  'application/rtf': '.rtf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/svg+xml': '.svg',
}

/** What files of the accepted types end with. */
export const endingsOf = ({ types }: Accepted): string[] => types.flatMap((type) => ENDINGS[type] ?? [])

/** The type of a file. Browsers know no Markdown, and some systems call a CSV file a spreadsheet or nothing at all. */
export function typeOf(file: { name: string; type: string }): string {
  const declared = (file.type.split(';')[0] ?? '').trim().toLowerCase()
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()
  const known = Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined
  const vague = [
    '',
    'text/plain',
    'application/octet-stream',
    'text/x-markdown',
    'text/rtf',
    'application/vnd.ms-excel',
  ].includes(declared)
  return vague ? (known ?? declared) : declared
}

/** What is wrong with a file for a model; nothing when it may be attached. */
export function issuesOf(
  file: { name: string; type: string; size: number },
  { types, maxBytes }: Accepted,
): Issue[] {
  const issues: Issue[] = []
  if (!types.includes(typeOf(file))) issues.push('mime_type')
  if (maxBytes >= 0 && file.size > maxBytes) issues.push('size')
  return issues
}

/** Sorts files into those that may be attached beside `already` others, and those that may not, each with what is wrong. */
export function sortFiles<T extends { name: string; type: string; size: number }>(
  files: readonly T[],
  already: number,
  accepts: Accepted,
): { accepted: T[]; refused: Refused[] } {
  const accepted: T[] = []
  const refused: Refused[] = []
  for (const file of files) {
    const issues = issuesOf(file, accepts)
    if (issues.length === 0 && already + accepted.length >= ATTACHMENT_LIMITS.count) issues.push('count')
    if (issues.length > 0) refused.push({ name: file.name, issues })
    else accepted.push(file)
  }
  return { accepted, refused }
}

/** Which of the files the server refused, by the places its issues name (`attachments.0.base64`); the others may stay. */
export function refusedOf(
  issues: readonly { path: string }[],
  files: readonly Chosen[],
): { refused: Refused[]; others: Chosen[] } {
  const found = new Map<number, Issue[]>()
  for (const { path } of issues) {
    const [, index, field] = /attachments\.(\d+)\.(\w+)$/.exec(path) ?? []
    if (index === undefined) continue
    const issue = field === 'mime_type' || field === 'size' ? field : 'content'
    found.set(Number(index), [...(found.get(Number(index)) ?? []), issue])
  }
  return {
    refused: files.flatMap(({ file }, index) => {
      const issuesHere = found.get(index)
      return issuesHere ? [{ name: file.name, issues: issuesHere }] : []
    }),
    others: files.filter((_, index) => !found.has(index)),
  }
}

/** How a chosen file is listed before the server has listed it. */
export const listed = ({ file, type }: Chosen, now: number): Attachment => ({
  name: file.name,
  size: file.size,
  mime_type: type,
  timestamp: Math.floor(now / 1_000),
})

/** A file as it is sent. */
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

function toBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'))
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''))
    reader.readAsDataURL(file)
  })
}

/** A file name in two halves, so that the first can be cut and the ending stays. */
export function halves(name: string): [start: string, end: string] {
  const characters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
  const tail = Math.min(14, Math.floor(characters.length / 2))
  return [
    characters.slice(0, characters.length - tail).join(''),
    characters.slice(characters.length - tail).join(''),
  ]
}
