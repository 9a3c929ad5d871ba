import { afterEach, expect, test, vi } from 'vitest'
import { Problem } from '#problem.ts'
import { PAUSES } from '../pauses.ts'
import { ATTEMPTS } from './claimed.ts'
import { openClaims, type ClaimedKind } from './claims.ts'

interface Work {
  readonly id: number
  readonly attempts?: number
}

/** Opens claims whose work ends when the test says so. */
function opened(more: Partial<ClaimedKind<Work>> = {}) {
  const begun: number[] = []
  const ends = new Map<number, (error?: Error) => void>()
  const errors: unknown[] = []
  const givenUp: number[] = []
  const claims = openClaims<Work>(
    {
      claim: () => Promise.resolve([]),
      work: ({ id }, signal) =>
        new Promise((resolve, reject) => {
          begun.push(id)
          ends.set(id, (error) => (error ? reject(error) : resolve()))
          signal.addEventListener('abort', () => resolve())
        }),
      giveUp: async ({ id }) => void givenUp.push(id),
      failed: 'it failed',
      ...more,
    },
    { log: { error: (...said: unknown[]) => void errors.push(said) }, db: { problemOf: () => undefined } },
  )
  const end = async (id: number, error?: Error) => {
    ends.get(id)?.(error)
    await vi.waitFor(() => undefined)
  }
  return { claims, begun, end, errors, givenUp }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

afterEach(() => void vi.useRealTimers())

test('resumes what gone processes left', async () => {
  const { claims, begun } = opened({ claim: () => Promise.resolve([{ id: 3 }, { id: 5 }]) })
  await claims.takeUp()
  expect(begun).toEqual([3, 5])
})

test('runs no more at once than it may, in the order in which they came', async () => {
  const { claims, begun, end } = opened({ atOnce: 1 })
  for (const id of [1, 2, 3]) claims.run({ id })
  expect(begun).toEqual([1])
  await end(1)
  await settled()
  expect(begun).toEqual([1, 2])
})

test('runs work again that came while it ran, after its end', async () => {
  const { claims, begun, end } = opened()
  claims.run({ id: 1 })
  claims.run({ id: 1 })
  expect(begun).toEqual([1])
  await end(1)
  await settled()
  expect(begun).toEqual([1, 1])
})

test('stops work without trying it again', async () => {
  const { claims, begun, errors } = opened()
  claims.run({ id: 1 })
  claims.stop(1)
  await settled()
  expect({ begun, errors }).toEqual({ begun: [1], errors: [] })
})

test('tries work again that failed, after a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { claims, begun, end, errors } = opened()
  claims.run({ id: 1 })
  await end(1, new Error('no'))
  await settled()
  expect(errors).toHaveLength(1)
  expect(begun).toEqual([1])
  vi.runAllTimers()
  expect(begun).toEqual([1, 1])
})

test('gives work up that ended its processes too often', async () => {
  const { claims, begun, givenUp } = opened({
    claim: () =>
      Promise.resolve([
        { id: 3, attempts: ATTEMPTS },
        { id: 5, attempts: ATTEMPTS + 1 },
      ]),
  })
  await claims.takeUp()
  await settled()
  expect({ begun, givenUp }).toEqual({ begun: [3], givenUp: [5] })
})

test('gives work up that failed too often, but not because of a problem such as an outage', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { claims, begun, end, givenUp } = opened()
  claims.run({ id: 1 })
  const errors = [new Error('no'), new Problem('DATABASE_UNAVAILABLE'), new Error('no'), new Error('no')]
  for (const [index, error] of errors.entries()) {
    expect({ begun: begun.length, givenUp }).toEqual({ begun: index + 1, givenUp: [] })
    await end(1, error)
    await settled()
    vi.runAllTimers()
  }
  await settled()
  expect({ begun, givenUp }).toEqual({ begun: [1, 1, 1, 1], givenUp: [1] })
})

test('closes although the work cannot be released', async () => {
  const { claims, errors } = opened({ release: () => Promise.reject(new Error('no')) })
  await claims.close()
  expect(errors).toHaveLength(1)
})

test('ends all work and releases it, and begins nothing afterwards', async () => {
  const seen: string[] = []
  const { claims, begun } = opened({ atOnce: 1, release: async () => void seen.push('released') })
  claims.run({ id: 1 })
  claims.run({ id: 2 })
  await claims.close()
  claims.run({ id: 3 })
  await settled()
  expect({ begun, seen }).toEqual({ begun: [1], seen: ['released'] })
})

test('claims one thing when it can begin, because what is claimed counts as begun', async () => {
  const left = [4, 5, 6]
  const claim = () => Promise.resolve(left.splice(0, 1).map((id) => ({ id })))
  const { claims, begun, end } = opened({ atOnce: 1, claimsOne: true, claim })
  await claims.takeUp()
  await claims.takeUp()
  expect([begun, left]).toEqual([[4], [5, 6]])
  await end(4)
  await settled()
  expect([begun, left]).toEqual([[4, 5], [6]])
})

test('a stored step counts the attempts from the beginning', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let attempt = 0
  const { claims, givenUp } = opened({
    work: async (_, __, stepped) => {
      attempt += 1
      if (attempt <= 2 * ATTEMPTS) stepped()
      throw new Error('no')
    },
  })
  claims.run({ id: 1 })
  for (let time = 0; time <= 3 * ATTEMPTS + 1; time += 1) await vi.advanceTimersByTimeAsync(PAUSES.retry)
  expect([attempt, givenUp]).toEqual([3 * ATTEMPTS - 1, [1]])
})
