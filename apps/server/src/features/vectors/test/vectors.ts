// Data sources with vectors, for the tests of several files.
import { expect, vi } from 'vitest'
import { contract, type Datasource } from '@polylogue/contract'
import type { Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const { datasources, vectors } = contract

export const SYNONYMS = [
  ['travel', 'journey', 'trip'],
  ['allowance', 'subsistence', 'diem'],
  ['laptop', 'notebook'],
]

const file = (name: string, text: string) => ({
  name,
  mime_type: 'text/plain',
  content: Buffer.from(text).toString('base64'),
})
export const TEXTS = {
  'r1.txt': 'The allowance for every journey is thirty euros.',
  'r2.txt': 'A notebook is replaced after four years.',
  'r3.txt': 'The canteen opens at noon and closes at three.',
  'r4.txt': 'Visitors park behind the northern gate.',
}
export const files = (texts: Record<string, string> = TEXTS) =>
  Object.entries(texts).map(([name, text]) => file(name, text))

export function vectorsOf(on: () => { talk: Talk; root: TestUser; anna: TestUser }) {
  const tagOf = (name: string | null) => (name === null ? null : on().talk.tag(name).id)
  const choose = (name: string | null) =>
    on().root.client.call(vectors.update, { body: { modelTagId: tagOf(name) } })

  const get = async (id: number) =>
    (await on().anna.client.call(datasources.get, { params: { id } })).data.datasource
  const create = async (body: object = {}) => {
    const sent = { name: 'Rules', media: files(), ...body }
    return (await on().anna.client.call(datasources.create, { body: sent })).data.datasource
  }
  const update = (id: number, body: object) =>
    on().anna.client.call(datasources.update, { params: { id }, body })
  const search = (id: number, q: string, more: object = {}) =>
    on().anna.client.call(datasources.search, { params: { id }, body: { q, ...more } })

  /** Waits until the vectors of a data source have a state, and returns it. */
  const until = (id: number, state: string, status = 2): Promise<Datasource> =>
    vi.waitFor(
      async () => {
        const found = await get(id)
        expect([found.status, found.mediaWaiting, found.vectors?.state]).toEqual([status, 0, state])
        return found
      },
      { timeout: 20_000, interval: 100 },
    )
  const rowsOf = async (id: number, tag = 'embed') => {
    const { rows } = await on().talk.app.db.pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM chunk_vectors WHERE datasource_id = $1 AND model_tag_id = $2',
      [id, tagOf(tag)],
    )
    return rows[0]?.count
  }
  return { tagOf, choose, get, create, update, search, until, rowsOf }
}
