// Creates elements without markup: no text ever becomes HTML, and pages that demand Trusted Types accept it.

export type Part = Node | string | Readonly<Record<string, unknown>>

/** Creates an element of strings and nodes; plain objects are properties, such as `onclick` or `ariaPressed`. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...parts: Part[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), { className })
  for (const part of parts)
    if (typeof part === 'string' || part instanceof Node) made.append(part)
    else Object.assign(made, part)
  return made
}

/** A block with the direction of its own text. */
export const block = (name: string, className: string, ...parts: Part[]): HTMLElement =>
  h(name as 'p', className, { dir: 'auto' }, ...parts)

export const button = (
  className: string,
  title: string,
  onclick: () => unknown,
  ...parts: Part[]
): HTMLButtonElement => h('button', className, { title, onclick }, ...parts)

/** Creates an icon of lines in a square of 24. */
export function icon(path: string): Element {
  const make = (name: string, attribute: string, value: string): Element => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name)
    made.setAttribute(attribute, value)
    return made
  }
  const svg = make('svg', 'viewBox', '0 0 24 24')
  svg.append(make('path', 'd', path))
  return svg
}

/** Returns a link to another page, or undefined where the address is none or its scheme could run something. */
export function link(address: string | null, ...parts: Part[]): HTMLAnchorElement | undefined {
  const url = address && /^(https?|mailto):/i.test(address) && URL.parse(address)
  if (!url) return undefined
  const { href, host } = url
  return h('a', '', { href, title: host, target: '_blank', rel: 'noopener noreferrer' }, ...parts)
}
