import { expect, test } from 'vitest'
import { openLog } from '#platform/log.ts'
import { openAfterEnds } from './after-ends.ts'

test('answers that end within a moment are one batch, and one that fails does not affect the next', async () => {
  const batches: number[][] = []
  const afterEnds = openAfterEnds((ends) => {
    batches.push(ends.map(({ messageId }) => messageId))
    return batches.length === 1 ? Promise.reject(new Error('busy')) : Promise.resolve()
  }, openLog('silent'))
  const end = (messageId: number) => ({ messageId, asked: undefined })
  afterEnds.add([end(1)])
  afterEnds.add([end(2), end(3)])
  await afterEnds.settle()
  afterEnds.add([end(4)])
  await afterEnds.settle()
  expect(batches).toEqual([[1, 2, 3], [4]])
})
