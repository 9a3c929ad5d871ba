// Writes what a person typed as a regular expression of the database that finds it with any case and accents.
import { folded, MARKS } from '@polylogue/retrieval/folded'

/** Where letters with accents are, and those that are more than one letter. */
const RANGES = [
  [0x41, 0x52f],
  [0x5d0, 0x6d3],
  [0x1e00, 0x1fff],
  [0xfb00, 0xfb4f],
  [0xff21, 0xff5a],
] as const

/** The letters of each folded text of one or more letters. */
let variants: ReadonlyMap<string, string> | undefined

function variantsOf(text: string): string {
  variants ??= allVariants()
  return variants.get(text) ?? ''
}

function allVariants(): ReadonlyMap<string, string> {
  const all = new Map<string, string>()
  for (const [from, to] of RANGES)
    for (let unit = from; unit <= to; unit++) {
      const letter = String.fromCharCode(unit)
      const plain = folded(letter)
      if (!/\p{L}/u.test(letter) || !/^\p{L}/u.test(plain)) continue
      all.set(plain, (all.get(plain) ?? '') + letter)
      // What is typed can end inside a letter that is two: “weis” of “Weiß”.
      if (plain.length > 1) all.set(`${plain[0]}…`, (all.get(`${plain[0]}…`) ?? '') + letter)
    }
  return all
}

/** The database has no escapes in brackets. */
const marks = `[${JSON.parse(`"${MARKS}"`)}]*`

/** Returns the pattern for `~`. */
export function patternOf(typed: string): string {
  const letters = Array.from(folded(typed))
  let pattern = ''
  for (let at = 0; at < letters.length; at++) {
    const [one = '', next = ''] = [letters[at], letters[at + 1]]
    const together = variantsOf(next === '' ? `${one}…` : one + next)
    if (together === '') pattern += patternOfLetter(one)
    else if (next === '') pattern += `(?:${patternOfLetter(one)}|[${together}])`
    else {
      pattern += `(?:${patternOfLetter(one)}${patternOfLetter(next)}|[${together}])`
      at++
    }
  }
  return pattern
}

function patternOfLetter(letter: string): string {
  const known = variantsOf(letter)
  if (known !== '') return `[${known}]${marks}`
  if (/[a-z0-9\s]|[^\0-\x7f]/.test(letter)) return bothCases(letter)
  return `\\${letter}`
}

function bothCases(letter: string): string {
  const upper = letter.toUpperCase()
  return upper === letter || upper.length !== letter.length ? letter : `[${letter}${upper}]`
}
