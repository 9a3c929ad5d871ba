// Mails: who wrote what to whom, the text, and the attached files as documents of their own.
import { append, charactersOf, type Block, type BlockDocument, type ReadWarning } from '../../blocks.ts'
import { encodingWarning, loadDecoder } from '../../encodings/encodings.ts'
import { loadHtmlText, type ReadHtml } from '../html.ts'
import { plainBlocks } from '../plain-blocks.ts'
import { unpaged, type Reader } from '../reader.ts'
import { readAttached, type Attached, type AttachedFile, type ReaderOf } from './attached.ts'
import { joinedWarnings } from './joined.ts'
import { hasOutlook, loadAttached, type LoadReader } from './load.ts'
import type { MailText, Parse } from './message.ts'
import { loadMime } from './mime.ts'
import { loadOutlook } from './outlook.ts'

export const MAIL = 'message/rfc822'
export const OUTLOOK = 'application/vnd.ms-outlook'

/** Characters of a plain part that only says where the mail is, and how much longer the other form then is. */
const NOTE = 300
const LONGER = 2
const MUCH_LONGER = 4
/** Mails within each other. */
const MAX_DEPTH = 5

interface MailTools {
  readonly parsers: ReadonlyMap<string, Parse>
  readonly readHtml: ReadHtml
  readonly readerOf: ReaderOf
}

interface MailReaders {
  readonly load: LoadReader
  /** Whether attached files are read, or named only. */
  readonly readsFiles: boolean
}

/** Returns the loader of the reader of a type of mails. */
export const mailLoader =
  (type: typeof MAIL | typeof OUTLOOK, { load, readsFiles }: MailReaders) =>
  async (bytes?: Uint8Array): Promise<Reader> => {
    const [decode, readHtml, readerOf] = await Promise.all([
      loadDecoder(),
      loadHtmlText(),
      readsFiles ? loadAttached(load, bytes) : () => undefined,
    ])
    const parsers = new Map([[MAIL, await loadMime(decode)]])
    if (type === OUTLOOK || hasOutlook(bytes))
      parsers.set(OUTLOOK, await loadOutlook(decode, await load('application/rtf')))
    return (mail) => readMail(mail, type, { parsers, readHtml, readerOf }, 0)
  }

async function readMail(
  mail: Uint8Array,
  type: string,
  tools: MailTools,
  depth: number,
): Promise<BlockDocument> {
  const message = await tools.parsers.get(type)?.(mail)
  if (!message) throw new Error(`no reader for ${type}`)
  const { subject, people, items, pictures, locked, guessed } = message
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
  take(await readAttached(files, readers), blocks, warnings)
  if (guessed) append(warnings, encodingWarning({ ...guessed, text: '', isGuessed: true }))
  return { ...unpaged(blocks), warnings: joinedWarnings(warnings, { pictures, locked }) }
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
