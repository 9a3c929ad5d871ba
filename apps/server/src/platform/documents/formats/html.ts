// Web pages: the text of their main part.
import type { Block, BlockDocument } from '../blocks.ts'
import { warningOf } from '../blocks.ts'
import { encodingWarning, loadDecoder } from '../encodings/encodings.ts'
import { declaredIn } from './html/declared.ts'
import { attribute, childrenOf, ELEMENT, nameOf, type HtmlNode } from './html/elements.ts'
import { isOfSite, mainPartOf } from './html/main-part.ts'
import { blocksOf, type HtmlFacts } from './html/walk.ts'
import type { Reader } from './reader.ts'
import { shallow } from './shallow.ts'

/** Above this number of pieces a page is read whole: finding its article takes a second per 50,000. */
const ARTICLE_PIECES = 50_000
const NUMBER = 'data-piece'

export interface HtmlOptions {
  /** Whether it is a web page, of which only the main part counts. */
  readonly isPage: boolean
  readonly isXml?: boolean
  /** Elements that are left out of what is no web page. */
  readonly skips?: (node: HtmlNode, name: string) => boolean
  /** Changes the parsed document before it is read. */
  readonly prepare?: (root: HtmlNode) => void
}

/** Reads HTML. */
export type ReadHtml = (
  html: string,
  options: HtmlOptions,
) => BlockDocument & {
  readonly title: string
}

interface Page extends HtmlNode {
  setAttribute(name: string, value: string): void
}

/** The part of a parsed document that is read. */
interface Parsed {
  readonly body: HtmlNode | null
  readonly documentElement: HtmlNode
  querySelector(name: string): HtmlNode | null
}

/** Loads the reader of web pages. */
export async function loadHtml(only?: Uint8Array): Promise<Reader> {
  const read = await loadHtmlText()
  const decode = await loadDecoder(only)
  return (bytes, said) => {
    const decoded = decode(bytes, {
      ...said,
      declared: [...(said?.declared ?? []), ...declaredIn(bytes)],
    })
    const { title, blocks, pages, warnings } = read(decoded.text, {
      isPage: true,
      isXml: isXhtml(decoded.text),
    })
    return Promise.resolve({
      blocks: withTitle(title, blocks),
      pages,
      warnings: [...encodingWarning(decoded), ...warnings],
    })
  }
}

/** Whether a page is written as XML, where `<p/>` is an empty element. */
export const isXhtml = (html: string): boolean =>
  /^\s*<\?xml|<html[^>]{0,500}xmlns\s?=\s?["']http:\/\/www\.w3\.org\/1999\/xhtml/i.test(html.slice(0, 2_000))

/** Loads a function that reads HTML. */
export async function loadHtmlText(): Promise<ReadHtml> {
  const { parseHTML } = await import('linkedom')
  const { Readability } = await import('@mozilla/readability')
  type Article = ConstructorParameters<typeof Readability>[0]
  const parse = (html: string) => {
    const { document } = parseHTML(`<html><head></head><body>${html}</body></html>`)
    return document as unknown as Parsed
  }
  const keptOf = (html: string): Set<string> => {
    const document = parse(html)
    numbered(document.documentElement as Page)
    const found = new Readability(document as unknown as Article, { serializer: (node) => node }).parse()
    const kept = new Set<string>()
    if (found?.content) collect(found.content as unknown as HtmlNode, kept)
    return kept
  }
  return (source, { isPage, isXml = false, skips, prepare }) => {
    const { html, pieces } = shallow(source, isXml)
    const document = parse(html)
    const body = document.body ?? document.documentElement
    prepare?.(body)
    const facts: HtmlFacts = { pictures: 0, cells: 0, isCut: false }
    const title = (document.querySelector('title')?.textContent ?? '').replace(/\s+/g, ' ').trim()
    const blocks = isPage
      ? pageBlocks(
          body,
          facts,
          pieces > ARTICLE_PIECES ? undefined : () => elementsOf(document, keptOf(html)),
        )
      : blocksOf(body, facts, skips ? { skips } : {})
    return { title, blocks, pages: null, warnings: warningsOf(facts) }
  }
}

const warningsOf = ({ pictures, isCut }: HtmlFacts) => [
  ...(isCut ? [{ code: 'cells_cut' as const, pages: [] }] : []),
  ...warningOf('pictures', { count: pictures }),
]

function pageBlocks(body: HtmlNode, facts: HtmlFacts, find: (() => Set<HtmlNode>) | undefined): Block[] {
  const main = find ? mainPartOf(body, find()) : body
  const blocks = blocksOf(main, facts, { skips: isOfSite })
  // A page that is nothing but navigation is read as it is.
  return blocks.length > 0 ? blocks : blocksOf(body, facts)
}

/** Numbers the elements in document order, so that they are found again in another copy of the document. */
function numbered(root: Page): void {
  let count = 0
  for (const node of elementsIn(root)) (node as Page).setAttribute(NUMBER, String(count++))
}

function collect(content: HtmlNode, kept: Set<string>): void {
  for (const node of elementsIn(content)) {
    const number = attribute(node, NUMBER)
    // The page itself is kept under another name when nothing better is found.
    if (number && !/^(?:html|body)$/.test(nameOf(node))) kept.add(number)
  }
}

function elementsOf(document: Parsed, kept: ReadonlySet<string>): Set<HtmlNode> {
  const found = new Set<HtmlNode>()
  let count = 0
  for (const node of elementsIn(document.documentElement)) if (kept.has(String(count++))) found.add(node)
  return found
}

/** Returns the elements in document order. */
function elementsIn(root: HtmlNode): HtmlNode[] {
  const found: HtmlNode[] = []
  const visit = (node: HtmlNode) => {
    found.push(node)
    for (const child of childrenOf(node)) if (child.nodeType === ELEMENT) visit(child)
  }
  visit(root)
  return found
}

const folded = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Puts the title before the text, unless its first heading says the same. */
export function withTitle(title: string, blocks: readonly Block[]): Block[] {
  if (!title) return [...blocks]
  const name = folded(title)
  const isThere = blocks.slice(0, 50).some(({ kind, level, text }) => {
    const heading = kind === 'heading' && (level ?? 1) <= 2 ? folded(text) : ''
    return heading !== '' && (name.includes(heading) || heading.includes(name))
  })
  return isThere ? [...blocks] : [{ kind: 'heading', text: title, level: 1 }, ...blocks]
}
