// Splits Markdown and plain text into blocks. One pass over the lines, so that the time is linear in the length.
import type { Block } from '../blocks.ts'

const HEADING = /^ {0,3}(#{1,6})\s+(\S.*)$/
const FENCE = /^ {0,3}(```+|~~~+)/
const ITEM = /^\s{0,12}(?:[-*+]|\d{1,9}[.)])\s+\S/
const RULE_CHARACTERS = new Set(' |:-')

/** Returns the blocks of a Markdown text; `page` is set on each of them. */
export function markdownBlocks(markdown: string, page?: number): Block[] {
  return new Splitter(page === undefined ? {} : { page }).split(markdown)
}

class Splitter {
  readonly #blocks: Block[] = []
  readonly #place: { page?: number }
  #kind: Block['kind'] = 'text'
  #lines: string[] = []
  #fence: string | undefined

  constructor(place: { page?: number }) {
    this.#place = place
  }

  split(markdown: string): Block[] {
    for (const line of markdown.split(/\r\n|\r|\n/)) {
      if (this.#fence === undefined) this.#take(line)
      else this.#takeCode(line)
    }
    this.#end()
    return this.#blocks
  }

  #take(line: string): void {
    const fence = FENCE.exec(line)?.[1]
    const heading = fence ? null : HEADING.exec(line)
    if (fence) {
      this.#begin('code')
      this.#fence = fence
      this.#lines.push(line)
    } else if (heading) this.#heading(heading[2] ?? '', heading[1]?.length ?? 1)
    else if (line.trim() === '') this.#endUnlessList()
    else this.#takeText(line)
  }

  #takeText(line: string): void {
    const kind = line.trimStart().startsWith('|') ? 'table' : ITEM.test(line) ? 'list' : undefined
    // A line that follows an item without a mark of its own continues it.
    if (kind === undefined && this.#kind === 'list' && this.#lines.at(-1) !== '') this.#lines.push(line)
    else {
      if ((kind ?? 'text') !== this.#kind) this.#begin(kind ?? 'text')
      this.#lines.push(line)
    }
  }

  #takeCode(line: string): void {
    this.#lines.push(line)
    if (this.#fence && line.trim().startsWith(this.#fence)) {
      this.#fence = undefined
      this.#begin('text')
    }
  }

  #heading(text: string, level: number): void {
    this.#begin('text')
    const plain = withoutClosing(text.trim())
    if (plain) this.#blocks.push({ kind: 'heading', text: plain, level, ...this.#place })
  }

  /** A blank line between the items of a list belongs to it. */
  #endUnlessList(): void {
    if (this.#kind === 'list') this.#lines.push('')
    else this.#begin('text')
  }

  #begin(kind: Block['kind']): void {
    this.#end()
    this.#kind = kind
  }

  #end(): void {
    const isTable = this.#kind === 'table'
    const lines = isTable ? this.#lines.filter((line) => !isRule(line)) : this.#lines
    const text = lines.join('\n').trim()
    const head = isTable ? lines[0]?.trim() : undefined
    if (text) this.#blocks.push({ kind: this.#kind, text, ...this.#place, ...(head ? { head } : {}) })
    this.#lines = []
    this.#fence = undefined
  }
}

/** Removes the closing marks of “# Title ##”, but not those of “# C#”. An expression would need quadratic time for blanks. */
function withoutClosing(heading: string): string {
  let end = heading.length
  while (heading[end - 1] === '#') end--
  const before = heading.slice(0, end).trimEnd()
  return before.length < end ? before : heading
}

/** The line between the head and the rows of a table. */
function isRule(line: string): boolean {
  for (const character of line) if (!RULE_CHARACTERS.has(character)) return false
  return line.includes('-')
}
