// The text inside a paragraph of an OpenDocument.
import type { Block } from '../../blocks.ts'
import { childrenOf, innerText, isNode, type XmlNode } from '../xml.ts'
import type { Styles } from './styles.ts'
import { whole } from './numbering.ts'

const MAX_SPACES = 50

/** What a paragraph needs of its document. */
export interface Surroundings {
  readonly styles: Styles
  /** Whether numbers of pages are left out. */
  readonly isMargin: boolean
  /** Returns the mark of a note, whose text follows the paragraph. */
  readonly note: (note: XmlNode) => string
  readonly comment: (comment: XmlNode) => void
  /** Reads a frame or a shape: returns its text in the line, and adds what stands beside the paragraph. */
  readonly drawing: (node: XmlNode, after: Block[]) => string
  readonly hidden: (text: string) => void
}

/** Elements of a paragraph that say nothing. */
const UNREAD = new Set(
  'annotation-end ruby-text note-citation soft-page-break number event-listeners script tracked-changes bibliography-source desc title-template'.split(
    ' ',
  ),
)
const DRAWINGS = new Set(
  'frame custom-shape rect ellipse circle line polyline polygon regular-polygon path connector measure caption g control scene page-thumbnail'.split(
    ' ',
  ),
)
const PAGE_NUMBERS = new Set(['page-number', 'page-continuation', 'page-count'])

export const isDrawing = ({ name }: XmlNode): boolean => DRAWINGS.has(name)

export class Line {
  readonly #parts: string[] = []
  readonly #around: Surroundings
  readonly after: Block[] = []
  #isHiddenParagraph = false

  constructor(around: Surroundings) {
    this.#around = around
  }

  /** Spaces and line ends of the file count as one space. */
  get text(): string {
    if (this.#isHiddenParagraph) return ''
    return this.#parts.join('').replaceAll('\u00ad', '').trim()
  }

  read(node: XmlNode): void {
    for (const child of node.children)
      if (!isNode(child)) this.#put(child.replace(/[ \t\r\n]+/g, ' '))
      else if (!UNREAD.has(child.name)) this.#element(child)
  }

  #put(text: string): void {
    const before = this.#parts.at(-1)
    const isAfterSpace = before === undefined || /[ \n\t]$/.test(before)
    const plain = isAfterSpace && text.startsWith(' ') ? text.slice(1) : text
    if (plain !== '') this.#parts.push(plain)
  }

  #element(node: XmlNode): void {
    const { name, attributes } = node
    if (name === 's')
      this.#parts.push(' '.repeat(Math.min(MAX_SPACES, Math.max(1, whole(attributes['c']) ?? 1))))
    else if (name === 'tab') this.#parts.push('\t')
    else if (name === 'line-break') this.#parts.push('\n')
    else if (name === 'note') this.#put(this.#around.note(node))
    else if (name === 'annotation') this.#around.comment(node)
    else if (name === 'ruby') for (const base of childrenOf(node, 'ruby-base')) this.read(base)
    else if (DRAWINGS.has(name)) this.#put(this.#around.drawing(node, this.after))
    else if (name === 'hidden-paragraph') this.#isHiddenParagraph ||= attributes['is-hidden'] === 'true'
    else if (name === 'span' && this.#around.styles.styleOf(attributes['style-name'], 'text').isHidden)
      this.#around.hidden(innerText(node))
    else if (!(this.#around.isMargin && PAGE_NUMBERS.has(name))) this.read(node)
  }
}
