import { expect, test } from 'vitest'
import { CONFIRM_MS, Suspects } from './suspects.ts'

test('a process is dead when it looks dead for long enough without a new sign of life', () => {
  const suspects = new Suspects()
  const dead = { id: 'dead', sign: '10:00' }
  expect(suspects.confirm([dead], 0)).toEqual([])
  expect(suspects.confirm([dead], CONFIRM_MS - 1)).toEqual([])
  expect(suspects.confirm([dead], CONFIRM_MS)).toEqual(['dead'])
})

test.each([
  ['was found alive in between', [[]]],
  ['wrote a heartbeat in between', [[{ id: 'a', sign: '10:01' }]]],
])('a process is not dead that %s', (_, between) => {
  const suspects = new Suspects()
  const one = { id: 'a', sign: '10:00' }
  suspects.confirm([one], 0)
  for (const found of between) suspects.confirm(found, CONFIRM_MS / 2)
  expect(suspects.confirm([one], CONFIRM_MS)).toEqual([])
})

test('an outage between two searches proves nothing', () => {
  const suspects = new Suspects()
  const one = { id: 'a', sign: '10:00' }
  suspects.confirm([one], 0)
  suspects.clear()
  expect(suspects.confirm([one], CONFIRM_MS)).toEqual([])
})
