// The messages of a tab, for the tests of several files.
import { contract } from '@polylogue/contract'
import type { TestUser } from '#test/test-app.ts'

export async function list(who: TestUser, tabId: number, query: { limit?: number; cursor?: string } = {}) {
  const { data, meta } = await who.client.call(contract.queries.list, { params: { id: tabId }, query })
  return { messages: data.Queries, ids: data.Queries.map(({ id }) => id), nextCursor: meta.nextCursor }
}
