// The text inside a paragraph.
import type { Block } from '../../blocks.ts'
import { formulaOf } from '../ooxml/math.ts'
import type { Counts } from '../outline.ts'
import { symbolOf, withSymbols } from '../symbols.ts'
import { childOf, childrenOf, innerText, isOn, nodesOf, valueOf, type XmlNode } from '../xml.ts'
import { readDrawing, readObject, readShapes } from './drawings.ts'
import { isPageNumber, tickOf, type Fields } from './fields.ts'
import type { Styles } from './styles.ts'

/** What a paragraph needs of its document. */
export interface Surroundings {
  readonly counts: Counts
  readonly styles: Styles
  readonly fields: Fields
  readonly isMargin: boolean
  /** Returns the mark of a note, whose text follows the paragraph. */
  readonly note: (kind: 'footnote' | 'endnote' | 'comment', node: XmlNode) => string
  /** Returns the blocks of a text box. */
  readonly box: (content: XmlNode) => readonly Block[]
  /** Returns the blocks of a chart or a diagram by the id of its link. */
  /** Counts a picture by its link, and returns the mark of its place. */
  readonly picture: (id: string | undefined) => string
  readonly linked: (kind: 'chart' | 'diagram', id: string | undefined) => readonly Block[]
}

export class Line {
  readonly parts: string[] = []
  /** What stands beside the paragraph. */
  readonly after: Block[] = []
  readonly around: Surroundings
  /** Whether the paragraph's style hides its text. */
  readonly isHidden: boolean

  constructor(around: Surroundings, isHidden = false) {
    this.around = around
    this.isHidden = isHidden
  }

  get text(): string {
    return this.parts.join('').replaceAll('\u00ad', '')
  }

  put(text: string): void {
    if (text !== '' && this.around.fields.isShown) this.parts.push(text)
  }

  /** Reads children of a paragraph. */
  read(nodes: readonly XmlNode[]): void {
    for (const node of nodes) {
      const read = Object.hasOwn(READERS, node.name) ? READERS[node.name] : undefined
      read?.(this, node)
    }
  }
}

type Read = (line: Line, node: XmlNode) => void

const through: Read = (line, node) => line.read(nodesOf(node))

const READERS: Readonly<Record<string, Read>> = {
  r: readRun,
  ins: through,
  moveTo: through,
  smartTag: through,
  customXml: through,
  hyperlink: through,
  sdtContent: through,
  bdo: through,
  dir: through,
  rubyBase: through,
  ruby: (line, node) => line.read(childrenOf(node, 'rubyBase')),
  oMath: (line, node) => line.put(formulaOf(node)),
  oMathPara: (line, node) => {
    for (const formula of childrenOf(node, 'oMath')) line.put(formulaOf(formula))
  },
  fldSimple: (line, node) => {
    if (!line.around.isMargin || !isPageNumber(node.attributes['instr'] ?? '')) through(line, node)
  },
  sdt: (line, node) => {
    const tick = tickOf(node)
    if (tick === undefined) line.read(childrenOf(node, 'sdtContent'))
    else line.put(tick)
  },
  AlternateContent: readAlternative,
  t: (line, node) => line.put(textOf(node)),
  tab: (line) => line.put('\t'),
  ptab: (line) => line.put('\t'),
  br: (line) => line.put('\n'),
  cr: (line) => line.put('\n'),
  noBreakHyphen: (line) => line.put('-'),
  sym: (line, { attributes }) =>
    line.put(symbolOf(attributes['font'] ?? '', Number.parseInt(attributes['char'] ?? '', 16)) ?? ''),
  fldChar: (line, node) => {
    const text = line.around.fields.mark(node)
    if (text) line.parts.push(text)
  },
  instrText: (line, node) => line.around.fields.code(innerText(node)),
  footnoteReference: (line, node) => line.put(line.around.note('footnote', node)),
  endnoteReference: (line, node) => line.put(line.around.note('endnote', node)),
  commentReference: (line, node) => line.put(line.around.note('comment', node)),
  drawing: readDrawing,
  pict: readShapes,
  object: readObject,
}

function readRun(line: Line, run: XmlNode): void {
  const properties = childOf(run, 'rPr')
  const style = valueOf(properties, 'rStyle')
  const isHidden =
    isOn(properties, 'vanish') ??
    ((style !== undefined && line.around.styles(style).isHidden) || line.isHidden)
  // Fields count in hidden text, too.
  if (isHidden) line.read(nodesOf(run).filter(({ name }) => name === 'fldChar' || name === 'instrText'))
  else if (properties && childOf(properties, 'rFonts')) readWithFont(line, run, properties)
  else line.read(nodesOf(run))
}

/** Reads a run whose font may be one of signs. */
function readWithFont(line: Line, run: XmlNode, properties: XmlNode): void {
  const { ascii, hAnsi } = childOf(properties, 'rFonts')?.attributes ?? {}
  const font = ascii ?? hAnsi ?? ''
  if (!/^(?:symbol|wingdings)/i.test(font)) {
    line.read(nodesOf(run))
    return
  }
  for (const node of nodesOf(run))
    if (node.name === 't') line.put(withSymbols(font, innerText(node)))
    else line.read([node])
}

/** Line ends inside the element are those of the file. */
const textOf = (node: XmlNode): string => innerText(node).replace(/[\r\n]+/g, ' ')

/** Reads the first form of a content that is there in several; the older one only if the first has nothing to read. */
function readAlternative(line: Line, node: XmlNode): void {
  const { counts } = line.around
  const found = () => line.parts.length + line.after.length + counts.pictures + counts.charts + counts.objects
  const before = found()
  for (const name of ['Choice', 'Fallback'])
    for (const form of childrenOf(node, name)) if (found() === before) line.read(nodesOf(form))
}
