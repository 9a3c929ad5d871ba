// Builds paragraphs from the words that Tesseract found: a line of tab-separated values for each of them.
import type { Block } from '../blocks.ts'
import { KEPT } from '../formats/pdf/words.ts'
import { inOneScript } from './look-alikes.ts'
import { tablesOf, type ScannedTable, type Word } from './scanned-tables.ts'

/** The text of a picture, and how certain it is: 0 to 100. */
export interface Recognized {
  readonly blocks: readonly Block[]
  readonly confidence: number
  /** The model that read it, which says nothing of its confidence. */
  readonly model?: string
}

/** Words of pictures without text are uncertain: the least confidence of a paragraph, and of a page. */
const CERTAIN = 35
const PAGE_CERTAIN = 50
const WORD = '5'
/** The share of a paragraph's width from which a line is full, so that the next one continues it. */
const FULL = 0.8

/** Returns the paragraphs and tables; undefined if there are none that can be trusted. */
export function paragraphsOf(tsv: string): Recognized | undefined {
  const paragraphs = new Map<string, Map<string, Word[]>>()
  for (const row of tsv.split('\n')) {
    const [level, , block, paragraph, line, , left, top, width, height, confidence, text = ''] =
      row.split('\t')
    if (level !== WORD || line === undefined || text.trim() === '') continue
    const key = `${block}.${paragraph}`
    const lines = paragraphs.get(key) ?? new Map<string, Word[]>()
    const words = lines.get(line) ?? []
    words.push({
      text: text.trim(),
      confidence: Number(confidence),
      left: Number(left),
      right: Number(left) + Number(width),
      bottom: Number(top) + Number(height),
      height: Number(height),
    })
    paragraphs.set(key, lines.set(line, words))
  }
  const certain = [...paragraphs.values()]
    .map((lines) => withOneScript([...lines.values()]))
    .filter((lines) => certainty(lines.flat()) >= CERTAIN)
  const kept = certain.filter((lines) => lines.flat().some(isWord))
  const words = kept.flat(2)
  const confidence = certainty(words)
  if (words.length === 0 || confidence < PAGE_CERTAIN) return undefined
  return { blocks: blocksOf(kept, tablesOf(certain.flat())), confidence: Math.round(confidence) }
}

/** Returns paragraphs as blocks; a table stands where the first of its lines is, or the first line below it. */
function blocksOf(
  paragraphs: readonly (readonly (readonly Word[])[])[],
  tables: readonly ScannedTable[],
): Block[] {
  const blocks: Block[] = []
  const left = new Set(tables)
  for (const lines of paragraphs) {
    const others: (readonly Word[])[] = []
    const end = () => {
      if (others.length > 0) blocks.push({ kind: 'text', text: joined(others.splice(0)) })
    }
    for (const line of lines) {
      for (const table of left) {
        if (!table.has(line) && !table.isAbove(line)) continue
        end()
        blocks.push(table.block)
        left.delete(table)
      }
      if (!tables.some(({ has }) => has(line))) others.push(line)
    }
    end()
  }
  return [...blocks, ...[...left].map(({ block }) => block)]
}

function withOneScript(lines: readonly (readonly Word[])[]): Word[][] {
  const texts = inOneScript(lines.flat().map(({ text }) => text))
  let at = 0
  return lines.map((words) => words.map((word) => ({ ...word, text: texts[at++] ?? word.text })))
}

const isWord = ({ text }: Word) => /[\p{L}\p{N}]{2}/u.test(text)

/** Returns the mean confidence by letters. */
function certainty(words: readonly Word[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / Math.max(1, letters)
}

/** Joins full lines by a space, or without one after a hyphen; other lines stay lines. */
function joined(lines: readonly (readonly Word[])[]): string {
  const left = Math.min(...lines.map((words) => words[0]?.left ?? 0))
  const right = Math.max(...lines.map((words) => words.at(-1)?.right ?? 0))
  let text = ''
  let isFull = false
  for (const words of lines) {
    const line = words.map((word) => word.text).join(' ')
    if (isFull && KEPT.test(text)) text += line
    else if (isFull && /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(line)) text = text.slice(0, -1) + line
    else text += text === '' ? line : `${isFull ? ' ' : '\n'}${line}`
    isFull = (words.at(-1)?.right ?? 0) - left > FULL * (right - left)
  }
  return text
}
