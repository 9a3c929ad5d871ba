// Parses KaTeX markup into a tree. The browser's parser would report every style attribute under a strict content security
// policy, although React then sets styles in the permitted way.
import type { Element, ElementContent } from 'hast'

const TOKEN = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+\s?="[^"]*")*)\s*(\/?)>|([^<]+)/g
const ATTRIBUTE = /(?<![\w:-])([\w:-]+)\s?="([^"]*)"/g

/** Returns the nodes of well-formed markup: tags, double-quoted attributes, text. Ignores anything else. */
export function readMarkup(markup: string): ElementContent[] {
  const root: Element = { type: 'element', tagName: 'root', properties: {}, children: [] }
  const open = [root]
  for (const [, end, name = '', attributes = '', empty, text] of markup.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root
    if (text !== undefined) parent.children.push({ type: 'text', value: decode(text) })
    else if (end) {
      if (open.length > 1) open.pop()
    } else {
      const element: Element = {
        type: 'element',
        tagName: name,
        properties: propertiesOf(attributes),
        children: [],
      }
      parent.children.push(element)
      if (!empty) open.push(element)
    }
  }
  return root.children
}

function propertiesOf(attributes: string): Element['properties'] {
  const found = [...attributes.matchAll(ATTRIBUTE)].map(
    ([, name = '', value = '']) => [name, decode(value)] as const,
  )
  return Object.fromEntries(
    found.map(([name, value]) => (name === 'class' ? ['className', value.split(/\s+/)] : [name, value])),
  )
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
}

const decode = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
