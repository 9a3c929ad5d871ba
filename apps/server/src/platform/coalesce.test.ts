import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

function asked() {
  const open: { of: string; answer: PromiseWithResolvers<number> }[] = []
  const ask = coalesce((of) => {
    const answer = Promise.withResolvers<number>()
    open.push({ of, answer })
    return answer.promise
  })
  return { ask, open }
}

test('callers that arrive during a request share the next one', async () => {
  const { ask, open } = asked()
  const first = ask('a')
  const [second, third] = [ask('a'), ask('a')]
  expect(open).toHaveLength(1)
  open[0]?.answer.resolve(1)
  expect(await first).toBe(1)
  await expect.poll(() => open).toHaveLength(2)
  const fourth = ask('a')
  open[1]?.answer.resolve(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
  await expect.poll(() => open).toHaveLength(3)
  open[2]?.answer.resolve(3)
  expect(await fourth).toBe(3)
  const later = ask('a')
  expect(open).toHaveLength(4)
  open[3]?.answer.resolve(4)
  expect(await later).toBe(4)
})

test('other keys are requested concurrently, and a failure reaches only its own callers', async () => {
  const { ask, open } = asked()
  const failed = expect(ask('a')).rejects.toThrow('gone')
  const next = ask('a')
  const other = ask('b')
  expect(open.map(({ of }) => of)).toEqual(['a', 'b'])
  open[0]?.answer.reject(new Error('gone'))
  await failed
  await expect.poll(() => open).toHaveLength(3)
  open[1]?.answer.resolve(5)
  open[2]?.answer.resolve(6)
  expect([await next, await other]).toEqual([6, 5])
})

test('callers that share a result continue a few at a time per event loop turn', async () => {
  const { ask, open } = asked()
  const first = ask('a')
  let continued = 0
  const many = Array.from({ length: 100 }, async () => {
    await ask('a')
    continued++
  })
  open[0]?.answer.resolve(1)
  await first
  await expect.poll(() => open).toHaveLength(2)
  open[1]?.answer.resolve(2)
  const steps: number[] = []
  for (let before = 0; continued < 100; before = continued) {
    await nextTurn()
    steps.push(continued - before)
  }
  await Promise.all(many)
  expect(Math.max(...steps)).toBeLessThanOrEqual(32)
})
