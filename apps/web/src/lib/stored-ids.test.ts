import { expect, test } from 'vitest'
import { parseIds, toggledId } from './stored-ids.ts'

test.each([
  [undefined, []],
  ['', []],
  ['[]', []],
  ['[3,1]', [3, 1]],
  ['[3,1,3]', [3, 1]],
  ['[5,4,3,2,1]', [5, 4, 3, 2]],
  ['{"3":true}', []],
  ['[3,"1",null,-2,1.5,0]', [3]],
  ['not json', []],
])('reads the stored ids %j as %j', (text, ids) => {
  expect(parseIds(text, 4)).toEqual(ids)
})

test('adds an id at the end, removes it again, and drops the oldest of a full list', () => {
  expect(toggledId([3, 1], 7, 3)).toEqual([3, 1, 7])
  expect(toggledId([3, 1, 7], 1, 3)).toEqual([3, 7])
  expect(toggledId([3, 1, 7], 9, 3)).toEqual([1, 7, 9])
})
