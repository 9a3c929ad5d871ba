// Decodes the bytes of texts: the one place that knows encodings.
import { warningOf, type ReadWarning } from '../blocks.ts'
import { decodeDos, isDosPage } from './dos.ts'
import { loadGuess, type Guess } from './guess.ts'
import { decodeSevenBit, isSevenBit, KOREAN_MARK } from './seven-bit.ts'
import { decodeWide, hasNul, hasStrayNuls, isMarked, markOf, wideOf, type Wide } from './wide.ts'

/** What is said of the encoding of bytes. */
export interface Said {
  /** What a person has chosen; taken as it is. */
  readonly chosen?: string | undefined
  /** What its server and the file declare, the first that the bytes are in counts. */
  readonly declared?: readonly string[] | undefined
}

export interface Decoded {
  readonly text: string
  /** One of ENCODINGS, or what was declared. */
  readonly encoding: string
  /** Whether it was taken because of the letters only, so that it may be another one. */
  readonly isGuessed: boolean
}

export type Decode = (bytes: Uint8Array, said?: Said) => Decoded

/** Says that an encoding was guessed. The process of readers has no values of the contract, so that the page shows its name. */
export const encodingWarning = ({ encoding, isGuessed }: Decoded): ReadWarning[] =>
  warningOf('encoding_guessed', { names: isGuessed ? [encoding] : [] })

/** Broken characters in a thousand that a text may have and still be in UTF-8. */
const BROKEN = 1 / 20
/** Controls that are in no text: the decoding is wrong. */
const CONTROL = /[^\P{Cc}\s]/u
const CONTROLS = /[^\P{Cc}\s]/gu
const NO_TEXT = /[^\P{Cc}\s]|\uFFFD/u
/** The end of a file of DOS. */
const DOS_END = 0x1a
/** Marks of ISO-2022-JP, which has no bytes above 0x7F. */
const JAPANESE_MARKS = ['\u001B$@', '\u001B$B', '\u001B(I', '\u001B(J']

const strict = new TextDecoder('utf-8', { fatal: true })

/**
 * Loads what decodes bytes: by their mark, as UTF-8, as declared, or guessed. `bytes` are all that will be decoded, if that is
 * known: what they do not need is not loaded.
 */
export async function loadDecoder(bytes?: Uint8Array): Promise<Decode> {
  const guess = bytes && !hasNul(bytes) && certain(bytes) ? undefined : await loadGuess()
  return (given, { chosen, declared = [] } = {}) => {
    const whole = given.at(-1) === DOS_END ? given.subarray(0, -1) : given
    const some = !isMarked(whole) && hasStrayNuls(whole) ? withBlanks(whole) : whole
    if (chosen !== undefined) return { text: decodeAs(chosen, whole), encoding: chosen, isGuessed: false }
    return (
      inDeclared(some, declared.filter(isSevenBit)) ??
      certain(some) ??
      inDeclared(some, declared) ??
      nearlyUtf8(some) ??
      guessed(some, guess ?? (() => ['windows-1252']))
    )
  }
}

/** Returns a text with blanks instead of the NULs between its letters, and without those at its end. */
const withBlanks = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/(?<!\0)\0+$/, '')
      .replace(/\0+/g, ' '),
    'latin1',
  )

/** Decodes what leaves no doubt: a mark, UTF-8, NULs as in UTF-16, or marks of Japanese mails. */
function certain(bytes: Uint8Array): Decoded | undefined {
  const marked = markOf(bytes) ?? (hasNul(bytes) ? wideOf(bytes) : undefined)
  if (marked) return sure(decodeWide(marked, bytes), marked)
  try {
    const text = strict.decode(bytes)
    const korean = text.startsWith(KOREAN_MARK) ? decodeSevenBit('iso-2022-kr', bytes) : undefined
    if (korean !== undefined) return sure(korean, 'iso-2022-kr')
    if (!JAPANESE_MARKS.some((mark) => text.includes(mark))) return sure(text, 'utf-8')
    const japanese = strictly('iso-2022-jp', bytes)
    return sure(japanese ?? text, japanese === undefined ? 'utf-8' : 'iso-2022-jp')
  } catch {
    return undefined
  }
}

const sure = (text: string, encoding: string): Decoded => ({ text, encoding, isGuessed: false })

/** Names of encodings that the bytes are not in: those of UTF-8 were told before, and ASCII has none above 0x7F. */
const NOT_TOLD = /^(?:utf-?8|(?:us-?)?ascii|ansi_x3\.4-19\d\d|iso646-us|646)$/i

function inDeclared(bytes: Uint8Array, labels: readonly string[]): Decoded | undefined {
  for (const label of labels) {
    const text = NOT_TOLD.test(label) ? undefined : strictly(label, bytes)
    if (text !== undefined && !NO_TEXT.test(text)) return sure(text, label.toLowerCase())
  }
  return undefined
}

/** Returns a text in UTF-8 with a few broken bytes. */
function nearlyUtf8(bytes: Uint8Array): Decoded | undefined {
  const text = new TextDecoder('utf-8').decode(bytes)
  let broken = 0
  let whole = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) broken++
    else if (code > 0x7f) whole++
  }
  return broken <= whole * BROKEN ? sure(text, 'utf-8') : undefined
}

/** Decodes with the guess that fits best; UTF-16 without NULs fits nothing else. */
function guessed(bytes: Uint8Array, guess: Guess): Decoded {
  let best: Decoded | undefined
  let least = Infinity
  for (const encoding of [toldByLetters(bytes) ?? guess(bytes)].flat()) {
    const text = MANY_BYTES.has(encoding) ? nearlyIn(encoding, bytes) : strictly(encoding, bytes)
    if (text === undefined || CONTROL.test(text)) continue
    const { odd, foreign } = oddIn(text)
    if (odd < least) best = { text, encoding, isGuessed: true }
    least = Math.min(least, odd)
    if (odd <= foreign * ODD_SHARE) break
  }
  if (best) return best
  const encoding = wideOf(bytes) ?? 'windows-1252'
  return { text: decodeAs(encoding, bytes), encoding, isGuessed: true }
}

/** Encodings of several bytes: any other byte than a letter's breaks them, so that few broken ones are damage. */
const MANY_BYTES: ReadonlySet<string> = new Set(['gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'])

/** Letters of a text that tell its encoding: after one broken byte, the detector takes Korean and Japanese for Chinese. */
const TELLING = [
  { encoding: 'euc-kr', letters: /[가-힣]/g, share: 0.9 },
  { encoding: 'euc-jp', letters: /[ぁ-んァ-ン]/g, share: 0.2 },
] as const
const TELLING_BYTES = 32_768
const TELLING_LETTERS = 30

function toldByLetters(bytes: Uint8Array): string | undefined {
  const first = Math.max(
    0,
    bytes.findIndex((byte) => byte > 0x7f),
  )
  const told = TELLING.find(({ encoding, letters, share }) => {
    const text = nearlyIn(encoding, bytes.subarray(first, first + TELLING_BYTES)) ?? ''
    const all = text.match(/[\p{L}--\p{ASCII}]/gv)?.length ?? 0
    return (text.match(letters)?.length ?? 0) >= Math.max(TELLING_LETTERS, all * share)
  })
  return told?.encoding
}

/** Returns a text in an encoding of several bytes, also with a few broken ones. */
function nearlyIn(encoding: string, bytes: Uint8Array): string | undefined {
  // Decoders pass single bytes that are no letter on as controls.
  const text = decodeAs(encoding, bytes).replace(CONTROLS, '\uFFFD')
  const broken = text.match(/\uFFFD/g)?.length ?? 0
  return broken <= (text.match(/\P{ASCII}/gu)?.length ?? 0) * BROKEN ? text : undefined
}

/** Characters in which words of two scripts, or with a sign inside, are counted. */
const COUNTED = 100_000
/** Odd places of a letter that is not ASCII which a right decoding may have: people mistype, too. */
const ODD_SHARE = 1 / 30
/**
 * Letters and signs that stand together in a wrong decoding. ASCII is the same in all of them, and Chinese, Japanese and Korean
 * have signs between letters.
 */
const ODD =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}|[\p{L}--[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]][[\p{Sm}\p{So}\p{Sc}¡-¿]--\p{ASCII}][\p{L}--[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]]|[\p{Ll}--\p{ASCII}]\p{Lu}|\p{Ll}[\p{Lu}--\p{ASCII}]|\uFFFD/gv

function oddIn(text: string): { odd: number; foreign: number } {
  const counted = text.slice(0, COUNTED)
  return { odd: counted.match(ODD)?.length ?? 0, foreign: counted.match(/\P{ASCII}/gu)?.length ?? 0 }
}

function strictly(label: string, bytes: Uint8Array): string | undefined {
  if (isSevenBit(label)) return decodeSevenBit(label, bytes)
  if (isDosPage(label)) return decodeDos(label, bytes)
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const isWide = (label: string): label is Wide => /^utf-(?:16|32)[lb]e$/.test(label)

/** Decodes in an encoding; what is no character of it becomes U+FFFD. Unknown names count as Windows-1252. */
function decodeAs(label: string, bytes: Uint8Array): string {
  if (isDosPage(label)) return decodeDos(label, bytes)
  if (isWide(label)) return decodeWide(label, bytes)
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
