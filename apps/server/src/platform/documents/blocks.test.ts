import { expect, test } from 'vitest'
import { cutBlocks, documentText } from './blocks.ts'
import { plainBlocks } from './formats/plain-blocks.ts'
import { pageBlocks } from './formats/page-blocks.ts'

const kinds = (text: string) => plainBlocks(text).map(({ kind, text: own }) => [kind, own])

test.each([
  [
    '# A\ntext\n\n**more**',
    [
      ['text', '# A\ntext'],
      ['text', '**more**'],
    ],
  ],
  [
    'Buy:\n- one\n  goes on\n- two\n\nThen',
    [
      ['text', 'Buy:'],
      ['list', '- one\n  goes on\n- two'],
      ['text', 'Then'],
    ],
  ],
  ['1. one\n   goes on\n2. two', [['list', '1. one\n   goes on\n2. two']]],
  ['  indented once\nand not', [['text', 'indented once\nand not']]],
  ['| a | b |\n```\nx', [['text', '| a | b |\n```\nx']]],
  ['', []],
])('splits the prose %j at blank lines, without rules of Markdown', (text, blocks) => {
  expect(kinds(text)).toEqual(blocks)
})

test.each([
  [
    'a shell script',
    '#!/bin/sh\n# Copies the files\nset -e\n\n# The folder\nFOLDER=$1\nfor f in *; do\n  cp "$f" "$FOLDER"\n\n  sync\ndone',
    [
      '#!/bin/sh\n# Copies the files\nset -e',
      '# The folder\nFOLDER=$1\nfor f in *; do\n  cp "$f" "$FOLDER"\n\n  sync\ndone',
    ],
  ],
  [
    'Python without blank lines',
    'import os\n# Adds\n@cached\ndef add(a, b):\n    # a comment\n    return a + b\nclass Sum:\n    x = 1',
    [
      'import os\n# Adds\n@cached\ndef add(a, b):\n    # a comment\n    return a + b',
      'class Sum:\n    x = 1',
    ],
  ],
  [
    'YAML',
    'server:\n  port: 80\n  # the name\n  name: a\n\nlog:\n  level: 1',
    ['server:\n  port: 80\n  # the name\n  name: a', 'log:\n  level: 1'],
  ],
  ['settings', '[one]\na = 1\nb = 2\n[two]\nc = 3', ['[one]\na = 1\nb = 2', '[two]\nc = 3']],
  [
    'C with a bracket after a blank line',
    'int f() {\n  a();\n\n}\nint g() {\n  b();\n}',
    ['int f() {\n  a();\n\n}\nint g() {\n  b();\n}'],
  ],
])('cuts %s between definitions and keeps its comments', (_, text, parts) => {
  expect(kinds(text)).toEqual(parts.map((part) => ['code', part]))
})

/** Returns milliseconds of the processor: on a busy machine the same work takes longer. */
function processorMs(work: () => unknown): number {
  const begun = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1_000
}

test.each([
  ['blanks', `a${' '.repeat(100_000)}b`],
  ['words of a definition', 'public '.repeat(50_000)],
  ['blank lines', '\n '.repeat(50_000)],
  ['items', '- '.repeat(50_000)],
  ['brackets', '['.repeat(100_000)],
  ['back quotes', '`'.repeat(100_000)],
])('100,000 characters of %s are split in linear time', (_, text) => {
  // Quadratic time would be 20 seconds.
  expect(processorMs(() => plainBlocks(text))).toBeLessThan(2_000)
})

test('splitting takes linear time for any text', () => {
  for (const piece of ['#', '- ', '| ', '```\n', ' \n', 'word ', '\n', 'a: b\n', 'def a\n']) {
    const time = (length: number) => {
      const text = piece.repeat(length / piece.length)
      return processorMs(() => plainBlocks(text))
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
