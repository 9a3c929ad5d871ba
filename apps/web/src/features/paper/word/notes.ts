// Footnotes: the sources that an answer cites, and those of its own text.
import type { Element, ElementContent, Root } from 'hast'
import {
  Bookmark,
  BuilderElement,
  ExternalHyperlink,
  FootnoteReferenceRun,
  Paragraph,
  Run,
  TextRun,
  type ParagraphChild,
  type XmlComponent,
} from 'docx'
import { safeLink } from '#ui/markdown/links.ts'
import type { PaperMessage, PaperSource } from '../paper.ts'
import { sourceText } from '../typography.ts'
import { blocksOf } from './blocks.ts'
import type { Gathered, Notes, Place } from './context.ts'
import { find, textRuns } from './inline.ts'

const LIKE_FOOTNOTE = { style: 'FootnoteText' } as const

/** Returns the footnotes of an answer. What is cited again refers to the same footnote. */
export function notesOf(
  message: PaperMessage,
  trees: readonly Root[],
  gathered: Gathered,
): Notes & { cited: Set<number> } {
  const known = new Map<string, number>()
  const cited = new Set<number>()
  const own = ownNotes(trees)
  const markOf = (key: string, make: () => Paragraph[]): ParagraphChild[] => {
    const number = known.get(key)
    if (number !== undefined) return again(number)
    const made = gathered.note(make)
    known.set(key, made)
    return [new Bookmark({ id: bookmarkOf(made), children: [new FootnoteReferenceRun(made)] })]
  }
  const notes: Notes = {
    ofSource(number) {
      cited.add(number)
      const source = message.sources.find(({ id }) => id === number)
      return markOf(`source ${number}`, () => [sourceParagraph(source, number)])
    },
    ofText(id) {
      const item = own.get(id)
      return item && markOf(`text ${id}`, () => paragraphsOf(item, gathered))
    },
  }
  return { ...notes, cited }
}

const bookmarkOf = (number: number): string => `note_${number}`

/** A field that shows the number of a footnote again; Word and LibreOffice keep it right when notes are added. */
function again(number: number): ParagraphChild[] {
  const field = (name: string) =>
    new BuilderElement<{ type: string }>({
      name: 'w:fldChar',
      attributes: { type: { key: 'w:fldCharType', value: name } },
    })
  const run = (child: XmlComponent | string) =>
    new Run({ superScript: true, children: [child] }) as ParagraphChild
  return [
    run(field('begin')),
    run(instruction(` NOTEREF ${bookmarkOf(number)} \\h `)),
    run(field('separate')),
    run(String(number)),
    run(field('end')),
  ]
}

/** The instruction of a field. */
class Instruction extends BuilderElement {
  constructor(text: string) {
    super({ name: 'w:instrText' })
    this.root.push(text)
  }
}
const instruction = (text: string) => new Instruction(text)

function sourceParagraph(source: PaperSource | undefined, number: number): Paragraph {
  return new Paragraph({
    ...LIKE_FOOTNOTE,
    children: [
      new TextRun(' '),
      ...sourceRuns(source ?? { id: number, title: `[${number}]`, place: '', address: '' }),
    ],
  })
}

/** Returns the name of a source, and its address if it has one outside of this installation. */
export function sourceRuns(source: PaperSource): ParagraphChild[] {
  const link = safeLink(source.address)
  const words = textRuns(sourceText(source), { language: undefined })
  if (!link || link.host === '') return words
  const style = { style: 'Hyperlink' }
  return [
    ...words,
    new TextRun(', '),
    new ExternalHyperlink({ link: link.href, children: textRuns(link.href, { language: undefined }, style) }),
  ]
}

/** Returns the footnotes that the text itself has, by the ids that it refers to. */
function ownNotes(trees: readonly Root[]): Map<string, Element> {
  const items = new Map<string, Element>()
  for (const tree of trees)
    for (const section of tree.children) {
      if (section.type !== 'element' || section.properties['dataFootnotes'] === undefined) continue
      for (const item of find(section, 'ol')?.children ?? [])
        if (item.type === 'element') items.set(String(item.properties['id'] ?? ''), item)
    }
  return items
}

/** In a footnote there is no other one: its citations are numbers. */
const PLAIN: Notes = {
  ofSource: (number) => [new TextRun(` [${number}]`)],
  ofText: () => undefined,
}

function paragraphsOf(item: Element, gathered: Gathered): Paragraph[] {
  const place: Place = {
    gathered,
    notes: PLAIN,
    language: undefined,
    level: 0,
    quotes: 0,
    indent: 0,
    style: 'FootnoteText',
  }
  const blocks = blocksOf(withSpace(withoutBackLinks(item)).children, place)
  const paragraphs = blocks.filter((block) => block instanceof Paragraph)
  return paragraphs.length === 0 ? [new Paragraph(LIKE_FOOTNOTE)] : paragraphs
}

function withoutBackLinks(node: Element): Element {
  const children = node.children.flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return [child]
    return child.properties['dataFootnoteBackref'] === undefined ? [withoutBackLinks(child)] : []
  })
  return { ...node, children }
}

/** Separates the number of a footnote from its text. */
function withSpace(item: Element): Element {
  const first = item.children.find((child) => child.type === 'element' && child.tagName === 'p')
  const space = { type: 'text' as const, value: ' ' }
  if (first?.type !== 'element') return { ...item, children: [space, ...item.children] }
  const begin = { ...first, children: [space, ...first.children] }
  return { ...item, children: item.children.map((child) => (child === first ? begin : child)) }
}
