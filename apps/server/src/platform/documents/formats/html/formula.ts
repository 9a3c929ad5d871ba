// Formulas in MathML as TeX: what their author wrote, else put together from the elements.
import { attribute, childrenOf, ELEMENT, nameOf, TEXT, type HtmlNode } from './elements.ts'

const DEEPEST = 30

/** Returns a formula between dollar signs, or an empty text. */
export function formulaOf(math: HtmlNode): string {
  const tex = (annotationOf(math, 0) ?? attribute(math, 'alttext')) || texOf(math, 0)
  const plain = tex.replace(/\s+/g, ' ').trim()
  return plain && `$${plain}$`
}

function annotationOf(node: HtmlNode, depth: number): string | undefined {
  if (depth > DEEPEST) return undefined
  for (const child of childrenOf(node)) {
    if (child.nodeType !== ELEMENT) continue
    if (nameOf(child) === 'annotation' && /tex/i.test(attribute(child, 'encoding')))
      return child.textContent ?? undefined
    const inside = annotationOf(child, depth + 1)
    if (inside !== undefined) return inside
  }
  return undefined
}

const TEMPLATES: Readonly<Record<string, (...parts: string[]) => string>> = {
  mfrac: (over = '', under = '') => `\\frac{${over}}{${under}}`,
  msup: (base = '', power = '') => `${base}^{${power}}`,
  msub: (base = '', index = '') => `${base}_{${index}}`,
  msubsup: (base = '', index = '', power = '') => `${base}_{${index}}^{${power}}`,
  munder: (base = '', under = '') => `${base}_{${under}}`,
  mover: (base = '', over = '') => `${base}^{${over}}`,
  munderover: (base = '', under = '', over = '') => `${base}_{${under}}^{${over}}`,
  msqrt: (...parts) => `\\sqrt{${parts.join('')}}`,
  mroot: (base = '', degree = '') => `\\sqrt[${degree}]{${base}}`,
  mtr: (...parts) => `${parts.join(' & ')} \\\\ `,
}

function texOf(node: HtmlNode, depth: number): string {
  if (node.nodeType === TEXT) return (node.textContent ?? '').trim()
  const name = nameOf(node)
  if (depth > DEEPEST || node.nodeType !== ELEMENT || name === 'annotation' || name === 'annotation-xml')
    return ''
  const parts: string[] = []
  for (const child of childrenOf(node))
    if (child.nodeType === ELEMENT || name.length === 2 || name === 'mtext')
      parts.push(texOf(child, depth + 1))
  const template = Object.hasOwn(TEMPLATES, name) ? TEMPLATES[name] : undefined
  return template ? template(...parts) : parts.join(name === 'math' || name === 'mrow' ? ' ' : '')
}
