import katex from 'katex'
import type { Element, ElementContent } from 'hast'
import { expect, test } from 'vitest'
import { readMarkup } from './markup.ts'

const FORMULAS = [
  'x^2',
  '\\frac{a}{b}',
  '\\sqrt[3]{x}',
  '\\int_0^\\infty e^{-x^2}\\,dx',
  '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}',
  'a<b>c\\&d',
  "f'(x)",
  '\\text{a "quoted" \\& <b>word</b>}',
  '\\overbrace{x+y}^{n}',
  '\\cancel{x}',
  '\\color{red}x',
  '\\underset{n}{\\lim}',
  '\\xrightarrow{abc}',
  '\\begin{aligned}a&=b\\\\&=c\\end{aligned}',
  '\\boxed{x}',
  '\\vec{v}\\cdot\\hat{w}',
  'ä\\text{д}',
  '\\tag{1} x',
]

const written = (nodes: readonly ElementContent[]): string =>
  nodes
    .map((node) => (node.type === 'text' ? escape(node.value) : node.type === 'element' ? tag(node) : ''))
    .join('')

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')

function tag({ tagName, properties, children }: Element): string {
  const attributes = Object.entries(properties).map(([name, value]) =>
    name === 'className'
      ? ` class="${escape((value as string[]).join(' '))}"`
      : ` ${name}="${escape(String(value))}"`,
  )
  return `<${tagName}${attributes.join('')}>${written(children)}</${tagName}>`
}

const plain = (markup: string) =>
  markup
    .replaceAll(/<([a-z]+)((?:\s[^>]*)?)\/>/g, '<$1$2></$1>')
    .replaceAll(/\s+"/g, '"')
    .replaceAll(/class=" +/g, 'class="')

test.each(FORMULAS)('reads the markup of %s unchanged', (tex) => {
  for (const displayMode of [true, tex.includes('tag')]) {
    const markup = katex.renderToString(tex, { displayMode, throwOnError: true, strict: 'ignore' })
    expect(plain(written(readMarkup(markup)))).toBe(plain(markup))
  }
})

test('keeps markup that KaTeX does not write as text', () => {
  const texts = readMarkup('a<b onclick=x>c</b></b></b>').map((node) => node.type)
  expect(texts).toEqual(['text', 'text'])
})
