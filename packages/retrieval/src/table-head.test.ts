import { expect, test } from 'vitest'
import { cutDocument, pack, tableHead, type Block } from './index.ts'

const ROWS = Array.from({ length: 30 }, (_, at) => `Item ${at} | ${at} euros`)
const HEAD = 'Name | Price'
const TABLE: Block = { kind: 'table', head: HEAD, text: [HEAD, ...ROWS].join('\n') }
const cut = (blocks: readonly Block[], contextual = true, title = 'Prices') =>
  cutDocument({ title, blocks }, { size: 64, overlap: 16, contextual }).map((chunk) => ({
    ...chunk,
    head: tableHead({ ...chunk, title }),
  }))

test.each([
  ['with title and headings', true, 'Prices', 'Spring'],
  ['with a title that is the heading', true, 'Spring', 'Spring'],
  ['with a title only', true, 'Prices', ''],
  ['without context', false, 'Prices', 'Spring'],
  ['with a title of many lines', true, `a \n b ${'c'.repeat(300)}`, 'Spring'],
])('the head of a table is told from the names in the context: %s', (_, contextual, title, heading) => {
  const headings: Block[] = heading === '' ? [] : [{ kind: 'heading', text: heading, level: 1 }]
  const chunks = cut([...headings, TABLE], contextual, title)
  expect(chunks.length).toBeGreaterThan(3)
  expect(chunks.map(({ head }) => head)).toEqual(['', ...chunks.slice(1).map(() => HEAD)])
})

const packable = (text: string, spans: { from: number; to: number }[] = []) => ({
  chunkId: 1,
  mediaId: 1,
  from: 100,
  to: 100 + text.length,
  title: 'Prices',
  heading: '',
  context: HEAD,
  text,
  marks: null,
  score: 100,
  lacksWords: false,
  duplicateOf: null,
  why: { cover: 1, weak: false, neighbours: 0, letters: 0, vector: null, spans, terms: [] },
})
const count = (text: string) => text.split(/\s+/).filter(Boolean).length

test('a passage is packed with its head, which counts', () => {
  const text = 'Tea | 2\nMilk | 1'
  const { passages, tokens } = pack([packable(text)], { amount: 5, budget: 100, count })
  expect(passages[0]).toMatchObject({ text, head: HEAD, tokens: 9 })
  expect(tokens).toBe(9)
  const tight = pack([packable(text)], { amount: 5, budget: 8, count })
  expect(tight.tokens).toBeLessThanOrEqual(8)
  expect(tight.passages[0]?.text).not.toBe(text)
})

test('sentences after the table have no head', () => {
  const text = 'Tea | 2\n\nAll prices include tax. They hold until the end of the year.'
  const from = text.indexOf('They')
  const { passages } = pack([packable(text, [{ from, to: text.length }])], { amount: 5, budget: 13, count })
  expect(passages[0]).toMatchObject({ text: 'They hold until the end of the year.', head: '' })
})
