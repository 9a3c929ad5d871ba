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
])('stored ids %j mean %j', (text, ids) => {
  expect(parseIds(text, 4)).toEqual(ids)
})

test('an id is added at the end and taken out; a full list drops its oldest', () => {
  expect(toggledId([3, 1], 7, 3)).toEqual([3, 1, 7])
  expect(toggledId([3, 1, 7], 1, 3)).toEqual([3, 7])
  expect(toggledId([3, 1, 7], 9, 3)).toEqual([1, 7, 9])
})
