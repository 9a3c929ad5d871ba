// Form fields of HTML as text: their values, ticks and choices.
import { attribute, childrenOf, ELEMENT, nameOf, type HtmlNode } from './elements.ts'

const WITHOUT_TEXT = new Set('hidden password image file submit reset button'.split(' '))
const OPTIONS = 50

/** Returns what a form field shows; undefined for other elements. */
export function fieldText(node: HtmlNode, name: string): string | undefined {
  if (name === 'input') return inputText(node)
  if (name === 'textarea') return node.textContent ?? ''
  return name === 'select' ? chosen(node) : undefined
}

function inputText(node: HtmlNode): string {
  const type = attribute(node, 'type').toLowerCase()
  if (WITHOUT_TEXT.has(type)) return ''
  if (type !== 'checkbox' && type !== 'radio') return attribute(node, 'value')
  return node.getAttribute?.('checked') == null ? '[ ]' : '[x]'
}

/** Returns the chosen options, else the first ones. */
function chosen(select: HtmlNode): string {
  const options = [...optionsOf(select)]
  const marked = options.filter((option) => option.getAttribute?.('selected') != null)
  return (marked.length > 0 ? marked : options)
    .slice(0, OPTIONS)
    .map((option) => (option.textContent ?? '').trim())
    .filter(Boolean)
    .join(', ')
}

function* optionsOf(node: HtmlNode): Generator<HtmlNode> {
  for (const child of childrenOf(node)) {
    if (child.nodeType !== ELEMENT) continue
    if (nameOf(child) === 'option') yield child
    else if (nameOf(child) === 'optgroup') yield* optionsOf(child)
  }
}
