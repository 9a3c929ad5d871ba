import { expect, test } from 'vitest'
import { messageOf, orderOf } from '../test/papers.ts'
import { readWord, textOf } from '../test/read-word.ts'
import { writeWord } from './write-word.ts'

async function formula(tex: string): Promise<string> {
  const { document } = readWord(await writeWord(orderOf([messageOf(`$$\n${tex}\n$$`)])))
  return document.slice(document.indexOf('<m:oMath>'), document.lastIndexOf('</m:oMath>'))
}

test.each([
  ['a fraction', '\\frac{a}{b}', ['<m:f>', '<m:num>', '<m:den>'], 'ab'],
  ['a binomial', '\\binom{n}{k}', ['<m:type m:val="noBar"/>', '<m:d>'], 'nk'],
  ['a root', '\\sqrt[3]{x}', ['<m:rad>', '<m:deg>'], '3x'],
  ['scripts', 'x_1^2 + y^2 + z_i', ['<m:sSubSup>', '<m:sSup>', '<m:sSub>'], 'x12+y2+zi'],
  ['a sum with its limits', '\\sum_{i=1}^n i^2 = 1', ['<m:nary>', '<m:limLoc m:val="undOvr"/>'], 'i=1ni2=1'],
  ['an integral', '\\int_0^1 f(x)\\,dx', ['<m:nary>'], '01fx dx'],
  ['a matrix', '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', ['<m:m>', '<m:mr>', '<m:d>'], '1234'],
  [
    'cases',
    '\\begin{cases}x & \\text{für } x>0\\\\ 0 & \\text{sonst}\\end{cases}',
    ['<m:begChr m:val="{"/>', '<m:endChr m:val=""/>', '<m:mcJc m:val="left"/>'],
    'xfür x>00sonst',
  ],
  [
    'aligned equations',
    '\\begin{aligned}f(x)&=(x+1)^2\\\\&=1\\end{aligned}',
    ['<m:cGp m:val="0"/>'],
    'fx=x+12=1',
  ],
  ['an equation with its number', 'a=b\\tag{1}', ['<m:m>'], 'a=b(1)'],
  ['a bracket as a base', '(x+1)^2', ['<m:sSup><m:sSupPr/><m:e><m:d>'], 'x+12'],
  ['a bar on one side', '\\left. x \\right|_0^1', ['<m:begChr m:val=""/>', '<m:endChr m:val="|"/>'], 'x01'],
  ['a limit', '\\lim_{x\\to 0} \\frac{1}{x}', ['<m:func>', '<m:limLow>'], 'limx→01x'],
  ['a function', '\\sin x + \\log_2 y', ['<m:func>', '<m:nor m:val="1"/>'], 'sinx+log2y'],
  ['accents', '\\vec{v} \\hat{x} \\overline{AB} \\underline{y}', ['<m:acc>', '<m:bar>'], 'vxABy'],
  ['a brace with its label', '\\underbrace{a+b}_{n}', ['<m:groupChr>', '<m:limLow>'], 'a+bn'],
  ['alphabets', '\\mathbb{R} \\mathcal{L} \\mathbf{v} \\mathfrak{A}', ['<m:sty m:val="b"/>'], 'ℝℒv𝔄'],
  ['a box', '\\boxed{x} \\cancel{y}', ['<m:borderBox>'], 'xy'],
  ['an arrow with a text', 'A \\xrightarrow{f} B', ['<m:limUpp>'], 'A→fB'],
  ['less and greater', 'a < b \\& c', ['<m:r>'], 'a<b&c'],
])('EXPORT-2: %s is a formula of Word', async (_, tex, elements, text) => {
  const xml = await formula(tex)
  for (const element of elements) expect(xml).toContain(element)
  expect(textOf(xml).replaceAll(/[\u00a0\u2009]/g, ' ')).toBe(text)
  // Word draws a dotted box in the place of an empty part.
  expect(xml).not.toMatch(/<m:(?:e|num|den|lim)\/>/)
})

test('a formula with a line of its own is in the middle, one in the text is in its line', async () => {
  const { document } = readWord(await writeWord(orderOf([messageOf('Let $x^2$ be:\n\n$$\ny\n$$')])))
  expect(document.match(/<m:oMathPara>/g)).toHaveLength(1)
  expect(document.match(/<m:oMath>/g)).toHaveLength(2)
})

test('a formula that KaTeX refuses is shown as it was written', async () => {
  const { paragraphs } = readWord(await writeWord(orderOf([messageOf('$$\n\\frac{a\n$$')])))
  expect(paragraphs.at(-1)).toBe('\\frac{a')
})
