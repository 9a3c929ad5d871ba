// Prepares an OpenDocument sheet for SheetJS, which does not read all of it.
import { zipSync, type Zippable } from 'fflate'
import type { WorkBook } from '@e965/xlsx'
import { isEncrypted } from '../open-document/package.ts'
import { openZip } from '../unzip.ts'
import { decodeXml, type ParseXml } from '../xml.ts'
import { readOpenContent, type OpenSheet } from './open-content.ts'

const STYLES =
  '<?xml version="1.0"?><office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>'
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.spreadsheet'
const NEEDED = ['mimetype', 'META-INF/manifest.xml', 'meta.xml', 'styles.xml']
const MAX_COLUMNS = 20_000

export interface Prepared {
  readonly bytes: Buffer
  /** Of an OpenDocument: what SheetJS does not read, and the names of its parts. */
  readonly open?: { readonly sheets: readonly OpenSheet[]; readonly parts: readonly string[] }
}

/** Takes the drawings out of an OpenDocument, and adds the styles that SheetJS needs; returns other files as they are. */
export function prepared(bytes: Buffer, parse: ParseXml): Prepared {
  // The first part of an OpenDocument is its type, which is not compressed.
  const isZip = bytes.subarray(0, 2).toString('latin1') === 'PK'
  if (!isZip || (!bytes.subarray(0, 200).includes(OPEN_DOCUMENT) && !bytes.includes('content.xml')))
    return { bytes }
  const zip = openZip(bytes)
  const manifest = zip.part('META-INF/manifest.xml')
  if (manifest && isEncrypted(parse(decodeXml(manifest)))) throw new Error('the document is encrypted')
  const content = zip.part('content.xml')
  if (!content) return { bytes }
  const { cells, sheets } = readOpenContent(Buffer.from(content.buffer, content.byteOffset, content.length))
  const open = { sheets, parts: zip.names }
  const hasStyles = zip.names.includes('styles.xml')
  if (hasStyles && cells.length === content.length) return { bytes, open }
  // The other parts by their names only, which tell what is not read.
  const parts: Zippable = Object.fromEntries(zip.names.map((name) => [name, new Uint8Array()]))
  for (const [name, part] of zip.parts(NEEDED)) parts[name] = part
  if (!hasStyles) parts['styles.xml'] = Buffer.from(STYLES)
  parts['content.xml'] = cells
  return { bytes: Buffer.from(zipSync(parts, { level: 0 })), open }
}

/** Marks what is hidden in a workbook, as SheetJS does for other formats. */
export function hide(book: WorkBook, sheets: readonly OpenSheet[]): void {
  book.Workbook = {
    ...book.Workbook,
    Sheets: sheets.map(({ name, isHidden }) => ({ name, Hidden: isHidden ? 1 : 0 })),
  }
  sheets.forEach(({ hiddenRows, hiddenColumns }, index) => {
    const sheet = book.Sheets[book.SheetNames[index] ?? '']
    if (!sheet) return
    const rows = (sheet as { '!data'?: unknown[] })['!data']?.length ?? 0
    for (const at of placesOf(hiddenRows, rows)) (sheet['!rows'] ??= [])[at] = { hidden: true }
    for (const at of placesOf(hiddenColumns, MAX_COLUMNS)) (sheet['!cols'] ??= [])[at] = { hidden: true }
  })
}

function* placesOf(ranges: readonly (readonly [number, number])[], most: number): Generator<number> {
  for (const [from, to] of ranges) for (let at = from; at < Math.min(to, most); at++) yield at
}
