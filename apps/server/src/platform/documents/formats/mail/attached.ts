// Files that are attached to a mail, each read as a document of its own and in the mail's bounds.
import { createHash } from 'node:crypto'
import { checkArchive, checkUnpacked } from '../../archive.ts'
import { warningOf, type Block, type BlockDocument, type ReadWarning } from '../../blocks.ts'
import { BY_CONTENT, toldType, type ToldType } from '../../types/by-bytes.ts'
import type { Unlock } from '../../unlocking/unlock.ts'
import type { Reader } from '../reader.ts'

export interface AttachedFile {
  readonly name: string
  readonly declared: string
  readonly bytes: Uint8Array
}

/** Files of a mail that are read, their bytes, and seconds of the processor after which no further one is begun. */
const MOST = 50
const MOST_BYTES = 50_000_000
const MOST_CPU_MS = 20_000
const MAX_LEVEL = 6
const NAME = 200

const XLS = 'application/vnd.ms-excel'
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'text/html',
  csv: 'text/csv',
  tsv: 'text/csv',
  md: 'text/markdown',
  markdown: 'text/markdown',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
  svg: 'image/svg+xml',
  xls: XLS,
  xlsx: SHEET,
  xlsm: SHEET,
  xlsb: SHEET,
}
const DECLARED = new Set([...Object.values(TYPES), 'text/plain'])

/** Returns the type that the name and the mail say. */
export function assumedType({ name, declared }: Pick<AttachedFile, 'name' | 'declared'>): string {
  const ending = /\.([^./\\]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (Object.hasOwn(TYPES, ending)) return TYPES[ending] ?? BY_CONTENT
  // Outlook keeps a signed mail as a file.
  if (declared.startsWith('multipart/')) return 'message/rfc822'
  return DECLARED.has(declared) ? declared : BY_CONTENT
}

/** Returns the reader of a type; undefined if it is not read here. */
export type ReaderOf = (mimeType: string) => Reader | undefined

export interface FileTools {
  readonly readerOf: ReaderOf
  readonly unlock: Unlock
}

export interface Attached {
  readonly blocks: readonly Block[]
  readonly warnings: readonly ReadWarning[]
}

/** Reads files one after the other; what is not read is named. */
export async function readAttached(files: readonly AttachedFile[], tools: FileTools): Promise<Attached> {
  const blocks: Block[] = []
  const found: AttachmentNotes = { unread: [], locked: [], warnings: [] }
  const begun = process.cpuUsage()
  let [count, bytes] = [0, 0]
  for (const file of withoutCopies(files)) {
    const { user, system } = process.cpuUsage(begun)
    bytes += file.bytes.length
    const isWithin = count++ < MOST && bytes <= MOST_BYTES && (user + system) / 1_000 < MOST_CPU_MS
    const document = isWithin ? await readOne(file, tools, found) : undefined
    if (!document) {
      if (!isWithin) found.unread.push(nameOf(file))
      continue
    }
    blocks.push({ kind: 'heading', text: nameOf(file), level: 2 })
    for (const block of document.blocks) blocks.push(within(block))
  }
  const { unread, locked, warnings } = found
  return {
    blocks,
    warnings: [
      ...warnings,
      ...warningOf('attachments', { names: unread }),
      ...warningOf('encrypted_parts', { names: locked }),
    ],
  }
}

/** Invitations are there as a form of the text and once more as a file. */
function withoutCopies(files: readonly AttachedFile[]): readonly AttachedFile[] {
  const known = new Map<string, AttachedFile>()
  for (const file of files) {
    const key = createHash('sha256').update(file.bytes).digest('base64')
    if ((known.get(key)?.name ?? '') === '') known.set(key, file)
  }
  return [...known.values()]
}

interface AttachmentNotes {
  readonly unread: string[]
  readonly locked: string[]
  readonly warnings: ReadWarning[]
}

const nameOf = ({ name, declared }: AttachedFile): string =>
  (name || declared || 'attachment').replace(/\s+/g, ' ').trim().slice(0, NAME)

/** Headings of a file are below its name. Its pages are not those of the mail. */
function within({ kind, text, level = 1, head }: Block): Block {
  return {
    kind,
    text,
    ...(kind === 'heading' ? { level: Math.min(MAX_LEVEL, level + 2) } : {}),
    ...(head === undefined ? {} : { head }),
  }
}

/** Whether a file that looks like a text is a sound, film or picture: some of them have no byte that texts do not have. */
const isSound = ({ declared }: AttachedFile, type: ToldType): boolean =>
  /^(?:audio|video|image|font|model)\//.test(declared) && 'mimeType' in type && type.mimeType === 'text/plain'

async function readOne(
  file: AttachedFile,
  { readerOf, unlock }: FileTools,
  found: AttachmentNotes,
): Promise<BlockDocument | undefined> {
  const type = toldType(file.bytes, assumedType(file))
  const told = isSound(file, type) ? ({ refused: 'unknown_type' } as const) : type
  const isLocked = 'refused' in told && told.refused === 'encrypted'
  const reader = 'mimeType' in told ? readerOf(told.mimeType) : undefined
  if (!reader || !('mimeType' in told)) {
    const names = isLocked ? found.locked : found.unread
    names.push(nameOf(file))
    return undefined
  }
  try {
    const { mimeType } = told
    const bytes = unlock(file.bytes)
    if (checkArchive(mimeType, bytes) ?? checkUnpacked(mimeType, bytes)) throw new Error('refused')
    const document = await reader(bytes)
    if (document.blocks.length === 0) throw new Error('no text')
    for (const warning of document.warnings) note(file, warning, found)
    return document
  } catch (error) {
    const names = /password|encrypt/i.test(String(error)) ? found.locked : found.unread
    names.push(nameOf(file))
    return undefined
  }
}

/** Keeps what a file's reader says; its pages are named with it. */
function note(file: AttachedFile, { code, pages, count, names }: ReadWarning, found: AttachmentNotes): void {
  if (code === 'pages_without_text' || code === 'unknown_letters')
    found.unread.push(`${nameOf(file)} (${pages.slice(0, 20).join(', ')})`)
  else found.warnings.push({ code, pages: [], ...(count ? { count } : {}), ...(names ? { names } : {}) })
}
