import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { documents } from './test/documents.ts'
import { EMPTY_SPLIT, extendSplit } from './blocks.ts'
import { readTree } from './read-tree.ts'
import { toReact } from './to-react.ts'

const split = (text: string) => extendSplit(EMPTY_SPLIT, text)

// Blank lines at the end of an unclosed code block are not shown.
const render = (text: string) =>
  renderToStaticMarkup(
    // React adds preload links for pictures, which are not compared here.
    toReact(readTree(text, [], {}), { img: ({ alt }) => <i>{alt}</i> }, (address) => address),
  ).replace(/[\r\n]*<\/code><\/pre>/g, '</code></pre>')

// Rendered as a whole, the text has meaningless line breaks between blocks.
const rendered = (blocks: readonly string[]) =>
  blocks
    .map(render)
    .filter((html) => html !== '')
    .join('\n')

describe('where a text is split into blocks', () => {
  const cases: [name: string, text: string, blocks: string[]][] = [
    ['paragraphs', 'a\n\nb\nc\n\n\nd', ['a\n\n', 'b\nc\n\n\n', 'd']],
    ['windows line ends', 'a\r\n\r\nb', ['a\r\n\r\n', 'b']],
    ['carriage returns as line ends', 'a\r\rb', ['a\r\r', 'b']],
    ['not inside a fence', '```js\na\n\nb\n```\nc', ['```js\na\n\nb\n```\n', 'c']],
    ['before a fence', 'a\n```\nb\n```', ['a\n', '```\nb\n```']],
    ['a fence inside a longer one', '````\n```\n\n```\n\nx\n````', ['````\n```\n\n```\n\nx\n````']],
    ['backticks inside tildes', '~~~\n```\n\na\n~~~\n\nb', ['~~~\n```\n\na\n~~~\n\n', 'b']],
    ['an open fence up to the end', '```\na\n\nb\n\n', ['```\na\n\nb\n\n']],
    ['a loose list as one block', '- a\n\n- b\n\n  c\n\nd', ['- a\n\n- b\n\n  c\n\n', 'd']],
    [
      'a fence in a list',
      '- a\n\n  ```\n  x\n\n  y\n  ```\n\nb',
      ['- a\n\n  ```\n  x\n\n  y\n  ```\n\n', 'b'],
    ],
    ['a table', '|a|\n|-|\n|b|\n\nc', ['|a|\n|-|\n|b|\n\n', 'c']],
    ['display maths', '$$\nx\n$$\n\nb', ['$$\nx\n$$\n\n', 'b']],
    ['text that looks like HTML', '<script>\n\nx\n\n</script>', ['<script>\n\n', 'x\n\n', '</script>']],
    [
      'indented code stays with the block before',
      'a\n\n    x\n\n    y\n\nb',
      ['a\n\n    x\n\n    y\n\n', 'b'],
    ],
    ['an empty text', '', []],
    ['blank lines only', '\n\n', ['\n\n']],
  ]
  test.each(cases)('%s', (_, text, blocks) => {
    expect(split(text).blocks).toEqual(blocks)
  })

  test('finishes a block only after a whole line', () => {
    expect(split('1. a\n\n2')).toMatchObject({ finished: 0, blocks: ['1. a\n\n2'] })
    expect(split('1. a\n\n2\n')).toMatchObject({ finished: 1, blocks: ['1. a\n\n', '2\n'] })
    expect(split('a\n\n``')).toMatchObject({ finished: 0, blocks: ['a\n\n', '``'] })
  })
})

describe('any text', () => {
  test('is the same as its joined blocks', () => {
    fc.assert(
      fc.property(documents, (text) => split(text).blocks.join('') === text),
      { numRuns: 1_000 },
    )
  })

  test('has the same blocks if it grows by one character at a time, and finished ones stay', () => {
    fc.assert(
      fc.property(documents, (text) => {
        let grown = EMPTY_SPLIT
        for (let end = 1; end <= text.length; end += 1) {
          const next = extendSplit(grown, text.slice(0, end))
          expect(next).toEqual(split(text.slice(0, end)))
          expect(next.blocks.slice(0, grown.finished)).toEqual(grown.blocks.slice(0, grown.finished))
          grown = next
        }
        expect(grown.blocks).toEqual(split(text).blocks)
      }),
      { numRuns: 600 },
    )
  })

  test('is parsed again if it does not extend the previous text', () => {
    expect(extendSplit(split('a\n\nb'), 'x\n\ny').blocks).toEqual(['x\n\n', 'y'])
  })

  test('renders block by block the same as in one piece', () => {
    fc.assert(
      fc.property(documents, (text) => {
        expect(rendered(split(text).blocks)).toBe(render(text))
      }),
      { numRuns: 1_000 },
    )
  }, 30_000)

  test('renders the same as in one piece if it is cut anywhere', () => {
    fc.assert(
      fc.property(documents, fc.nat(), (text, cut) => {
        const part = text.slice(0, text.length === 0 ? 0 : cut % text.length)
        expect(rendered(split(part).blocks)).toBe(render(part))
      }),
      { numRuns: 500 },
    )
  }, 30_000)
})

// Repeated: other programs in the same cache make one of two times longer.
test('200 steps of a growing long answer take less than reading it 50 times', { retry: 1 }, () => {
  const text = 'A paragraph of an answer, with some words in it.\n\n'.repeat(40_000)
  const timed = (work: () => void) => {
    const start = performance.now()
    work()
    return performance.now() - start
  }
  const begun = text.slice(0, -20_000)
  let grown = EMPTY_SPLIT
  const whole = timed(() => (grown = extendSplit(EMPTY_SPLIT, begun)))
  const steps = timed(() => {
    for (let end = begun.length + 100; end <= text.length; end += 100)
      grown = extendSplit(grown, text.slice(0, end))
  })
  expect(grown.finished).toBe(39_999)
  expect(steps / whole).toBeLessThan(50)
})
