// Pictures, shapes, charts and embedded objects in a paragraph.
import { append, type Block } from '../../blocks.ts'
import type { Counts } from '../outline.ts'
import { allOf, childOf, firstOf, innerText, nodesOf, type XmlNode } from '../xml.ts'
import { isFileName } from '../picture-marks.ts'

/** The paragraph in which a drawing stands. */
interface Line {
  /** Blocks that follow the paragraph. */
  readonly after: Block[]
  put(text: string): void
  readonly around: {
    readonly counts: Counts
    box(content: XmlNode): readonly Block[]
    /** Counts a picture by its link, and returns the mark of its place. */
    picture(id: string | undefined): string
    linked(kind: 'chart' | 'diagram', id: string | undefined): readonly Block[]
  }
}

/** Reads a drawing: text boxes, charts and diagrams as text, of a picture its description. */
export function readDrawing(line: Line, drawing: XmlNode): void {
  const frame = nodesOf(drawing)[0]
  const properties = childOf(frame, 'docPr')
  if (properties?.attributes['hidden'] === '1') return
  const { pictures } = line.around.counts
  walk(line, frame)
  if (line.around.counts.pictures > pictures)
    describe(line, properties?.attributes['descr'] ?? firstOf(frame, 'cNvPr')?.attributes['descr'])
}

function walk(line: Line, node: XmlNode | undefined): void {
  for (const child of nodesOf(node)) {
    const id = child.attributes['r:id']
    if (child.name === 'txbxContent') append(line.after, line.around.box(child))
    else if (child.name === 'chart' && id !== undefined) append(line.after, line.around.linked('chart', id))
    else if (child.name === 'relIds')
      append(line.after, line.around.linked('diagram', child.attributes['r:dm']))
    else if (child.name === 'pic') putPicture(line, firstOf(child, 'blip')?.attributes['r:embed'])
    else if (child.name === 'contentPart') line.around.counts.objects++
    else if (child.name === 'txBody') readShapeText(line, child)
    else if (child.name === 'AlternateContent')
      walk(line, childOf(child, 'Choice') ?? childOf(child, 'Fallback'))
    else walk(line, child)
  }
}

/** The text of a shape that is no text box of Word. */
function readShapeText(line: Line, body: XmlNode): void {
  for (const paragraph of allOf(body, 'p')) {
    const text = allOf(paragraph, 't').map(innerText).join('')
    if (text.trim()) line.after.push({ kind: 'text', text: text.trim() })
  }
}

function putPicture(line: Line, id: string | undefined): void {
  const mark = line.around.picture(id)
  if (mark !== '') line.put(mark)
}

/** Puts the description of a picture, unless it is the name of a file. */
function describe(line: Line, description = ''): void {
  const text = description.replace(/\s+/g, ' ').trim()
  if (text !== '' && !isFileName(text)) line.put(`[${text}]`)
}

/** Reads shapes in the older language of drawings. */
export function readShapes(line: Line, node: XmlNode): void {
  for (const child of nodesOf(node)) {
    if (child.name === 'txbxContent') append(line.after, line.around.box(child))
    else if (child.name === 'imagedata') {
      putPicture(line, child.attributes['r:id'])
      describe(line, node.attributes['alt'])
    } else if (child.name === 'OLEObject') line.around.counts.objects++
    else if (child.name === 'textpath') line.put(child.attributes['string'] ?? '')
    else readShapes(line, child)
  }
}

/** Counts an embedded file; its picture only shows it. */
export function readObject(line: Line, object: XmlNode): void {
  if (firstOf(object, 'OLEObject') || firstOf(object, 'objectEmbed')) line.around.counts.objects++
  else readShapes(line, object)
}
