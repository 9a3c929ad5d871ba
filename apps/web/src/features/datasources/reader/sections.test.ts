import { expect, test } from 'vitest'
import { piecesOf, placesOf, sectionAt, sectionOfPage, sectionsOf } from './sections.ts'

const chunk = (chunkId: number, from: number, to: number, page: number | null = null, heading = '') => ({
  chunkId,
  from,
  to,
  page,
  heading,
  head: '',
  tokens: 1,
})

test('sections cover the whole text, in order and without overlap', () => {
  const text = 'x'.repeat(30_000)
  const sections = sectionsOf({
    text,
    chunks: [chunk(2, 900, 1_900), chunk(1, 10, 1_000), chunk(3, 3_000, 99_000)],
  })
  expect(sections.map(({ number }) => number)).toEqual([0, 1, 2, 0, 3])
  expect(sections.map(({ from, to }) => text.slice(from, to)).join('')).toBe(text)
  expect(sections[1]).toMatchObject({ from: 10, to: 900 })
})

test('splits a text without chunks into pieces', () => {
  expect(sectionsOf({ text: 'x'.repeat(20_000), chunks: [] }).map(({ to }) => to)).toEqual([
    8_000, 16_000, 20_000,
  ])
  expect(sectionsOf({ text: '', chunks: [] })).toEqual([])
})

test('a mark can span several sections', () => {
  const text = 'abcdefghij'
  const piecesIn = (from: number, to: number, mark?: { from: number; to: number }) =>
    piecesOf(text, { from, to, repeated: from, chunk: undefined, number: 0 }, mark).map((piece) => [
      piece.text,
      piece.isMarked,
    ])
  expect(piecesIn(2, 6, { from: 4, to: 8 })).toEqual([
    ['cd', false],
    ['ef', true],
  ])
  expect(piecesIn(6, 10, { from: 4, to: 8 })).toEqual([
    ['gh', true],
    ['ij', false],
  ])
  expect(piecesIn(6, 10, { from: 1, to: 3 })).toEqual([['ghij', false]])
  expect(piecesIn(2, 6)).toEqual([['cdef', false]])
})

test('text repeated from the previous passage is a separate piece', () => {
  const text = 'abcdefghij'
  const [first, second] = sectionsOf({ text, chunks: [chunk(1, 0, 6, 1), chunk(2, 4, 10, 1)] })
  expect([first?.repeated, second?.repeated]).toEqual([0, 6])
  const pieces = second ? piecesOf(text, second, { from: 5, to: 8 }) : []
  expect(pieces.map((piece) => [piece.text, piece.isRepeated, piece.isMarked])).toEqual([
    ['e', true, false],
    ['f', true, true],
    ['gh', false, true],
    ['ij', false, false],
  ])
})

test('a page without text leads to the passage before it', () => {
  const sections = sectionsOf({
    text: 'x'.repeat(30),
    chunks: [chunk(1, 0, 10, 1), chunk(2, 10, 20, 3), chunk(3, 20, 30, 5)],
  })
  expect([1, 2, 3, 4, 9].map((page) => sectionOfPage(sections, page))).toEqual([0, 0, 1, 1, 2])
})

test('finds the section at an offset, else the first; pages and headings start places', () => {
  const sections = sectionsOf({
    text: 'x'.repeat(40),
    chunks: [chunk(1, 0, 10, 1), chunk(2, 10, 20, 1), chunk(3, 20, 30, 2), chunk(4, 30, 40, 2, 'End')],
  })
  expect(sectionAt(sections, 25)).toBe(2)
  expect(sectionAt(sections, 99)).toBe(0)
  expect(placesOf(sections)).toEqual([
    { index: 0, page: 1, heading: '' },
    { index: 2, page: 2, heading: '' },
    { index: 3, page: 2, heading: 'End' },
  ])
})
