// Formulas of Office documents as TeX.
import { childOf, childrenOf, innerText, isNode, nodesOf, valueOf, type XmlNode } from '../xml.ts'

/** Returns a formula between dollar signs, or an empty text. */
export function formulaOf(math: XmlNode): string {
  const tex = inside(math).replace(/\s+/g, ' ').trim()
  return tex && `$${tex}$`
}

const SUMS: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∬': '\\iint',
  '∭': '\\iiint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
  '⋁': '\\bigvee',
  '⋀': '\\bigwedge',
}

const ACCENTS: Readonly<Record<string, string>> = {
  '\u0302': '\\hat',
  '\u0303': '\\tilde',
  '\u0304': '\\bar',
  '\u0305': '\\overline',
  '\u0307': '\\dot',
  '\u0308': '\\ddot',
  '\u20d7': '\\vec',
}

const SYMBOLS: Readonly<Record<string, string>> = {
  ...SUMS,
  '×': '\\times',
  '·': '\\cdot',
  '⋅': '\\cdot',
  '÷': '\\div',
  '±': '\\pm',
  '∓': '\\mp',
  '≤': '\\leq',
  '≥': '\\geq',
  '≠': '\\neq',
  '≈': '\\approx',
  '≡': '\\equiv',
  '∞': '\\infty',
  '∂': '\\partial',
  '∇': '\\nabla',
  '∈': '\\in',
  '∉': '\\notin',
  '⊂': '\\subset',
  '⊆': '\\subseteq',
  '∪': '\\cup',
  '∩': '\\cap',
  '∅': '\\emptyset',
  '∀': '\\forall',
  '∃': '\\exists',
  '→': '\\to',
  '⇒': '\\Rightarrow',
  '⇔': '\\Leftrightarrow',
  '…': '\\ldots',
  '⋯': '\\cdots',
  '−': '-',
  '\u2061': '',
  '\u2062': '',
}

const GREEK =
  'α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega'
    .split(' ')
    .flatMap((word, at, all) => (at % 2 === 0 ? [[word, `\\${all[at + 1]}`] as const] : []))
const LETTERS = new Map<string, string>([...Object.entries(SYMBOLS), ...GREEK])

/** Names of functions that TeX knows. */
const FUNCTIONS = new Set(
  'sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan log ln exp lim min max sup inf det gcd'.split(
    ' ',
  ),
)

/** Returns letters as TeX; letters of a style of their own, such as 𝑥, become plain ones. */
export function letters(text: string): string {
  const parts: string[] = []
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    const plain = code >= 0x1d400 && code <= 0x1d7ff ? letter.normalize('NFKC') : letter
    const name = LETTERS.get(plain)
    parts.push(
      name === undefined ? plain.replace(/[{}%#&$_]/, '\\$&') : /^\\[a-z]/i.test(name) ? `${name} ` : name,
    )
  }
  return parts.join('')
}

/** Returns the content of one argument. */
const argument = (node: XmlNode, name: string): string => inside(childOf(node, name)).trim()
const inside = (node: XmlNode | undefined): string => nodesOf(node).map(texOf).join('')

const property = (node: XmlNode, properties: string, name: string): string | undefined =>
  valueOf(childOf(node, properties), name)

const BRACKETS: Readonly<Record<string, string>> = {
  '{': '\\{',
  '}': '\\}',
  '〈': '\\langle ',
  '〉': '\\rangle ',
  '⟨': '\\langle ',
  '⟩': '\\rangle ',
  '‖': '\\|',
  '⌈': '\\lceil ',
  '⌉': '\\rceil ',
  '⌊': '\\lfloor ',
  '⌋': '\\rfloor ',
}
const bracket = (letter: string): string => (letter === '' ? '.' : (BRACKETS[letter] ?? letter))

type Write = (node: XmlNode) => string

const WRITERS: Readonly<Record<string, Write>> = {
  f: (node) =>
    property(node, 'fPr', 'type') === 'lin'
      ? `${argument(node, 'num')}/${argument(node, 'den')}`
      : property(node, 'fPr', 'type') === 'noBar'
        ? `\\binom{${argument(node, 'num')}}{${argument(node, 'den')}}`
        : `\\frac{${argument(node, 'num')}}{${argument(node, 'den')}}`,
  sSup: (node) => `${base(node)}^{${argument(node, 'sup')}}`,
  sSub: (node) => `${base(node)}_{${argument(node, 'sub')}}`,
  sSubSup: (node) => `${base(node)}_{${argument(node, 'sub')}}^{${argument(node, 'sup')}}`,
  sPre: (node) => `{}_{${argument(node, 'sub')}}^{${argument(node, 'sup')}}${argument(node, 'e')}`,
  rad: (node) => {
    const degree = argument(node, 'deg')
    return `\\sqrt${degree && `[${degree}]`}{${argument(node, 'e')}}`
  },
  nary: (node) => {
    const [sub, sup] = [argument(node, 'sub'), argument(node, 'sup')]
    const sign = property(node, 'naryPr', 'chr') ?? '∫'
    return `${SUMS[sign] ?? sign}${sub && `_{${sub}}`}${sup && `^{${sup}}`} ${argument(node, 'e')}`
  },
  d: (node) => {
    const [begin, separator, end] = [
      property(node, 'dPr', 'begChr') ?? '(',
      property(node, 'dPr', 'sepChr') ?? '|',
      property(node, 'dPr', 'endChr') ?? ')',
    ]
    const parts = childrenOf(node, 'e').map((part) => inside(part).trim())
    return `\\left${bracket(begin)}${parts.join(separator)}\\right${bracket(end)}`
  },
  func: (node) => {
    const name = argument(node, 'fName')
    return `${FUNCTIONS.has(name) ? `\\${name}` : name} ${argument(node, 'e')}`
  },
  limLow: (node) => `${argumentOfLimit(node)}_{${argument(node, 'lim')}}`,
  limUpp: (node) => `${argumentOfLimit(node)}^{${argument(node, 'lim')}}`,
  acc: (node) => `${ACCENTS[property(node, 'accPr', 'chr') ?? '\u0302'] ?? '\\hat'}{${argument(node, 'e')}}`,
  bar: (node) =>
    `\\${property(node, 'barPr', 'pos') === 'top' ? 'overline' : 'underline'}{${argument(node, 'e')}}`,
  groupChr: (node) =>
    `\\${property(node, 'groupChrPr', 'pos') === 'top' ? 'overbrace' : 'underbrace'}{${argument(node, 'e')}}`,
  m: (node) => `\\begin{matrix} ${rowsOf(childrenOf(node, 'mr'))} \\end{matrix}`,
  eqArr: (node) =>
    `\\begin{aligned} ${childrenOf(node, 'e')
      .map((part) => inside(part).trim())
      .join(' \\\\ ')} \\end{aligned}`,
  del: () => '',
  r: (node) => {
    const text = childrenOf(node, 't').map(innerText).join('')
    const isText = childOf(childOf(node, 'rPr'), 'nor') !== undefined && /\p{L}{2}|\s/u.test(text)
    return isText ? `\\text{${text}}` : letters(text)
  },
}

function base(node: XmlNode): string {
  const text = argument(node, 'e')
  return /^(?:.|\\[a-zA-Z]+)?$/su.test(text) ? text : `{${text}}`
}

function argumentOfLimit(node: XmlNode): string {
  const text = argument(node, 'e')
  return FUNCTIONS.has(text) ? `\\${text}` : text
}

const rowsOf = (rows: readonly XmlNode[]): string =>
  rows
    .map((row) =>
      childrenOf(row, 'e')
        .map((part) => inside(part).trim())
        .join(' & '),
    )
    .join(' \\\\ ')

function texOf(node: XmlNode): string {
  if (node.name.endsWith('Pr')) return ''
  if (node.name === 't') return letters(innerText(node))
  const write = Object.hasOwn(WRITERS, node.name) ? WRITERS[node.name] : undefined
  return write ? write(node) : node.children.filter(isNode).map(texOf).join('')
}
