// Groups of four letters inside the words of a question.

const GROUP = 4
const NONE: readonly number[] = []

/** The groups of a question, numbered. */
export class LetterGroups {
  readonly #numbers = new Map<string, number>()
  readonly #hashes = new Set<number>()

  get size(): number {
    return this.#numbers.size
  }

  /** Adds the groups of a word without accents; returns their numbers. */
  add(plain: string): readonly number[] {
    return groupsIn(plain).map((group) => {
      const known = this.#numbers.get(group)
      if (known !== undefined) return known
      this.#hashes.add(hashOf(group))
      this.#numbers.set(group, this.#numbers.size)
      return this.#numbers.size - 1
    })
  }

  /** Returns the groups that a word has. Looks hashes up first, because few are those of the question. */
  in(plain: string): readonly number[] {
    let groups: number[] | undefined
    let hash = 0
    for (let at = -1; at <= plain.length; at++) {
      hash = rolled(hash, plain, at)
      if (at < GROUP - 2 && at < plain.length) continue
      if (!this.#hashes.has(hash)) continue
      const group = this.#numbers.get(groupAt(plain, at))
      if (group !== undefined) (groups ??= []).push(group)
    }
    return groups ?? NONE
  }
}

/** Groups of four letters of a word with its ends marked: “_tea”, “tea_”. */
function groupsIn(plain: string): string[] {
  const first = Math.min(GROUP - 2, plain.length)
  return Array.from({ length: countOfGroups(plain) }, (_, index) => groupAt(plain, first + index))
}

/** Returns the number of groups of a word; a single letter with its marks is one group. */
export const countOfGroups = (plain: string): number => Math.max(1, plain.length + 2 - GROUP + 1)

/** The group that ends at a letter of a word; its ends are at -1 and its length. */
function groupAt(plain: string, last: number): string {
  const from = last - GROUP + 1
  const before = from < 0 ? '_' : ''
  return before + plain.slice(Math.max(0, from), last + 1) + (last === plain.length ? '_' : '')
}

const FACTOR = 131
const MARK = 95
/** The factor of a letter in a hash when it leaves its group. */
const LEFT = Math.imul(Math.imul(FACTOR, FACTOR), Math.imul(FACTOR, FACTOR))

function hashOf(group: string): number {
  let hash = 0
  for (let at = 0; at < group.length; at++) hash = (Math.imul(hash, FACTOR) + group.charCodeAt(at)) | 0
  return hash
}

/** Moves the hash of a group by one letter. */
function rolled(hash: number, plain: string, at: number): number {
  const left = at - GROUP
  const gone = left < -1 ? 0 : left === -1 ? MARK : plain.charCodeAt(left)
  const come = at === -1 || at === plain.length ? MARK : plain.charCodeAt(at)
  return (Math.imul(hash, FACTOR) + come - Math.imul(gone, LEFT)) | 0
}
