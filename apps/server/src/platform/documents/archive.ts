// Zipped documents (OOXML, OpenDocument) are looked at before anything unpacks them (quality bar S85).

const MOST_BYTES = 100_000_000
const MOST_ENTRIES = 2_000
const MOST_RATIO = 100
/** Below this size a high ratio is only a small file of blanks. */
const RATIO_COUNTS_ABOVE = 5_000_000

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50

/** Why a zipped document is not opened; undefined for one that is, and for other types. */
export function checkArchive(mimeType: string, bytes: Uint8Array): string | undefined {
  if (!/openxmlformats|opendocument/.test(mimeType)) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === undefined) return 'the archive has no directory'
  const entries = view.getUint16(end + 10, true)
  if (entries > MOST_ENTRIES) return 'the archive has too many entries'
  let at = view.getUint32(end + 16, true)
  let unpacked = 0
  for (let index = 0; index < entries; index++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== DIRECTORY_ENTRY)
      return 'the archive is damaged'
    unpacked += view.getUint32(at + 24, true)
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  if (unpacked > MOST_BYTES) return 'the archive is too large when unpacked'
  if (unpacked > RATIO_COUNTS_ABOVE && unpacked / bytes.byteLength > MOST_RATIO)
    return 'the archive is a bomb'
  return undefined
}

/** The directory's end record: in the last 64 kB, because a comment may follow it. */
function findEnd(view: DataView): number | undefined {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--)
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at
  return undefined
}
