// Parses what Outlook packs into winmail.dat: the text, the properties and the files of a mail ([MS-OXTNEF]).
import type { Decode, Decoded } from '../../encodings/encodings.ts'
import { declaredIn } from '../html/declared.ts'
import type { Reader } from '../reader.ts'
import { labelsOf } from './code-pages.ts'
import { isPicture, type MailFile, type Parse } from './message.ts'
import { OBJECT, propertiesIn, TEXT, UNICODE, type Properties, type Property } from './tnef-properties.ts'

export const TNEF = 'application/ms-tnef'

const SIGNATURE = Buffer.from('789f3e22', 'hex')
/** Attributes. */
const [SUBJECT, BODY, CODE_PAGE, PROPERTIES] = [0x8004, 0x800c, 0x9007, 0x9003]
const [FILE_BEGINS, FILE_TITLE, FILE_DATA, FILE_PROPERTIES] = [0x9002, 0x8010, 0x800f, 0x9005]
/** Properties. */
const OF_MAIL = {
  subject: 0x37,
  sender: 0x0c1a,
  to: 0x0e04,
  cc: 0x0e03,
  sent: 0x39,
  plain: 0x1000,
  rich: 0x1009,
  html: 0x1013,
}
const OF_FILE = {
  longName: 0x3707,
  name: 0x3704,
  title: 0x3001,
  type: 0x370e,
  content: 0x3701,
  shownAs: 0x3712,
}
/** An object begins with the id of its kind. */
const KIND_BYTES = 16
const MOST = 1_000

export const isTnef = (bytes: Uint8Array): boolean => SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length))

interface Attribute {
  readonly id: number
  readonly bytes: Buffer
}

/** Yields the attributes, up to where the bytes end. */
function* attributesOf(bytes: Buffer): Generator<Attribute> {
  for (let at = 6; at + 9 <= bytes.length;) {
    const [id, size] = [bytes.readUInt16LE(at + 1), bytes.readUInt32LE(at + 5)]
    yield { id, bytes: bytes.subarray(at + 9, at + 9 + size) }
    at += 9 + size + 2
  }
}

interface StoredFile {
  title: Buffer
  content: Buffer
  properties: Properties
}

interface Stored {
  /** Attributes. */
  count: number
  page: number
  subject: Buffer
  body: Buffer
  properties: Properties
  readonly files: StoredFile[]
}

const NONE = Buffer.alloc(0)

function storedIn(bytes: Buffer): Stored {
  const stored: Stored = { count: 0, page: 0, subject: NONE, body: NONE, properties: new Map(), files: [] }
  for (const { id, bytes: value } of attributesOf(bytes)) {
    const file = stored.files.at(-1)
    stored.count += 1
    if (id === CODE_PAGE && value.length >= 4) stored.page = value.readUInt32LE(0)
    else if (id === SUBJECT) stored.subject = value
    else if (id === BODY) stored.body = value
    else if (id === PROPERTIES) stored.properties = propertiesIn(value)
    else if (id === FILE_BEGINS && stored.files.length < MOST)
      stored.files.push({ title: NONE, content: NONE, properties: new Map() })
    else if (file && id === FILE_TITLE) file.title = value
    else if (file && id === FILE_DATA) file.content = value
    else if (file && id === FILE_PROPERTIES) file.properties = propertiesIn(value)
  }
  return stored
}

/** Loads the parser. `readRich` reads a text that is only there as RTF. */
export async function loadTnef(decode: Decode, readRich: Reader): Promise<Parse> {
  const { decompressRTF } = await import('@kenjiuno/decompressrtf')
  const rich = async (packed: Buffer) => {
    const { blocks } = await readRich(Uint8Array.from(decompressRTF(Array.from(packed))))
    return blocks.map(({ text }) => text).join('\n\n')
  }
  return async (bytes) => {
    if (!isTnef(bytes)) throw new Error('no message')
    const stored = storedIn(Buffer.from(bytes))
    if (stored.count === 0) throw new Error('no message')
    const texts = new Texts(decode, stored.page)
    const { properties } = stored
    const html = texts.html(properties.get(OF_MAIL.html))
    const plain = texts.of(properties.get(OF_MAIL.plain)) || texts.in(stored.body)
    const packed = properties.get(OF_MAIL.rich)?.bytes
    const files = stored.files.map((file) => fileOf(file, texts))
    const isShown = (at: number) =>
      isPicture(files[at]?.name ?? '') && stored.files[at]?.properties.has(OF_FILE.shownAs) === true
    const isBare = html.trim() === '' && plain.trim() === ''
    const text = isBare && packed ? await rich(packed) : plain
    return {
      subject: texts.of(properties.get(OF_MAIL.subject)) || texts.in(stored.subject),
      people: peopleOf(properties, texts),
      items: [{ kind: 'text', plain: text, html }, ...files.filter((_, at) => !isShown(at))],
      locked: [],
      missing: [],
      pictures: files.filter((_, at) => isShown(at)).length,
      guessed: texts.guessed,
    }
  }
}

function peopleOf(properties: Properties, texts: Texts): string[] {
  const [from, to, cc] = [OF_MAIL.sender, OF_MAIL.to, OF_MAIL.cc].map((id) => texts.of(properties.get(id)))
  const sent = properties.get(OF_MAIL.sent)?.bytes
  return [from ?? '', to ?? '', cc ? `Cc: ${cc}` : '', sent?.length === 8 ? timeOf(sent) : ''].filter(Boolean)
}

/** Returns a time that counts tenths of microseconds since 1601. */
function timeOf(bytes: Buffer): string {
  const date = new Date(Number(bytes.readBigUInt64LE(0) / 10_000n) - 11_644_473_600_000)
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1_970 ? '' : date.toISOString()
}

function fileOf({ title, content, properties }: StoredFile, texts: Texts): MailFile {
  const said = (id: number) => texts.of(properties.get(id))
  const name = said(OF_FILE.longName) || said(OF_FILE.title) || said(OF_FILE.name) || texts.in(title)
  const stored = properties.get(OF_FILE.content)
  const bytes = stored?.type === OBJECT ? stored.bytes.subarray(KIND_BYTES) : (stored?.bytes ?? content)
  return { kind: 'file', name, declared: isTnef(bytes) ? TNEF : said(OF_FILE.type), bytes }
}

/** The texts of a mail, whose letters are in Unicode or in one code page. */
class Texts {
  readonly #decode: Decode
  readonly #declared: string[]
  guessed: Pick<Decoded, 'encoding'> | undefined

  constructor(decode: Decode, page: number) {
    this.#decode = decode
    this.#declared = labelsOf(page)
  }

  of(property: Property | undefined): string {
    if (property?.type === UNICODE) return property.bytes.toString('utf16le').replaceAll('\0', '')
    return property?.type === TEXT ? this.in(property.bytes) : ''
  }

  in(bytes: Buffer): string {
    // With the NUL at its end, it would be taken for UTF-16.
    const decoded = this.#decode(
      bytes.filter((byte) => byte !== 0),
      { declared: this.#declared },
    )
    if (decoded.isGuessed) this.guessed ??= decoded
    return decoded.text
  }

  html(property: Property | undefined): string {
    if (!property || property.type === UNICODE || property.type === TEXT) return this.of(property)
    return this.#decode(property.bytes, { declared: [...declaredIn(property.bytes), ...this.#declared] }).text
  }
}
