// Turns a tree of elements into React elements. A library for any tree has the names of all attributes of HTML and SVG, which
// is 10 kB; an answer has a few elements (decision 112).
import type { Element, Root } from 'hast'
import { Fragment, type ComponentProps, type ComponentType, type ElementType, type ReactElement } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'

type Names = keyof React.JSX.IntrinsicElements
/** What renders an element instead of the element itself. */
export type Components = {
  [Name in Names]?: ComponentType<ComponentProps<Name> & { node?: Element | undefined }>
}

type Props = Record<string, unknown>
/** Returns the address that an attribute may have, '' for none. */
type CheckAddress = (address: string, attribute: 'href' | 'src') => string

/** Returns the tree as React elements. Attributes with addresses other than `href` and `src` are left out. */
export function toReact(tree: Root, components: Components, check: CheckAddress): ReactElement {
  const children = childrenOf(tree, components, check)
  return jsxs(Fragment, { children })
}

type Child = ReactElement | string

function childrenOf(parent: Root | Element, components: Components, check: CheckAddress): Child[] {
  const counts = new Map<string, number>()
  const noBlanks = parent.type === 'element' && TABLE.has(parent.tagName)
  return parent.children.flatMap((child): Child[] => {
    if (child.type === 'text') return noBlanks && child.value.trim() === '' ? [] : [child.value]
    if (child.type !== 'element') return []
    const count = counts.get(child.tagName) ?? 0
    counts.set(child.tagName, count + 1)
    return [elementOf(child, `${child.tagName}-${count}`, components, check)]
  })
}

/** React warns of blanks between the parts of a table. */
const TABLE = new Set(['table', 'thead', 'tbody', 'tr'])

function elementOf(node: Element, key: string, components: Components, check: CheckAddress): ReactElement {
  const component = Object.hasOwn(components, node.tagName) ? components[node.tagName as Names] : undefined
  const props = propsOf(node, check)
  if (component) props['node'] = node
  const children = childrenOf(node, components, check)
  const type = (component ?? node.tagName) as ElementType<Props>
  // Without the array, React would want keys of texts.
  if (children.length > 1) return jsxs(type, { ...props, children }, key)
  return jsx(type, children.length === 1 ? { ...props, children: children[0] } : props, key)
}

const OTHER_ADDRESS = /^(?:on.*|action|background|cite|data|formaction|ping|poster|srcdoc|srcset|xlink.*)$/i

function propsOf(node: Element, check: CheckAddress): Props {
  const props: Props = {}
  for (const [name, value] of Object.entries(node.properties)) {
    if (value === null || value === undefined || OTHER_ADDRESS.test(name)) continue
    const written = Array.isArray(value) ? value.join(' ') : value
    if (name === 'href' || name === 'src') props[name] = check(String(written), name)
    else if (name === 'style') props['style'] = styleOf(String(written))
    else if (name === 'align' && CELL.has(node.tagName)) props['style'] = { textAlign: written }
    else props[nameOf(name)] = written
  }
  return props
}

const CELL = new Set(['td', 'th'])

/** Returns the name that React gives an attribute: `ariaLabel` is `aria-label`, `stroke-width` is `strokeWidth`. */
function nameOf(name: string): string {
  if (/^(?:aria|data)-/.test(name)) return name
  if (/^aria[A-Z]/.test(name)) return `aria-${name.slice(4).toLowerCase()}`
  if (/^data[A-Z]/.test(name)) return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return inCamelCase(name)
}

const inCamelCase = (name: string): string =>
  name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Returns the declarations of a style attribute of KaTeX, which has neither texts nor addresses. */
function styleOf(style: string): Props {
  const pairs = style.split(';').map((declaration) => declaration.split(':'))
  return Object.fromEntries(
    pairs.flatMap(([name = '', value = '']) =>
      value.trim() === '' ? [] : [[inCamelCase(name.trim().toLowerCase()), value.trim()]],
    ),
  )
}
