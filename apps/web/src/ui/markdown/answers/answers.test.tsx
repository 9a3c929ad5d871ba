// Answers in the shapes that models write, in many languages: which blocks and marks a reader sees. The texts are in this
// folder: a name, what is expected, and the text until a line of three percent signs.
import { parseHTML } from 'linkedom'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadParts, page } from './shape.tsx'

interface Expected {
  /** The blocks in order, with the number of a list's items and of a table's rows and columns. */
  blocks: string
  bold?: string[]
  em?: string[]
  struck?: string[]
  tex?: string[]
  links?: string[]
  code?: string[]
  cites?: number[]
  /** The first numbers of lists that do not begin at 1. */
  starts?: number[]
  br?: number
  li?: number
  tasks?: number
  /** The direction of the first block, as its letters decide it. */
  dir?: 'ltr' | 'rtl'
  /** Texts that a reader sees, and texts that nobody may see. */
  shows?: string[]
  hides?: string[]
  /** Marks that stay in the text. */
  leaves?: string[]
  /** White space of formulas is not compared. */
  flat?: boolean
  /** The lines end as in Windows. */
  crlf?: boolean
}

interface Answer {
  name: string
  expected: Expected
  text: string
}

const FILES = ['everyday', 'code', 'formulas', 'scripts', 'languages']

const answers: Answer[] = FILES.flatMap((file) =>
  readFileSync(new URL(`${file}.txt`, import.meta.url), 'utf8')
    .split(/^%%%\n/m)
    .map((record) => {
      const [name = '', json = '', ...lines] = record.replace(/\n$/, '').split('\n')
      const expected = JSON.parse(json) as Expected
      return { name, expected, text: lines.join(expected.crlf ? '\r\n' : '\n') }
    }),
)

const CITATIONS = { numbers: [1, 2, 3], open: () => undefined }

beforeAll(loadParts)

function seen(text: string): HTMLElement {
  const { document } = parseHTML(`<html><body>${page(text, false, CITATIONS)}</body></html>`)
  return document.querySelector('body > div') as HTMLElement
}

const texts = (root: Element, selector: string) =>
  [...root.querySelectorAll(selector)].map((element) => element.textContent ?? '')

function nameOf(element: Element): string {
  const tag = element.tagName.toLowerCase()
  const table = element.querySelector('table')
  if (table) return `table${table.querySelectorAll('tr').length}x${table.querySelectorAll('th').length}`
  if (tag === 'ul' || tag === 'ol') return `${tag}${element.querySelectorAll('li').length}`
  return element.querySelector('pre') ? 'pre' : tag
}

const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Returns what of `expected` is true of a rendered answer, in the same form. */
function found(root: HTMLElement, expected: Expected): Partial<Expected> {
  const tex = texts(root, 'annotation')
  const all: Expected = {
    blocks: [...root.children].map(nameOf).join(' '),
    bold: texts(root, 'strong'),
    em: texts(root, 'em'),
    struck: texts(root, 'del'),
    tex: expected.flat ? tex.map(flat) : tex,
    links: texts(root, 'a'),
    code: texts(root, 'code').map((code) => code.replaceAll('\r\n', '\n')),
    cites: texts(root, '[class*=cite]').map(Number),
    starts: [...root.querySelectorAll('ol[start]')].map((list) => Number(list.getAttribute('start'))),
    br: root.querySelectorAll('br').length,
    li: root.querySelectorAll('li').length,
    tasks: root.querySelectorAll('li [role=img]').length,
    dir: expected.dir,
  }
  return Object.fromEntries(Object.entries(all).filter(([key]) => key in expected))
}

/** Marks of Markdown that a reader should not see outside of code. */
const MARKS = /\*\*|~~|^#{1,6} |^> |```|\$\$|\\frac|\\\(|\[\^|\|--/m

describe('answers as models write them', () => {
  test.each(answers)('$name', ({ text, expected }) => {
    const root = seen(text)
    const { shows = [], hides = [], leaves = [], flat: _flat, crlf: _crlf, ...shape } = expected
    expect(found(root, expected)).toEqual(shape)
    for (const formula of root.querySelectorAll('.katex, code')) formula.remove()
    const shown = root.textContent ?? ''
    for (const part of [...shows, ...leaves]) expect(seen(text).textContent).toContain(part)
    for (const part of hides) expect(shown).not.toContain(part)
    if (leaves.length === 0) expect(MARKS.exec(shown)?.[0]).toBeUndefined()
  })

  test.each(answers)('can be cut anywhere while it streams: $name', ({ text }) => {
    for (let end = 1; end <= text.length; end++)
      expect(page(text.slice(0, end), true), text.slice(0, end)).toContain('pl-caret')
  })
})
