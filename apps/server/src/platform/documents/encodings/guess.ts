// Guesses the encoding of bytes by statistics of languages (decision 103).
import type { Encoding } from '@polylogue/contract'

/** The encodings that are guessed: the detector's names, and those of decoders. CP437 has the letters of CP850. */
const NAMES: Readonly<Record<string, Encoding>> = {
  cp1250: 'windows-1250',
  cp1251: 'windows-1251',
  cp1252: 'windows-1252',
  cp1253: 'windows-1253',
  cp1254: 'windows-1254',
  cp1255: 'windows-1255',
  cp1256: 'windows-1256',
  cp1257: 'windows-1257',
  cp1258: 'windows-1258',
  cp874: 'windows-874',
  'tis-620': 'windows-874',
  'iso8859-2': 'iso-8859-2',
  'iso8859-5': 'iso-8859-5',
  'iso8859-7': 'iso-8859-7',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  cp866: 'ibm866',
  'mac-cyrillic': 'x-mac-cyrillic',
  'mac-roman': 'macintosh',
  cp437: 'cp850',
  cp852: 'cp852',
  gb18030: 'gb18030',
  big5hkscs: 'big5',
  cp932: 'shift_jis',
  euc_jis_2004: 'euc-jp',
  cp949: 'euc-kr',
}

/** Bytes that the detector reads, and those of them before the first letter that is not ASCII. */
const SAMPLE = 32_768
const BEFORE = 512
/** Guesses that are tried. */
const TRIES = 6

/** Returns encodings that bytes may be in, the best guess first. */
export type Guess = (bytes: Uint8Array) => Encoding[]

/** Loads the detector: it takes 0.1 s and 60 MB. */
export async function loadGuess(): Promise<Guess> {
  const { chardet } = await import('jschardet')
  const options = { includeEncodings: Object.keys(NAMES), compatNames: false, ignoreThreshold: true }
  return (bytes) => {
    const first = bytes.findIndex((byte) => byte > 0x7f)
    const from = Math.max(0, first - BEFORE)
    const found = chardet.detectAll(bytes.subarray(from, from + SAMPLE), options)
    return found.flatMap(({ encoding }) => NAMES[encoding ?? ''] ?? []).slice(0, TRIES)
  }
}
