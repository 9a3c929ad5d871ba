// The slides of an OpenDocument presentation.
import { append, type Block } from '../../blocks.ts'
import { areBlank } from '../picture-marks.ts'
import { inReadingOrder, type Place } from '../reading-order.ts'
import { childOf, childrenOf, nodesOf, type XmlNode } from '../xml.ts'
import { readDrawing } from './drawings.ts'
import { isDrawing } from './inline.ts'
import type { Shared } from './shared.ts'
import { Story } from './story.ts'

export interface Pages {
  readonly blocks: readonly Block[]
  readonly pages: number | null
  readonly hiddenSlides: readonly string[]
  readonly emptyPages: readonly number[]
}

/** Repeated on every slide, or a picture of it. */
const UNREAD = new Set(['page-number', 'date-time', 'header', 'footer', 'page'])

export function readPages(presentation: XmlNode, shared: Shared): Pages {
  const slides = childrenOf(presentation, 'page')
  const blocks: Block[] = []
  const [hiddenSlides, emptyPages]: [string[], number[]] = [[], []]
  const isHidden = ({ attributes }: XmlNode) =>
    shared.styles.styleOf(attributes['style-name'], 'drawing-page').isHiddenSlide
  // Nothing else is in a presentation that shows no slide.
  const hasShown = slides.some((slide) => !isHidden(slide))
  slides.forEach((slide, at) => {
    const page = at + 1
    const story = new Story(shared, { page })
    if (hasShown && isHidden(slide)) {
      hiddenSlides.push(`${page} ${titleOf(story, slide)}`.trim())
      return
    }
    const { pictures, objects, charts } = shared.counts
    const read = [...slideBlocks(story, shared, slide), ...notesOf(story, childOf(slide, 'notes'), page)]
    for (const block of read) blocks.push(block)
    const isMore =
      shared.counts.pictures > pictures || shared.counts.objects > objects || shared.counts.charts > charts
    if (areBlank(read) && isMore) emptyPages.push(page)
  })
  return { blocks, pages: slides.length || null, hiddenSlides, emptyPages }
}

const classOf = ({ attributes }: XmlNode): string => attributes['class'] ?? ''

const titleFrame = (slide: XmlNode): XmlNode | undefined =>
  childrenOf(slide, 'frame').find((frame) => classOf(frame) === 'title')

function titleOf(story: Story, slide: XmlNode): string {
  const frame = titleFrame(slide)
  const blocks = frame ? story.blocksOf([frame]) : []
  return blocks.map(({ text }) => text.replace(/\s+/g, ' ')).join(' ')
}

function slideBlocks(story: Story, shared: Shared, slide: XmlNode): Block[] {
  const frame = titleFrame(slide)
  const title = titleOf(story, slide)
  const page = story.page ?? 1
  const blocks: Block[] = title ? [{ kind: 'heading', text: title, level: 2, page }] : []
  for (const node of orderOf(nodesOf(slide))) {
    if (node === frame || node.name === 'notes' || UNREAD.has(classOf(node))) continue
    if (isDrawing(node) || node.name === 'a') {
      const after: Block[] = []
      const text = readDrawing(story, shared, node, after)
      if (text) blocks.push({ kind: 'text', text, page })
      append(blocks, after)
    } else if (node.name === 'annotation') append(blocks, story.commentBlocks(node))
    else if (node.name === 'forms') story.blocksOf([node])
  }
  return blocks
}

/** Shapes of a slide with a body stand as they are. */
const BODIES = new Set(['outline', 'subtitle'])

const orderOf = (shapes: readonly XmlNode[]): readonly XmlNode[] =>
  shapes.some((shape) => BODIES.has(classOf(shape))) ? shapes : inReadingOrder(shapes, placeOf)

function placeOf({ attributes }: XmlNode): Place {
  const [top, left, height] = ['y', 'x', 'height'].map((name) => centimetres(attributes[name]))
  return { top: top ?? NaN, left: left ?? NaN, bottom: (top ?? NaN) + (height ?? 0) }
}

/** Lengths in centimetres. */
const UNITS: Readonly<Record<string, number>> = { cm: 1, mm: 0.1, in: 2.54, pt: 2.54 / 72 }

function centimetres(length = ''): number {
  const unit = UNITS[length.slice(-2)]
  return unit === undefined ? NaN : unit * Number.parseFloat(length)
}

function notesOf(story: Story, notes: XmlNode | undefined, page: number): Block[] {
  const text = nodesOf(notes)
    .filter((node) => isDrawing(node) && !UNREAD.has(classOf(node)) && node.name !== 'page-thumbnail')
    .flatMap((node) => story.blocksOf([node]))
    .map((block) => block.text)
    .join('\n')
  return text ? [{ kind: 'text', text: `Notes: ${text}`, page }] : []
}
