// Frames and shapes: text boxes, pictures, charts, formulas, tables and embedded objects.
import { append, type Block } from '../../blocks.ts'
import { childOf, childrenOf, firstOf, innerText, nodesOf, type XmlNode } from '../xml.ts'
import { mathOf } from './formula.ts'
import { isDrawing } from './inline.ts'
import type { Shared } from './shared.ts'
import { isFileName } from '../picture-marks.ts'

/** What reads the text inside of a drawing. */
export interface Reads {
  readonly blocksOf: (nodes: readonly XmlNode[]) => readonly Block[]
  readonly chartBlocks: (chart: XmlNode) => readonly Block[]
}

/** Reads a frame or a shape. Returns its text in the line; adds its blocks to `after`. */
export function readDrawing(story: Reads, shared: Shared, node: XmlNode, after: Block[]): string {
  if (node.name === 'g') {
    return nodesOf(node)
      .filter((child) => isDrawing(child) || child.name === 'a')
      .map((child) => readDrawing(story, shared, child, after))
      .join('')
  }
  if (node.name === 'a')
    return nodesOf(node)
      .map((child) => readDrawing(story, shared, child, after))
      .join('')
  if (node.name === 'control') return readControl(shared, node)
  if (node.name === 'frame') return readFrame(story, shared, node, after)
  append(after, story.blocksOf(textsOf(node)))
  return ''
}

/** The paragraphs of a shape stand beside its geometry and its description. */
const textsOf = (shape: XmlNode): XmlNode[] =>
  nodesOf(shape).filter(({ name }) => name === 'p' || name === 'h' || name === 'list')

function readFrame(story: Reads, shared: Shared, frame: XmlNode, after: Block[]): string {
  const [object, box, table] = ['object', 'text-box', 'table'].map((name) => childOf(frame, name))
  if (box) append(after, story.blocksOf(nodesOf(box)))
  else if (table) append(after, story.blocksOf([table]))
  else if (object) return readObject(story, shared, object, after)
  else if (childOf(frame, 'image')) return readPicture(shared, frame)
  else if (nodesOf(frame).some(({ name }) => /^(?:object-ole|plugin|applet|floating-frame)$/.test(name)))
    shared.counts.objects++
  return ''
}

function readPicture(shared: Shared, frame: XmlNode): string {
  const link = childOf(frame, 'image')?.attributes['href']?.replace(/^\.\//, '')
  const mark = shared.counts.picture(link === '' ? undefined : link)
  const text = (innerText(childOf(frame, 'desc')) || innerText(childOf(frame, 'title')))
    .replace(/\s+/g, ' ')
    .trim()
  return text === '' || isFileName(text) ? mark : `[${text}]${mark} `
}

function readObject(story: Reads, shared: Shared, object: XmlNode, after: Block[]): string {
  // LibreOffice writes an empty paragraph into objects of presentations.
  const inside = nodesOf(object).find(({ name }) => INSIDE.test(name))
  const link = object.attributes['href']
  const root = inside ?? (link === undefined || link === '' ? undefined : shared.object(link))
  const math = root?.name === 'math' ? root : firstOf(root, 'math')
  if (math) {
    const text = mathOf(math)
    if (!text) shared.counts.objects++
    return text
  }
  const chart = firstOf(root, 'chart')
  if (!chart) {
    shared.counts.objects++
    return ''
  }
  const blocks = story.chartBlocks(firstOf(chart, 'chart') ?? chart)
  if (blocks.length === 0) shared.counts.charts++
  append(after, blocks)
  return ''
}

/** Roots of documents that stand within an object. */
const INSIDE = /^(?:document|document-content|math)$/

/** Returns the value of a field of a form. */
function readControl(shared: Shared, node: XmlNode): string {
  const control = shared.controls.get(node.attributes['control'] ?? '')
  if (!control) return ''
  const { attributes } = control
  if (control.name === 'checkbox' || control.name === 'radio') {
    const isTicked =
      (attributes['current-state'] ?? attributes['state']) === 'checked' ||
      (attributes['current-selected'] ?? attributes['selected']) === 'true'
    return `${isTicked ? '☒' : '☐'} ${attributes['label'] ?? ''} `
  }
  const chosen = childrenOf(control, 'option').find(
    (option) => option.attributes['current-selected'] === 'true',
  )
  return chosen?.attributes['label'] ?? attributes['current-value'] ?? attributes['value'] ?? ''
}
