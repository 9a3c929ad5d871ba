import { expect, test } from 'vitest'
import { rankOf } from './rules.ts'

const hit = (mediaId: number, text: string, weak = false) => ({
  mediaId,
  text,
  why: { weak } as never,
})
const words = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `word${from + at}`).join(' ')

test.each([
  ['any passage of the expected document counts', { mediaId: 2, mediaName: 'b', quote: '' }, 2],
  ['a passage that was split smaller is found', { mediaId: 2, mediaName: 'b', quote: words(0, 100) }, 3],
  ['a passage that was split larger is found', { mediaId: 2, mediaName: 'b', quote: words(20, 40) }, 3],
  [
    'a passage is found in another case and spacing',
    { mediaId: 2, mediaName: 'b', quote: words(0, 40).toUpperCase().replaceAll(' ', '\n') },
    3,
  ],
  ['a text with little overlap is not found', { mediaId: 2, mediaName: 'b', quote: words(35, 135) }, null],
  ['a removed document is not found', { mediaId: null, mediaName: 'b', quote: '' }, null],
  ['without a document any non-weak passage counts', { mediaId: null, mediaName: null, quote: '' }, 2],
])('%s', (_, wanted, rank) => {
  const hits = [hit(1, 'other', true), hit(2, 'another place'), hit(2, words(0, 50))]
  expect(rankOf(wanted, hits)).toBe(rank)
})
