// Turns the MathML of KaTeX into formulas of Word, which can be edited there.
import type { Element, ElementContent } from 'hast'
import {
  BuilderElement,
  Math as WordMath,
  MathFraction,
  MathFunction,
  MathLimitLower,
  MathLimitUpper,
  MathRadical,
  MathRun,
  MathSubScript,
  MathSubSuperScript,
  MathSuperScript,
  type MathComponent,
  type ParagraphChild,
} from 'docx'
import {
  MathAccent,
  MathBar,
  MathBox,
  MathBrace,
  MathBrackets,
  MathLargeOperator,
  MathPhantom,
  type MathAccentName,
  type MathBoxStrike,
  type MathLargeOperatorName,
} from 'docx/math'
import { textOf } from '#ui/markdown/tree.ts'
import { withoutControls } from '../typography.ts'
import { bracketed, signOf } from './formula-brackets.ts'
import { letters, styleOf } from './formula-letters.ts'
import { matrix } from './formula-table.ts'

type Math = readonly MathComponent[]

/** Returns a formula in a line of text. */
export const formulaOf = (math: Element): WordMath => new WordMath({ children: mathOf([math]) })

/** Returns a formula with a line of its own. */
export const displayOf = (math: Element): ParagraphChild =>
  new BuilderElement({ name: 'm:oMathPara', children: [formulaOf(math)] }) as ParagraphChild

/** Word draws a dotted box in the place of nothing. */
const NOTHING: Math = [new MathRun({ text: '\u200b', normalText: true })]

const filledOf = (nodes: readonly ElementContent[]): Math => {
  const made = mathOf(nodes)
  return made.length === 0 ? NOTHING : made
}

/** Elements that only group. */
const GROUPS = new Set(['math', 'semantics', 'mstyle', 'mpadded', 'mrow'])

/** Returns the elements of a row, without those that only group. */
function rowOf(nodes: readonly ElementContent[]): Element[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'element' || node.tagName === 'annotation') return []
    return GROUPS.has(node.tagName) && !isFenced(node) ? rowOf(node.children) : [node]
  })
}

export function mathOf(nodes: readonly ElementContent[]): MathComponent[] {
  const row = bracketed(rowOf(nodes))
  const made: MathComponent[] = []
  for (let at = 0; at < row.length; at += 1) {
    const node = row[at]
    if (!node) continue
    const operator = operatorOf(node)
    if (operator) {
      const end = endOfOperand(row, at + 1)
      made.push(largeOperator(operator, row.slice(at + 1, end)))
      at = end - 1
      continue
    }
    const called = functionOf(row, at)
    if (called) {
      made.push(
        new MathFunction({ name: elementOf(node), children: mathOf(row.slice(called.from, called.end)) }),
      )
      at = called.end - 1
      continue
    }
    const words = wordsOf(row, at)
    if (words) {
      made.push(new MathRun({ text: words.text, normalText: true }))
      at = words.end - 1
      continue
    }
    // LibreOffice wants a term before each operator.
    if (at === 0 && RELATION.test(operatorText(node))) made.push(...NOTHING)
    made.push(...elementOf(node))
  }
  return made
}

const RELATION = /^[=<>≤≥≈≠≡∼≅→⇒⇔↦∈⊂⊆∝]$/
const operatorText = (node: Element): string => (node.tagName === 'mo' ? textOf(node) : '')

/** Returns where the argument of the function here begins and ends; undefined for what is no function. */
function functionOf(row: readonly Element[], at: number): { from: number; end: number } | undefined {
  const node = row[at]
  const base = node && SCRIPTED.has(node.tagName) ? parts(node)[0] : undefined
  const next = row[at + 1]
  const isName = base ? textOf(base).endsWith(APPLY) : next !== undefined && textOf(next) === APPLY
  const from = base ? at + 1 : at + 2
  const argument = row[from]
  if (!node || !isName || !argument || ENDS.test(operatorText(argument))) return undefined
  return { from, end: /^(munder|mover)/.test(node.tagName) ? endOfOperand(row, from) : from + 1 }
}

/** Returns the text from here on: KaTeX writes “für” as three. */
function wordsOf(row: readonly Element[], from: number): { text: string; end: number } | undefined {
  let text = ''
  let end = from
  for (; end < row.length; end += 1) {
    const next = row[end]
    const part = next && wordOf(next)
    if (part === undefined) break
    text += part
  }
  return text === '' ? undefined : { text: withoutControls(text), end }
}

function wordOf(node: Element): string | undefined {
  if (node.tagName === 'mtext') return textOf(node)
  const [base, mark] = parts(node)
  if (node.tagName !== 'mover' || base?.tagName !== 'mtext' || !mark) return undefined
  return letters(textOf(base), textOf(mark))
}

const parts = ({ children }: Element): Element[] => children.filter((child) => child.type === 'element')
const part = (node: Element, index: number): Element[] => parts(node).slice(index, index + 1)

/** Returns the one element that a group has in the end, such as the operator below a limit. */
function coreOf(node: Element | undefined): Element | undefined {
  const row = node ? rowOf([node]).filter((each) => textOf(each) !== APPLY) : []
  const [only] = row.length === 1 ? row : []
  const [inner] = only?.tagName === 'mo' ? parts(only) : []
  return inner ? coreOf(inner) : only
}

/** The invisible sign between a function and its argument. */
const APPLY = '\u2061'

const isFence = (node: Element | undefined): boolean =>
  node?.tagName === 'mo' && node.properties['fence'] === 'true'

function isFenced(node: Element): boolean {
  const inner = parts(node)
  return node.tagName === 'mrow' && (isFence(inner[0]) || isFence(inner.at(-1)))
}

function fenced(node: Element): MathComponent {
  const inner = parts(node)
  const open = inner[0] && isFence(inner[0]) ? signOf(inner[0]) : ''
  const end = inner.length > 1 && isFence(inner.at(-1)) ? inner.at(-1) : undefined
  const close = end ? signOf(end) : ''
  const content = inner.slice(isFence(inner[0]) ? 1 : 0, end ? -1 : undefined)
  const items: Element[][] = [[]]
  let separator = '|'
  for (const each of content)
    if (isFence(each)) {
      separator = signOf(each)
      items.push([])
    } else items.at(-1)?.push(each)
  return new MathBrackets({ open, close, separator, items: items.map(filledOf) })
}

const OPERATORS: Readonly<Record<string, MathLargeOperatorName>> = {
  '∑': 'sum',
  '∏': 'product',
  '∐': 'coproduct',
  '⋃': 'union',
  '⋂': 'intersection',
  '⨆': 'squareUnion',
  '⨄': 'multisetUnion',
  '⋁': 'logicalOr',
  '⋀': 'logicalAnd',
  '⨁': 'directSum',
  '⨂': 'tensorProduct',
  '⨀': 'circledDot',
  '∫': 'integral',
  '∬': 'doubleIntegral',
  '∭': 'tripleIntegral',
  '∮': 'contourIntegral',
  '∯': 'surfaceIntegral',
  '∰': 'volumeIntegral',
}

interface Operator {
  name: MathLargeOperatorName
  below: Math | undefined
  above: Math | undefined
  /** Whether the limits are beside it. */
  beside: boolean
}

const SCRIPTED = new Set(['munderover', 'munder', 'mover', 'msubsup', 'msub', 'msup'])

function operatorOf(node: Element): Operator | undefined {
  const scripted = SCRIPTED.has(node.tagName)
  const core = coreOf(scripted ? parts(node)[0] : node)
  const name = core?.tagName === 'mo' ? OPERATORS[textOf(core)] : undefined
  if (!name) return undefined
  const both = /over$|sup$/.test(node.tagName) && /^(munder|msub)/.test(node.tagName)
  const hasBelow = both || node.tagName === 'munder' || node.tagName === 'msub'
  const hasAbove = both || node.tagName === 'mover' || node.tagName === 'msup'
  return {
    name,
    below: scripted && hasBelow ? mathOf(part(node, 1)) : undefined,
    above: scripted && hasAbove ? mathOf(part(node, both ? 2 : 1)) : undefined,
    beside: !/^(munder|mover)/.test(node.tagName),
  }
}

/** What ends the terms of a sum. */
const ENDS = /^[=<>≤≥≈≠≡∼≅→⇒⇔↦∈,;+−±:]$/

function endOfOperand(row: readonly Element[], from: number): number {
  const end = row.findIndex((node, at) => at >= from && ENDS.test(operatorText(node)))
  return end < 0 ? row.length : end
}

const largeOperator = ({ name, below, above, beside }: Operator, operand: readonly Element[]) =>
  new MathLargeOperator({
    operator: name,
    children: filledOf(operand),
    ...(below && { subScript: below }),
    ...(above && { superScript: above }),
    limits: beside ? 'side' : 'aboveBelow',
  }) as MathComponent

function elementOf(node: Element): MathComponent[] {
  if (isFenced(node)) return [fenced(node)]
  const [first, second, third] = [part(node, 0), part(node, 1), part(node, 2)]
  switch (node.tagName) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'mtext':
      return runOf(node)
    case 'mspace':
      return [new MathRun('\u2002')]
    case 'mfrac': {
      const type = node.properties['linethickness'] === '0px' ? 'noBar' : 'stacked'
      return [new MathFraction({ numerator: filledOf(first), denominator: filledOf(second), type })]
    }
    case 'msqrt':
      return [new MathRadical({ children: filledOf(node.children) })]
    case 'mroot':
      return [new MathRadical({ children: filledOf(first), degree: filledOf(second) })]
    case 'msup':
      return [new MathSuperScript({ children: filledOf(first), superScript: filledOf(second) })]
    case 'msub':
      return [new MathSubScript({ children: filledOf(first), subScript: filledOf(second) })]
    case 'msubsup':
      return [
        new MathSubSuperScript({
          children: filledOf(first),
          subScript: filledOf(second),
          superScript: filledOf(third),
        }),
      ]
    default:
      return rareOf(node)
  }
}

function rareOf(node: Element): MathComponent[] {
  const [first, second, third] = [part(node, 0), part(node, 1), part(node, 2)]
  switch (node.tagName) {
    case 'mover':
      return [over(node)]
    case 'munder':
      return [under(node)]
    case 'munderover': {
      const children = [new MathLimitUpper({ children: filledOf(first), limit: filledOf(third) })]
      return [new MathLimitLower({ children, limit: filledOf(second) })]
    }
    case 'mtable':
      return [matrix(node, filledOf)]
    case 'menclose':
      return [enclosed(node)]
    case 'mphantom':
      return [new MathPhantom({ children: filledOf(node.children) })]
    default:
      return mathOf(node.children)
  }
}

const ACCENTS: Readonly<Record<string, MathAccentName>> = {
  '^': 'hat',
  ˆ: 'hat',
  ˇ: 'check',
  '~': 'tilde',
  '˜': 'tilde',
  '´': 'acute',
  ˊ: 'acute',
  '`': 'grave',
  ˋ: 'grave',
  '˙': 'dot',
  '¨': 'doubleDot',
  '˘': 'breve',
  '˚': 'ring',
  '⃗': 'rightArrow',
  '→': 'rightArrow',
  '←': 'leftArrow',
  '↔': 'leftRightArrow',
  '⇀': 'rightHarpoon',
  '↼': 'leftHarpoon',
}
const BARS = new Set(['‾', '¯', 'ˉ', '_'])
const BRACES: Readonly<Record<string, 'curly' | 'square' | 'round'>> = {
  '⏞': 'curly',
  '⏟': 'curly',
  '⎴': 'square',
  '⎵': 'square',
  '⏜': 'round',
  '⏝': 'round',
}

const markOf = (node: Element): string => {
  const mark = coreOf(parts(node)[1])
  return mark?.tagName === 'mo' ? textOf(mark) : ''
}

function over(node: Element): MathComponent {
  const [base, mark] = [part(node, 0), markOf(node)]
  const accent = node.properties['accent'] === 'true'
  const name = ACCENTS[mark]
  if (accent && name) return new MathAccent({ accent: name, children: filledOf(base) })
  if (BARS.has(mark)) return new MathBar({ position: 'above', children: filledOf(base) })
  return (
    braced(node, 'above') ?? new MathLimitUpper({ children: filledOf(base), limit: filledOf(part(node, 1)) })
  )
}

function under(node: Element): MathComponent {
  const base = part(node, 0)
  if (BARS.has(markOf(node))) return new MathBar({ position: 'below', children: filledOf(base) })
  return (
    braced(node, 'below') ?? new MathLimitLower({ children: filledOf(base), limit: filledOf(part(node, 1)) })
  )
}

/** Returns a brace with its label, or without one; undefined if the node is neither. */
function braced(node: Element, position: 'above' | 'below'): MathComponent | undefined {
  const own = BRACES[markOf(node)]
  if (own) return new MathBrace({ position, brace: own, children: filledOf(part(node, 0)) })
  const inner = coreOf(parts(node)[0])
  const brace = inner && inner.tagName === node.tagName ? BRACES[markOf(inner)] : undefined
  if (!inner || !brace) return undefined
  return new MathBrace({
    position,
    brace,
    children: filledOf(part(inner, 0)),
    label: filledOf(part(node, 1)),
  })
}

const STRIKES: readonly (readonly [string, MathBoxStrike])[] = [
  ['updiagonalstrike', 'diagonalUp'],
  ['downdiagonalstrike', 'diagonalDown'],
  ['horizontalstrike', 'horizontal'],
]

function enclosed(node: Element): MathComponent {
  const notation = String(node.properties['notation'] ?? '')
  const strikes = STRIKES.flatMap(([name, strike]) => (notation.includes(name) ? [strike] : []))
  const children = filledOf(node.children)
  return strikes.length > 0 ? new MathBox({ borders: [], strikes, children }) : new MathBox({ children })
}

function runOf(node: Element): MathComponent[] {
  const inner = parts(node)
  if (inner.length > 0) return mathOf(inner)
  const text = withoutControls(textOf(node)).replaceAll(APPLY, '')
  if (text === '') return []
  return [new MathRun(styleOf(text, node))]
}
