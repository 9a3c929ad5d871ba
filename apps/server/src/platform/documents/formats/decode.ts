// Decodes the bytes of text files, whose encoding nobody declares.

const strict = new TextDecoder('utf-8', { fatal: true })
/** Bytes that are read to guess a single-byte encoding. */
const SAMPLE = 65_536

/** Decodes UTF-8, UTF-16 with a byte order mark, and otherwise Windows-1251 or -1252, whichever the letters suggest. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return strict.decode(bytes)
  } catch {
    return new TextDecoder(singleByte(bytes)).decode(bytes)
  }
}

/** Most letters of a Cyrillic text have the upper bit; of a Latin text few do. */
function singleByte(bytes: Uint8Array): 'windows-1251' | 'windows-1252' {
  let [upper, ascii] = [0, 0]
  for (const byte of bytes.subarray(0, SAMPLE)) {
    if (byte >= 0xc0) upper++
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) ascii++
  }
  return upper > ascii ? 'windows-1251' : 'windows-1252'
}
