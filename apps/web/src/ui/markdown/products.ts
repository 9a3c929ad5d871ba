// The stars in “2*3*4” multiply, and those in “10**6 to 10**9” are powers: Markdown reads emphasis there.
import type { Element, Root, RootContent } from 'hast'

const STARS: Readonly<Record<string, string>> = { em: '*', strong: '**' }

/** Turns emphasis between digits back into text. */
export function keepProducts(parent: Root | Element): void {
  for (const [at, node] of parent.children.entries()) {
    if (node.type !== 'element') continue
    const stars = STARS[node.tagName]
    if (stars && isBetweenDigits(parent.children, at, node))
      parent.children.splice(at, 1, { type: 'text', value: stars + valueOf(node.children[0]) + stars })
    else keepProducts(node)
  }
}

function isBetweenDigits(nodes: readonly RootContent[], at: number, node: Element): boolean {
  if (node.children.length !== 1 || !/^\d(?:.*\d)?$/.test(valueOf(node.children[0]))) return false
  return /\d$/.test(valueOf(nodes[at - 1])) && /^\d/.test(valueOf(nodes[at + 1]))
}

const valueOf = (node: RootContent | undefined): string => (node?.type === 'text' ? node.value : '')
