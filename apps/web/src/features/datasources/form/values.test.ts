import { expect, test } from 'vitest'
import { valuesInDraft } from '../../../lib/drafts.ts'
import { cutsAnew, EMPTY, isTyped } from './values.ts'

test('a stored draft is completed with the defaults, an invalid one is ignored', () => {
  expect(valuesInDraft('', EMPTY)).toEqual(EMPTY)
  expect(valuesInDraft('{"name":"Bids"}', EMPTY)).toEqual({ ...EMPTY, name: 'Bids' })
  expect(valuesInDraft('{', EMPTY)).toEqual(EMPTY)
})

test('a moved slider counts as input', () => {
  expect(isTyped(EMPTY)).toBe(false)
  expect(isTyped({ ...EMPTY, chunkSize: 512 })).toBe(true)
})

test('only changed chunking settings re-index all documents', () => {
  expect(cutsAnew({ ...EMPTY, name: 'Bids', tags: [1] }, EMPTY)).toBe(false)
  expect(cutsAnew({ ...EMPTY, chunkOverlap: 30 }, EMPTY)).toBe(true)
  expect(cutsAnew({ ...EMPTY, useContextual: false }, EMPTY)).toBe(true)
})
