// Builds blocks from pages of plain lines, as PDF readers return them.
import type { Block } from '../blocks.ts'

/** Pages from which headers and footers that repeat are recognized. */
const FEWEST_PAGES = 3
const MOST_PAGES = 0.6
const EDGE_LINES = 2

/** Returns the blocks of pages, without the headers and footers that most pages repeat. */
export function pageBlocks(pages: readonly string[]): Block[] {
  const lines = pages.map((page) => page.split(/\r?\n/).map((line) => line.trim()))
  const repeated = repeatedLines(lines)
  return lines.flatMap((page, index) => paragraphs(withoutEdges(page, repeated), index + 1))
}

/** Returns the lines at the edges of pages that most of them have; page numbers count as equal. */
function repeatedLines(pages: readonly (readonly string[])[]): ReadonlySet<string> {
  if (pages.length < FEWEST_PAGES) return new Set()
  const counts = new Map<string, number>()
  for (const page of pages)
    for (const edge of new Set(edgesOf(filled(page)).map(alike)))
      counts.set(edge, (counts.get(edge) ?? 0) + 1)
  const least = pages.length * MOST_PAGES
  return new Set([...counts].flatMap(([line, count]) => (line && count >= least ? [line] : [])))
}

const alike = (line: string) => line.replace(/\d+/g, '#')

/** Returns the first and last lines or blocks of a page. */
const edgesOf = <Part>(page: readonly Part[]): Part[] =>
  page.length <= 2 * EDGE_LINES ? [...page] : [...page.slice(0, EDGE_LINES), ...page.slice(-EDGE_LINES)]

const filled = (page: readonly string[]) => page.filter(Boolean)

function withoutEdges(page: readonly string[], repeated: ReadonlySet<string>): readonly string[] {
  if (repeated.size === 0) return page
  const edges = new Set(edgesOf(filled(page)))
  return page.filter((line) => !(edges.has(line) && repeated.has(alike(line))))
}

/** Joins the lines of paragraphs, and words that were cut at the end of a line. */
function paragraphs(lines: readonly string[], page: number): Block[] {
  const blocks: Block[] = []
  let open: string[] = []
  const end = () => {
    const text = joined(open)
    if (text) blocks.push({ kind: 'text', text, page })
    open = []
  }
  for (const line of lines)
    if (line === '') end()
    else open.push(line)
  end()
  return blocks
}

/** Joins “Home-” and “office”, but not “Ein-” and “und Ausgang”. */
function joined(lines: readonly string[]): string {
  const parts: string[] = []
  for (const line of lines) {
    const last = parts.at(-1)
    const isCut = last !== undefined && /\p{L}-$/u.test(last) && /^\p{Ll}/u.test(line)
    if (isCut && !/^(?:und|oder|bzw|and|or|и|или)(?!\p{L})/u.test(line)) {
      parts[parts.length - 1] = last.slice(0, -1) + line
    } else parts.push(line)
  }
  return parts.join('\n').replaceAll('\u00ad', '').trim()
}
