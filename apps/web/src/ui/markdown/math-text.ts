// Models write formulas in four ways: \( \), \[ \], $ $ and $$ $$. This converts them to the two forms of the parser and
// keeps dollars that are money. A formula never spans a blank line, so each block is converted alone.
import { isEscapedText, isProbablyTex, mayClose, mayOpen } from './dollars.ts'

const FENCE_LINE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/

/** More formulas in one block are a mistake or an attack: typesetting them would block the page. */
const TOO_MANY = 500

/** Returns whether a text has formulas, so that the typesetter is loaded. */
export function hasMath(text: string): boolean {
  const marks = text.match(/\$|\\[([]/g)?.length ?? 0
  if (marks > TOO_MANY * 2) return false
  return /(?:`{3}|~{3}) *math/.test(text) || (marks > 0 && writeMath(text).found)
}

/** Returns the text with its formulas between `$$`, block formulas on their own lines; escapes other dollars. */
export function writeMath(text: string): { text: string; found: boolean } {
  const out: string[] = []
  const inTable = hasTable(text)
  let found = false
  let at = 0
  while (at < text.length) {
    const skipped = skipCode(text, at)
    if (skipped > at) {
      out.push(text.slice(at, skipped))
      at = skipped
      continue
    }
    const formula = formulaAt(text, at)
    if (formula) {
      // A bar would end the cell.
      const tex = inTable ? formula.tex.replaceAll(/\\?\|/g, '\\vert ') : formula.tex
      out.push(written(text, at, { ...formula, tex }))
      found = true
      at = formula.end
      continue
    }
    const plain = plainAt(text, at)
    out.push(plain.text)
    at = plain.end
  }
  return { text: out.join(''), found }
}

/** Returns the text with everything outside of code replaced by what `change` returns. */
export function outsideCode(text: string, change: (part: string) => string): string {
  const out: string[] = []
  let from = 0
  for (let at = 0; at < text.length;) {
    const skipped = skipCode(text, at)
    if (skipped > at) {
      out.push(change(text.slice(from, at)), text.slice(at, skipped))
      from = skipped
    }
    at = skipped > at ? skipped : nextOfCode(text, at + 1)
  }
  return [...out, change(text.slice(from))].join('')
}

/** Returns the next place where code may begin: a back quote, or the start of a line. */
function nextOfCode(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charAt(at) !== '`' && text.charAt(at - 1) !== '\n') at += 1
  return at
}

const OF_TABLE_RULES = new Set('|-: \t>\r')

/** Returns whether the text has the line between a table's head and rows. */
const hasTable = (text: string): boolean =>
  text.includes('|') &&
  text
    .split('\n')
    .some(
      (line) =>
        line.includes('-') && line.includes('|') && Array.from(line).every((one) => OF_TABLE_RULES.has(one)),
    )

interface Formula {
  tex: string
  display: boolean
  end: number
}

function formulaAt(text: string, at: number): Formula | undefined {
  if (text.startsWith('\\(', at)) return betweenBrackets(text, at, false)
  if (text.startsWith('\\[', at)) return betweenBrackets(text, at, true)
  if (text.startsWith('$$', at)) return between(text, at, '$$', '$$', true)
  return text.charAt(at) === '$' ? betweenDollars(text, at) : undefined
}

function betweenBrackets(text: string, at: number, isSquare: boolean): Formula | undefined {
  const found = isSquare ? between(text, at, '\\[', '\\]', true) : between(text, at, '\\(', '\\)', false)
  return found && isEscapedText(found.tex, isSquare) ? undefined : found
}

function between(
  text: string,
  at: number,
  open: string,
  close: string,
  display: boolean,
): Formula | undefined {
  const from = at + open.length
  const to = text.indexOf(close, from)
  if (to < 0) return undefined
  const tex = text.slice(from, to)
  return isTex(tex) ? { tex, display, end: to + close.length } : undefined
}

// The rules of pandoc: no empty formula, and no digit after the closing dollar, so that $5 and $10 stay prices. What is more
// probably a variable of a shell, a cell of a sheet or an amount is none either (dollars.ts).
function betweenDollars(text: string, at: number): Formula | undefined {
  if (!mayOpen(text, at)) return undefined
  for (let to = at + 1; to < text.length; to += 1) {
    const character = text.charAt(to)
    if (character === '\\') to += 1
    else if (character === '`' || character === '\n') return undefined
    else if (character === '$') {
      const tex = text.slice(at + 1, to)
      if (!mayClose(text, to, tex) || !isProbablyTex(tex)) return undefined
      return { tex, display: false, end: to + 1 }
    }
  }
  return undefined
}

const isTex = (tex: string): boolean => tex.trim() !== '' && !/\n[ \t\r]*\n/.test(tex) && !tex.includes('$$')

function written(text: string, at: number, formula: Formula): string {
  const tex = formula.tex.trim()
  const lineStart = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1
  const indent = text.slice(lineStart, at)
  const alone =
    /^[ \t]*$/.test(indent) && /^[ \t]*(?:\r?\n|\r|$)/.test(text.slice(formula.end, formula.end + 200))
  if (!formula.display || !alone) return `$$${tex.replaceAll(/(?<!\s)\s*\r?\n\s*/g, ' ')}$$`
  const lines = ['$$', ...tex.split(/\r?\n|\r/).map((line) => line.trim()), '$$']
  return lines.join(`\n${indent}`)
}

function plainAt(text: string, at: number): { text: string; end: number } {
  if (text.charAt(at) === '$') return { text: '\\$', end: at + 1 }
  if (text.charAt(at) === '\\') return { text: text.slice(at, at + 2), end: at + 2 }
  let end = at + 1
  while (end < text.length && !'\\$`~\n'.includes(text.charAt(end))) end += 1
  return { text: text.slice(at, end), end }
}

/** Returns the end of the code fence or span that starts here; `at` when there is none. */
function skipCode(text: string, at: number): number {
  const lineStart = at === 0 || text.charAt(at - 1) === '\n'
  const fence = lineStart ? FENCE_LINE.exec(text.slice(at, endOf(text, at))) : null
  if (fence) return endOfFence(text, endOf(text, at), fence[1] ?? '```')
  if (text.charAt(at) !== '`') return at
  const run = /^`+/.exec(text.slice(at, at + 100))?.[0] ?? '`'
  const runs = /`+/g
  runs.lastIndex = at + run.length
  for (let found = runs.exec(text); found; found = runs.exec(text))
    if (found[0] === run && text.charAt(found.index - 1) !== '`') return runs.lastIndex
  return at + run.length
}

const endOf = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

function endOfFence(text: string, from: number, fence: string): number {
  const closes = (line: string) => /^[ \t>]*(`{3,}|~{3,})[ \t]*\r?$/.exec(line)?.[1]?.startsWith(fence)
  for (let at = from; at < text.length; at = endOf(text, at)) {
    const end = endOf(text, at)
    if (closes(text.slice(at, end).replace(/\n$/, ''))) return end
  }
  return text.length
}
