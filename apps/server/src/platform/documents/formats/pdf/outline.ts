// The headings that a document's outline names.
import type { PdfDocument } from './open.ts'

/** Levels of headings by page and text. */
export type Outline = ReadonlyMap<string, number>

const ENTRIES = 2_000
const DEPTH = 6

interface Entry {
  readonly title?: string
  readonly dest?: unknown
  readonly items?: readonly Entry[]
}

export const keyOf = (text: string, page: number): string =>
  `${page} ${text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()}`

export async function outlineOf(document: PdfDocument): Promise<Outline> {
  const levels = new Map<string, number>()
  const open: [entry: Entry, level: number][] = (((await document.getOutline()) ?? []) as Entry[]).map(
    (entry) => [entry, 1],
  )
  for (let at = 0; at < open.length && at < ENTRIES; at++) {
    const [{ title, dest, items = [] }, level] = open[at] ?? [{}, 1]
    const page = await pageOf(document, dest)
    if (title && page !== undefined) levels.set(keyOf(title, page), level)
    if (level < DEPTH) for (const item of items) open.push([item, level + 1])
  }
  return levels
}

async function pageOf(document: PdfDocument, dest: unknown): Promise<number | undefined> {
  try {
    const place: unknown = typeof dest === 'string' ? await document.getDestination(dest) : dest
    const target: unknown = Array.isArray(place) ? place[0] : undefined
    if (typeof target === 'number') return target + 1
    return target
      ? (await document.getPageIndex(target as Parameters<PdfDocument['getPageIndex']>[0])) + 1
      : undefined
  } catch {
    return undefined
  }
}
