import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fairTurns } from './fair-turns.ts'

test('what comes alone is begun at once', async () => {
  const inTurn = fairTurns(2)
  const begun: number[] = []
  for (let i = 0; i < 5; i++) {
    inTurn('a', () => begun.push(i))
    expect(begun).toHaveLength(i + 1)
    await nextTurn()
    await nextTurn()
  }
})

test('of many at once a few are begun in each turn, and nobody waits for all of another’s', async () => {
  const inTurn = fairTurns(4)
  const begun: string[] = []
  for (let i = 0; i < 100; i++) inTurn('many', () => begun.push('many'))
  expect(begun).toHaveLength(4)
  for (const key of ['one', 'two']) inTurn(key, () => begun.push(key))
  await nextTurn()
  expect(begun.length).toBeLessThanOrEqual(8)
  await nextTurn()
  expect(begun.slice(0, 12)).toEqual(expect.arrayContaining(['one', 'two']))
  for (let turn = 0; turn < 40; turn++) await nextTurn()
  expect(begun).toHaveLength(102)
})

test('one’s own keep their order', async () => {
  const inTurn = fairTurns(3)
  const begun: number[] = []
  for (let i = 0; i < 20; i++) inTurn('a', () => begun.push(i))
  for (let turn = 0; turn < 30; turn++) await nextTurn()
  expect(begun).toEqual(Array.from({ length: 20 }, (_, i) => i))
})
