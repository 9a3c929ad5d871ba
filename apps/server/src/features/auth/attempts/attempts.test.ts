import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/db.ts'
import { systemClock } from '#platform/clock.ts'
import { openAttempts } from './attempts.ts'

test('parallel attempts cannot exceed the limit per account or per address', async () => {
  await using db = await openTestDatabase()
  const limits = { perAccount: 10, perAddress: 25, windowMs: 60_000 }
  const attempts = openAttempts({ db, clock: systemClock, limits, refused: async () => {} })
  const reserve = (account: string, address: string) => attempts.reserve({ account, address, userId: null })
  const counted = (results: PromiseSettledResult<number>[]) =>
    results.filter(({ status }) => status === 'fulfilled').length
  const onOneAccount = await Promise.allSettled(
    Array.from({ length: 100 }, (_, i) => reserve('anna', `192.0.2.${i}`)),
  )
  expect(counted(onOneAccount)).toBe(10)
  const fromOneAddress = await Promise.allSettled(
    Array.from({ length: 100 }, (_, i) => reserve(`person ${i}`, '198.51.100.1')),
  )
  expect(counted(fromOneAddress)).toBe(25)
})
