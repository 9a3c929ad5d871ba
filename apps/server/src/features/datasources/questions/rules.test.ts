import { expect, test } from 'vitest'
import { rankOf } from './rules.ts'

const hit = (mediaId: number, text: string, weak = false) => ({
  chunk: { mediaId, text },
  why: { weak } as never,
})
const words = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `word${from + at}`).join(' ')

test.each([
  ['any passage of the document', { mediaId: 2, mediaName: 'b', quote: '' }, 2],
  ['the passage, cut smaller', { mediaId: 2, mediaName: 'b', quote: words(0, 100) }, 3],
  ['the passage, cut larger', { mediaId: 2, mediaName: 'b', quote: words(20, 40) }, 3],
  [
    'the passage in another case and spacing',
    { mediaId: 2, mediaName: 'b', quote: words(0, 40).toUpperCase().replaceAll(' ', '\n') },
    3,
  ],
  ['a text that only overlaps a little', { mediaId: 2, mediaName: 'b', quote: words(35, 135) }, null],
  ['a removed document', { mediaId: null, mediaName: 'b', quote: '' }, null],
  ['no document: what is not weak', { mediaId: null, mediaName: null, quote: '' }, 2],
])('%s', (_, wanted, rank) => {
  const hits = [hit(1, 'other', true), hit(2, 'another place'), hit(2, words(0, 50))]
  expect(rankOf(wanted, hits)).toBe(rank)
})
