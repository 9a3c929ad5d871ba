import { expect, test } from 'vitest'
import { valuesInDraft } from '#lib/drafts.ts'
import { cutsAnew, EMPTY, isTyped, readsScansAnew, toggledLanguages } from './values.ts'

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

test('only other languages or another model read scans again', () => {
  expect(readsScansAnew({ ...EMPTY, name: 'Bids', chunkSize: 100 }, EMPTY)).toBe(false)
  expect(readsScansAnew({ ...EMPTY, recognitionLanguages: ['eng'] }, EMPTY)).toBe(true)
  expect(readsScansAnew({ ...EMPTY, recognitionModelTagId: 7 }, EMPTY)).toBe(true)
})

test('languages keep the order of the installation, and its own ones are none of the data source', () => {
  const languages = { used: ['deu', 'eng'], installed: ['deu', 'eng', 'bul', 'fra'] }
  const toggled = (chosen: string[], language: string) => toggledLanguages(chosen, languages, language)
  expect(toggled([], 'bul')).toEqual(['deu', 'eng', 'bul'])
  expect(toggled([], 'deu')).toEqual(['eng'])
  expect(toggled(['eng'], 'deu')).toEqual([])
  expect(toggled(['eng'], 'eng')).toEqual([])
  expect(toggled(['eng', 'ell'], 'fra')).toEqual(['eng', 'fra', 'ell'])
})
