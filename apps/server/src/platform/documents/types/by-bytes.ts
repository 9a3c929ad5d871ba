// Tells the type of a file by its bytes: signatures first, then the ending of its name. Without values of the contract, so that
// the process of readers can use it.
import { hasNul, hasStrayNuls, isMarked, wideOf } from '../encodings/wide.ts'
import { zipType } from './zip-type.ts'

/** A file whose content tells its type: `TOLD_BY_CONTENT` of the contract. */
export const BY_CONTENT = 'application/octet-stream'

/** The type of a file, or why it has none that is read. */
export type ToldType =
  | { readonly mimeType: string }
  | { readonly refused: 'type_mismatch' | 'encrypted' | 'unknown_type' | 'foreign_picture' }

const HTML = 'text/html'
const CSV = 'text/csv'
const XLS = 'application/vnd.ms-excel'
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const OUTLOOK = 'application/vnd.ms-outlook'
const MAIL = 'message/rfc822'
/** The first line of a mail. */
const MAIL_HEAD = /^(?:From |[A-Za-z][\w-]{1,60}:[ \t])/
/** A part that each mail of Outlook has. */
const OUTLOOK_MARK = '__properties_version1.0'

/** Types that begin with these bytes, and no others do. */
const SIGNATURES: readonly (readonly [begin: RegExp, mimeType: string])[] = [
  [/^89504e470d0a1a0a/, 'image/png'],
  [/^ffd8ff/, 'image/jpeg'],
  [/^47494638(?:37|39)61/, 'image/gif'],
  [/^52494646.{8}57454250/, 'image/webp'],
  [/^(?:49492a00|4d4d002a)/, 'image/tiff'],
  [/^7b5c727466/, 'application/rtf'],
  [/^789f3e22/, 'application/ms-tnef'],
  // The size of the first header follows two reserved numbers and the place of the pixels.
  [/^424d.{8}0{8}.{8}(?:0c|28|38|40|6c|7c)/, 'image/bmp'],
]
/** Pictures that nothing here reads, and that phones and drawing programs save under the names of others: HEIC, AVIF, Photoshop,
 * JPEG 2000 and JPEG XL. */
const FOREIGN =
  /^(?:.{8}66747970(?:6865|6d69663[12]|6d736631|61766966|61766973)|38425053|0000000c(?:6a502020|4a584c20)|ff0a)/
const SIGNED = new Set([...SIGNATURES.map(([, mimeType]) => mimeType), 'application/pdf', XLS, OUTLOOK])
const OLD_OFFICE = /^d0cf11e0a1b11ae1/
/** Workbooks before Excel 5, which have no container: the record that begins them, and its length. */
const OLD_SHEET = /^09(?:00|02|04|08)(?:04|06|08|10)00/
const ZIP = /^504b0304/
const ZIPPED = /openxmlformats|opendocument|epub/
/** The beginning of a page of HTML: some servers send it without a type. */
const PAGE =
  /^(?:\xef\xbb\xbf)?\s{0,99}(?:<\?xml[^>]{0,200}>\s{0,99})?(?:<!--[^>]{0,400}>\s{0,99}){0,3}<(?:!doctype\s{1,9}html|html[\s>])/i
/** Bytes in which a PDF may begin: some have a header of a mail or a printer before. */
const PDF_WITHIN = 1_024

/** A workbook as one XML file, as Excel 2003 and many programs that report write it. */
const XML_SHEET = /<(?:\w{1,20}:)?Workbook\s[^<>]{0,1500}urn:schemas-microsoft-com:office:spreadsheet/
const XML_SHEET_WITHIN = 4_096

/** Returns the type by the beginning of a file; `assumed` is that of its name. */
export function toldType(bytes: Uint8Array, assumed: string): ToldType {
  const start = Buffer.from(bytes.subarray(0, PDF_WITHIN))
  const hex = start.subarray(0, 16).toString('hex')
  const signed = SIGNATURES.find(([begin]) => begin.test(hex))?.[1]
  if (signed) return { mimeType: signed }
  if (FOREIGN.test(hex)) return { refused: 'foreign_picture' }
  if (ZIP.test(hex)) return zipped(bytes, assumed)
  if (OLD_OFFICE.test(hex)) return oldOffice(bytes, assumed)
  if (assumed === XLS && OLD_SHEET.test(hex)) return { mimeType: XLS }
  const isText = looksLikeText(bytes)
  // A text may speak of PDF.
  if (
    start.includes('%PDF-', 0, 'latin1') &&
    (!isText || hex.startsWith('255044462d') || assumed.endsWith('pdf'))
  )
    return { mimeType: 'application/pdf' }
  // Its header is damaged; every program opens it by its end.
  if (assumed === 'application/pdf' && endsAsPdf(bytes)) return { mimeType: assumed }
  // Mail programs of Unix save mails under the name that Outlook uses.
  if (assumed === OUTLOOK && isText && MAIL_HEAD.test(start.toString('latin1'))) return { mimeType: MAIL }
  // Their files need not be encoded.
  if (assumed === MAIL && MAIL_HEAD.test(start.toString('latin1'))) return { mimeType: MAIL }
  if (isText && !assumed.startsWith('text/plain') && isSavedPage(start)) return { mimeType: MAIL }
  if (isText && isXmlSheet(bytes)) return { mimeType: XLS }
  if (assumed === XLS && isText) return { mimeType: /^\s{0,99}</.test(start.toString('latin1')) ? HTML : CSV }
  if (assumed === BY_CONTENT) {
    if (!isText) return { refused: 'unknown_type' }
    return { mimeType: PAGE.test(start.toString('latin1')) ? HTML : 'text/plain' }
  }
  if (SIGNED.has(assumed) || ZIPPED.test(assumed) || !isText) return { refused: 'type_mismatch' }
  return { mimeType: assumed }
}

/** Where a PDF says how it ends. */
const PDF_END_WITHIN = 2_048
const endsAsPdf = (bytes: Uint8Array): boolean =>
  /startxref\s{1,9}\d{1,12}\s{1,9}%%EOF/.test(Buffer.from(bytes.subarray(-PDF_END_WITHIN)).toString('latin1'))

/** Whether bytes are those of a text: UTF-16 and UTF-32 have NULs, others only between their letters. */
const looksLikeText = (bytes: Uint8Array): boolean =>
  !hasNul(bytes) || isMarked(bytes) || hasStrayNuls(bytes) || wideOf(bytes) !== undefined

/** Whether it is a page with its pictures as one file, as wikis export pages under names of Word and Excel. */
function isSavedPage(start: Buffer): boolean {
  const head = start.toString('latin1')
  return (
    MAIL_HEAD.test(head) &&
    /^MIME-Version:/im.test(head) &&
    /^Content-Type:\s{0,9}multipart\/related/im.test(head)
  )
}

const isXmlSheet = (bytes: Uint8Array): boolean =>
  XML_SHEET.test(Buffer.from(bytes.subarray(0, XML_SHEET_WITHIN)).toString('latin1').replaceAll('\0', ''))

function zipped(bytes: Uint8Array, assumed: string): ToldType {
  const mimeType = zipType(bytes)
  if (mimeType) return { mimeType }
  // Its names may be encrypted or after these bytes.
  return ZIPPED.test(assumed) ? { mimeType: assumed } : { refused: 'unknown_type' }
}

/** Files of Office before 2007, and encrypted ones of today, are in the same container. */
function oldOffice(bytes: Uint8Array, assumed: string): ToldType {
  const has = (name: string) => Buffer.from(bytes).includes(name, 0, 'utf16le')
  // A mail may have other documents in it, and a sheet mails.
  if (assumed !== XLS && has(OUTLOOK_MARK)) return { mimeType: OUTLOOK }
  if (has('EncryptedPackage')) {
    // Workbooks can be encrypted with a password that nobody has to type, which their reader tries (decision 185).
    const isWorkbook = assumed === SHEET || assumed === XLS
    return isWorkbook ? { mimeType: SHEET } : { refused: 'encrypted' }
  }
  return assumed === XLS || has('Workbook') ? { mimeType: XLS } : { refused: 'unknown_type' }
}
