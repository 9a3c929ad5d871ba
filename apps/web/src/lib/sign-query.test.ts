import { expect, test } from 'vitest'
import { slashQuery } from './query.ts'

test.each([
  ['', undefined],
  ['Hello', undefined],
  ['a /letter', undefined],
  ['/', ''],
  ['/letter', 'letter'],
  ['/weekly report ', 'weekly report'],
  ['//', undefined],
  ['// comment', undefined],
  ['/ ', undefined],
  ['/letter\nnext line', undefined],
  [`/${'x'.repeat(200)}`, undefined],
])('%j searches for %j', (text, query) => {
  expect(slashQuery(text)).toBe(query)
})
