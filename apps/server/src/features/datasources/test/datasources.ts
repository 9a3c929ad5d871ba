// Calls of data sources, for the tests of several files.
import { expect, vi } from 'vitest'
import { contract, DATASOURCE_STATUS, type Datasource } from '@polylogue/contract'
import type { TestUser } from '#test/test-app.ts'

const { datasources } = contract

const { ready } = DATASOURCE_STATUS

export const base64 = (text: string | Buffer) => Buffer.from(text as string).toString('base64')
export const file = (name: string, text: string | Buffer, mime_type = '') => ({
  name,
  mime_type,
  content: base64(text),
})
type Body = Parameters<typeof create>[1]
export async function create(
  who: TestUser,
  body: { name?: string } & Record<string, unknown> = {},
): Promise<Datasource> {
  const sent = { name: 'Handbook', ...body }
  return (await who.client.call(datasources.create, { body: sent as never })).data.datasource
}
export const get = async (who: TestUser, id: number) =>
  (await who.client.call(datasources.get, { params: { id } })).data.datasource
export const update = async (who: TestUser, id: number, body: Body) =>
  (await who.client.call(datasources.update, { params: { id }, body: body as never })).data.datasource
export const search = (who: TestUser, id: number, q: string, more: object = {}) =>
  who.client.call(datasources.search, { params: { id }, body: { q, ...more } })

/** Waits until a data source has a state, and returns it. */
export const settled = (who: TestUser, id: number, status: number = ready) =>
  vi.waitFor(
    async () => {
      const found = await get(who, id)
      expect(found).toMatchObject({ status, mediaWaiting: 0 })
      return found
    },
    { timeout: 20_000, interval: 150 },
  )
