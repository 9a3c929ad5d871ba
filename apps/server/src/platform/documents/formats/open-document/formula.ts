// Formulas in MathML as TeX.
import { letters } from '../ooxml/math.ts'
import { innerText, nodesOf, type XmlNode } from '../xml.ts'

/** Returns a formula between dollar signs, or an empty text. */
export function mathOf(math: XmlNode): string {
  const tex = texOf(math).replace(/\s+/g, ' ').trim()
  return tex && `$${tex}$`
}

type Write = (...parts: string[]) => string

const WRITERS: Readonly<Record<string, Write>> = {
  mfrac: (over = '', under = '') => `\\frac{${over}}{${under}}`,
  msup: (base = '', power = '') => `${grouped(base)}^{${power}}`,
  msub: (base = '', index = '') => `${grouped(base)}_{${index}}`,
  msubsup: (base = '', index = '', power = '') => `${grouped(base)}_{${index}}^{${power}}`,
  munder: (base = '', under = '') => `${grouped(base)}_{${under}}`,
  mover: (base = '', over = '') => `${grouped(base)}^{${over}}`,
  munderover: (base = '', under = '', over = '') => `${grouped(base)}_{${under}}^{${over}}`,
  msqrt: (...parts) => `\\sqrt{${parts.join(' ')}}`,
  mroot: (base = '', degree = '') => `\\sqrt[${degree}]{${base}}`,
  mfenced: (...parts) => `(${parts.join(', ')})`,
  mtable: (...rows) => `\\begin{matrix} ${rows.join(' \\\\ ')} \\end{matrix}`,
  mtr: (...cells) => cells.join(' & '),
  semantics: (first = '') => first,
}

const grouped = (base: string): string => (/^(?:.|\\[a-zA-Z]+)?$/su.test(base) ? base : `{${base}}`)

function texOf(node: XmlNode): string {
  if (node.name.startsWith('annotation') || node.name === 'mspace') return ''
  if (/^m[ino]$/.test(node.name)) return letters(innerText(node).trim()).trim()
  if (node.name === 'mtext' || node.name === 'ms') return `\\text{${innerText(node).trim()}}`
  const parts = nodesOf(node).map(texOf)
  const write = Object.hasOwn(WRITERS, node.name) ? WRITERS[node.name] : undefined
  return write ? write(...parts.slice(0, 200)) : parts.join(' ')
}
