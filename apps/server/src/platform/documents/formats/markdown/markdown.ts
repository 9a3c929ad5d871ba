// Markdown as blocks of plain text, by lines: linear in the length.
import { encodingWarning, loadDecoder } from '../../encodings/encodings.ts'
import type { Block } from '../../blocks.ts'
import { unpaged, type Reader } from '../reader.ts'
import { tableBlock } from '../tables.ts'
import { beginsTable, htmlRows, tablesOpened } from './html-table.ts'
import { plainInline, type Defined } from './inline.ts'
import { cellsOf, isRule, withoutComments } from './lines.ts'

const HEADING = /^ {0,3}(#{1,6})(?:\s+(\S.*))?$/
const FENCE = /^\s{0,12}(```+|~~~+)/
const ITEM = /^(\s{0,30})([-*+]|\d{1,9}[.)])\s+(?=\S)/
const DEFINITION = /^ {0,3}\[([^\]^][^\]]{0,200})\]:\s{0,9}\S/
const FOOTNOTE = /^ {0,3}\[\^([^\]]{1,100})\]:\s{0,9}/
const BREAK = /^ {0,3}(?:(?:\* {0,3}){3,}|(?:- {0,3}){3,}|(?:_ {0,3}){3,})$/
const UNDERLINE = /^ {0,3}(?:=+|-+) {0,9}$/
const QUOTE = /^(?: {0,3}> ?){1,20}/
const INDENTED = /^(?: {4}|\t)/

/** Loads the reader of Markdown. It stays for other texts, so that it loads everything. */
export async function loadMarkdown(): Promise<Reader> {
  const decode = await loadDecoder()
  return (bytes, said) => {
    const decoded = decode(bytes, said)
    return Promise.resolve({ ...unpaged(readMarkdown(decoded.text)), warnings: encodingWarning(decoded) })
  }
}

/** Returns the blocks of a Markdown text, without marks. */
export function readMarkdown(markdown: string): Block[] {
  const lines = withoutComments(markdown.split(/\r\n|\r|\n/))
  const defined = new Set(lines.flatMap((line) => DEFINITION.exec(line)?.[1]?.trim().toLowerCase() ?? []))
  return new Splitter(defined).split(lines)
}

type Kind = Block['kind']

class Splitter {
  readonly #blocks: Block[] = []
  readonly #defined: Defined
  #kind: Kind = 'text'
  #lines: string[] = []
  #fence: string | undefined
  /** A table in HTML has no end, so that the others are not looked for. */
  #isOpenTable = false

  constructor(defined: Defined) {
    this.#defined = defined
  }

  split(lines: readonly string[]): Block[] {
    const from = this.#frontMatter(lines)
    for (let at = from; at < lines.length; at++) {
      const line = lines[at] ?? ''
      const end = this.#fence === undefined && beginsTable(line) ? this.#tableEnd(lines, at) : undefined
      if (end !== undefined) {
        this.#htmlTable(lines.slice(at, end).join('\n'))
        at = end - 1
      } else if (this.#fence === undefined) this.#take(line, lines[at + 1] ?? '')
      else this.#takeCode(line)
    }
    this.#end()
    return this.#blocks
  }

  /** Returns the line after a table in HTML. */
  #tableEnd(lines: readonly string[], from: number): number | undefined {
    let open = 0
    for (let at = from; at < lines.length && !this.#isOpenTable; at++) {
      open += tablesOpened(lines[at] ?? '')
      if (open <= 0) return at + 1
    }
    this.#isOpenTable = true
    return undefined
  }

  #htmlTable(html: string): void {
    this.#begin('text')
    const { rows, heads, beside } = htmlRows(html)
    const plain = rows.map((row) => row.map((cell) => this.#plain(cell)))
    // Tables of one column arrange a page.
    const isTable = plain.some((row) => row.filter(Boolean).length > 1)
    const texts = [this.#plain(beside), ...(isTable ? [] : plain.flat())].filter(Boolean)
    for (const text of texts) this.#blocks.push({ kind: 'text', text })
    const table = isTable ? tableBlock(plain, { heads }) : undefined
    if (table) this.#blocks.push(table)
  }

  /** Reads the facts at the beginning as text; returns where the document begins. */
  #frontMatter(lines: readonly string[]): number {
    const mark = lines[0]?.trimEnd()
    if (mark !== '---' && mark !== '+++') return 0
    const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === mark)
    if (end < 0) return 0
    const facts = lines.slice(1, end).join('\n').trim()
    if (facts) this.#blocks.push({ kind: 'text', text: facts })
    return end + 1
  }

  #take(raw: string, next: string): void {
    const line = raw.replace(QUOTE, '')
    const fence = FENCE.exec(line)?.[1]
    const heading = fence ? null : HEADING.exec(line)
    if (fence) {
      this.#begin('code')
      this.#fence = fence
    } else if (heading) this.#heading(heading[2] ?? '', heading[1]?.length ?? 1)
    else if (line.trim() === '') this.#blank()
    else if (UNDERLINE.test(line) && this.#kind === 'text' && this.#lines.length > 0)
      this.#underlined(line.includes('=') ? 1 : 2)
    else if (BREAK.test(line)) this.#begin('text')
    else if (!DEFINITION.test(line)) this.#takeText(line, next)
  }

  #takeText(line: string, next: string): void {
    const isTable =
      line.trimStart().startsWith('|') ||
      (this.#kind === 'table' && line.includes('|')) ||
      (line.includes('|') && isRule(next))
    if (isTable) this.#add('table', line)
    else if (ITEM.test(line)) this.#add('list', line)
    else if (this.#kind === 'list' && (this.#lines.at(-1) !== '' || INDENTED.test(line)))
      this.#lines.push(line)
    else if (INDENTED.test(line) && (this.#kind === 'code' || this.#lines.length === 0))
      this.#add('code', line.replace(INDENTED, ''))
    else this.#add('text', line.replace(FOOTNOTE, '[^$1] '))
  }

  #add(kind: Kind, line: string): void {
    if (kind !== this.#kind) this.#begin(kind)
    this.#lines.push(line)
  }

  #takeCode(line: string): void {
    if (this.#fence && line.replace(QUOTE, '').trim().startsWith(this.#fence)) {
      this.#fence = undefined
      this.#begin('text')
    } else this.#lines.push(line)
  }

  #blank(): void {
    // A blank line between the items of a list, and between the lines of code, belongs to it.
    if (this.#kind === 'list' || this.#kind === 'code') this.#lines.push('')
    else this.#begin('text')
  }

  #heading(text: string, level: number): void {
    this.#begin('text')
    const plain = this.#plain(withoutClosing(text.trim()))
    if (plain) this.#blocks.push({ kind: 'heading', text: plain.replaceAll('\n', ' '), level })
  }

  /** The lines before are a heading. */
  #underlined(level: number): void {
    const text = this.#lines.join(' ')
    this.#lines = []
    this.#heading(text, level)
  }

  #begin(kind: Kind): void {
    this.#end()
    this.#kind = kind
  }

  #end(): void {
    const lines = this.#lines
    this.#lines = []
    this.#fence = undefined
    const block = this.#blockOf(lines)
    if (block) this.#blocks.push(block)
  }

  #blockOf(lines: readonly string[]): Block | undefined {
    if (this.#kind === 'table') {
      const rows = lines
        .filter((line) => !isRule(line))
        .map((line) => cellsOf(line).map((cell) => this.#plain(cell)))
      return tableBlock(rows)
    }
    if (this.#kind === 'code') {
      const code = lines.join('\n').trimEnd()
      return code.trim() ? { kind: 'code', text: code } : undefined
    }
    const marked = this.#kind === 'list' ? lines.map(withMark) : lines.map((line) => line.trim())
    const text = this.#plain(marked.join('\n'))
    return text ? { kind: this.#kind, text } : undefined
  }

  #plain(text: string): string {
    return plainInline(text, this.#defined)
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  }
}

/** Every bullet becomes a hyphen, escaped like a letter. */
const withMark = (line: string): string =>
  line.replace(
    ITEM,
    (_, indent: string, mark: string) => `${indent.replaceAll('\t', '  ')}${mark.length === 1 ? '-' : mark} `,
  )

/** Removes the closing marks of “# Title ##”, but not those of “# C#”, and “{#name}”. */
function withoutClosing(heading: string): string {
  const named = heading.endsWith('}') ? heading.slice(0, Math.max(0, heading.lastIndexOf('{#'))) : ''
  const text = named.trimEnd() || heading
  let end = text.length
  while (text[end - 1] === '#') end--
  const before = text.slice(0, end).trimEnd()
  return before.length < end ? before : text
}
