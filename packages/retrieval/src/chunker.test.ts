import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateTokens } from './tokens.ts'
import { cutDocument, textOf, type Block, type ChunkSettings } from './index.ts'

const settings: ChunkSettings = { size: 64, overlap: 16, contextual: true }
const text = (value: string, more: Partial<Block> = {}): Block => ({ kind: 'text', text: value, ...more })
const heading = (value: string, level = 1): Block => ({ kind: 'heading', text: value, level })
const words = (count: number, prefix = 'word') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`).join(' ')
const cut = (blocks: Block[], change: Partial<ChunkSettings> = {}) =>
  cutDocument({ title: 'Rules', blocks }, { ...settings, ...change })

describe('the chunker', () => {
  test('starts a new chunk at a long section, with its headings as context', () => {
    const chunks = cut([
      heading('Travel'),
      text(words(18, 'travel')),
      heading('Costs', 2),
      text(words(20, 'costs'), { page: 2 }),
    ])
    expect(chunks.map(({ text }) => text.slice(0, 6))).toEqual(['Travel', 'Costs\n'])
    expect(chunks.map(({ heading }) => heading)).toEqual(['Travel', 'Travel › Costs'])
    expect(chunks.map(({ context }) => context)).toEqual(['Rules\nTravel', 'Rules\nTravel › Costs'])
  })

  test('joins a short section to the previous chunk, and an empty heading to the following text', () => {
    const chunks = cut([
      heading('One'),
      text(words(16, 'one')),
      heading('Two', 2),
      text('Short.'),
      heading('Three'),
      heading('Four', 2),
      text(words(16, 'four')),
    ])
    expect(chunks.map(({ text }) => text.split(/\s/)[0])).toEqual(['One', 'Three'])
    expect(chunks[0]!.text).toContain('Two\n\nShort.')
    expect(chunks[1]!.heading).toBe('Three')
  })

  test('splits between blocks rather than inside one', () => {
    const chunks = cut([text(words(20, 'one')), text(words(20, 'two')), text(words(20, 'three'))])
    expect(chunks.map(({ text }) => text.trim().split(' ').at(-1))).toEqual(['one19', 'two19', 'three19'])
  })

  test('splits between sentences, with whole words as overlap', () => {
    const sentences = Array.from(
      { length: 12 },
      (_, index) => `Sentence number ${index} has seven plain words.`,
    )
    const chunks = cut([text(sentences.join(' '))])
    expect(chunks.length).toBeGreaterThan(2)
    for (const chunk of chunks) expect(chunk.text.trim()).toMatch(/\.$/)
    chunks.slice(1).forEach((chunk, index) => {
      expect(chunk.from).toBeLessThan(chunks[index]!.to)
      expect(
        estimateTokens(textOf([text(sentences.join(' '))]).slice(chunk.from, chunks[index]!.to)),
      ).toBeLessThanOrEqual(16 + 4)
      expect(chunk.text).toMatch(/^\w/)
    })
  })

  test('splits a table between rows and adds its header row to the context', () => {
    const head = 'Name | Price'
    const rows = Array.from({ length: 30 }, (_, index) => `Item ${index} | ${index} euros`)
    const chunks = cut([{ kind: 'table', head, text: [head, ...rows].join('\n') }], { contextual: false })
    expect(chunks.length).toBeGreaterThan(3)
    expect(chunks.map(({ context }) => context)).toEqual(['', ...chunks.slice(1).map(() => head)])
    expect(chunks.slice(1).every(({ text }) => text.startsWith('Item'))).toBe(true)
    expect(chunks.map(({ text }) => text).join('')).toBe([head, ...rows].join('\n'))
  })

  test('adds the header row to the context when the text of the table lacks it', () => {
    const [chunk] = cut([text('Prices'), { kind: 'table', head: 'Name | Price', text: 'Tea | 2' }])
    expect(chunk!.context).toBe('Rules\nName | Price')
  })

  test('keeps a list together with the line before it', () => {
    const chunks = cut([
      text(words(16)),
      text('You need:'),
      { kind: 'list', text: `- ${words(10, 'a')}\n- ${words(9, 'b')}` },
    ])
    const list = chunks.find(({ text }) => text.includes('a0'))!
    expect(list.text).toContain('You need:\n\n- a0')
  })

  test('drops the overlap when it does not fit together with a list and its introductory line', () => {
    const list: Block = { kind: 'list', text: 'two '.repeat(31).trim() }
    const chunks = cut([text(`${'one '.repeat(41).trim()}.`), text('The costs:'), list])
    expect(chunks.map((chunk) => chunk.text.trim())).toEqual([
      `${'one '.repeat(41).trim()}.`,
      `The costs:\n\n${'two '.repeat(31).trim()}`,
    ])
  })

  test('never ends a chunk with a heading', () => {
    const chunks = cut([
      heading('Top'),
      text(words(17)),
      heading('Next', 2),
      text('Some short text follows here.'),
    ])
    for (const chunk of chunks) expect(chunk.text.trim()).not.toMatch(/Next$/)
  })

  test('takes page and heading of a chunk from its beginning, also without context', () => {
    const chunks = cut([text(words(20, 'one'), { page: 1 }), text(words(20, 'two'), { page: 2 })], {
      contextual: false,
    })
    expect(chunks.map(({ page, heading, context }) => [page, heading, context])).toEqual([
      [1, '', ''],
      [1, '', ''],
    ])
    expect(cut([text('a')])[0]).toMatchObject({ page: null, heading: '', context: 'Rules' })
  })

  test('splits text without spaces anywhere, but never inside a character', () => {
    const chunks = cut([text('😀'.repeat(300))])
    expect(chunks.length).toBeGreaterThan(4)
    for (const chunk of chunks) expect(chunk.text.isWellFormed()).toBe(true)
  })

  test('returns no chunks for empty text', () => {
    expect(cut([])).toEqual([])
    expect(cut([text(' \n '), text('')])).toEqual([])
  })

  test('gives the same hash only to the same text and context', () => {
    const [one] = cut([text('same')])
    const [other] = cutDocument({ title: 'Other', blocks: [text('same')] }, settings)
    expect(one!.hash).toHaveLength(32)
    expect(cut([text('same')])[0]!.hash.equals(one!.hash)).toBe(true)
    expect(other!.hash.equals(one!.hash)).toBe(false)
  })
})

const piece = fc.oneof(
  fc.constantFrom(
    'word',
    'Sentence one. Two!',
    '東京都の天気。',
    '\n',
    ':',
    '😀😀',
    'x'.repeat(200),
    ' '.repeat(50),
    '- a\n- b',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
)
const block = fc.record({
  kind: fc.constantFrom<Block['kind']>('heading', 'text', 'text', 'list', 'table', 'code'),
  text: fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(' ')),
  level: fc.integer({ min: 1, max: 6 }),
  page: fc.integer({ min: 1, max: 9 }),
  head: fc.constantFrom('', 'Name | Price'),
})

test('chunks quote the text exactly, cover it completely and respect the size limit', () => {
  const sizes = fc.record({
    size: fc.integer({ min: 64, max: 300 }),
    overlap: fc.integer({ min: 16, max: 128 }),
    contextual: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), sizes, (blocks, chosen) => {
      const whole = textOf(blocks)
      const chunks = cutDocument({ title: 'Title', blocks }, chosen)
      let covered = 0
      chunks.forEach((chunk, index) => {
        expect(chunk.ordinal).toBe(index)
        expect(chunk.text).toBe(whole.slice(chunk.from, chunk.to))
        expect(chunk.tokens).toBeLessThanOrEqual(chosen.size)
        expect(chunk.from).toBeGreaterThan(chunks[index - 1]?.from ?? -1)
        expect(whole.slice(covered, Math.max(covered, chunk.from)).trim()).toBe('')
        expect(chunk.to).toBeGreaterThan(covered)
        covered = chunk.to
      })
      expect(whole.slice(covered).trim()).toBe('')
    }),
    { numRuns: 500 },
  )
})

/** Below this time, garbage collection dominates the measurement. */
const SHORT_US = 50_000

// Repeated: other programs in the same cache make one of two times longer.
describe('splitting takes linear time for a text', { retry: 1 }, () => {
  const timed = (blocks: Block[]) => {
    const start = process.cpuUsage()
    cut(blocks, { size: 1_024, overlap: 20 })
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  test.each<[string, (length: number) => Block[]]>([
    ['without spaces', (length) => [text('x'.repeat(length))]],
    ['without full stops', (length) => [text('word '.repeat(length / 5))]],
    ['of a script without spaces', (length) => [text('東京都の天気'.repeat(length / 6))]],
    ['of spaces', (length) => [text(' '.repeat(length))]],
    [
      'of headings',
      (length) =>
        Array.from({ length: length / 40 }, (_, index) => heading(`Heading number ${index} of very many`)),
    ],
    ['of one heading', (length) => [heading('word '.repeat(length / 5)), text('word '.repeat(length / 5))]],
    ['of rows', (length) => [{ kind: 'table', head: 'a | b', text: 'first | second\n'.repeat(length / 15) }]],
    [
      'of small tables',
      (length) =>
        Array.from({ length: length / 100 }, () => ({
          kind: 'table' as const,
          head: 'a | b',
          text: 'c | d\n'.repeat(16),
        })),
    ],
  ])('%s', (_, make) => {
    const small = make(2_000_000)
    const large = make(4_000_000)
    timed(small)
    let [shortest, longest] = [Infinity, Infinity]
    // Other programs and the garbage collector lengthen single measurements, so the least of up to ten counts.
    for (let round = 0; round < 10; round++) {
      shortest = Math.min(shortest, timed(small))
      longest = Math.min(longest, timed(large))
      if (longest <= 2.5 * Math.max(shortest, SHORT_US)) break
    }
    expect(longest).toBeLessThanOrEqual(2.5 * Math.max(shortest, SHORT_US))
  })
})
