import { BULK_USERS } from '@polylogue/contract/browser'
import { expect, test } from 'vitest'
import { changeMany } from './change-many.ts'

const ids = Array.from({ length: BULK_USERS * 2 + 1 }, (_, at) => at + 1)

test('changes many in parts, and adds up who was changed and who was left out', async () => {
  const sizes: number[] = []
  const outcome = await changeMany(ids, (part) => {
    sizes.push(part.length)
    return Promise.resolve({
      changed: part.slice(1),
      leftOut: part.slice(0, 1).map((id) => ({ id, name: 'Anna', reason: 'above' as const })),
    })
  })
  expect(sizes).toEqual([BULK_USERS, BULK_USERS, 1])
  expect(outcome).toMatchObject({ changed: BULK_USERS * 2 - 2, unchanged: 0, untried: 0 })
  expect(outcome.leftOut.map(({ id }) => id)).toEqual([1, BULK_USERS + 1, BULK_USERS * 2 + 1])
})

test('says how many were changed before an error, and how many were not tried', async () => {
  let calls = 0
  const outcome = await changeMany(ids, (part) =>
    ++calls === 2 ? Promise.reject(new Error('down')) : Promise.resolve({ changed: part, leftOut: [] }),
  )
  expect(outcome).toMatchObject({ changed: BULK_USERS, untried: BULK_USERS + 1 })
  expect(outcome.error).toBeInstanceOf(Error)
})

test('counts those who already were as wanted', async () => {
  expect(await changeMany([1, 2, 3], () => Promise.resolve({ changed: [1], leftOut: [] }))).toMatchObject({
    changed: 1,
    unchanged: 2,
  })
})
