// Running heads, feet and page numbers: lines at the edges of pages that stand at the same place of several pages.
import { rowsOf, type Segment } from './rows.ts'
import type { PdfPageText } from './pages.ts'

const FEWEST_PAGES = 3
const EDGE_ROWS = 3
const LONGEST = 120
/** Of the page's height, from the top and from the bottom. */
const EDGE = 0.12
/** Cells from which a row is the head of a table that is repeated. */
const CELLS = 4
/** What stands beside page numbers, without the numbers. */
const NUMBER = /^(?:#|[-–—/]+|page(?: of)?|seite(?: von)?|стр\.?|страница(?: от)?)$/iu

/** Returns the segments of each page's main text without its running heads and feet. */
export function withoutEdges(pages: readonly PdfPageText[]): (readonly Segment[])[] {
  const edges = pages.map(edgesOf)
  if (pages.length < FEWEST_PAGES) return pages.map(({ texts }) => texts[0] ?? [])
  const counts = new Map<string, number>()
  for (const page of edges)
    for (const key of new Set(page.keys())) counts.set(key, (counts.get(key) ?? 0) + 1)
  return pages.map(({ texts }, index) => {
    const dropped = new Set<Segment>()
    for (const [key, segments] of edges[index] ?? []) {
      const least = NUMBER.test(key.slice(key.indexOf(' ') + 1))
        ? Math.max(2, 0.3 * pages.length)
        : FEWEST_PAGES
      if ((counts.get(key) ?? 0) >= least) for (const segment of segments) dropped.add(segment)
    }
    const kept = (texts[0] ?? []).filter((segment) => !dropped.has(segment))
    // A page that has nothing else is not a page of heads and feet.
    return kept.length > 0 ? kept : (texts[0] ?? [])
  })
}

/** Returns the segments at the edges by their place and text; page numbers count as equal. */
function edgesOf({ texts, height }: PdfPageText): Map<string, readonly Segment[]> {
  const rows = rowsOf(texts[0] ?? [])
  const edges = new Map<string, readonly Segment[]>()
  const near = [...rows.slice(0, EDGE_ROWS), ...rows.slice(EDGE_ROWS).slice(-EDGE_ROWS)]
  for (const { base, segments } of near) {
    if (base > EDGE * height && base < (1 - EDGE) * height) continue
    // The number stands left on one page and right on the next.
    const text = segments.map((part) => part.text).join(' ')
    if (segments.length >= CELLS || text.length > LONGEST) continue
    const alike = text.replace(/\d+/g, '#').replace(/^[ivxlc]{1,6}$/i, '#')
    const words = alike
      .split(/[\s|]+/)
      .filter((word) => word !== '#')
      .join(' ')
    edges.set(`${Math.round(base / 3)} ${words || '#'}`, segments)
  }
  return edges
}
