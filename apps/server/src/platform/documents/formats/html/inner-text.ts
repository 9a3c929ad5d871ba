// The text inside code and drawings.
import { CDATA, childrenOf, ELEMENT, nameOf, TEXT, type HtmlNode } from './elements.ts'

/** Returns the text of code as it is. */
export function verbatim(node: HtmlNode): string {
  if (node.nodeType === TEXT || node.nodeType === CDATA) return node.textContent ?? ''
  if (node.nodeType !== ELEMENT) return ''
  const name = nameOf(node)
  if (name === 'br') return '\n'
  const parts: string[] = []
  for (const child of childrenOf(node)) parts.push(verbatim(child))
  return parts.join('')
}

/** Yields the labels of a drawing. */
export function* labelsOf(node: HtmlNode): Generator<string> {
  for (const child of childrenOf(node)) {
    if (child.nodeType !== ELEMENT) continue
    if (nameOf(child) === 'text') yield (child.textContent ?? '').trim()
    else yield* labelsOf(child)
  }
}
