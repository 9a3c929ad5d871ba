// Splits a text into words without changing it, so that offsets refer to the text. One look-up per character.

/** A result of `scanWords`: a word, a pair of letters of a script without spaces, or words joined by marks ("a@b.de"). */
export type Found = 'word' | 'pair' | 'joined'

/** Maximum UTF-16 units of a word that are read; people do not write longer ones. */
const LONGEST_WORD = 64
/** Longer joined words, or with more parts, are usually web addresses and paths; only their parts are found. */
const LONGEST_JOINED = 40
const MOST_PARTS = 5

const OTHER = 1
const LETTER = 2
const DIGIT = 3
const PAIR = 4
/** Continues a word without beginning one: combining marks, soft hyphens, second halves of surrogate pairs. */
const INSIDE = 5
/** Marks that join two words. */
const JOINT = 6
/** Marks that join two numbers. */
const COMMA = 7

const JOINTS = /[-.@_/\\:+&#\u2010\u2011]/
const kinds = new Uint8Array(0x10000)

function kindOf(unit: number): number {
  const known = kinds[unit] ?? OTHER
  return known === 0 ? (kinds[unit] = classify(unit)) : known
}

function classify(unit: number): number {
  const letter = String.fromCharCode(unit)
  if (unit >= 0xdc00 && unit <= 0xdfff) return INSIDE
  // Of the planes above the first, 0x1D400 and 0x20000 to 0x32000 have letters.
  if (unit >= 0xd800 && unit <= 0xdbff) return unit === 0xd835 || unit >= 0xd840 ? LETTER : OTHER
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u30fc]/u.test(letter)) return PAIR
  if (/\p{L}/u.test(letter)) return LETTER
  if (/\p{N}/u.test(letter)) return DIGIT
  if (/[\p{M}\u00ad]/u.test(letter)) return INSIDE
  return JOINTS.test(letter) ? JOINT : letter === ',' ? COMMA : OTHER
}

/** Returns whether the letter belongs to a script without spaces, so that a text can be cut beside it. */
export const isPairLetter = (unit: number) => kindOf(unit) === PAIR

/** Calls `found` for each word, in order; a joined word follows its parts. */
export function scanWords(text: string, found: (from: number, to: number, what: Found) => void): void {
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
  found: (from: number, to: number, what: Found) => void,
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
  found: (from: number, to: number, what: Found) => void,
): number {
  let to = from + 1
  while (to < text.length && kindOf(text.charCodeAt(to)) === PAIR) {
    found(to - 1, to + 1, 'pair')
    to++
  }
  if (to === from + 1) found(from, to, 'pair')
  return to
}
