import { expect, test } from 'vitest'
import { openLog } from '#platform/log.ts'
import { openAfterEnds } from './after-ends.ts'

test('answers that end within a moment are one batch, and one that fails does not affect the next', async () => {
  const batches: number[][] = []
  const afterEnds = openAfterEnds((ids) => {
    batches.push([...ids])
    return batches.length === 1 ? Promise.reject(new Error('busy')) : Promise.resolve()
  }, openLog('silent'))
  afterEnds.add([1])
  afterEnds.add([2, 3])
  await afterEnds.settle()
  afterEnds.add([4])
  await afterEnds.settle()
  expect(batches).toEqual([[1, 2, 3], [4]])
})
