// The paragraphs of a shape: text, bullets and automatic numbers.
import { formulaOf } from '../ooxml/math.ts'
import type { Outline } from '../outline.ts'
import { withSymbols } from '../symbols.ts'
import { allOf, childOf, childrenOf, innerText, nodesOf, type XmlNode } from '../xml.ts'
import { letter, roman } from '../word/numbers.ts'

const MAX_LEVEL = 8

/** Returns the text of a paragraph, without the number of its slide. */
export function lineOf(paragraph: XmlNode): string {
  const parts: string[] = []
  for (const node of nodesOf(paragraph)) {
    if (node.name === 'r') parts.push(runText(node))
    else if (node.name === 'br') parts.push('\n')
    else if (node.name === 'fld') {
      if (node.attributes['type'] !== 'slidenum') parts.push(runText(node))
    } else if (node.name === 'm') parts.push(formulasOf(node))
    else if (node.name === 'AlternateContent') {
      const before = parts.length
      for (const form of ['Choice', 'Fallback'])
        if (parts.length === before) {
          const text = lineOf({ name: '', attributes: {}, children: childOf(node, form)?.children ?? [] })
          if (text) parts.push(text)
        }
    }
  }
  return parts.join('')
}

function runText(run: XmlNode): string {
  const text = childrenOf(run, 't').map(innerText).join('').replaceAll('\v', '\n').replaceAll('\u00ad', '')
  if (!/[\uf000-\uf0ff]/.test(text)) return text
  const properties = childOf(run, 'rPr')
  const font = childOf(properties, 'sym') ?? childOf(properties, 'latin')
  return withSymbols(font?.attributes['typeface'] ?? 'Wingdings', text)
}

const formulasOf = (node: XmlNode): string => allOf(node, 'oMath').map(formulaOf).join(' ')

/** Returns the paragraphs of a text body as lines. */
export const linesOf = (body: XmlNode | undefined): string =>
  childrenOf(body, 'p')
    .map((paragraph) => lineOf(paragraph).trim())
    .filter(Boolean)
    .join('\n')

/** Returns the paragraphs of a cell as lines, with their bullets and numbers. */
export function cellLinesOf(body: XmlNode | undefined): string {
  const own = childOf(body, 'lstStyle')
  const numbers = new Numbers()
  const lines = childrenOf(body, 'p').map((paragraph) => {
    const text = lineOf(paragraph).trim()
    const properties = childOf(paragraph, 'pPr')
    const level = levelOf(properties)
    const mark = text === '' ? '' : numbers.markOf(bulletOf(properties, own ? [own] : [], level), level)
    return mark === '' ? text : `${mark} ${text}`
  })
  return lines.filter(Boolean).join('\n')
}

const levelOf = (properties: XmlNode | undefined): number =>
  Math.min(MAX_LEVEL, Math.max(0, Number(properties?.attributes['lvl'] ?? 0) || 0))

/** Adds the paragraphs of a shape. `inherited` are the list styles of its layout and master, the nearest first. */
export function readBody(outline: Outline, body: XmlNode | undefined, inherited: readonly XmlNode[]): void {
  const own = childOf(body, 'lstStyle')
  const lists = own ? [own, ...inherited] : inherited
  const numbers = new Numbers()
  let plain: string[] = []
  const flush = () => {
    outline.text(plain.join('\n'))
    plain = []
  }
  for (const paragraph of childrenOf(body, 'p')) {
    const text = lineOf(paragraph).trim()
    if (text === '') continue
    const properties = childOf(paragraph, 'pPr')
    const level = levelOf(properties)
    const mark = numbers.markOf(bulletOf(properties, lists, level), level)
    if (mark === '') {
      plain.push(text)
      continue
    }
    if (plain.length > 0) flush()
    outline.item(text, mark, level)
  }
  if (plain.length > 0) flush()
}

/** Returns the nearest element that says which bullet a paragraph has. */
function bulletOf(
  properties: XmlNode | undefined,
  lists: readonly XmlNode[],
  level: number,
): XmlNode | undefined {
  const places = [properties, ...lists.map((list) => childOf(list, `lvl${level + 1}pPr`))]
  for (const place of places) {
    const found = nodesOf(place).find(({ name }) => /^bu(?:None|Char|Blip|AutoNum)$/.test(name))
    if (found) return found
  }
  return undefined
}

/** Counts the automatic numbers of a shape. */
class Numbers {
  readonly #counts: (number | undefined)[] = []

  markOf(bullet: XmlNode | undefined, level: number): string {
    this.#counts.length = Math.min(this.#counts.length, level + 1)
    if (bullet?.name !== 'buAutoNum') {
      this.#counts.length = Math.min(this.#counts.length, level)
      return bullet === undefined || bullet.name === 'buNone' ? '' : '-'
    }
    const { type = 'arabicPeriod', startAt } = bullet.attributes
    const start = Number(startAt ?? 1)
    const count = (this.#counts[level] ?? (Number.isSafeInteger(start) ? start : 1) - 1) + 1
    this.#counts[level] = count
    return numberAs(count, type)
  }
}

function numberAs(count: number, type: string): string {
  const small = type.startsWith('roman')
    ? roman(count)
    : type.startsWith('alpha')
      ? letter(count)
      : String(count)
  const text = /^(?:roman|alpha)Uc/.test(type) ? small.toUpperCase() : small
  if (type.endsWith('ParenBoth')) return `(${text})`
  if (type.endsWith('ParenR')) return `${text})`
  return type.endsWith('Plain') ? text : `${text}.`
}
