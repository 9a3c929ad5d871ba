import { expect, test } from 'vitest'
import { cutBlocks, documentText } from './blocks.ts'
import { markdownBlocks } from './formats/markdown-blocks.ts'
import { pageBlocks } from './formats/page-blocks.ts'

const kinds = (markdown: string) => markdownBlocks(markdown).map(({ kind, text }) => [kind, text])

test.each([
  ['# A ##', 'A'],
  ['# A ##  ', 'A'],
  ['# C#', 'C#'],
  ['# A # B', 'A # B'],
  ['# ##', '##'],
  ['# A\t#', 'A'],
])('“%s” is the heading “%s”', (markdown, heading) => {
  expect(kinds(markdown)).toEqual([['heading', heading]])
})

test.each([
  ['blanks in a heading', `# a${' '.repeat(100_000)}b`],
  ['closing marks in a heading', `# a${' #'.repeat(50_000)}b`],
  ['blank lines', '\n '.repeat(50_000)],
  ['items', '- '.repeat(50_000)],
  ['pipes', '|'.repeat(100_000)],
  ['back quotes', '`'.repeat(100_000)],
])('100,000 characters of %s are split in linear time', (_, markdown) => {
  const begun = performance.now()
  markdownBlocks(markdown)
  // Quadratic time would be 20 seconds.
  expect(performance.now() - begun).toBeLessThan(2_000)
})

test.each([
  [
    '# One\ntext\n\nmore',
    [
      ['heading', 'One'],
      ['text', 'text'],
      ['text', 'more'],
    ],
  ],
  [
    '## A ##\n\n- one\n- two\n\n- three\n\ntext',
    [
      ['heading', 'A'],
      ['list', '- one\n- two\n\n- three'],
      ['text', 'text'],
    ],
  ],
  ['1. one\n   goes on\n2. two', [['list', '1. one\n   goes on\n2. two']]],
  [
    '```js\n# no heading\n```\nafter',
    [
      ['code', '```js\n# no heading\n```'],
      ['text', 'after'],
    ],
  ],
  [
    '| a | b |\n|---|---|\n| 1 | 2 |\n\ntext',
    [
      ['table', '| a | b |\n| 1 | 2 |'],
      ['text', 'text'],
    ],
  ],
  ['```\nnever ends', [['code', '```\nnever ends']]],
  ['#hashtag\n', [['text', '#hashtag']]],
  ['', []],
])('splits %j into blocks', (markdown, blocks) => {
  expect(kinds(markdown)).toEqual(blocks)
})

test('a table keeps its first row as its head', () => {
  expect(markdownBlocks('| a | b |\n|---|---|\n| 1 | 2 |')[0]?.head).toBe('| a | b |')
})

test('splitting takes linear time for any text', () => {
  for (const piece of ['#', '- ', '| ', '```\n', ' \n', 'word ', '\n']) {
    const time = (length: number) => {
      const begun = performance.now()
      markdownBlocks(piece.repeat(length / piece.length))
      return performance.now() - begun
    }
    time(100_000)
    expect(time(2_000_000)).toBeLessThan(2_000)
  }
})

test('removes repeated headers and footers from pages, and joins hyphenated words', () => {
  const page = (number: number, text: string) => `Annual report\n${text}\n\nPage ${number} of 4`
  const pages = ['The Home-\noffice rule', 'Ein-\nund Ausgang', 'Third', 'Fourth'].map((text, index) =>
    page(index + 1, text),
  )
  expect(pageBlocks(pages)).toEqual([
    { kind: 'text', text: 'The Homeoffice rule', page: 1 },
    { kind: 'text', text: 'Ein-\nund Ausgang', page: 2 },
    { kind: 'text', text: 'Third', page: 3 },
    { kind: 'text', text: 'Fourth', page: 4 },
  ])
})

test('the text of a document marks its pages and names those without text', () => {
  const blocks = [
    { kind: 'heading', text: 'A', level: 2, page: 1 },
    { kind: 'text', text: 'b', page: 3 },
  ] as const
  const warnings = [{ code: 'pages_without_text', pages: [2] }] as const
  expect(documentText({ blocks, warnings })).toBe(
    '[Page 1]\n## A\n\n[Page 3]\nb\n\n[Pages without text, probably scans or pictures: 2. Their content is not known: say so if it matters.]',
  )
  expect(cutBlocks(blocks, 1)).toEqual({ blocks: [blocks[0]], isCut: true })
})
