// Brackets of a formula: KaTeX writes `(x+1)^2` as a bracket with an exponent; Word wants all of it as the base.
import type { Element } from 'hast'
import { textOf } from '#ui/markdown/tree.ts'

const OPENS = /^[([{⟨⌊⌈]$/
const CLOSES = /^[)\]}⟩⌋⌉]$/
const SCRIPTS = new Set(['msup', 'msub', 'msubsup'])

const operatorText = (node: Element | undefined): string => (node?.tagName === 'mo' ? textOf(node) : '')
const firstOf = (node: Element): Element | undefined =>
  node.children.find((child) => child.type === 'element')

/** Returns a row with what is between two brackets as one element each. */
export function bracketed(row: readonly Element[]): Element[] {
  const levels: Element[][] = [[]]
  for (const node of row) {
    const base = SCRIPTS.has(node.tagName) ? firstOf(node) : undefined
    if (OPENS.test(operatorText(node))) levels.push([node])
    else if (levels.length > 1 && CLOSES.test(operatorText(base ?? node))) {
      const group = groupOf([...(levels.pop() ?? []), base ?? node])
      const [, ...scripts] = node.children
      levels.at(-1)?.push(base ? { ...node, children: [group, ...scripts] } : group)
    } else levels.at(-1)?.push(node)
  }
  return levels.flat()
}

function groupOf(nodes: readonly Element[]): Element {
  const last = nodes.length - 1
  const children = nodes.map((node, at) =>
    at === 0 || at === last ? { ...node, properties: { ...node.properties, fence: 'true' } } : node,
  )
  return { type: 'element', tagName: 'mrow', properties: {}, children }
}

const PLAIN: Readonly<Record<string, string>> = { '∣': '|', '∥': '‖' }

/** Returns the sign of a bracket; KaTeX writes “divides” for a bar. */
export const signOf = (node: Element): string => PLAIN[textOf(node)] ?? textOf(node)
