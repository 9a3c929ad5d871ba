import { expect, test } from 'vitest'
import { createQueryClient } from '#lib/query.ts'
import { invalidatedIn, invalidateMessage } from './invalidated.ts'

test('a message is invalidated only if data of its tab was fetched', () => {
  const client = createQueryClient()
  invalidateMessage(client, 11, 41)
  expect(invalidatedIn(client, 11).size).toBe(0)
  client.setQueryData(['queries', 11], { messages: [] })
  invalidateMessage(client, 11, 41)
  expect([...invalidatedIn(client, 11)]).toEqual([41])
})
