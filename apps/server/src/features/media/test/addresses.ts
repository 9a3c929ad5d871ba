// Addresses of a web server of the test, for the tests of several files.
import { expect, vi } from 'vitest'
import { contract, DATASOURCE_STATUS, type MediaItem } from '@polylogue/contract'
import type { AnsweringServer } from '#test/answering-server.ts'
import type { TestApp, TestUser } from '#test/test-app.ts'

const { datasources, media } = contract

const { ready } = DATASOURCE_STATUS

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

interface Page {
  text: string
  etag?: string
  status?: number
  type?: string
}
/** The pages of the web server, by path. */
export const pages = new Map<string, Page>()

/** Sections that fill a chunk each. */
export const section = (word: string) =>
  `# About ${word}\n\nThe ${word} stands among other plain words of this long section, which has nothing else to say than ${word}.`
export const text = (...words: string[]) => words.map(section).join('\n\n')
export const WORDS = ['apricot', 'blueberry', 'cranberry', 'damson', 'elderberry']

export function addressesOf(on: () => { web: AnsweringServer; app: TestApp; anna: TestUser }) {
  const serve = () => {
    on().web.respond = (req, res) => {
      const page = pages.get(req.url ?? '')
      if (!page || page.status) return void res.writeHead(page?.status ?? 404).end()
      if (page.etag && req.headers['if-none-match'] === page.etag) return void res.writeHead(304).end()
      res.writeHead(200, {
        'content-type': page.type ?? 'text/markdown',
        ...(page.etag ? { etag: page.etag } : {}),
      })
      res.end(page.text)
    }
  }

  let count = 0
  /** Adds an address with this text to a new data source, and waits until it is indexed. */
  async function added(text: string, more: { refresh?: 'none' | 'daily' | 'weekly'; etag?: string } = {}) {
    serve()
    const { refresh = 'daily', etag } = more
    const path = `/page${++count}`
    pages.set(path, { text, ...(etag ? { etag } : {}) })
    const made = await on().anna.client.call(datasources.create, { body: { name: 'Living', chunkSize: 64 } })
    const { id } = made.data.datasource
    const { data } = await on().anna.client.call(media.begin, {
      params: { id },
      body: { url: `site.test:${on().web.port}${path}`.replace(/^/, 'http://'), refresh },
    })
    const mediaId = data.media.media_id
    const until = (expected: Partial<MediaItem>) => untilMedia(mediaId, expected)
    const document = await until({
      status: ready,
      due: refresh === 'none' ? null : (expect.any(String) as never),
    })
    return { id, mediaId, path, document, until }
  }

  const find = async (mediaId: number) =>
    (await on().anna.client.call(media.get, { params: { id: mediaId } })).data.media
  const untilMedia = (mediaId: number, expected: Partial<MediaItem>) =>
    vi.waitFor(
      async () => {
        const found = await find(mediaId)
        expect(found).toMatchObject(expected)
        return found
      },
      { timeout: 20_000, interval: 100 },
    )
  const search = async (id: number, q: string) =>
    (await on().anna.client.call(datasources.search, { params: { id }, body: { q, limit: 10 } })).data
      .Passages
  const chunksOf = async (mediaId: number) =>
    (
      await on().app.db.pool.query<{ id: number; ordinal: number; text: string }>(
        'SELECT id, ordinal, text FROM chunks WHERE media_id = $1 ORDER BY ordinal',
        [mediaId],
      )
    ).rows
  return { serve, added, untilMedia, search, chunksOf }
}
