import { expect, test } from 'vitest'
import { signQuery } from './use-sign-query.ts'

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
  expect(signQuery('/', text)).toBe(query)
})

test.each([
  ['#', ''],
  ['#tenders', 'tenders'],
  ['# Heading', undefined],
  ['## Heading', undefined],
  ['/letter', undefined],
])('%j searches data sources for %j', (text, query) => {
  expect(signQuery('#', text)).toBe(query)
})
