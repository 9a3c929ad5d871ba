import { expect, test } from 'vitest'
import { readMarkdown } from './markdown.ts'

const kinds = (markdown: string) => readMarkdown(markdown).map(({ kind, text }) => [kind, text])

test.each([
  ['**bold** and *so* and ***both***', 'bold and so and both'],
  ['__bold__ and _so_, snake_case_name', 'bold and so, snake_case_name'],
  ['~~gone~~, about ~3~5 minutes', 'gone, about ~3~5 minutes'],
  ['2 * 3 * 4 and a*b', '2 * 3 * 4 and a*b'],
  ['**注意：**正文继续。', '注意：正文继续。'],
  ['含**「重点」**内容', '含「重点」内容'],
  ['**open', '**open'],
  ['`a **b** \\` and ``c ` d``', 'a **b** \\ and c ` d'],
  ['[text](https://a.example/x_(y) "A title") after', 'text after'],
  ['[**bold** text](<a b>)', 'bold text'],
  ['![A dog](dog.png) sleeps', 'A dog sleeps'],
  ['[![badge](b.svg)](https://a.example)', 'badge'],
  ['[text][ref] and [ref] and [other]\n\n[ref]: https://a.example', 'text and ref and [other]'],
  ['array[0](x) [draft] (1)', 'array0 [draft] (1)'],
  ['<https://a.example/x> and <mail@a.example>', 'https://a.example/x and mail@a.example'],
  ['a<br>b <b>c</b> 1 < 2 &amp; &#8364; &unknown;', 'a\nb c 1 < 2 & € &unknown;'],
  ['a<ul><li>b</li><li>c</li></ul>', 'a\n\nb\n\nc'],
  ['<img src="x.png" alt="A plan"> here', 'A plan here'],
  ['5 \\* 3 \\[no link\\]\\(x\\) \\# C:\\dir', '5 * 3 [no link](x) # C:\\dir'],
  ['a <!-- hidden --> b', 'a  b'],
  ['> quoted\n> > twice', 'quoted\ntwice'],
])('%j has the text %j', (markdown, text) => {
  expect(kinds(markdown)).toEqual([['text', text]])
})

test.each([
  ['# **Title** with `code` {#id}', [['heading', 'Title with code']]],
  [
    'Title\n=====\n\nSection\n---',
    [
      ['heading', 'Title'],
      ['heading', 'Section'],
    ],
  ],
  [
    'a\n\n---\n\n***\nb',
    [
      ['text', 'a'],
      ['text', 'b'],
    ],
  ],
  [
    '---\ntitle: Rules\n---\n# One',
    [
      ['text', 'title: Rules'],
      ['heading', 'One'],
    ],
  ],
  ['* one\n  + **two**\n1) three\n- [x] done', [['list', '- one\n  - two\n1) three\n- [x] done']]],
  [
    '- a\n\n    more of a\n\nafter',
    [
      ['list', '- a\n\n    more of a'],
      ['text', 'after'],
    ],
  ],
  [
    '```js\nconst a = "**b**"\n```\nafter',
    [
      ['code', 'const a = "**b**"'],
      ['text', 'after'],
    ],
  ],
  [
    'text\n\n    code <b>\n\n    more\n\nafter',
    [
      ['text', 'text'],
      ['code', 'code <b>\n\nmore'],
      ['text', 'after'],
    ],
  ],
  ['| a | **b** |\n|---|:-:|\n| [x](y) | 1\\|2 |\n|  | 3 |', [['table', 'a | b\nx | 1¦2\n | 3']]],
  [
    'a | b\n--|--\n1 | 2\n\nafter',
    [
      ['table', 'a | b\n1 | 2'],
      ['text', 'after'],
    ],
  ],
  [
    'Said[^1].\n\n[^1]: By **whom**.',
    [
      ['text', 'Said[1].'],
      ['text', '[1] By whom.'],
    ],
  ],
  [
    '<!-- a\n\nb -->\n\nc\n\n```html\n<!-- kept -->\n```',
    [
      ['text', 'c'],
      ['code', '<!-- kept -->'],
    ],
  ],
  [
    '<details>\n<summary>More</summary>\n\n**Inside**\n\n</details>',
    [
      ['text', 'More'],
      ['text', 'Inside'],
    ],
  ],
  ['#hashtag\n', [['text', '#hashtag']]],
  ['', []],
])('%j has the blocks %j', (markdown, blocks) => {
  expect(kinds(markdown)).toEqual(blocks)
})

test('a table keeps its first row as its head', () => {
  expect(readMarkdown('| a | b |\n|---|---|\n| 1 | 2 |')[0]?.head).toBe('a | b')
})

test.each([
  '**a',
  '*a_b',
  '**a** ',
  '[',
  '[a',
  '](',
  '[a](',
  '[a](b "',
  '![',
  '[a][',
  '`',
  '`a``',
  '<',
  '<a ',
  '<!--',
  '&#',
  '&amp',
  '\\',
  '> ',
  '| ',
  '- ',
  '* * ',
  '#',
  '# a #',
  '```\n',
  '~',
  '_a',
  '---\n',
  '[^a]: ',
  '    a\n\n',
  ' \n',
])('half a megabyte of %j is read in linear time', (piece) => {
  const begun = performance.now()
  readMarkdown(piece.repeat(500_000 / piece.length))
  // Quadratic time would be minutes.
  expect(performance.now() - begun).toBeLessThan(5_000)
})

test('tables in HTML are tables, with cells at their columns', () => {
  const markdown = [
    'Before',
    '<table class="x">',
    '  <caption>Fees &amp; times</caption>',
    '  <thead><tr><th rowspan="2">Town</th><th colspan="2">Fee</th></tr>',
    '  <tr><th>old</th><th>new</th></tr></thead>',
    '',
    '  <tr><td>**Varna**</td><td></td><td><p>4 <b>euros</b></p><p>a day</p></td></tr>',
    '  <tr><td>Bonn<td>3<td><table><tr><td>a</td><td>b</td></tr></table></tr>',
    '</table> ',
    'After',
  ].join('\n')
  expect(readMarkdown(markdown)).toEqual([
    { kind: 'text', text: 'Before' },
    { kind: 'text', text: 'Fees & times' },
    {
      kind: 'table',
      text: 'Town | Fee\n | old | new\nVarna |  | 4 euros / a day\nBonn | 3 | a / b',
      head: 'Town | Fee\n | old | new',
    },
    { kind: 'text', text: 'After' },
  ])
})

test('tables in HTML that arrange pictures, or have no end, are texts', () => {
  expect(kinds('<table><tr><td><img alt="A plan" src="a.png"></td></tr></table>\n\nAfter')).toEqual([
    ['text', 'A plan'],
    ['text', 'After'],
  ])
  expect(kinds('<table> is a tag\n\n## Next')).toEqual([
    ['text', 'is a tag'],
    ['heading', 'Next'],
  ])
})

test('a table in HTML that asks for millions of cells, and thousands without an end, are bounded', () => {
  const begin = performance.now()
  const wide = `<tr>${'<td colspan="200" rowspan="200">x</td>'.repeat(5_000)}</tr>`
  const [table] = readMarkdown(`<table>${wide.repeat(3)}</table>`)
  expect(table?.text.length).toBeLessThan(1_000_000)
  readMarkdown('<table>\n'.repeat(50_000))
  readMarkdown(`<table>${'<td '.repeat(100_000)}</table>`)
  expect(performance.now() - begin).toBeLessThan(3_000)
})
