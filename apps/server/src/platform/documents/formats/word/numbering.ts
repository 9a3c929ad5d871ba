// Computes the automatic numbers of lists and headings, as Word shows them.
import { childOf, childrenOf, isOn, valueOf, type XmlNode } from '../xml.ts'
import { formatted } from './numbers.ts'
import type { ListPlace, Styles } from './styles.ts'

const LEVELS = 9
const MAX_MARK = 60

interface Level {
  readonly start: number
  readonly format: string
  readonly text: string
  /** The level whose use restarts this one; 0 never. */
  readonly restart: number | undefined
  readonly isDecimal: boolean
  readonly style: string | undefined
}

interface List {
  /** Lists with the same definition share their counters. */
  readonly definition: string
  readonly levels: readonly (Level | undefined)[]
  readonly starts: ReadonlyMap<number, number>
}

/** The mark before a paragraph: a number as it is shown, or “-”. */
export interface Mark {
  readonly text: string
  readonly level: number
}

/** Returns the mark of the next paragraph in the document with this place in a list, and counts it. */
export type Numbering = (place: ListPlace, styleIds: readonly string[]) => Mark | undefined

export function openNumbering(root: XmlNode | undefined, styles: Styles): Numbering {
  const lists = readLists(root, styles)
  const counters = new Map<string, (number | undefined)[]>()
  const begun = new Set<string>()
  return ({ num, level: given }, styleIds) => {
    const list = num === undefined || num === '0' ? undefined : lists.get(num)
    if (!list) return undefined
    const level = given ?? levelOfStyle(list, styleIds) ?? 0
    const counts = counters.get(list.definition) ?? []
    counters.set(list.definition, counts)
    if (num !== undefined && !begun.has(num)) {
      begun.add(num)
      for (const [at, start] of list.starts) counts[at] = start - 1
    }
    counts[level] = (counts[level] ?? startOf(list, level) - 1) + 1
    for (let below = level + 1; below < LEVELS; below++) {
      const restart = list.levels[below]?.restart
      if (restart === undefined || (restart > 0 && level < restart)) counts[below] = undefined
    }
    return { text: markOf(list, level, counts), level }
  }
}

const startOf = (list: List, level: number): number => list.levels[level]?.start ?? 1

function levelOfStyle(list: List, ids: readonly string[]): number | undefined {
  for (const id of ids) {
    const at = list.levels.findIndex((level) => level?.style === id)
    if (at >= 0) return at
  }
  return undefined
}

function markOf(list: List, level: number, counts: readonly (number | undefined)[]): string {
  const own = list.levels[level]
  if (!own) return `${counts[level] ?? 1}.`
  if (own.format === 'bullet') return '-'
  return own.text
    .replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1
      const format = list.levels[at]?.format ?? 'decimal'
      return formatted(
        counts[at] ?? startOf(list, at),
        own.isDecimal && format !== 'decimalZero' ? 'decimal' : format,
      )
    })
    .slice(0, MAX_MARK)
    .trim()
}

function readLists(root: XmlNode | undefined, styles: Styles): Map<string, List> {
  const definitions = new Map<string, XmlNode>()
  const byStyle = new Map<string, XmlNode>()
  const links = new Map<XmlNode, string>()
  for (const definition of childrenOf(root, 'abstractNum')) {
    definitions.set(definition.attributes['abstractNumId'] ?? '', definition)
    const style = valueOf(definition, 'styleLink')
    if (style !== undefined) byStyle.set(style, definition)
    const link = valueOf(definition, 'numStyleLink')
    if (link !== undefined) links.set(definition, link)
  }
  const lists = new Map<string, List>()
  const nums = new Map(childrenOf(root, 'num').map((num) => [num.attributes['numId'] ?? '', num]))
  const levelsOf = openLevels()
  const definitionOfNum = (id = '') => definitions.get(valueOf(nums.get(id), 'abstractNumId') ?? '')
  for (const [id, num] of nums) {
    const own = definitions.get(valueOf(num, 'abstractNumId') ?? '')
    const link = own && links.get(own)
    // A list of a style has its levels where the style says.
    const definition =
      link === undefined ? own : (byStyle.get(link) ?? definitionOfNum(styles(link).list.num) ?? own)
    if (definition) lists.set(id, listOf(num, definition, levelsOf(definition)))
  }
  return lists
}

/** Returns a function that reads the levels of a definition once, whatever the number of its lists. */
function openLevels(): (definition: XmlNode) => readonly (Level | undefined)[] {
  const known = new Map<XmlNode, readonly (Level | undefined)[]>()
  return (definition) => {
    const found = known.get(definition)
    if (found) return found
    const levels: (Level | undefined)[] = []
    for (const level of childrenOf(definition, 'lvl')) setLevel(levels, level)
    known.set(definition, levels)
    return levels
  }
}

function listOf(num: XmlNode, definition: XmlNode, defined: readonly (Level | undefined)[]): List {
  const levels = [...defined]
  const starts = new Map<number, number>()
  for (const override of childrenOf(num, 'lvlOverride')) {
    const at = Number(override.attributes['ilvl'])
    const level = childOf(override, 'lvl')
    if (level) setLevel(levels, level)
    const start = valueOf(override, 'startOverride')
    if (at >= 0 && at < LEVELS && start !== undefined) starts.set(at, whole(start, 1))
  }
  return { definition: definition.attributes['abstractNumId'] ?? '', levels, starts }
}

function setLevel(levels: (Level | undefined)[], node: XmlNode): void {
  const at = Number(node.attributes['ilvl'])
  if (!(at >= 0 && at < LEVELS)) return
  const restart = valueOf(node, 'lvlRestart')
  const format =
    valueOf(node, 'numFmt') ?? valueOf(childOf(childOf(node, 'AlternateContent'), 'Fallback'), 'numFmt')
  levels[at] = {
    start: whole(valueOf(node, 'start'), 1),
    format: format ?? 'decimal',
    text: (valueOf(node, 'lvlText') ?? '').slice(0, MAX_MARK),
    restart: restart === undefined ? undefined : whole(restart, 0),
    isDecimal: isOn(node, 'isLgl') ?? false,
    style: valueOf(node, 'pStyle'),
  }
}

function whole(text: string | undefined, otherwise: number): number {
  const value = Number(text ?? '')
  return text !== undefined && Number.isSafeInteger(value) ? value : otherwise
}
