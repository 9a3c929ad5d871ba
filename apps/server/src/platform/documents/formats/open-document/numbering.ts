// Computes the numbers of lists and headings of an OpenDocument.
import { letter, roman } from '../word/numbers.ts'
import type { XmlNode } from '../xml.ts'
import { levelsOf, type Styles } from './styles.ts'

const MAX_MARK = 60
const MAX_DISPLAYED = 10

type Levels = ReadonlyMap<number, XmlNode>
type Counts = (number | undefined)[]

/** One list with the counts of its levels. */
export interface OpenList {
  readonly levels: Levels
  readonly counts: Counts
}

export interface Numbering {
  /** Begins a list, or continues one. */
  readonly open: (list: XmlNode, style: string) => OpenList
  /** Counts an item and returns its mark: a number, “-” or ''. `level` begins with 1. */
  readonly item: (list: OpenList, level: number, start: number | undefined) => string
  /** Returns the number of the next heading, or ''. */
  readonly heading: (level: number, start: number | undefined) => string
}

export function openNumbering(styles: Styles): Numbering {
  const byStyle = new Map<string, Levels>()
  const lastOfStyle = new Map<string, OpenList>()
  const byId = new Map<string, OpenList>()
  const headings: OpenList = { levels: levelsOf(styles.outline), counts: [] }
  return {
    open: (list, style) => {
      const levels = byStyle.get(style) ?? levelsOf(styles.lists.get(style))
      byStyle.set(style, levels)
      const { id, 'continue-list': other, 'continue-numbering': isContinued } = list.attributes
      const before =
        (other === undefined ? undefined : byId.get(other)) ??
        (isContinued === 'true' ? lastOfStyle.get(style) : undefined)
      const opened = { levels, counts: before?.counts ?? [] }
      lastOfStyle.set(style, opened)
      if (id !== undefined) byId.set(id, opened)
      return opened
    },
    item: ({ levels, counts }, level, start) => {
      count(levels, counts, level, start)
      return markOf(levels, counts, level)
    },
    heading: (level, start) => {
      count(headings.levels, headings.counts, level, start)
      const mark = markOf(headings.levels, headings.counts, level)
      return mark === '-' ? '' : mark
    },
  }
}

function count(levels: Levels, counts: Counts, level: number, start: number | undefined): void {
  counts[level] = start ?? (counts[level] ?? startOf(levels, level) - 1) + 1
  counts.length = level + 1
}

const startOf = (levels: Levels, level: number): number =>
  whole(levels.get(level)?.attributes['start-value']) ?? 1

/** Returns a whole number; undefined for anything else. */
export function whole(text: string | undefined): number | undefined {
  const value = Number(text)
  return text !== undefined && text !== '' && Number.isSafeInteger(value) ? value : undefined
}

function markOf(levels: Levels, counts: Counts, level: number): string {
  const own = levels.get(level)
  // A list without a style shows bullets.
  if (!own || /bullet|image/.test(own.name))
    return own?.name === 'list-level-style-image' || !own ? '-' : bulletOf(own)
  const { 'num-format': format = '', 'num-prefix': prefix = '', 'num-suffix': suffix = '' } = own.attributes
  if (format === '') return `${prefix}${suffix}`.trim()
  const shown = Math.min(level, MAX_DISPLAYED, Math.max(1, whole(own.attributes['display-levels']) ?? 1))
  const numbers: string[] = []
  for (let at = level - shown + 1; at <= level; at++) {
    const of = levels.get(at)?.attributes['num-format'] ?? ''
    if (of !== '') numbers.push(numberAs(counts[at] ?? startOf(levels, at), of))
  }
  return `${prefix}${numbers.join('.')}${suffix}`.trim().slice(0, MAX_MARK)
}

/** A bullet without a letter shows nothing. */
const bulletOf = (level: XmlNode): string =>
  (level.attributes['bullet-char'] ?? '-').replace(/[\s\u200b\u200c]/g, '') === '' ? '' : '-'

function numberAs(value: number, format: string): string {
  if (format === 'i') return roman(value)
  if (format === 'I') return roman(value).toUpperCase()
  if (format === 'a') return letter(value)
  if (format === 'A') return letter(value).toUpperCase()
  return String(value)
}
