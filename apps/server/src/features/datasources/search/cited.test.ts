import { expect, test } from 'vitest'
import { citedInAll, hasRecognized, placeIn } from './cited.ts'
import type { FoundPassage } from './found.ts'
import type { ChunkRow } from './store.ts'

const TEXT = 'Trains come first. A room costs 90 euros.\n\n'
const chunk = (more: Partial<ChunkRow>) =>
  ({
    id: 1,
    from: 0,
    to: TEXT.length,
    text: TEXT,
    page: 1,
    heading: 'Travel',
    recognizedPages: null,
    hasRecognizedPictures: false,
    marks: { places: [[19, 2, 'Costs']], tables: [] },
    ...more,
  }) as ChunkRow

test('a sentence is recognised where its own page is', () => {
  const scanned = chunk({ recognizedPages: [2] })
  expect(placeIn(scanned, 0)).toEqual({ page: 1, heading: 'Travel', recognized: false })
  expect(placeIn(scanned, 19)).toEqual({ page: 2, heading: 'Costs', recognized: true })
  expect(hasRecognized(scanned)).toBe(true)
  expect(hasRecognized(chunk({ recognizedPages: [3] }))).toBe(false)
  expect(hasRecognized(chunk({}))).toBe(false)
  // A picture has no pages.
  expect(placeIn(chunk({ page: null, marks: null, recognizedPages: [] }), 0).recognized).toBe(true)
})

test('a sentence of a recognised picture is told from the text around it', () => {
  const text = 'Trains come first.\n\n🖼 Gate 7 is closed.\n\nAsk at the desk.'
  const row = chunk({ text, hasRecognizedPictures: true })
  const recognized = (words: string) => placeIn(row, text.indexOf(words)).recognized
  expect(['Trains', 'Gate', 'closed', 'Ask'].map(recognized)).toEqual([false, true, true, false])
  expect(hasRecognized(row)).toBe(true)
})

const hit = (row: ChunkRow, word: string): ChunkRow & Pick<FoundPassage, 'why'> => {
  const from = row.text.indexOf(word)
  const term = { word, as: [word], how: 'exact' as const, times: 1, chunks: 1, points: 3 }
  const why = { cover: 1, weak: false, neighbours: 0, letters: 0, vector: null, terms: [term] }
  return { ...row, why: { ...why, spans: [{ from, to: from + word.length }] } }
}

test('the place of a joined passage is that of its best sentence, in the chunk that has it', () => {
  const next = 'They last four years.'
  const second = chunk({
    id: 2,
    from: TEXT.length,
    to: TEXT.length + next.length,
    text: next,
    page: 3,
    heading: 'Laptops',
  })
  const joined = { from: 0, to: TEXT.length + next.length, text: TEXT + next }
  const cited = citedInAll(joined, [hit(chunk({}), 'nothing'), hit({ ...second, marks: null }, 'four')])
  expect(cited).toMatchObject({ page: 3, heading: 'Laptops', recognized: false })
  expect(joined.text.slice(cited.sentence?.from, cited.sentence?.to)).toContain('They last four years.')
  expect(citedInAll(joined, [hit(chunk({}), 'room')])).toMatchObject({ page: 2, heading: 'Costs' })
})

test.each([
  ['Rooms cost ninety euros', 'a night with breakfast.', 'euros', 1, [1, 2]],
  ['Rooms cost ninety euros', 'a night with breakfast.', 'breakfast', 2, [1, 2]],
  ['Rooms cost ninety euros.', 'breakfast is extra.', 'euros', 1, [1, 1]],
  ['Rooms cost ninety euros.', 'breakfast is extra.', 'extra', 2, [2, 2]],
  ['Prices', 'Rooms cost ninety euros.', 'euros', 2, [2, 2]],
])('a sentence over two pages has both: %s / %s, %s', (first, second, word, page, pages) => {
  const text = `${first}\n\n${second}`
  const marks = { places: [[first.length + 2, 2, 'Travel'] as const], tables: [] }
  const row = chunk({ text, to: text.length, marks })
  const cited = citedInAll({ from: 0, to: text.length, text }, [hit(row, word)])
  expect([cited.page, [cited.firstPage, cited.lastPage]]).toEqual([page, pages])
})
