// Mails: who wrote what to whom, the text, and the attached files as documents of their own.
import type PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { charactersOf, type Block, type BlockDocument, type ReadWarning } from '../../blocks.ts'
import { encodingWarning, loadDecoder, type Decode } from '../../encodings/index.ts'
import { loadHtmlText, type ReadHtml } from '../html.ts'
import { plainBlocks } from '../plain-blocks.ts'
import { unpaged, type Reader } from '../reader.ts'
import { readAttached, type Attached, type AttachedFile, type ReaderOf } from './attached.ts'
import { withReadableHead } from './head.ts'
import { joinedWarnings } from './joined.ts'
import { loadAttached, type LoadReader } from './load.ts'
import { partsOf, type MailText, type MimePart } from './parts.ts'

/** Characters of a plain part that only says where the mail is, and how much longer the other form then is. */
const NOTE = 300
const LONGER = 2
const MUCH_LONGER = 4
/** Mails within each other. */
const MAX_DEPTH = 5

interface MailTools {
  readonly Parser: typeof PostalMime
  readonly decode: Decode
  readonly readHtml: ReadHtml
  readonly readerOf: ReaderOf
}

/** Returns the loader of the reader of mails; without `load` its files are named and not read. */
export const mailLoader =
  (load?: LoadReader) =>
  async (bytes?: Uint8Array): Promise<Reader> => {
    const [{ default: Parser }, decode, readHtml, readerOf] = await Promise.all([
      import('postal-mime'),
      loadDecoder(),
      loadHtmlText(),
      load ? loadAttached(load, bytes) : () => undefined,
    ])
    return (mail) => readMail(mail, { Parser, decode, readHtml, readerOf }, 0)
  }

async function readMail(mail: Uint8Array, tools: MailTools, depth: number): Promise<BlockDocument> {
  const { Parser, decode, readHtml, readerOf } = tools
  const parser = new Parser({ maxNestingDepth: 50, forceRfc822Attachments: true })
  const email = await parser.parse(withReadableHead(mail, decode))
  const { root } = parser as unknown as { root: MimePart }
  const parts = partsOf(root, decode)
  const blocks: Block[] = headBlocks(email)
  const warnings: ReadWarning[] = []
  const files: AttachedFile[] = []
  for (const item of parts.items) {
    if (item.kind === 'file') files.push(item)
    else take(bodyOf(item, readHtml), blocks, warnings)
  }
  const inner: Reader = (bytes) => readMail(bytes, tools, depth + 1)
  const readers: ReaderOf = (type) =>
    type === 'message/rfc822' ? (depth < MAX_DEPTH ? inner : undefined) : readerOf(type)
  take(await readAttached(files, readers), blocks, warnings)
  if (parts.guessed) warnings.push(...encodingWarning(parts.guessed))
  return {
    ...unpaged(blocks),
    warnings: joinedWarnings(warnings, { pictures: parts.pictures, locked: parts.locked }),
  }
}

function take(from: Attached, blocks: Block[], warnings: ReadWarning[]): void {
  for (const block of from.blocks) blocks.push(block)
  for (const warning of from.warnings) warnings.push(warning)
}

function headBlocks({ subject, from, to, cc, date }: Email): Block[] {
  const names = (list: readonly { name?: string; address?: string | undefined }[]) =>
    list.map(({ name, address }) => [name, address && `<${address}>`].filter(Boolean).join(' ')).join(', ')
  const head = [from && names([from]), to && names(to), cc && `Cc: ${names(cc)}`, date]
  return [
    { kind: 'heading', text: (subject ?? '').trim(), level: 1 },
    { kind: 'text', text: head.filter(Boolean).join('\n') },
  ]
}

/** Returns the plain form; that in HTML if the plain one is empty or only points to it. */
function bodyOf({ plain, html }: MailText, readHtml: ReadHtml): BlockDocument {
  const other = html.trim() === '' ? undefined : readHtml(html, { isPage: false })
  const length = plain.trim().length
  const letters = other ? charactersOf(other.blocks) : 0
  const isNote = length < NOTE ? letters > length * LONGER : letters > length * MUCH_LONGER
  return other && (length === 0 || isNote) ? other : unpaged(plainBlocks(plain))
}
