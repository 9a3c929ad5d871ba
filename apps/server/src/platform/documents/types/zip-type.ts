// Tells documents that are archives apart by the names of their files.
import { inflateRawSync } from 'node:zlib'

const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** Bytes that are searched, and names that are read of them. */
const SEARCHED = 4_000_000
const NAMES = 5_000
const LOCAL = Buffer.from('PK\u0003\u0004', 'latin1')
const LISTED = Buffer.from('PK\u0001\u0002', 'latin1')

const FOLDERS: readonly (readonly [begin: string, mimeType: string])[] = [
  ['word/', `${OFFICE}.wordprocessingml.document`],
  ['xl/', `${OFFICE}.spreadsheetml.sheet`],
  ['ppt/', `${OFFICE}.presentationml.presentation`],
]
/** Types that the first file of an archive names: OpenDocument and EPUB. */
const NAMED = /^application\/(?:epub\+zip|vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation))/

/** Returns the type of a document that is an archive; undefined for other archives. */
export function zipType(bytes: Uint8Array): string | undefined {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SEARCHED))
  const type = NAMED.exec(firstFile(zip, 'mimetype'))?.[0]
  if (type) return type
  for (const [mark, at] of [
    [LOCAL, 30],
    [LISTED, 46],
  ] as const)
    for (const name of namesOf(zip, mark, at)) {
      const found = FOLDERS.find(([folder]) => name.startsWith(folder))
      if (found) return found[1]
      if (name === 'META-INF/container.xml') return 'application/epub+zip'
    }
  return undefined
}

const FIRST = 200
const DEFLATED = 8

/** Returns the beginning of the first file if it has this name. Some programs compress it. */
function firstFile(zip: Buffer, name: string): string {
  if (zip.length < 30 || zip.subarray(30, 30 + name.length).toString('latin1') !== name) return ''
  const from = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28)
  const content = zip.subarray(from, from + FIRST)
  if (zip.readUInt16LE(8) !== DEFLATED) return content.toString('latin1')
  try {
    const packed = content.subarray(0, zip.readUInt32LE(18) || FIRST)
    return inflateRawSync(packed, { maxOutputLength: FIRST }).toString('latin1')
  } catch {
    return ''
  }
}

/** Yields the beginnings of names, each after a mark. */
function* namesOf(zip: Buffer, mark: Buffer, at: number): Generator<string> {
  let from = 0
  for (let count = 0; count < NAMES; count++) {
    const found = zip.indexOf(mark, from)
    if (found < 0) return
    yield zip.subarray(found + at, found + at + 'META-INF/container.xml'.length).toString('latin1')
    from = found + at
  }
}
