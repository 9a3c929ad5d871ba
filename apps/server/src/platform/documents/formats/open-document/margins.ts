// Heads and feet of pages: each text once, without page numbers.
import type { Block } from '../../blocks.ts'
import { ONLY_PAGES } from '../word/margins.ts'
import { nodesOf, type XmlNode } from '../xml.ts'
import type { Shared } from './shared.ts'
import { Story } from './story.ts'

const MAX_MASTERS = 60

export interface Margins {
  readonly heads: readonly Block[]
  readonly feet: readonly Block[]
}

export function readMargins(shared: Shared): Margins {
  const masters = usedMasters(shared)
  const seen = new Set<string>()
  const read = (kind: RegExp): Block[] => {
    const parts = masters.flatMap((master) => nodesOf(master).filter(({ name }) => kind.test(name)))
    return parts
      .filter(({ attributes }) => attributes['display'] !== 'false')
      .flatMap((part) => new Story(shared, { isMargin: true }).blocksOf(nodesOf(part)))
      .filter(({ text }) => {
        if (seen.has(text) || ONLY_PAGES.test(text)) return false
        seen.add(text)
        return true
      })
      .map((block) => (block.kind === 'heading' ? { kind: 'text' as const, text: block.text } : block))
  }
  return { heads: read(/^header(?:-|$)/), feet: read(/^footer(?:-|$)/) }
}

/** Returns the pages that styles of the text begin, those that follow them, and the standard one. */
function usedMasters({ styles }: Shared): XmlNode[] {
  const byName = new Map(
    styles.masterPages.map((master) => [master.attributes['name'] ?? '', master] as const),
  )
  const first = byName.has('Standard') ? 'Standard' : (styles.masterPages[0]?.attributes['name'] ?? '')
  const used = new Set<string>()
  for (const name of [first, ...styles.usedMasters]) {
    let at: string | undefined = name
    while (at !== undefined && byName.has(at) && !used.has(at)) {
      used.add(at)
      at = byName.get(at)?.attributes['next-style-name']
    }
  }
  return [...used].slice(0, MAX_MASTERS).flatMap((name) => byName.get(name) ?? [])
}
