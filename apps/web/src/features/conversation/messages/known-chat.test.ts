import type { Message } from '@polylogue/contract'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '#lib/api.ts'
import { messageKeys } from '../keys.ts'
import { fetchNewest, loadOlder, putMessage, refreshMessages } from './api.ts'
import { joined, type Chat } from './known-chat.ts'

const TAB = 7
const message = (id: number, more: Partial<Message> = {}): Message =>
  ({ id, turnId: id, state: 2, rating: 0, ...more }) as Message
const from = (first: number, last: number): Message[] =>
  Array.from({ length: last - first + 1 }, (_, index) => message(first + index))
const ids = (chat: Chat | undefined) => chat?.messages.map(({ id }) => id)

/** The messages on the server, and the pages that were requested. */
let stored: Message[]
let asked: { cursor?: string; limit: number }[]
let cache: QueryClient
/** Called while a request is pending. */
let meanwhile: () => Promise<unknown> | undefined

const api = {
  async call(_: unknown, { query }: { query: { cursor?: string; limit: number } }) {
    asked.push(query)
    const all = stored.toSorted((one, other) => one.turnId - other.turnId || one.id - other.id)
    const before = all.filter(({ turnId }) => turnId < Number(query.cursor ?? Infinity))
    const page = before.slice(-query.limit)
    const nextCursor = page.length < before.length ? String(page[0]?.turnId) : null
    await meanwhile()
    return { data: { Queries: page }, meta: { nextCursor } }
  },
} as unknown as Api

const known = () => cache.getQueryData<Chat>(messageKeys.of(TAB))
const refetch = () =>
  cache.fetchQuery({
    queryKey: messageKeys.of(TAB),
    queryFn: () => fetchNewest(api, cache, TAB),
    retry: false,
  })

beforeEach(async () => {
  cache = new QueryClient()
  stored = from(1, 200)
  asked = []
  meanwhile = () => undefined
  await refetch()
  await loadOlder(api, cache, TAB)
  asked = []
})

describe('refetching messages', () => {
  test('requests only the newest page and keeps older messages that are loaded', async () => {
    expect(ids(known())).toEqual(ids({ messages: from(71, 200), nextCursor: null }))
    stored = [...from(1, 199), message(200, { rating: 1 }), message(201), message(202)]
    await refetch()
    expect(asked).toEqual([{ limit: 30 }])
    expect(ids(known())).toEqual(ids({ messages: from(71, 202), nextCursor: null }))
    expect(known()?.messages.at(-3)?.rating).toBe(1)
    asked = []
    await loadOlder(api, cache, TAB)
    expect(asked).toEqual([{ cursor: '71', limit: 100 }])
    expect(ids(known())).toEqual(ids({ messages: from(1, 202), nextCursor: null }))
  })

  test('removes messages that were deleted from the newest page', async () => {
    stored = stored.filter(({ id }) => id !== 195)
    await refetch()
    expect(ids(known())).toEqual(from(71, 200).flatMap(({ id }) => (id === 195 ? [] : [id])))
  })

  test('fetches further pages if there are more new messages than one page holds', async () => {
    stored = from(1, 300)
    await refetch()
    expect(asked).toEqual([{ limit: 30 }, { cursor: '271', limit: 100 }])
    expect(ids(known())).toEqual(ids({ messages: from(71, 300), nextCursor: null }))
  })

  test('fetches back to an older message that changed elsewhere, once', async () => {
    stored = stored.map((one) => (one.id === 100 ? message(100, { rating: -1 }) : one))
    await refreshMessages(cache, TAB, 100)
    await refetch()
    await refetch()
    expect(asked).toEqual([{ limit: 30 }, { cursor: '171', limit: 100 }, { limit: 30 }])
    expect(known()?.messages.find(({ id }) => id === 100)?.rating).toBe(-1)
  })

  test('adds a version of an older question asked again elsewhere behind its first version', async () => {
    stored = [...stored, message(201, { turnId: 90 })]
    await refreshMessages(cache, TAB, 201)
    await refetch()
    const at = ids(known())?.indexOf(201) ?? -1
    expect(ids(known())?.[at - 1]).toBe(90)
  })
})

test('keeps older messages loaded and an answer finished during a refetch', async () => {
  let first = true
  meanwhile = async () => {
    if (!first) return
    first = false
    await loadOlder(api, cache, TAB)
    putMessage(cache, TAB, message(201))
  }
  await refetch()
  expect(ids(known())).toEqual(ids({ messages: from(1, 201), nextCursor: null }))
})

test('uses the server’s reply unchanged if there are no older messages', () => {
  const fresh = { messages: from(1, 3), nextCursor: null }
  expect(joined({ messages: from(1, 5), nextCursor: null }, fresh)).toBe(fresh)
  expect(joined(undefined, fresh)).toBe(fresh)
})
