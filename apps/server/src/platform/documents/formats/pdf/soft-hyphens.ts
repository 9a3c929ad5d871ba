// Adds the soft hyphens of a page to its texts: pdf.js leaves them out of texts, but not out of what it draws (decision 163).
import { glyphsOf, lettersIn, SOFT, type SoftHyphen } from './glyphs.ts'
import type { Operators } from './rules.ts'
import { isText, type PageText, type TextItem } from './runs.ts'

/** Letters by which two readings of a page are the same again after a difference. */
const SAME = 8
/** Letters that are looked through for such a place, and comparisons for a page. */
const FAR = 3_000
const MOST = 400_000

/** A letter of the texts, and where it is in its item. */
interface Place {
  readonly item: number
  readonly from: number
  readonly to: number
}

interface Change {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly width: number
}

/**
 * Returns the texts of a page with its soft hyphens. Many programs write them where a hyphen is seen, and “1-12 months” would be
 * read as “112 months”.
 */
export function withSoftHyphens(text: PageText, operators: Operators): PageText {
  const { letters, hyphens } = glyphsOf(operators)
  if (hyphens.length === 0) return text
  const { places, letters: seen } = placesOf(text.items)
  const aligned = alignedWith(letters, seen)
  const found = hyphens.flatMap(
    (hyphen) =>
      changeFor(hyphen, places[aligned[hyphen.at - 1] ?? -1], places[aligned[hyphen.at] ?? -1]) ?? [],
  )
  const changes = Map.groupBy(found, ({ item }) => item)
  return {
    ...text,
    items: text.items.map((item, index) => (isText(item) ? changed(item, changes.get(index) ?? []) : item)),
  }
}

/** Returns the letters of all items, and their places. */
function placesOf(items: PageText['items']): { places: Place[]; letters: string[] } {
  const places: Place[] = []
  const letters: string[] = []
  items.forEach((item, index) => {
    let from = 0
    for (const letter of isText(item) ? item.str : '') {
      const to = from + letter.length
      for (const part of lettersIn(letter)) {
        letters.push(part)
        places.push({ item: index, from, to })
      }
      from = to
    }
  })
  return { places, letters }
}

/** Returns for each letter of one reading its place in the other, which lacks letters outside the page; -1 without one. */
function alignedWith(letters: readonly string[], found: readonly string[]): Int32Array {
  const aligned = new Int32Array(letters.length).fill(-1)
  let compared = 0
  const areSame = (one: number, other: number) => {
    for (let at = 0; at < SAME; at++) {
      compared++
      if (letters[one + at] !== found[other + at]) return false
      if (letters[one + at] === undefined) return true
    }
    return true
  }
  let [one, other] = [0, 0]
  while (one < letters.length && other < found.length && compared < MOST) {
    if (letters[one] === found[other]) {
      aligned[one++] = other++
      continue
    }
    const [skippedOne, skippedOther] = nextSame(one, other, areSame)
    one += skippedOne
    other += skippedOther
  }
  return aligned
}

/** Returns how many letters of both readings are passed over to where they are the same again. */
function nextSame(
  one: number,
  other: number,
  areSame: (one: number, other: number) => boolean,
): readonly [one: number, other: number] {
  for (let far = 1; far <= FAR; far++) {
    if (areSame(one + far, other)) return [far, 0]
    if (areSame(one, other + far)) return [0, far]
    if (areSame(one + far, other + far)) return [far, far]
  }
  return [FAR, FAR]
}

/** Returns the change of the item that a soft hyphen belongs to. Blanks beside it are those that the page has. */
function changeFor(
  { beginsLine, width, hasBlankBefore, hasBlankAfter }: SoftHyphen,
  before: Place | undefined,
  after: Place | undefined,
): (Change & { readonly item: number }) | undefined {
  const [left, right] = [hasBlankBefore ? ' ' : '', hasBlankAfter ? ' ' : '']
  if (before && before.item === after?.item)
    return { item: before.item, from: before.to, to: after.from, text: left + SOFT + right, width }
  if (before && !(beginsLine && after))
    return { item: before.item, from: before.to, to: before.to, text: left + SOFT, width }
  return after && { item: after.item, from: after.from, to: after.from, text: SOFT + right, width }
}

function changed(item: TextItem, changes: readonly Change[]): TextItem {
  let [str, width, end] = ['', item.width, 0]
  if (changes.length === 0) return item
  const size = Math.hypot(item.transform[0] ?? 0, item.transform[1] ?? 0)
  for (const { from, to, text, width: added } of changes) {
    str += item.str.slice(end, from) + text
    width += (added * size) / 1_000
    end = Math.max(end, to)
  }
  return { ...item, str: str + item.str.slice(end), width }
}
