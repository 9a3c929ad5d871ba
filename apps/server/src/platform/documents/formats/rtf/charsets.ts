// The encodings of RTF: the one of the file, and those of its fonts.
import { decodeDos, isDosPage } from '../../encodings/dos.ts'
import { symbolOf } from '../symbols.ts'

/** What is known of a font. */
export interface Font {
  name: string
  charset?: number
  page?: number
}

/** Encodings by the numbers of characters sets of Windows; 0 and 1 have that of the file. */
const CHARSETS: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
  255: 'cp850',
}
const PAGES: Readonly<Record<number, string>> = {
  // The letters of 437 that are in texts have the same place in 850.
  437: 'cp850',
  850: 'cp850',
  852: 'cp852',
  866: 'ibm866',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10_000: 'macintosh',
  10_007: 'x-mac-cyrillic',
  65_001: 'utf-8',
}
const SYMBOL_CHARSET = 2
const SIGNS = /^(?:symbol|wingdings|webdings|zapf ?dingbats|monotype sorts)/i

/** Returns the encoding of a code page; undefined for an unknown one. */
export function encodingOfPage(page: number): string | undefined {
  if (Object.hasOwn(PAGES, page)) return PAGES[page]
  return page === 874 || (page >= 1_250 && page <= 1_258) ? `windows-${page}` : undefined
}

/** Returns the encoding of a font's text; “symbol” for fonts of signs. */
export function encodingOf(font: Font | undefined, ofFile: string): string {
  const { charset = 0, page, name = '' } = font ?? {}
  if (SIGNS.test(name) && charset <= SYMBOL_CHARSET) return 'symbol'
  const own = page === undefined ? undefined : encodingOfPage(page)
  return own ?? (Object.hasOwn(CHARSETS, charset) ? (CHARSETS[charset] ?? ofFile) : ofFile)
}

const decoders = new Map<string, InstanceType<typeof TextDecoder>>()

function decoderOf(encoding: string): InstanceType<typeof TextDecoder> {
  const known = decoders.get(encoding) ?? new TextDecoder(encoding)
  decoders.set(encoding, known)
  return known
}

/** Returns bytes as text; `isPart` if more of the same text follows. */
export function decodeIn(encoding: string, bytes: Uint8Array, font: string, isPart = false): string {
  if (encoding === 'symbol') return [...bytes].map((byte) => signOf(font, byte)).join('')
  if (isDosPage(encoding)) return decodeDos(encoding, bytes)
  return decoderOf(encoding).decode(bytes, { stream: isPart })
}

/** Returns the sign of a code; digits and punctuation of the font Symbol are the usual ones. */
export function signOf(font: string, code: number): string {
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
  const isUsual = place < 0x7f && /^symbol/i.test(font)
  return symbolOf(font, place) ?? (isUsual ? String.fromCharCode(place) : ' ')
}
