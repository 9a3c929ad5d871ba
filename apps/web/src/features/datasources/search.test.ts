import { expect, test } from 'vitest'
import { EVERYTHING, isFiltered, queryOf } from './search.ts'

test('the request contains only the filters that are set', () => {
  expect(queryOf({ ...EVERYTHING, text: '  ' })).toEqual({ limit: 50, offset: 0 })
  expect(queryOf({ text: ' bids ', categories: [1, 2], tags: [3], page: 3 })).toEqual({
    limit: 50,
    offset: 100,
    q: 'bids',
    categories: '1,2',
    tags: '3',
  })
})

test('text and tags count as filters, the page does not', () => {
  expect(isFiltered({ ...EVERYTHING, page: 2 })).toBe(false)
  expect(isFiltered({ ...EVERYTHING, tags: [1] })).toBe(true)
  expect(isFiltered({ ...EVERYTHING, text: 'a' })).toBe(true)
})
