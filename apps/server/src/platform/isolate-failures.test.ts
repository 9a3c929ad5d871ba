import { expect, test } from 'vitest'
import { databaseProblem } from './db/failures.ts'
import { isolateFailures, outageOf, passingOf } from './isolate-failures.ts'

const outage = (error: unknown) => error instanceof Error && error.message === 'away'
const told = (outcomes: Awaited<ReturnType<typeof isolateFailures<number, number>>>) =>
  outcomes.map((one) => (one.ok ? one.result : String(one.error)))

test('retries a failed batch in halves, so that only the failing item fails', async () => {
  const tried: number[][] = []
  const outcomes = await isolateFailures(
    [1, 2, 3, 4, 5],
    async (items) => {
      tried.push([...items])
      await Promise.resolve()
      if (items.includes(4)) throw new Error('four')
      return items.map((item) => item * 2)
    },
    outage,
  )
  expect(told(outcomes)).toEqual([2, 4, 6, 'Error: four', 10])
  expect(tried).toEqual([[1, 2, 3, 4, 5], [1, 2, 3], [4, 5], [4], [5]])
})

test('does not retry while the database is unavailable', async () => {
  let tried = 0
  const away = () => {
    tried++
    return Promise.reject(new Error(tried === 1 ? 'bad' : 'away'))
  }
  expect(told(await isolateFailures([1, 2, 3, 4], away, outage))).toEqual(
    Array<string>(4).fill('Error: away'),
  )
  expect(tried).toBe(2)
})

test('one failing item of a thousand needs fewer than 25 attempts', async () => {
  let tried = 0
  const items = Array.from({ length: 1_000 }, (_, index) => index)
  await isolateFailures(
    items,
    async (some) => {
      tried++
      await Promise.resolve()
      if (some.includes(617)) throw new Error('bad')
      return [...some]
    },
    outage,
  )
  expect(tried).toBeLessThan(25)
})

const withCode = (code: string) => Object.assign(new Error(code), { code })

test.each(['55P03', '57014'])(
  'tries each item alone once a lock or a time limit held them: %s',
  async (code) => {
    const tried: number[][] = []
    const outcomes = await isolateFailures(
      [1, 2, 3, 4, 5],
      async (items) => {
        tried.push([...items])
        await Promise.resolve()
        if (items.includes(4)) throw withCode(code)
        return [...items]
      },
      outage,
    )
    expect(told(outcomes)).toEqual([1, 2, 3, `Error: ${code}`, 5])
    expect(tried.toSorted((a, b) => b.length - a.length)).toEqual([[1, 2, 3, 4, 5], [1], [2], [3], [4], [5]])
  },
)

test('a database that is slow for several items alone is an outage for the rest', async () => {
  let tried = 0
  const late = () => {
    tried++
    return Promise.reject(withCode('57014'))
  }
  expect(told(await isolateFailures([1, 2, 3, 4, 5, 6, 7, 8, 9], late, outage))).toEqual(
    Array<string>(9).fill('Error: 57014'),
  )
  expect(tried).toBeLessThan(9)
})

test('a statement that took too long is no outage, although the database is then unavailable for its item', () => {
  const problemOf = (error: unknown) => databaseProblem(error, 'postgres')
  const timeout = problemOf(withCode('57014'))
  expect(timeout).toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  expect(outageOf({ problemOf })(timeout)).toBe(false)
  expect(passingOf({ problemOf })(timeout)).toBe(true)
  expect(outageOf({ problemOf })(withCode('57P01'))).toBe(true)
})
