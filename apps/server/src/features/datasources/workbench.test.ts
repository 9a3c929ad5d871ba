// The workbench of a document: how it would be split, and why an answer does not use a passage.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { contract, DATASOURCE_STATUS, type Datasource } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { datasources, media } = contract
const { ready } = DATASOURCE_STATUS

let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user()
})
afterAll(() => app.close())

const file = (name: string, text: string | Buffer) => ({
  name,
  mime_type: '',
  content: Buffer.from(text as string).toString('base64'),
})
const settled = (id: number) =>
  vi.waitFor(
    async () => {
      const { data } = await anna.client.call(datasources.get, { params: { id } })
      expect(data.datasource).toMatchObject({ status: ready, mediaWaiting: 0 })
      return data.datasource
    },
    { timeout: 20_000, interval: 150 },
  )
async function create(files: ReturnType<typeof file>[], more: object = {}): Promise<Datasource> {
  const body = { name: 'Handbook', media: files, ...more }
  const { data } = await anna.client.call(datasources.create, { body })
  return settled(data.datasource.id)
}
const documentOf = (source: Datasource, name: string) => {
  const found = source.media.find((one) => one.name === name)
  if (!found) throw new Error(`there is no ${name}`)
  return found.media_id
}
const OWN = { chunkSize: 128, chunkOverlap: 16, useContextual: true }
const cut = async (who: TestUser, id: number, body: Partial<typeof OWN> = {}) =>
  (await who.client.call(media.cut, { params: { id }, body: { ...OWN, ...body } })).data.preview
const textOf = async (id: number) => (await anna.client.call(media.text, { params: { id } })).data.document

const sections = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `# Chapter ${at}\n\n${`Rule ${at} says that item ${at * 7} is kept in order. `.repeat(9)}`,
  ).join('\n\n')

describe('the preview of chunk settings', () => {
  let source: Datasource
  let id: number
  beforeAll(async () => {
    source = await create([file('rules.md', sections(30)), file('other.md', sections(2))], OWN)
    id = documentOf(source, 'rules.md')
  })

  test('shows no change for the current settings', async () => {
    const { chunks } = await textOf(id)
    const preview = await cut(anna, id)
    expect(preview).toMatchObject({ stored: chunks.length, changed: 0, documents: 0 })
    expect(preview.chunks).toEqual(
      chunks.map(({ from, to, page, heading, head, tokens }) => ({
        from,
        to,
        page,
        heading,
        head,
        tokens,
        isStored: true,
      })),
    )
    const tokens = chunks.map((chunk) => chunk.tokens).sort((one, other) => one - other)
    expect(preview.tokens).toEqual({
      least: tokens[0],
      median: tokens[tokens.length >> 1],
      most: tokens.at(-1),
    })
  })

  test('shows the changes of other settings without storing them', async () => {
    const before = await textOf(id)
    const preview = await cut(anna, id, { chunkSize: 512, chunkOverlap: 64 })
    expect(preview.characters).toBe(before.text.length)
    expect(preview.chunks.length).toBeLessThan(before.chunks.length)
    expect(preview.changed).toBeGreaterThan(0)
    expect(preview.documents).toBe(2)
    expect(preview.chunks.filter(({ isStored }) => isStored)).toHaveLength(preview.stored - preview.changed)
    expect(await textOf(id)).toEqual(before)
    const { data } = await anna.client.call(datasources.get, { params: { id: source.id } })
    expect(data.datasource).toMatchObject(OWN)
  })

  test('counts all chunks as changed when the context is switched off', async () => {
    const { stored, changed, chunks } = await cut(anna, id, { useContextual: false })
    expect([changed, chunks.some(({ isStored }) => isStored)]).toEqual([stored, false])
  })

  test('shows exactly the chunks that saving the settings creates', async () => {
    const settings = { chunkSize: 256, chunkOverlap: 32, useContextual: false }
    const preview = await cut(anna, id, settings)
    await anna.client.call(datasources.update, { params: { id: source.id }, body: settings })
    await settled(source.id)
    const { chunks } = await textOf(id)
    expect(chunks.map(({ from, to, tokens }) => [from, to, tokens])).toEqual(
      preview.chunks.map(({ from, to, tokens }) => [from, to, tokens]),
    )
    expect(await cut(anna, id, settings)).toMatchObject({ changed: 0, documents: 0 })
  })

  test('is available to readers, returns 404 to strangers, and requires an overlap below the size', async () => {
    const ben = await app.deps.user()
    await expect(cut(ben, id)).rejects.toMatchObject({ status: 404 })
    await app.deps.share(source, ben)
    expect((await cut(ben, id)).chunks).not.toEqual([])
    await expect(cut(anna, id, { chunkSize: 64, chunkOverlap: 64 })).rejects.toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      issues: [{ path: 'body.chunkOverlap' }],
    })
  })

  test('refuses too many concurrent requests of one user with 429', async () => {
    const replies = await Promise.allSettled(Array.from({ length: 8 }, () => cut(anna, id)))
    const refused = replies.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(8)
    for (const reply of refused)
      expect(reply).toMatchObject({ reason: { status: 429, code: 'TOO_MANY_ATTEMPTS' } })
    expect((await cut(anna, id)).chunks).not.toEqual([])
  })
})

test('an address that could not be fetched is not counted among the documents to split again', async () => {
  const source = await create([file('rules.md', sections(2))], OWN)
  await app.db.pool.query(
    `INSERT INTO media (datasource_id, user_id, name, mime_type, size, received, status, reason, url)
      VALUES ($1, $2, 'page', 'text/html', 0, 0, 3, 'unreachable', 'https://nowhere.invalid/page')`,
    [source.id, anna.id],
  )
  expect((await cut(anna, documentOf(source, 'rules.md'), { chunkSize: 512 })).documents).toBe(1)
})

test('200 pages are split within 200 ms', async () => {
  const page = 'The contractor keeps a record of each delivery and its date. '.repeat(50)
  const pages = Array.from({ length: 200 }, (_, at) => `# Page ${at}\n\n${page}`).join('\n\n')
  const source = await create([file('long.md', pages)])
  const id = documentOf(source, 'long.md')
  const times: number[] = []
  for (const chunkSize of [64, 128, 256, 512, 1_024]) {
    const begun = performance.now()
    await cut(anna, id, { chunkSize })
    times.push(performance.now() - begun)
  }
  expect(Math.min(...times)).toBeLessThan(200)
})

test('the preview of a document without text is empty; one that is not read yet returns 404', async () => {
  const picture = Buffer.from('89504e470d0a1a0a00', 'hex')
  const source = await create([file('photo.png', picture), file('a.txt', 'Apples.')])
  expect(await cut(anna, documentOf(source, 'photo.png'))).toMatchObject({
    chunks: [],
    stored: 0,
    tokens: { least: 0, median: 0, most: 0 },
  })
  const begun = await anna.client.call(media.begin, {
    params: { id: source.id },
    body: { name: 'b.txt', size: 10 },
  })
  await expect(cut(anna, begun.data.media.media_id)).rejects.toMatchObject({ status: 404 })
})

describe('the reason given for a passage', () => {
  const rule = (at: number) => `Deliveries of lot ${at} are checked by inspector number ${at} at the gate.`
  const long = `The warehouse checks deliveries ${'and writes what came with which lorry on which day '.repeat(30)}`
  let source: Datasource
  const chunkOf = new Map<string, number>()
  beforeAll(async () => {
    source = await create([
      ...Array.from({ length: 12 }, (_, at) => file(`lot ${at}.txt`, rule(at))),
      file('copy of lot 3.txt', rule(3)),
      file('long.txt', long),
      file('seas.txt', 'Ships sail on seas.'),
      file('broken.pdf', '%PDF-1.7 nothing'),
      file('photo.png', Buffer.from('89504e470d0a1a0a00', 'hex')),
    ])
    for (const one of source.media.filter(({ chunks }) => chunks > 0)) {
      const { chunks } = await textOf(one.media_id)
      chunkOf.set(one.name, chunks[0]?.chunkId ?? 0)
    }
  })
  const ask = async (q: string, body: object) =>
    (
      await anna.client.call(datasources.search, {
        params: { id: source.id },
        body: { q, ...body },
      })
    ).meta.about
  const why = (q: string, name: string, more: object = {}) => ask(q, { about: chunkOf.get(name), ...more })

  test('is “used” when the answer uses it', async () => {
    expect(await why('inspector of lot 3', 'lot 3.txt')).toMatchObject({
      reason: 'used',
      rank: 1,
      passage: { title: 'lot 3.txt', text: rule(3), from: 0 },
    })
  })
  test('is “rank” when others are better', async () => {
    const about = await why('inspector checks deliveries at the gate', 'lot 7.txt', { limit: 1 })
    expect(about).toMatchObject({ reason: 'rank' })
    expect(about?.rank).toBeGreaterThan(1)
    expect(about?.score).toBeGreaterThan(0)
  })
  test('is “duplicate” when it repeats a better one, and it does not count towards the limit', async () => {
    const copies = [
      await why('inspector of lot 3', 'lot 3.txt', { limit: 2 }),
      await why('inspector of lot 3', 'copy of lot 3.txt', { limit: 2 }),
    ]
    expect(copies).toContainEqual(expect.objectContaining({ reason: 'used', rank: 1 }))
    expect(copies).toContainEqual(expect.objectContaining({ reason: 'duplicate', duplicateRank: 1 }))
  })
  test('is “weak” when it has too few words of the question', async () => {
    expect(
      await why('Which ships carry zinc, copper, lead and tungsten of lot 7?', 'lot 9.txt'),
    ).toMatchObject({
      reason: 'weak',
      why: { weak: true },
    })
  })
  test('is “no_room” when it does not fit', async () => {
    const about = await why('warehouse checks deliveries', 'long.txt', { budget: 20 })
    expect(about).toMatchObject({ reason: 'no_room', room: { left: 20 } })
    expect(about?.room?.needed).toBeGreaterThan(100)
    expect((await why('warehouse checks deliveries', 'long.txt'))?.reason).toBe('used')
  })
  test('is “not_found” when it has no word of the question', async () => {
    expect(await why('inspector', 'seas.txt')).toMatchObject({
      reason: 'not_found',
      rank: null,
      passage: { text: 'Ships sail on seas.' },
    })
  })
  test('is “not_indexed” when it does not exist', async () => {
    expect(await ask('inspector', { about: 999_999 })).toMatchObject({
      reason: 'not_indexed',
      chunkId: 999_999,
      passage: null,
    })
  })
  test('of a document is that of its best passage, or why it has none', async () => {
    const aboutMedia = (name: string) => ({ aboutMedia: documentOf(source, name) })
    expect(await ask('inspector of lot 3', aboutMedia('lot 7.txt'))).toMatchObject({
      chunkId: chunkOf.get('lot 7.txt'),
    })
    expect(await ask('inspector', aboutMedia('seas.txt'))).toMatchObject({ reason: 'not_found' })
    const nothing = { chunkId: null, rank: null, passage: null }
    expect(await ask('inspector', aboutMedia('broken.pdf'))).toMatchObject({ ...nothing, reason: 'failed' })
    expect(await ask('inspector', aboutMedia('photo.png'))).toMatchObject({ ...nothing, reason: 'no_text' })
    const begun = await anna.client.call(media.begin, {
      params: { id: source.id },
      body: { name: 'later.txt', size: 10 },
    })
    expect(await ask('inspector', { aboutMedia: begun.data.media.media_id })).toMatchObject({
      ...nothing,
      reason: 'indexing',
    })
  })
  test('is “not_readable” for both documents of other users and removed ones', async () => {
    const ben = await app.deps.user()
    const body = { name: 'Secret', media: [file('secret.txt', 'The inspector is a spy.')] }
    const { data } = await ben.client.call(datasources.create, { body })
    const secret = data.datasource.media[0]?.media_id
    for (const aboutMedia of [secret, 999_999])
      expect(await ask('inspector', { aboutMedia })).toMatchObject({ reason: 'not_readable', passage: null })
  })
  test('a short question is searched together with the previous one', async () => {
    const search = (body: object) =>
      anna.client.call(datasources.search, {
        params: { id: source.id },
        body: { q: 'And why?', ...body },
      })
    expect((await search({})).meta.together).toBe(false)
    const { data, meta } = await search({ before: 'Who sails on seas?' })
    expect([meta.together, data.Passages[0]?.title]).toEqual([true, 'seas.txt'])
    const whole = await search({ q: 'inspector of lot 3 at the gate', before: 'Who sails on seas?' })
    expect(whole.meta.together).toBe(false)
  })
})
