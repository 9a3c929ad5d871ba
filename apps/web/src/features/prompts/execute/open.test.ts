import { expect, test } from 'vitest'
import { openOf } from './open.ts'

const READY = { place: 'writable', tabName: 'Letter', modelId: 2, modelTagId: 3, unresolved: 0 } as const

test.each([
  ['nothing', {}, undefined],
  ['a project', { place: 'nowhere' }, 'project'],
  ['write access', { place: 'readable' }, 'write'],
  ['a placeholder', { unresolved: 1 }, 'places'],
  ['a model', { modelId: 0 }, 'model'],
  ['a tag', { modelTagId: -1 }, 'tag'],
  ['a name', { tabName: ' ' }, 'name'],
] as const)('reports as missing: %s', (_, change, missing) => {
  expect(openOf({ ...READY, ...change })).toBe(missing)
})
