// Presentations, read from their XML: a slide is a page, in the order of the show.
import { warningOf, type Block, type BlockDocument } from '../../blocks.ts'
import { openPackage, type Package } from '../ooxml/package.ts'
import { Counts } from '../outline.ts'
import { areBlank } from '../picture-marks.ts'
import type { PicturePlaces, Reader } from '../reader.ts'
import { childOf, childrenOf, isTrue, loadXml, type ParseXml, type XmlNode } from '../xml.ts'
import { openMasters } from './masters.ts'
import { openComments, readNotes } from './notes.ts'
import { readSlide, titleOfSlide } from './slide.ts'

/** Loads the reader of pptx, and of the same with macros, as a show or as a template. */
export async function loadSlides(): Promise<Reader> {
  const parse = await loadXml()
  return (bytes, _, places) => Promise.resolve(read(bytes, parse.anew(), places))
}

function read(bytes: Uint8Array, parse: ParseXml, places: PicturePlaces | undefined): BlockDocument {
  const parts = openPackage(bytes, parse)
  const presentation = parts.linked('', 'officeDocument') ?? 'ppt/presentation.xml'
  const slides = slidesOf(parts, presentation)
  const shared = { parts, counts: new Counts(places), masters: openMasters(parts) }
  const comments = openComments(parts, presentation)
  const blocks: Block[] = []
  const [hidden, empty]: [string[], number[]] = [[], []]
  // Nothing else is in a presentation that shows no slide.
  const hasShown = slides.some((part) => !isHidden(parts.part(part)))
  // The slides are parsed once more below.
  parse.takeDeep()
  slides.forEach((part, at) => {
    const page = at + 1
    const slide = parts.part(part)
    if (hasShown && isHidden(slide)) {
      hidden.push(`${page} ${titleOfSlide(slide)}`.trim())
      return
    }
    const { pictures, objects, charts } = shared.counts
    const read = [
      ...readSlide(shared, part, slide, page),
      ...readNotes(shared, part, page),
      ...comments(part, page),
    ]
    for (const block of read) blocks.push(block)
    const isMore =
      shared.counts.pictures > pictures || shared.counts.objects > objects || shared.counts.charts > charts
    if (areBlank(read) && (isMore || !slide)) empty.push(page)
  })
  shared.counts.objects += parse.takeDeep()
  return {
    blocks,
    pages: slides.length || null,
    warnings: [
      ...shared.counts.warnings(),
      ...warningOf('hidden_slides', { names: hidden }),
      ...warningOf('pages_without_text', { pages: empty }),
    ],
  }
}

function isHidden(slide: XmlNode | undefined): boolean {
  const show = slide?.attributes['show']
  return show !== undefined && !isTrue(show)
}

/** Returns the parts of the slides, each once, in the order of the show. */
function slidesOf(parts: Package, presentation: string): string[] {
  const links = parts.links(presentation)
  const list = childOf(parts.part(presentation, true), 'sldIdLst')
  const targets = childrenOf(list, 'sldId').map(
    ({ attributes }) => links.get(attributes['r:id'] ?? '')?.target,
  )
  return [...new Set(targets.filter((target) => target !== undefined))]
}
