// Splits a text into words without changing it, so that offsets refer to the text. One look-up per character.

/**
 * A result of `scanWords`: a word, a pair of letters of a script without spaces, the last letter of several such ones, or words
 * joined by marks ("a@b.de"). A pair of a run of one letter is this letter.
 */
export type ScannedKind = 'word' | 'pair' | 'letter' | 'joined'

/** Dashes, and the break without a width, which join words as a hyphen does. */
export const DASH = /[\u200b\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g
/** Characters inside words that readers do not see: soft hyphens, joiners without a width, variants. */
export const UNSEEN = /\u{ad}|\u{200c}|\u{200d}|\u{2060}|\u{feff}|\p{Variation_Selector}/gu
/** Scripts that write words without spaces; Korean has few. Of the last ones, only letters. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u30fc\uff70]/u
const UNSPACED_LETTERS = /^(?=\p{L})[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
/** Marks, unseen characters, the other letters of a decomposed Korean syllable, and narrow Japanese marks. */
const INNER = /\p{M}|\u{ad}|\u{200c}|\u{200d}|\u{2060}|\u{feff}|[\u1160-\u11ff\uff9e\uff9f]/u

/** Maximum UTF-16 units of a word that are read; people do not write longer ones. */
const LONGEST_WORD = 64
/** Longer joined words, or with more parts, are usually web addresses and paths; only their parts are found. */
const LONGEST_JOINED = 40
const MOST_PARTS = 5

const OTHER = 1
const LETTER = 2
const DIGIT = 3
const PAIR = 4
/** Continues a word without beginning one: combining marks, unseen characters, second halves of surrogate pairs. */
const INSIDE = 5
/** Marks that join two words. */
const JOINT = 6
/** Marks that join two numbers. */
const COMMA = 7

const JOINTS = /[-.@_/\\:+&#\u200b\u2010-\u2015\u2212\uff0d]/
const kinds = new Uint8Array(0x10000)

function kindOf(unit: number): number {
  const known = kinds[unit] ?? OTHER
  return known === 0 ? (kinds[unit] = classify(unit)) : known
}

function classify(unit: number): number {
  const letter = String.fromCharCode(unit)
  if (unit >= 0xdc00 && unit <= 0xdfff) return INSIDE
  // Of the planes above the first, 0x1D400 has letters, 0x20000 to 0x32000 rare Chinese ones, and 0xE0100 variants of letters.
  if (unit >= 0xd840 && unit <= 0xd888) return PAIR
  if (unit >= 0xd800 && unit <= 0xdbff) return unit === 0xdb40 ? INSIDE : unit === 0xd835 ? LETTER : OTHER
  if (INNER.test(letter)) return INSIDE
  if (UNSPACED.test(letter) || UNSPACED_LETTERS.test(letter)) return PAIR
  if (/\p{L}/u.test(letter)) return LETTER
  if (/\p{N}/u.test(letter)) return DIGIT
  return JOINTS.test(letter) ? JOINT : letter === ',' ? COMMA : OTHER
}

/** Returns whether the letter belongs to a script without spaces, so that a text can be cut beside it. */
export const isPairLetter = (unit: number) => kindOf(unit) === PAIR

/** Calls `found` for each word, in order; a joined word follows its parts. */
export function scanWords(text: string, found: (from: number, to: number, what: ScannedKind) => void): void {
  let at = 0
  while (at < text.length) {
    const kind = kindOf(text.charCodeAt(at))
    if (kind === LETTER || kind === DIGIT) at = scanJoined(text, at, found)
    else if (kind === PAIR) at = scanPairs(text, at, found)
    else at++
  }
}

function scanJoined(
  text: string,
  from: number,
  found: (from: number, to: number, what: ScannedKind) => void,
): number {
  let start = from
  for (let parts = 1; ; parts++) {
    const to = endOfWord(text, start)
    found(start, Math.min(to, start + LONGEST_WORD), 'word')
    if (!joins(text, to)) {
      if (parts > 1 && parts <= MOST_PARTS && to - from <= LONGEST_JOINED) found(from, to, 'joined')
      return to
    }
    start = to + 1
  }
}

function endOfWord(text: string, from: number): number {
  let to = from + 1
  while (to < text.length) {
    const kind = kindOf(text.charCodeAt(to))
    if (kind !== LETTER && kind !== DIGIT && kind !== INSIDE) break
    to++
  }
  return to
}

/** Whether the character at `at` joins the words on both sides. */
function joins(text: string, at: number): boolean {
  if (at + 1 >= text.length) return false
  const kind = kindOf(text.charCodeAt(at))
  const next = kindOf(text.charCodeAt(at + 1))
  if (kind === JOINT) return next === LETTER || next === DIGIT
  return kind === COMMA && next === DIGIT && kindOf(text.charCodeAt(at - 1)) === DIGIT
}

function scanPairs(
  text: string,
  from: number,
  found: (from: number, to: number, what: ScannedKind) => void,
): number {
  let before = from
  let at = from
  let to = endOfLetter(text, from)
  while (to < text.length && kindOf(text.charCodeAt(to)) === PAIR) {
    before = at
    at = to
    to = endOfLetter(text, at)
    found(before, to, 'pair')
  }
  if (at === from) found(from, to, 'pair')
  else found(at, to, 'letter')
  return to
}

/** Marks and unseen characters that are read as part of one letter. */
const MOST_MARKS = 8

/** Returns the end of a letter with its marks. */
function endOfLetter(text: string, from: number): number {
  let to = from + 1
  while (to < text.length && to - from <= MOST_MARKS && isInside(text.charCodeAt(to))) to++
  return to
}

/** In a script without spaces, a break without a width stands between words of one run. */
const isInside = (unit: number) => unit === 0x200b || kindOf(unit) === INSIDE

/** Returns the letters of a pair, each with its marks. */
export function lettersOf(pair: string): string[] {
  const letters: string[] = []
  for (let at = 0; at < pair.length;) {
    const to = endOfLetter(pair, at)
    letters.push(pair.slice(at, to))
    at = to
  }
  return letters
}
