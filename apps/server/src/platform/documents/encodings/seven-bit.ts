// Encodings of old mails that write all letters in ASCII, and that TextDecoder does not know.

const KOREAN = 'iso-2022-kr'
/** The mark at the beginning of a text in ISO-2022-KR. */
export const KOREAN_MARK = '\u001B$)C'
const SHIFTED_OUT = 0x0e
const SHIFTED_IN = 0x0f
const HIGH = 0x80

const DECODERS: Readonly<Record<string, (text: string) => string | undefined>> = {
  [KOREAN]: (text) =>
    text.includes(KOREAN_MARK) ? decodeKorean(text.replaceAll(KOREAN_MARK, '')) : undefined,
  'hz-gb-2312': decodeHz,
  'utf-7': decodeUtf7,
}

/** Whether an encoding is one of these. */
export const isSevenBit = (label: string): boolean => Object.hasOwn(DECODERS, label.toLowerCase())

/** Decodes bytes in one of these encodings; undefined if they are not in it. */
export function decodeSevenBit(label: string, bytes: Uint8Array): string | undefined {
  if (bytes.some((byte) => byte >= HIGH)) return undefined
  return DECODERS[label.toLowerCase()]?.(Buffer.from(bytes).toString('latin1'))
}

/** Between the two controls stand letters of two bytes without their upper bits. */
function decodeKorean(text: string): string {
  const bytes: number[] = []
  let isOut = false
  for (const byte of Buffer.from(text, 'latin1')) {
    if (byte === SHIFTED_OUT) isOut = true
    else if (byte === SHIFTED_IN) isOut = false
    else bytes.push(isOut && byte > 0x20 ? byte | HIGH : byte)
  }
  return new TextDecoder('euc-kr').decode(Uint8Array.from(bytes))
}

/** Letters of two bytes stand in `~{` and `~}`; a tilde is doubled. */
function decodeHz(text: string): string {
  return text.replace(/~\{([\x21-\x7e]*?)~\}|~~|~\r?\n/g, (whole, letters?: string) => {
    if (letters === undefined) return whole === '~~' ? '~' : ''
    return new TextDecoder('gbk').decode(Buffer.from(letters, 'latin1').map((byte) => byte | HIGH))
  })
}

/** Letters stand as UTF-16 in base64 between `+` and `-` or another sign. */
function decodeUtf7(text: string): string {
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, base64: string) => {
    if (base64 === '') return '+'
    const bytes = Buffer.from(base64, 'base64')
    return new TextDecoder('utf-16be').decode(bytes.subarray(0, bytes.length & ~1))
  })
}
