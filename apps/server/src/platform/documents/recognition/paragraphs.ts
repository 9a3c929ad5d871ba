// Builds paragraphs from the words that Tesseract found: a line of tab-separated values for each of them.
import type { Block } from '../blocks.ts'
import { inOneScript } from './look-alikes.ts'

/** The text of a picture, and how certain it is: 0 to 100. */
export interface Recognized {
  readonly blocks: readonly Block[]
  readonly confidence: number
  /** The model that read it, which says nothing of its confidence. */
  readonly model?: string
}

interface Word {
  readonly text: string
  readonly confidence: number
  readonly left: number
  readonly right: number
}

/** Words of pictures without text are uncertain: the least confidence of a paragraph, and of a page. */
const CERTAIN = 35
const PAGE_CERTAIN = 50
const WORD = '5'
/** The share of a paragraph's width from which a line is full, so that the next one continues it. */
const FULL = 0.8

/** Returns the paragraphs; undefined if there are none that can be trusted. */
export function paragraphsOf(tsv: string): Recognized | undefined {
  const paragraphs = new Map<string, Map<string, Word[]>>()
  for (const row of tsv.split('\n')) {
    const [level, , block, paragraph, line, , left, , width, , confidence, text = ''] = row.split('\t')
    if (level !== WORD || line === undefined || text.trim() === '') continue
    const key = `${block}.${paragraph}`
    const lines = paragraphs.get(key) ?? new Map<string, Word[]>()
    const words = lines.get(line) ?? []
    words.push({
      text: text.trim(),
      confidence: Number(confidence),
      left: Number(left),
      right: Number(left) + Number(width),
    })
    paragraphs.set(key, lines.set(line, words))
  }
  const kept = [...paragraphs.values()]
    .map((lines) => withOneScript([...lines.values()]))
    .filter((lines) => certainty(lines.flat()) >= CERTAIN && lines.flat().some(isWord))
  const words = kept.flat(2)
  const confidence = certainty(words)
  if (words.length === 0 || confidence < PAGE_CERTAIN) return undefined
  return {
    blocks: kept.map((lines): Block => ({ kind: 'text', text: joined(lines) })),
    confidence: Math.round(confidence),
  }
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
    if (isFull && /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(line)) text = text.slice(0, -1) + line
    else text += text === '' ? line : `${isFull ? ' ' : '\n'}${line}`
    isFull = (words.at(-1)?.right ?? 0) - left > FULL * (right - left)
  }
  return text
}
