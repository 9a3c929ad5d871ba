import { expect, test } from 'vitest'
import { openOf } from './open.ts'

const READY = { place: 'project', tabName: 'Letter', modelId: 2, modelTagId: 3, unresolved: 0 } as const

test.each([
  ['nothing', {}, undefined],
  ['nothing for a new chat', { place: 'chat' }, undefined],
  ['a project', { place: 'nowhere' }, 'project'],
  ['a placeholder', { unresolved: 1 }, 'places'],
  ['a placeholder for a new chat', { place: 'chat', unresolved: 1 }, 'places'],
  ['a model', { modelId: 0 }, 'model'],
  ['a tag', { modelTagId: -1 }, 'tag'],
  ['a name', { tabName: ' ' }, 'name'],
] as const)('reports as missing: %s', (_, change, missing) => {
  expect(openOf({ ...READY, ...change })).toBe(missing)
})
