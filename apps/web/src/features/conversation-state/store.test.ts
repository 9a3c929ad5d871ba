import { expect, test } from 'vitest'
import { createQueryClient } from '../../lib/query.ts'
import { invalidatedIn, invalidateMessage } from './invalidated.ts'
import { List, stateOf } from './store.ts'
import { markWaiting } from './waiting.ts'

test('listeners are called when the list changes, but not when the items stay the same', () => {
  const list = new List<number>()
  let calls = 0
  const leave = list.subscribe(() => calls++)
  list.change(() => [1, 2])
  list.change((items) => items.filter((item) => item > 0))
  expect(calls).toBe(1)
  leave()
  list.change(() => [])
  expect(calls).toBe(1)
})

test('a tab with two waiting questions is marked as waiting until both are released', () => {
  const client = createQueryClient()
  const [one, other] = [markWaiting(client, 11), markWaiting(client, 11)]
  one()
  expect(stateOf(client).waiting.get()).toEqual([11])
  other()
  expect(stateOf(client).waiting.get()).toEqual([])
})

test('a message is invalidated only if data of its tab was fetched', () => {
  const client = createQueryClient()
  invalidateMessage(client, 11, 41)
  expect(invalidatedIn(client, 11).size).toBe(0)
  client.setQueryData(['queries', 11], { messages: [] })
  invalidateMessage(client, 11, 41)
  expect([...invalidatedIn(client, 11)]).toEqual([41])
})
