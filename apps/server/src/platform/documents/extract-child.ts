// The child process that reads documents, without access to network and disk: one, or several texts one after the other. The
// bytes of each come in pieces, before the order.
import { archiveCode, checkArchive, checkUnpacked } from './archive.ts'
import {
  charactersOf,
  documentText,
  emptyPagesOf,
  limited,
  NO_TEXT,
  withNotes,
  type BlockDocument,
} from './blocks.ts'
import { PIECE_BYTES, type ChildReply, type Order, type Picture, type RecognitionProgress } from './child.ts'
import { encodingWarning, loadDecoder } from './encodings/encodings.ts'
import { forIndex, loadReader } from './formats/index.ts'
import type { Reader } from './formats/reader.ts'
import type { Seen } from './recognition/by-model.ts'
import { loadRecognizing } from './recognition/recognition.ts'
import { isOffice } from './recognition/installed.ts'
import { sealFiles, sealNetwork } from './sealing.ts'
import { toldType } from './types/by-bytes.ts'
import { loadUnlock } from './unlocking/unlock.ts'
import { DocumentUnreadable, type UnreadableCode } from './unreadable.ts'

sealNetwork()
let pieces: Uint8Array[] = []
/** Takes what a model answered to the picture that was sent last. */
let answered: ((seen: Seen) => void) | undefined
process.on('message', (message) => {
  const received = message as { piece: Uint8Array } | { seen: Seen } | Order
  if ('piece' in received) pieces.push(received.piece)
  else if ('seen' in received) answered?.(received.seen)
  else void read(received).catch((error: unknown) => reply(refusalOf(error)))
})

async function read({ mimeType, characters, as, isSecond, said, recognition }: Order): Promise<void> {
  const onProgress = (progress: RecognitionProgress) => reply({ progress })
  const sent = Buffer.concat(pieces)
  pieces = []
  const loaded = () => loadReader(mimeType, isSecond, sent)
  const reader = await (recognition
    ? loadRecognizing(mimeType, loaded, recognition, { onProgress, ask })
    : loaded())
  const decode = as === 'source' ? await loadDecoder() : undefined
  const unlock = await loadUnlock(mimeType, sent)
  sealFiles()
  if (decode) {
    const decoded = decode(sent, said)
    const text = decoded.text.slice(0, characters).toWellFormed()
    const hasText = text.trim() !== ''
    const noted = hasText ? withNotes(text, encodingWarning(decoded)) : NO_TEXT
    reply({ text: noted, hasText, pagesWithoutText: [] })
    return
  }
  const bytes = unlock(sent)
  const refused = checkArchive(mimeType, bytes) ?? checkUnpacked(mimeType, bytes)
  if (refused) {
    reply({ unreadable: refused, code: refusedType(mimeType, bytes) ?? archiveCode(refused) })
    return
  }
  const document = limited(await readWith(reader, { bytes, said, mimeType }), characters)
  if (as === 'text') replyText(document, { mimeType, characters })
  else replyBlocks(forIndex(mimeType, document), mimeType)
}

/** Reads a document. What a reader cannot read may be no file of its type. */
async function readWith(
  reader: Reader,
  { bytes, said, mimeType }: Pick<Order, 'said' | 'mimeType'> & { readonly bytes: Uint8Array },
): Promise<BlockDocument> {
  try {
    return await reader(bytes, said)
  } catch (error) {
    const code = refusedType(mimeType, bytes)
    throw code === undefined ? error : new DocumentUnreadable('the bytes are not those of the type', code)
  }
}

/** Returns why bytes are not those of a type; undefined if they can be. */
function refusedType(mimeType: string, bytes: Uint8Array): UnreadableCode | undefined {
  const told = toldType(bytes, mimeType)
  return 'refused' in told ? told.refused : undefined
}

/** Sends a picture to the server, which asks the model: this process has no network. */
function ask(picture: Picture): Promise<Seen> {
  reply({ picture })
  return new Promise((resolve) => {
    answered = resolve
  })
}

function replyText(
  document: BlockDocument,
  { mimeType, characters }: Pick<Order, 'mimeType' | 'characters'>,
): void {
  const warnings = document.warnings.filter(({ code }) => code !== 'recognized')
  reply({
    text: documentText({ blocks: document.blocks, warnings }).slice(0, characters).toWellFormed(),
    hasText: charactersOf(document.blocks) > 0,
    pagesWithoutText: emptyPagesOf(document),
    ...scansOf(document, mimeType),
    ...recognizedOf(document),
  })
}

const scansOf = ({ scans, warnings }: BlockDocument, mimeType: string) =>
  scans?.length || (isOffice(mimeType) && warnings.some(({ code }) => code === 'pictures'))
    ? { hasScans: true }
    : {}

const RECOGNIZED: ReadonlySet<string> = new Set(['recognized', 'recognized_pictures'])

/** Whoever uses the text says first that it was recognised: the end of a long text may be cut off. */
function recognizedOf({ warnings }: BlockDocument) {
  const found = warnings.find(({ code }) => RECOGNIZED.has(code))
  return found ? { recognized: { pages: found.pages, confidence: found.confidence ?? 0 } } : {}
}

function replyBlocks(document: BlockDocument, mimeType: string): void {
  const { blocks, pages, warnings } = document
  const json = Buffer.from(JSON.stringify(blocks))
  for (let at = 0; at < json.length; at += PIECE_BYTES) reply({ piece: json.subarray(at, at + PIECE_BYTES) })
  reply({ facts: { characters: charactersOf(blocks), pages, warnings, ...scansOf(document, mimeType) } })
}

/** Readers name an encrypted document in the error's name, code or message. */
function refusalOf(error: unknown): ChildReply {
  if (error instanceof DocumentUnreadable) return { unreadable: error.message, code: error.code }
  const { name, message, code } = error as { name?: unknown; message?: unknown; code?: unknown }
  if (/password|encrypt/i.test([name, message, code].join(' ')))
    return { unreadable: 'the document is encrypted', code: 'encrypted' }
  return { unreadable: 'the document cannot be read', code: 'damaged' }
}

function reply(answer: ChildReply): void {
  process.send?.(answer)
}
