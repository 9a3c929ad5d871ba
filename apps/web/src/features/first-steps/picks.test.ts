import type { CatalogueModel } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { completeAddress } from './address.ts'
import { minutesFor, picksOf } from './picks.ts'

const model = (parameters: number, more: Partial<CatalogueModel> = {}) =>
  ({
    name: `m:${parameters}b`,
    parameters,
    size: parameters * 6e8,
    memory: parameters * 1e9,
    capabilities: ['chat'],
    ...more,
  }) as CatalogueModel

const names = (models: CatalogueModel[]) => models.map(({ name }) => name)

test('offers the smallest, middle and largest model that fit into memory', () => {
  const all = [8, 0.5, 70, 3, 1, 4].map((parameters) => model(parameters))
  expect(names(picksOf(all, 16e9))).toEqual(['m:0.5b', 'm:3b', 'm:8b'])
  expect(names(picksOf(all, 5e9))).toEqual(['m:0.5b', 'm:1b', 'm:4b'])
  expect(names(picksOf(all, 1e9))).toEqual(['m:0.5b'])
  expect(picksOf(all, 1e8)).toEqual([])
  expect(picksOf([], 16e9)).toEqual([])
})

test('does not offer embedding models, and estimates an unknown memory need from the size', () => {
  expect(picksOf([model(1, { capabilities: ['embeddings'] })], 16e9)).toEqual([])
  expect(picksOf([model(30, { memory: null })], 16e9)).toEqual([])
  expect(picksOf([model(3, { memory: null })], 16e9)).toHaveLength(1)
})

test('a download is estimated to take at least a minute', () => {
  expect([minutesFor(1e6), minutesFor(1.5e9), minutesFor(5e9)]).toEqual([1, 4, 13])
})

test.each([
  ['127.0.0.1:11434', 'http://127.0.0.1:11434'],
  [' gpu-1.lan:8000/v1/ ', 'http://gpu-1.lan:8000/v1'],
  ['https://models.example.org', 'https://models.example.org'],
  ['', undefined],
  ['two words', undefined],
  ['ftp://x', undefined],
  ['http://me:secret@x', undefined],
  ['http://x?key=1', undefined],
])('completes or rejects the address “%s”', (typed, address) => {
  expect(completeAddress(typed)).toBe(address)
})
