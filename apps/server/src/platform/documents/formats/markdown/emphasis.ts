// Takes the pairs of marks of emphasis out of a text: “**bold**”, “_so_”, “~~gone~~”. Marks without a partner are letters.

const SPACE = /\s/
const PUNCTUATION = /[\p{P}\p{S}]/u
/** Letters of scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u
const WORD = /[\p{L}\p{N}]/u

interface Mark {
  readonly at: number
  left: number
}

export class Emphasis {
  readonly #parts: string[] = []
  /** Marks that can begin an emphasis, by sign. */
  readonly #open = new Map<string, Mark[]>()

  /** The number of parts; the next one has this place. */
  get length(): number {
    return this.#parts.length
  }

  put(text: string): void {
    this.#parts.push(text)
  }

  /** Replaces an earlier part. */
  replace(at: number, text: string): void {
    this.#parts[at] = text
  }

  /** Adds a run of marks between two characters, and takes away what it closes. */
  mark(sign: string, length: number, before: string, after: string): void {
    let left = length
    if (canClose(sign, before, after)) left = this.#close(sign, left)
    const at = this.#parts.length
    this.#parts.push(sign.repeat(left))
    if (left === 0 || !canOpen(sign, before, after)) return
    const open = this.#open.get(sign)
    if (open) open.push({ at, left })
    else this.#open.set(sign, [{ at, left }])
  }

  /** Returns the number of marks that close nothing. */
  #close(sign: string, length: number): number {
    const open = this.#open.get(sign)
    let left = length
    for (let mark = open?.at(-1); mark && left > 0; mark = open?.at(-1)) {
      // One “~” strikes nothing.
      if (sign === '~' && (left < 2 || mark.left < 2)) break
      const pair = Math.min(mark.left, left)
      mark.left -= pair
      left -= pair
      this.#parts[mark.at] = sign.repeat(mark.left)
      if (mark.left === 0) open?.pop()
    }
    return left
  }

  end(): string {
    return this.#parts.join('')
  }
}

/** Whether marks can begin: nothing blank follows; “_” not inside a word, as in snake_case. */
function canOpen(sign: string, before: string, after: string): boolean {
  if (SPACE.test(after)) return false
  if (sign === '_') return !WORD.test(before)
  if (!PUNCTUATION.test(after) || after === '`' || after === '[') return true
  return SPACE.test(before) || PUNCTUATION.test(before) || UNSPACED.test(before)
}

function canClose(sign: string, before: string, after: string): boolean {
  if (SPACE.test(before)) return false
  return sign !== '_' || !WORD.test(after)
}
