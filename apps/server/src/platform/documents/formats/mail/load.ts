// Loads the readers that the attached files of a mail need, before the mail is parsed.
import type { Reader } from '../reader.ts'
import type { ReaderOf } from './attached.ts'

export type LoadReader = (mimeType: string) => Promise<Reader>

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'
const SHEET = `${OFFICE}.spreadsheetml.sheet`
const ALWAYS = ['text/plain', 'text/html', 'text/csv', 'text/markdown', 'image/svg+xml', 'application/rtf']
const ZIPPED = [
  `${OFFICE}.wordprocessingml.document`,
  SHEET,
  `${OFFICE}.presentationml.presentation`,
  `${OPEN}.text`,
  `${OPEN}.spreadsheet`,
  `${OPEN}.presentation`,
  'application/epub+zip',
]

const OLD_OFFICE = ['\u00d0\u00cf\u0011\u00e0', '0M8R4K']
/** The beginnings of files as they are and in Base64, in which mails have them, and the types of those files. */
const MARKS: readonly (readonly [marks: readonly string[], mimeTypes: readonly string[]])[] = [
  [['%PDF-', 'JVBERi0'], ['application/pdf']],
  [['PK\u0003\u0004', 'UEsDB'], ZIPPED],
  [OLD_OFFICE, ['application/vnd.ms-excel', SHEET]],
]

/** What has other files in Base64 of its own, so that their beginnings are not seen: signed content, winmail.dat, and mails. */
const WRAPPED = ['pkcs7-mime', 'ms-tnef', 'winmail.dat', 'eJ8+I', 'x\u009f>"', 'message/rfc822', '.eml']

/** Returns the bytes of a mail if the beginnings of its files are in them; undefined if not. */
export const searchable = (bytes: Uint8Array | undefined): Uint8Array | undefined =>
  bytes && hasOne(bytes, WRAPPED) ? undefined : bytes

/** Whether bytes may have a mail of Outlook in them. */
export const hasOutlook = (bytes: Uint8Array | undefined): boolean => !bytes || hasOne(bytes, OLD_OFFICE)

function hasOne(bytes: Uint8Array, marks: readonly string[]): boolean {
  const mail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return marks.some((mark) => mail.includes(mark, 0, 'latin1'))
}

/** Loads the readers for what is in the bytes of a mail; all of them without bytes. */
export async function loadAttached(load: LoadReader, bytes?: Uint8Array): Promise<ReaderOf> {
  const found = MARKS.flatMap(([marks, types]) => (!bytes || hasOne(bytes, marks) ? types : []))
  const types = [...new Set([...ALWAYS, ...found])]
  const readers = await Promise.all(types.map(load))
  const known = new Map(types.map((type, index) => [type, readers[index]]))
  return (mimeType) => known.get(mimeType)
}
