// Compares two texts word by word. Pure.

export interface DiffPart {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Beyond these many words, or differences between them, the middle is shown as replaced: the search is quadratic. */
const MAX_WORDS = 20_000
const MAX_DIFFERENCES = 600

const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

/** Characters of unchanged text that are shown beside a change. */
const CONTEXT = 80

/** Returns the parts with long unchanged texts shortened to the words next to a change. */
export function compactDiff(parts: readonly DiffPart[]): DiffPart[] {
  return parts.map((part, at) => {
    const before = at === 0 ? '' : part.text.slice(0, CONTEXT)
    const after = at === parts.length - 1 ? '' : part.text.slice(-CONTEXT)
    const isLong = part.kind === 'same' && part.text.length > before.length + after.length + CONTEXT
    return isLong ? { kind: 'same', text: `${before} … ${after}`.trim() } : part
  })
}

/** Returns the parts that turn `before` into `after`, neighbours of one kind joined. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const old = wordsOf(before)
  const now = wordsOf(after)
  let from = 0
  while (from < old.length && from < now.length && old[from] === now[from]) from++
  let end = 0
  while (end < old.length - from && end < now.length - from && old.at(-1 - end) === now.at(-1 - end)) end++
  const middle = between(old.slice(from, old.length - end), now.slice(from, now.length - end))
  return joined([
    { kind: 'same', text: old.slice(0, from).join('') },
    ...middle,
    { kind: 'same', text: end === 0 ? '' : old.slice(-end).join('') },
  ])
}

function between(old: readonly string[], now: readonly string[]): DiffPart[] {
  const replaced: DiffPart[] = [
    { kind: 'removed', text: old.join('') },
    { kind: 'added', text: now.join('') },
  ]
  if (old.length === 0 || now.length === 0 || old.length + now.length > MAX_WORDS) return replaced
  const trace = shortestEdit(old, now)
  return trace ? walk(old, now, trace) : replaced
}

/** The furthest old word on each diagonal, for each number of differences (Myers 1986). */
type Reach = ReadonlyMap<number, number>

function shortestEdit(old: readonly string[], now: readonly string[]): Reach[] | undefined {
  const trace: Reach[] = []
  let reach = new Map<number, number>([[1, 0]])
  for (let differences = 0; differences <= MAX_DIFFERENCES; differences++) {
    trace.push(reach)
    const next = new Map(reach)
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      let x = startOf(reach, diagonal, differences)
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x++
      next.set(diagonal, x)
      if (x >= old.length && x - diagonal >= now.length) return trace
    }
    reach = next
  }
  return undefined
}

const isDown = (reach: Reach, diagonal: number, differences: number): boolean =>
  diagonal === -differences ||
  (diagonal !== differences && (reach.get(diagonal - 1) ?? 0) < (reach.get(diagonal + 1) ?? 0))

const startOf = (reach: Reach, diagonal: number, differences: number): number =>
  isDown(reach, diagonal, differences) ? (reach.get(diagonal + 1) ?? 0) : (reach.get(diagonal - 1) ?? 0) + 1

function walk(old: readonly string[], now: readonly string[], trace: readonly Reach[]): DiffPart[] {
  const parts: DiffPart[] = []
  let x = old.length
  let y = now.length
  for (let differences = trace.length - 1; differences >= 0; differences--) {
    const reach = trace[differences] ?? new Map<number, number>()
    const diagonal = x - y
    const down = isDown(reach, diagonal, differences)
    const before = down ? diagonal + 1 : diagonal - 1
    const beforeX = differences === 0 ? 0 : (reach.get(before) ?? 0)
    const startX = differences === 0 ? 0 : down ? beforeX : beforeX + 1
    while (x > startX) {
      parts.push({ kind: 'same', text: old[--x] ?? '' })
      y--
    }
    if (differences === 0) break
    if (down) parts.push({ kind: 'added', text: now[--y] ?? '' })
    else parts.push({ kind: 'removed', text: old[--x] ?? '' })
  }
  return parts.reverse()
}

function joined(parts: readonly DiffPart[]): DiffPart[] {
  const all: DiffPart[] = []
  for (const { kind, text } of parts) {
    const last = all.at(-1)
    if (text === '') continue
    if (last?.kind === kind) last.text += text
    else all.push({ kind, text })
  }
  return all
}
