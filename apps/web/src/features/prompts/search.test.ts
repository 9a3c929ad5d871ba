import { expect, test } from 'vitest'
import { EVERYTHING, isFiltered, queryOf, toggledField } from './search.ts'

test.each([
  ['everything', {}, { offset: 0 }],
  ['the third page', { page: 3 }, { offset: 20 }],
  ['words in all fields', { text: ' letter ' }, { offset: 0, q: 'letter' }],
  ['words in some fields', { text: 'a', fields: ['title', 'tags'] }, { offset: 0, q: 'a', in: 'title,tags' }],
  ['fields without words', { fields: ['title'] }, { offset: 0 }],
  ['a part of the repository', { context: 7 }, { offset: 0, context: 7 }],
  ['labels', { categories: [1, 2], tags: [3] }, { offset: 0, categories: '1,2', tags: '3' }],
] as const)('the request asks for %s', (_, change, query) => {
  expect(queryOf({ ...EVERYTHING, ...change })).toEqual(query)
})

test('text, labels and the part of the repository count as filters, fields and page do not', () => {
  expect(isFiltered({ ...EVERYTHING, fields: ['title'], page: 2 })).toBe(false)
  expect(isFiltered({ ...EVERYTHING, text: ' ' })).toBe(false)
  expect(isFiltered({ ...EVERYTHING, text: 'a' })).toBe(true)
  expect(isFiltered({ ...EVERYTHING, tags: [1] })).toBe(true)
  expect(isFiltered({ ...EVERYTHING, context: 7 })).toBe(true)
})

test('keeps at least one field selected, in a fixed order', () => {
  expect(toggledField(['title'], 'title')).toEqual(['title'])
  expect(toggledField(['tags'], 'title')).toEqual(['title', 'tags'])
  expect(toggledField(['title', 'tags'], 'title')).toEqual(['tags'])
})
