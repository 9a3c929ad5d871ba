// Heads and feet of pages: each text once, without page numbers.
import type { Block } from '../../blocks.ts'
import { allOf, nodesOf, type XmlNode } from '../xml.ts'
import { Story, type Shared } from './story.ts'

export const ONLY_PAGES =
  /^(?:page|seite|pagina|página|страница|стр|от|of|von|de|di|sur|из|[\s\d.,:()/|–-])*$/iu
const MAX_PARTS = 60

export interface Margins {
  readonly heads: readonly Block[]
  readonly feet: readonly Block[]
}

export function readMargins(body: XmlNode | undefined, document: string, shared: Shared): Margins {
  const links = shared.parts.links(document)
  const seen = new Set<string>()
  const read = (name: string): Block[] => {
    const targets = allOf(body, name).map(({ attributes }) => links.get(attributes['r:id'] ?? '')?.target)
    const blocks: Block[] = []
    for (const target of [...new Set(targets)].slice(0, MAX_PARTS)) {
      const root = target === undefined ? undefined : shared.parts.part(target)
      if (target === undefined || !root) continue
      for (const block of new Story(shared, target, true).blocksOf(nodesOf(root))) {
        if (seen.has(block.text) || ONLY_PAGES.test(block.text)) continue
        seen.add(block.text)
        blocks.push(block.kind === 'heading' ? { kind: 'text', text: block.text } : block)
      }
    }
    return blocks
  }
  return { heads: read('headerReference'), feet: read('footerReference') }
}
