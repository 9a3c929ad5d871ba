// What a copied selection of an answer gives: formulas as TeX, once, and tables with tabs.
import { parseHTML } from 'linkedom'
import type { ClipboardEvent } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadParts, page } from './answers/shape.tsx'
import { copySelection } from './copy-selection.ts'

beforeAll(loadParts)
afterEach(() => vi.unstubAllGlobals())

/** Copies an answer, or what `inner` chooses of it, as the browser would; undefined if the browser does it alone. */
function copied(text: string, inner?: string): Record<string, string> | undefined {
  const { document, Node, Element } = parseHTML(`<html><body>${page(text)}</body></html>`)
  const answer = document.querySelector('body > div') as unknown as HTMLElement
  const chosen = inner === undefined ? answer : answer.querySelector(inner)
  if (!chosen) throw new Error(`no ${inner}`)
  const range = {
    startContainer: chosen,
    endContainer: chosen,
    commonAncestorContainer: chosen === answer ? answer : chosen.parentNode,
    cloneRange: () => range,
    setStartBefore: () => undefined,
    setEndAfter: () => undefined,
    cloneContents: () => {
      const part = document.createDocumentFragment()
      const nodes = chosen === answer ? [...chosen.childNodes] : [chosen]
      part.append(...nodes.map((node) => node.cloneNode(true) as never))
      return part
    },
  }
  const selection = { rangeCount: 1, isCollapsed: false, getRangeAt: () => range }
  vi.stubGlobal('Node', Node)
  vi.stubGlobal('Element', Element)
  vi.stubGlobal('document', Object.assign(document, { getSelection: () => selection }))
  const data: Record<string, string> = {}
  let isDone = false
  copySelection({
    defaultPrevented: false,
    currentTarget: answer,
    clipboardData: { setData: (type: string, value: string) => (data[type] = value) },
    preventDefault: () => (isDone = true),
  } as unknown as ClipboardEvent<HTMLElement>)
  return isDone ? data : undefined
}

test.each([
  ['$Z(x)=\\frac{a}{b}$ is the sum', '$Z(x)=\\frac{a}{b}$ is the sum'],
  ['设$x$为实数：\n\n$$\nx^2 \\ge 0\n$$', '设$x$为实数：\n\n$$x^2 \\ge 0$$'],
  ['| اسم | $n$ |\n|---|---|\n| أ | 1 |', 'اسم\t$n$\nأ\t1'],
  ['1. a\n2. $b$', '1. a\n2. $b$'],
  ['คำ **$x$**', 'คำ $x$'],
])('a copied answer has its formulas once and its tables with tabs: %s', (text, expected) => {
  const data = copied(text)
  expect(data?.['text/plain']).toBe(expected)
  expect(data?.['text/html']).not.toContain('katex')
})

test('a copied table is a table for programs that take HTML', () => {
  const data = copied('| A | B |\n|---|---|\n| 1 | |\n| x<br>y | $2$ |', 'tbody')
  expect(data?.['text/html']).toMatch(/<table[^>]*>.*<tr>.*<td[^>]*>1<\/td>/s)
  expect(data?.['text/plain']).toBe('1\t\nx y\t$2$')
})

test('a selection without formulas, tables and buttons is left to the browser', () => {
  expect(copied('Only **text**.')).toBeUndefined()
})
