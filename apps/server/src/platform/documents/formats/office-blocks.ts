// Builds blocks from the tree of officeparser: a slide or sheet is a page, rows of cells are a table.
import type { Block, ReadWarning } from '../blocks.ts'

/** The part of officeparser's nodes that is read. */
export interface OfficeNode {
  readonly type: string
  readonly text?: string
  readonly children?: readonly OfficeNode[]
  readonly metadata?: unknown
  readonly notes?: readonly OfficeNode[]
}

const MAX_CELLS = 200_000
const MAX_DEPTH = 50

export interface OfficeBlocks {
  readonly blocks: Block[]
  readonly pages: number | null
  readonly warnings: ReadWarning[]
}

/** Returns the blocks of a document's tree, at most 200,000 cells of its tables. */
export function officeBlocks(nodes: readonly OfficeNode[]): OfficeBlocks {
  const walk = new Walk()
  walk.all(nodes, 0)
  const empty = walk.pagesWithoutText()
  return {
    blocks: walk.blocks,
    pages: walk.pages || null,
    warnings: [
      ...(walk.cells > MAX_CELLS ? [{ code: 'cells_cut' as const, pages: [] }] : []),
      ...(empty.length > 0 ? [{ code: 'pages_without_text' as const, pages: empty }] : []),
    ],
  }
}

class Walk {
  readonly blocks: Block[] = []
  pages = 0
  cells = 0
  readonly #filled = new Set<number>()

  all(nodes: readonly OfficeNode[], depth: number): void {
    if (depth > MAX_DEPTH) return
    const rows = nodes.filter(({ type }) => type === 'row')
    if (rows.length > 0) this.#table(rows)
    for (const node of nodes) if (node.type !== 'row') this.#one(node, depth)
  }

  pagesWithoutText(): number[] {
    return Array.from({ length: this.pages }, (_, index) => index + 1).filter(
      (page) => !this.#filled.has(page),
    )
  }

  #one(node: OfficeNode, depth: number): void {
    const { type, children = [], notes = [] } = node
    if (type === 'slide' || type === 'sheet' || type === 'page') {
      this.pages++
      const name = nameOf(node)
      if (type === 'sheet' && name) this.#add('heading', name, { level: 1 })
      this.all(children, depth + 1)
    } else if (type === 'table') this.all(children, depth + 1)
    else if (type === 'heading') this.#add('heading', textOf(node), { level: levelOf(node) })
    else if (type === 'list') this.#add('list', `- ${textOf(node)}`, {})
    else if (type === 'code') this.#add('code', textOf(node), {})
    else if (type === 'image' || type === 'chart' || type === 'drawing' || type === 'slideMaster')
      this.all(children, depth + 1)
    else if (children.some(isContainer)) this.all(children, depth + 1)
    else this.#add('text', textOf(node), {})
    this.all(notes, depth + 1)
  }

  #table(rows: readonly OfficeNode[]): void {
    const lines: string[] = []
    for (const row of rows) {
      this.cells += row.children?.length ?? 0
      if (this.cells > MAX_CELLS) break
      const line = (row.children ?? []).map((cell) => textOf(cell).replaceAll('\n', ' ')).join(' | ')
      if (line.replaceAll('|', '').trim()) lines.push(line.trim())
    }
    const [head] = lines
    if (head) this.#add('table', lines.join('\n'), { head })
  }

  #add(kind: Block['kind'], raw: string, more: Pick<Block, 'level' | 'head'>): void {
    const text = raw.trim()
    if (!text || text === '-') return
    this.#filled.add(this.pages)
    const last = this.blocks.at(-1)
    const page = this.pages || undefined
    // Each item of a list is a node of its own.
    if (kind === 'list' && last?.kind === 'list' && last.page === page)
      this.blocks[this.blocks.length - 1] = { ...last, text: `${last.text}\n${text}` }
    else this.blocks.push({ kind, text, ...more, ...(page ? { page } : {}) })
  }
}

const CONTAINERS = new Set('paragraph heading table list row slide sheet page note code'.split(' '))
const isContainer = ({ type }: OfficeNode) => CONTAINERS.has(type)

function textOf({ text, children = [] }: OfficeNode, depth = 0): string {
  if (text !== undefined && text !== '') return text
  if (depth > MAX_DEPTH) return ''
  return children.map((child) => textOf(child, depth + 1)).join(children.some(isContainer) ? '\n' : '')
}

function levelOf({ metadata }: OfficeNode): number {
  const level = (metadata as { level?: unknown } | undefined)?.level
  return typeof level === 'number' && level >= 1 ? Math.min(6, Math.floor(level)) : 1
}

function nameOf({ metadata }: OfficeNode): string {
  const named = metadata as { sheetName?: unknown; title?: unknown } | undefined
  return typeof named?.sheetName === 'string' ? named.sheetName : ''
}
