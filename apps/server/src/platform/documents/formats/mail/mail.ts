// Mails: who wrote what to whom, the text, and the attached files as documents of their own.
import {
  append,
  charactersOf,
  warningOf,
  type Block,
  type BlockDocument,
  type ReadWarning,
} from '../../blocks.ts'
import { encodingWarning, loadDecoder } from '../../encodings/encodings.ts'
import { loadHtmlText, type ReadHtml } from '../html.ts'
import { loadUnlock } from '../../unlocking/unlock.ts'
import { plainBlocks } from '../plain-blocks.ts'
import { unpaged, type Reader } from '../reader.ts'
import { readAttached, type Attached, type AttachedFile, type FileTools, type ReaderOf } from './attached.ts'
import { joinedWarnings } from './joined.ts'
import { hasOutlook, loadAttached, searchable, type LoadReader } from './load.ts'
import { mailsIn } from './mailbox.ts'
import type { MailText, Message, Parse } from './message.ts'
import { loadMime } from './mime.ts'
import { loadOutlook } from './outlook.ts'
import { isTnef, loadTnef, TNEF } from './tnef.ts'

export const MAIL = 'message/rfc822'
export const OUTLOOK = 'application/vnd.ms-outlook'

/** Characters of a plain part that only says where the mail is, and how much longer the other form then is. */
const NOTE = 300
const LONGER = 2
const MUCH_LONGER = 4
/** Mails within each other. */
const MAX_DEPTH = 5

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type MailType = typeof MAIL | typeof OUTLOOK | typeof TNEF

interface MailTools extends FileTools {
  readonly parsers: ReadonlyMap<string, Parse>
  readonly readHtml: ReadHtml
}

interface MailReaders {
  readonly load: LoadReader
  /** Whether attached files are read, or named only. */
  readonly readsFiles: boolean
}

/** Returns the loader of the reader of a type of mails. */
export const mailLoader =
  (type: MailType, { load, readsFiles }: MailReaders) =>
  async (bytes?: Uint8Array): Promise<Reader> => {
    const seen = searchable(bytes)
    const [decode, readHtml, readRich, readerOf, unlock] = await Promise.all([
      loadDecoder(),
      loadHtmlText(),
      load('application/rtf'),
      readsFiles ? loadAttached(load, seen) : () => undefined,
      readsFiles && hasOutlook(seen) ? loadUnlock(SHEET) : (given: Uint8Array) => given,
    ])
    const parsers = new Map([
      [MAIL, await loadMime(decode)],
      [TNEF, await loadTnef(decode, readRich)],
    ])
    if (type === OUTLOOK || hasOutlook(seen)) parsers.set(OUTLOOK, await loadOutlook(decode, readRich))
    const tools = { parsers, readHtml, readerOf, unlock }
    return (file) => (type === MAIL ? readMails(file, tools) : readMail(file, type, tools, 0))
  }

/** Seconds of the processor after which no further mail of a mailbox is read. */
const MOST_CPU_MS = 12_000

/** Reads a mail, or all of a mailbox one after the other. */
async function readMails(file: Uint8Array, tools: MailTools): Promise<BlockDocument> {
  const { mails, isCut } = mailsIn(file)
  const [blocks, warnings]: [Block[], ReadWarning[]] = [[], []]
  const begun = process.cpuUsage()
  for (const mail of mails) {
    const { user, system } = process.cpuUsage(begun)
    const isLate = (user + system) / 1_000 > MOST_CPU_MS
    if (isLate || (isCut && mail === mails.at(-1))) append(warnings, [{ code: 'text_cut', pages: [] }])
    if (isLate) break
    take(await readMail(mail, MAIL, tools, 0), blocks, warnings)
  }
  return { ...unpaged(blocks), warnings: joinedWarnings(warnings) }
}

async function readMail(
  mail: Uint8Array,
  type: string,
  tools: MailTools,
  depth: number,
): Promise<BlockDocument> {
  const message = await tools.parsers.get(type)?.(mail)
  if (!message) throw new Error(`no reader for ${type}`)
  const { subject, people, locked, missing, guessed } = message
  const { items, pictures } = await unpacked(message, tools)
  const blocks: Block[] = [
    { kind: 'heading', text: subject.trim(), level: 1 },
    { kind: 'text', text: people.join('\n') },
  ]
  const warnings: ReadWarning[] = []
  const files: AttachedFile[] = []
  for (const item of items) {
    if (item.kind === 'file') files.push(item)
    else take(bodyOf(item, tools.readHtml), blocks, warnings)
  }
  const readers: ReaderOf = (inner) => {
    if (!tools.parsers.has(inner) || tools.readerOf('text/plain') === undefined) return tools.readerOf(inner)
    return depth < MAX_DEPTH ? (bytes) => readMail(bytes, inner, tools, depth + 1) : undefined
  }
  take(await readAttached(files, { ...tools, readerOf: readers }), blocks, warnings)
  if (guessed) append(warnings, encodingWarning({ ...guessed, text: '', isGuessed: true }))
  append(warnings, [
    ...warningOf('pictures', { count: pictures }),
    ...warningOf('encrypted_parts', { names: locked }),
    ...warningOf('attachments', { names: missing }),
  ])
  return { ...unpaged(blocks), warnings: joinedWarnings(warnings) }
}

/** Returns the items of a mail with those of winmail.dat instead of it. Its text is often that of the mail once more. */
async function unpacked(
  { items, pictures }: Message,
  { parsers }: MailTools,
): Promise<Pick<Message, 'items' | 'pictures'>> {
  const hasText = items.some((item) => item.kind === 'text' && `${item.plain}${item.html}`.trim() !== '')
  const found: Pick<Message, 'items' | 'pictures'> = { items: [], pictures }
  for (const item of items) {
    const isPacked = item.kind === 'file' && isTnef(item.bytes)
    const inner = isPacked
      ? await parsers
          .get(TNEF)?.(item.bytes)
          .catch(() => undefined)
      : undefined
    found.items.push(...(inner?.items.filter(({ kind }) => kind === 'file' || !hasText) ?? [item]))
    found.pictures += inner?.pictures ?? 0
  }
  return found
}

function take(from: Attached, blocks: Block[], warnings: ReadWarning[]): void {
  append(blocks, from.blocks)
  append(warnings, from.warnings)
}

/** Returns the plain form; that in HTML if the plain one is empty or only points to it. */
function bodyOf({ plain, html }: MailText, readHtml: ReadHtml): BlockDocument {
  const other = html.trim() === '' ? undefined : readHtml(html, { isPage: false })
  const length = plain.trim().length
  const letters = other ? charactersOf(other.blocks) : 0
  const isNote = length < NOTE ? letters > length * LONGER : letters > length * MUCH_LONGER
  return other && (length === 0 || isNote) ? other : unpaged(plainBlocks(plain))
}
