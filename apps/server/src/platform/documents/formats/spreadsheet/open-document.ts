import { unzipSync, zipSync } from 'fflate'

const STYLES =
  '<?xml version="1.0"?><office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>'
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.spreadsheet'

/** Adds the styles that SheetJS needs to an OpenDocument sheet without any; returns other files as they are. */
export function withStyles(bytes: Buffer): Buffer {
  // The first part of an OpenDocument is its type, which is not compressed.
  if (!bytes.subarray(0, 200).includes(OPEN_DOCUMENT) && !bytes.includes('content.xml')) return bytes
  if (bytes.includes('styles.xml')) return bytes
  const parts = unzipSync(bytes)
  if (!parts['content.xml'] || parts['styles.xml']) return bytes
  return Buffer.from(zipSync({ ...parts, 'styles.xml': Buffer.from(STYLES) }, { level: 0 }))
}
