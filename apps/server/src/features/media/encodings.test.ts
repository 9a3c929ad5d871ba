// Texts in old encodings: guessed with a warning, read as a person chooses, or as their server declares (decision 103).
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, DATASOURCE_STATUS, type MediaItem } from '@polylogue/contract'
import { answeringServer } from '#test/answering-server.ts'
import { readingApp } from '#test/reading-app.ts'
import type { TestApp, TestUser } from '#test/test-app.ts'
import { encode } from '#platform/documents/test/encode.ts'
import { OOXML, word, zip } from '#platform/documents/test/zip.ts'

const { datasources, media } = contract

const web = answeringServer()
let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await readingApp(web)
  anna = await app.deps.user()
})
afterAll(() => app.close())

async function added(name: string, bytes: Buffer): Promise<number> {
  const content = bytes.toString('base64')
  const body = { name: 'Files', media: [{ name, mime_type: '', content }] }
  const { data } = await anna.client.call(datasources.create, { body })
  return data.datasource.media[0]?.media_id ?? 0
}
const until = (id: number, expected: Partial<MediaItem>) =>
  vi.waitFor(
    async () => {
      const { data } = await anna.client.call(media.get, { params: { id } })
      expect(data.media).toMatchObject({ status: DATASOURCE_STATUS.ready, ...expected })
    },
    { timeout: 20_000, interval: 100 },
  )
const textOf = async (id: number) =>
  (await anna.client.call(media.text, { params: { id } })).data.document.text

const guessed = (name: string) => [{ code: 'encoding_guessed' as const, pages: [], names: [name] }]

test('a text is read again in the encoding that somebody chooses, and as guessed after “auto”', async () => {
  const id = await added('staff.csv', encode('名前,都市\n高橋一郎,名古屋\n田中,東京\n', 'euc-jp'))
  await until(id, { encoding: null, warnings: guessed('gb18030') })
  expect(await textOf(id)).not.toContain('高橋一郎')
  const choose = (encoding: 'euc-jp' | 'auto') =>
    anna.client.call(media.update, { params: { id }, body: { encoding } })
  await choose('euc-jp')
  await until(id, { encoding: 'euc-jp', warnings: [] })
  expect(await textOf(id)).toContain('高橋一郎 | 名古屋')
  await choose('auto')
  await until(id, { encoding: null, warnings: guessed('gb18030') })
})

test('a file without a type is told by its bytes, and a bad one says why', async () => {
  const made = await anna.client.call(datasources.create, { body: { name: 'Files' } })
  const { id } = made.data.datasource
  const upload = async (name: string, mime_type: string, bytes: Buffer) => {
    const begun = await anna.client.call(media.begin, {
      params: { id },
      body: { name, mime_type, size: bytes.length },
    })
    const params = { id: begun.data.media.media_id }
    await anna.client.call(media.append, { params, body: { offset: 0, base64: bytes.toString('base64') } })
    return params.id
  }
  const docx = zip(word('Minutes'))
  const bad = await upload('other.zip', 'application/zip', zip({ 'a.txt': 'x' }))
  const good = await upload('minutes', 'application/octet-stream', docx)
  const text = await upload('notes.txt', '', Buffer.from('\uFEFFГрадът', 'utf16le'))
  await until(good, { mime_type: `${OOXML}.wordprocessingml.document` })
  await until(text, { warnings: [] })
  expect(await textOf(good)).toBe('Minutes')
  expect(await textOf(text)).toBe('Градът')
  await until(bad, { status: DATASOURCE_STATUS.failed, reason: 'unknown_type' })
})

test('more than 100 documents in one request are refused with that reason', async () => {
  const one = { name: 'a.txt', mime_type: '', content: 'YQ==' }
  const body = { name: 'Files', media: Array.from({ length: 101 }, () => one) }
  await expect(anna.client.call(datasources.create, { body })).rejects.toMatchObject({
    code: 'TOO_MANY_NEW_MEDIA',
  })
})

test('an encoding cannot be chosen for a file that has one of its own', async () => {
  const id = await added('drawing.svg', Buffer.from('<svg><text>Plan</text></svg>'))
  const body = { encoding: 'koi8-r' as const }
  await expect(anna.client.call(media.update, { params: { id }, body })).rejects.toMatchObject({
    code: 'MEDIA_WITHOUT_ENCODING',
  })
})

test('the encoding that a web server declares counts', async () => {
  web.respond = (_, res) =>
    void res
      .writeHead(200, { 'content-type': 'text/html; charset="EUC-JP"' })
      .end(encode('<p>高橋一郎,名古屋</p>', 'euc-jp'))
  const made = await anna.client.call(datasources.create, { body: { name: 'Pages' } })
  const { data } = await anna.client.call(media.begin, {
    params: { id: made.data.datasource.id },
    body: { url: `http://site.test:${web.port}/staff` },
  })
  const id = data.media.media_id
  await until(id, { warnings: [] })
  expect(await textOf(id)).toContain('高橋一郎,名古屋')
  // Read again from the stored bytes.
  await anna.client.call(media.update, { params: { id }, body: { encoding: 'koi8-r' } })
  await until(id, { encoding: 'koi8-r' })
  await anna.client.call(media.update, { params: { id }, body: { encoding: 'auto' } })
  await until(id, { encoding: null, warnings: [] })
  expect(await textOf(id)).toContain('高橋一郎,名古屋')
})
