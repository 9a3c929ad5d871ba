// Turns a DOM into blocks of plain text. Each node is visited once; the nesting is limited before (shallow.ts).
import type { Block } from '../../blocks.ts'
import { tableBlock } from '../tables.ts'
import {
  attribute,
  CDATA,
  childrenOf,
  ELEMENT,
  isApart,
  isLeftOut,
  isPicture,
  levelOf,
  nameOf,
  raised,
  TEXT,
  type HtmlNode,
} from './elements.ts'
import { fieldText } from './fields.ts'
import { formulaOf } from './formula.ts'
import { labelsOf, verbatim } from './inner-text.ts'
import { Lines } from './lines.ts'
import { Lists } from './lists.ts'
import { Grid, htmlTable, isLayout, type HtmlCell } from './table.ts'

const MAX_CELLS = 200_000

/** What a document has beside its blocks. */
export interface HtmlFacts {
  pictures: number
  /** Cells of all tables, with repeated ones. */
  cells: number
  isCut: boolean
}

export interface WalkOptions {
  /** Elements to leave out, such as the navigation of a page. */
  readonly skips?: (node: HtmlNode, name: string) => boolean
  /** Whether it is a cell: lists have no marks, and tables follow after the row. */
  readonly isCell?: boolean
}

/** Returns the blocks of a node and of everything in it. */
export function blocksOf(node: HtmlNode, facts: HtmlFacts, options: WalkOptions = {}): Block[] {
  const walk = new Walk(facts, options)
  walk.children(node)
  walk.end()
  return walk.blocks
}

class Walk {
  readonly blocks: Block[] = []
  readonly #facts: HtmlFacts
  readonly #options: WalkOptions
  readonly #lines = new Lines()
  readonly #lists: Lists
  #level = 0
  #linkBefore: string | undefined

  constructor(facts: HtmlFacts, options: WalkOptions) {
    this.#facts = facts
    this.#options = options
    this.#lists = new Lists(options.isCell ? '' : '- ')
  }

  children(node: HtmlNode): void {
    for (const child of childrenOf(node)) this.#one(child)
  }

  /** Ends the open paragraph and list. */
  end(): void {
    this.#flush()
    this.#endList()
  }

  #one(node: HtmlNode): void {
    if (node.nodeType === TEXT || node.nodeType === CDATA) {
      this.#linkBefore = undefined
      this.#lines.text(node.textContent ?? '')
    } else if (node.nodeType === ELEMENT) {
      const name = nameOf(node)
      if (isLeftOut(node, name) || this.#options.skips?.(node, name)) return
      const isHandled = this.#special(node, name)
      if (!isHandled) this.#plain(node, name)
    }
  }

  #plain(node: HtmlNode, name: string): void {
    const level = levelOf(node, name)
    if (level > 0) this.#heading(node, level)
    else if (isApart(node, name)) {
      this.#flush()
      this.children(node)
      this.#flush()
    } else this.children(node)
  }

  /** Reads the elements that are more than their text. */
  #special(node: HtmlNode, name: string): boolean {
    if (name === 'br') this.#lines.break()
    else if (name === 'img') this.#picture(node)
    else if (name === 'svg') this.#drawing(node)
    else if (name === 'math') this.#spaced(formulaOf(node))
    else if (name === 'table') this.#table(node)
    else if (name === 'pre' || name === 'listing' || name === 'xmp') this.#code(node)
    else if (name === 'ul' || name === 'ol' || name === 'menu' || name === 'dir')
      this.#list(node, name === 'ol')
    else if (name === 'li' && this.#lists.isOpen) this.#item(node)
    else if (name === 'dt' || name === 'dd') this.#term(node, name === 'dd')
    else if (name === 'a') this.#link(node)
    else if (name === 'q') this.#quote(node)
    else if (name === 'sup') this.#raised(node)
    else return this.#field(node, name)
    return true
  }

  #field(node: HtmlNode, name: string): boolean {
    const text = fieldText(node, name)
    if (text !== undefined) this.#spaced(text)
    else if (name === 'label' || name === 'button' || name === 'option') {
      this.#lines.gap()
      this.children(node)
      this.#lines.gap()
    } else return false
    return true
  }

  #spaced(text: string): void {
    this.#lines.gap()
    this.#lines.text(text)
    this.#lines.gap()
  }

  #picture(node: HtmlNode): void {
    if (isPicture(node)) this.#facts.pictures++
    this.#spaced(attribute(node, 'alt'))
  }

  #drawing(node: HtmlNode): void {
    for (const label of labelsOf(node)) this.#spaced(label)
  }

  /** Links that follow each other are apart, except the parts of one link. */
  #link(node: HtmlNode): void {
    const target = attribute(node, 'href')
    if (this.#linkBefore !== undefined && this.#linkBefore !== target) this.#lines.gap()
    this.children(node)
    this.#linkBefore = target
  }

  #quote(node: HtmlNode): void {
    this.#lines.text('“')
    this.children(node)
    this.#lines.text('”')
  }

  #raised(node: HtmlNode): void {
    const text = (node.textContent ?? '').slice(0, 9)
    const shown = raised(text)
    if (shown === text) this.children(node)
    else this.#lines.text(shown)
  }

  #heading(node: HtmlNode, level: number): void {
    this.#flush()
    if (this.#lists.isOpen || this.#options.isCell) {
      this.children(node)
      this.#flush()
      return
    }
    this.#level = level
    this.children(node)
    this.#flush()
    this.#level = 0
  }

  #list(node: HtmlNode, isOrdered: boolean): void {
    this.#flush()
    if (!this.#lists.isOpen) this.#endList()
    let items = 0
    if (isOrdered) for (const child of childrenOf(node)) if (nameOf(child) === 'li') items++
    this.#lists.begin(node, isOrdered, items)
    this.children(node)
    this.#flush()
    this.#lists.end()
    if (!this.#lists.isOpen) this.#endList()
  }

  #item(node: HtmlNode): void {
    this.#flush()
    this.#lists.item(node)
    this.children(node)
    this.#flush()
  }

  /** Terms and what is said of them are a list: the latter indented. */
  #term(node: HtmlNode, isIndented: boolean): void {
    this.#flush()
    const inner = blocksOf(node, this.#facts, this.#options)
    for (const block of inner)
      if (block.kind === 'text' || block.kind === 'list') this.#lists.line(block.text, isIndented)
      else this.#add(block)
  }

  #code(node: HtmlNode): void {
    this.#flush()
    const raw = verbatim(node)
    const text = raw.replace(/^\r?\n/, '').trimEnd()
    if (text.trim()) this.#add({ kind: 'code', text })
  }

  #table(node: HtmlNode): void {
    this.#flush()
    const table = htmlTable(node)
    if (isLayout(node, table)) {
      this.#layout(table.captions, table.rows)
      return
    }
    for (const caption of table.captions) {
      this.children(caption)
      this.#flush()
    }
    let grid = new Grid()
    let head: string | undefined
    const end = () => {
      const block = tableBlock(grid.rows, { heads: head === undefined ? table.heads : 0 })
      if (block) this.#add(head ? { ...block, head } : block)
      head ??= block?.head ?? ''
    }
    for (const row of table.rows) {
      const after: Block[] = []
      const texts = row.map((cell) => ({ ...cell, text: this.#cell(cell.node, after) }))
      this.#facts.cells += grid.add(texts)
      if (this.#facts.cells > MAX_CELLS) {
        grid.rows.pop()
        this.#facts.isCut = true
        break
      }
      if (after.length > 0) {
        end()
        grid = grid.next()
        for (const block of after) this.#add(block)
      }
    }
    end()
  }

  #cell(node: HtmlNode, after: Block[]): string {
    const texts: string[] = []
    for (const block of blocksOf(node, this.#facts, { ...this.#options, isCell: true }))
      if (block.kind === 'table') after.push(block)
      else texts.push(block.text)
    return texts.join('\n')
  }

  /** Reads the cells one after the other. */
  #layout(captions: readonly HtmlNode[], rows: readonly (readonly HtmlCell[])[]): void {
    for (const caption of captions) this.#one(caption)
    for (const { node } of rows.flat()) {
      this.#flush()
      this.children(node)
      this.#flush()
    }
  }

  #flush(): void {
    this.#linkBefore = undefined
    const text = this.#lines.take()
    if (text === '') return
    if (this.#lists.isOpen && this.#level === 0) this.#lists.add(text)
    else if (this.#level > 0)
      this.#add({ kind: 'heading', text: text.replaceAll('\n', ' '), level: this.#level })
    else this.#add({ kind: 'text', text })
  }

  /** Adds a block after the items of the list that it interrupts. */
  #add(block: Block): void {
    this.#endList()
    this.blocks.push(block)
  }

  #endList(): void {
    const text = this.#lists.take()
    if (text) this.blocks.push({ kind: 'list', text })
  }
}
