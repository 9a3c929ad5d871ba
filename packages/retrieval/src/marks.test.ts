import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutDocument, pack, placeAt, textOf, type Block } from './index.ts'
import { placedBlocks, sectionsOf } from './blocks.ts'

const cut = (blocks: readonly Block[], size = 1_024) =>
  cutDocument({ title: 'Rules', blocks }, { size, overlap: 16, contextual: true })
const text = (value: string, page: number): Block => ({ kind: 'text', text: value, page })
const heading = (value: string, page: number, level = 1): Block => ({
  kind: 'heading',
  text: value,
  page,
  level,
})

test('a sentence has the page and the heading under which it stands, not those of its chunk', () => {
  const [chunk, ...others] = cut([
    heading('Travel', 1),
    text('Trains come first.', 1),
    heading('Costs', 1, 2),
    text('A room costs 90 euros.', 2),
    heading('Laptops', 2),
    text('They last four years.', 3),
  ])
  expect(others).toEqual([])
  if (!chunk) throw new Error('no chunk')
  const at = (words: string) => {
    const { page, heading: path } = placeAt(chunk, chunk.text.indexOf(words))
    return [page, path]
  }
  expect(at('Trains')).toEqual([1, 'Travel'])
  expect(at('room')).toEqual([2, 'Travel › Costs'])
  expect(at('Laptops')).toEqual([2, 'Laptops'])
  expect(at('four years')).toEqual([3, 'Laptops'])
  // One that was cut before marks were kept has the place of its beginning.
  expect(placeAt({ ...chunk, marks: null }, 60)).toEqual({ page: 1, heading: 'Travel' })
})

const block = fc.record({
  kind: fc.constantFrom<Block['kind']>('heading', 'text', 'table'),
  text: fc.lorem({ maxCount: 30 }),
  level: fc.integer({ min: 1, max: 3 }),
  page: fc.integer({ min: 1, max: 4 }),
})

test('each place of a document has the page and heading of its block in every chunk', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 30 }), (blocks) => {
      const placed = placedBlocks(blocks)
      const sections = sectionsOf(placed)
      for (const chunk of cut(blocks, 256))
        for (const one of placed.filter(({ from }) => from >= chunk.from && from < chunk.to))
          expect(placeAt(chunk, one.from - chunk.from)).toEqual({
            page: one.page,
            heading: sections.findLast(({ from }) => from <= one.from)?.path.join(' › '),
          })
    }),
    { numRuns: 200 },
  )
})

test('the marks of a chunk are limited by its text', () => {
  const deep = Array.from({ length: 5 }, (_, at) => heading(`${'long heading '.repeat(9)}${at}`, 1, at + 1))
  const short = Array.from({ length: 3_000 }, (_, at) => heading(`h${at}`, 1, 6))
  const chunks = cut([...deep, ...short, text('The end.', 9)], 2_048)
  for (const chunk of chunks)
    expect(JSON.stringify(chunk.marks).length).toBeLessThan(4 * chunk.text.length + 2_000)
  const last = chunks.at(-1)
  expect(last && placeAt(last, last.text.indexOf('The end')).page).toBe(9)
})

const HEAD = ['Name | Price', 'of goods | in euros'].join('\n')
const table = (rows: number, name: string): Block => ({
  kind: 'table',
  head: HEAD,
  text: [HEAD, ...Array.from({ length: rows }, (_, at) => `${name} ${at} | ${at}`)].join('\n'),
})
const count = (value: string) => value.split(/\s+/).filter(Boolean).length

test('a head of two rows keeps its lines, in the context of a chunk, too', () => {
  expect(cut([table(60, 'Tea')], 64).at(-1)?.context).toBe(`Rules\n${HEAD}`)
})

test('rows from the middle of a table are packed with its head', () => {
  const [chunk] = cut([text('All prices include tax.', 1), table(30, 'Tea'), text('Ask for others.', 1)])
  if (!chunk) throw new Error('no chunk')
  const packed = (words: string, budget: number) => {
    const from = chunk.text.indexOf(words)
    const { text: value, marks } = chunk
    const spans = [{ from, to: from + words.length }]
    const place = { chunkId: 1, mediaId: 1, from: 0, to: value.length }
    const passage = {
      ...place,
      title: '',
      heading: '',
      context: '',
      text: value,
      marks,
      score: 100,
      lacksWords: false,
      duplicateOf: null,
      why: { cover: 1, weak: false, neighbours: 0, letters: 0, vector: null, spans, terms: [] },
    }
    return pack([passage], { amount: 1, budget, count }).passages[0]
  }
  expect(textOf([table(30, 'Tea')])).toContain('Tea 27 | 27')
  expect(packed('Tea 27 | 27', 24)).toMatchObject({ head: HEAD, cut: true })
  expect(packed('Ask for others.', 12)).toMatchObject({ head: '', text: 'Ask for others.' })
  expect(packed('Tea 27 | 27', 1_000)).toMatchObject({ head: '', cut: false })
})
