// kill -9 while documents are uploaded, read, indexed, merged and removed.
import { ApiProblem } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '../full.ts'
import { startModelServer, type ModelServer } from '../model-server/index.ts'
import { again, begin, wordOf, type Fixture } from './fixture.ts'

const { datasources, media } = contract
const KILLS = isFull ? 50 : 3
/** Documents between two kills. */
const STEP = 6

let modelServer: ModelServer
let fixture: Fixture
beforeAll(async () => {
  modelServer = await startModelServer({ models: ['mock'] })
  fixture = await begin(modelServer)
})
afterAll(async () => {
  await fixture.product[Symbol.asyncDispose]()
  await modelServer.close()
})

const get = async (id: number) =>
  (await fixture.client.call(datasources.get, { params: { id } })).data.datasource

const textOf = (index: number) =>
  `${wordOf(index)} `.repeat(3) + 'Filler about harbours and cranes. '.repeat(40)

/** Uploads a document in two pieces; returns its id as soon as the first request is answered. */
async function upload(id: number, index: number, begun: (mediaId: number) => void): Promise<void> {
  const bytes = Buffer.from(textOf(index))
  const { data } = await fixture.client.call(media.begin, {
    params: { id },
    body: { name: `${index}.txt`, size: bytes.length },
  })
  begun(data.media.media_id)
  await resume(data.media.media_id, bytes)
}

/** Sends what has not arrived yet. */
async function resume(mediaId: number, bytes: Buffer): Promise<void> {
  const params = { id: mediaId }
  for (;;) {
    const { data } = await fixture.client.call(media.get, { params })
    const { received } = data.media
    if (received === bytes.length) return
    const piece = bytes.subarray(received, received + 600)
    await fixture.client.call(media.append, {
      params,
      body: { offset: received, base64: piece.toString('base64') },
    })
  }
}

/** What an interrupted connection rejects with. */
const isCut = (error: unknown) => error instanceof ApiProblem && error.status === 0

test('no acknowledged document is lost or duplicated', { timeout: 600_000 }, async () => {
  const { data } = await fixture.client.call(datasources.create, { body: { name: 'Many', chunkSize: 1_024 } })
  const { id } = data.datasource
  const acknowledged = new Map<number, number>()
  let index = 0
  for (let kills = 1; kills <= KILLS; kills++) {
    // A document that is being read at three kills is given up (FAULT-9).
    const isDue = (mediaId: number) => (acknowledged.get(mediaId) ?? Infinity) < (kills - 2) * STEP
    const due = async () => (await get(id)).media.filter((one) => one.status < 2 && isDue(one.media_id))
    await expect.poll(due, { timeout: 120_000, interval: 300 }).toEqual([])
    const running = Array.from({ length: STEP }, async () => {
      const own = index++
      await upload(id, own, (mediaId) => void acknowledged.set(mediaId, own))
    })
    // Some uploads have ended, others have not begun.
    await Promise.race(running)
    await fixture.product.kill()
    for (const outcome of await Promise.allSettled(running))
      if (outcome.status === 'rejected') expect(isCut(outcome.reason), String(outcome.reason)).toBe(true)
    fixture = await again(fixture)
    for (const [mediaId, own] of acknowledged) await resume(mediaId, Buffer.from(textOf(own)))
  }
  await expect.poll(async () => (await get(id)).mediaWaiting, { timeout: 120_000 }).toBe(0)
  const indexed = await get(id)
  const known = new Set(indexed.media.map((one) => one.media_id))
  expect([...acknowledged.keys()].filter((mediaId) => !known.has(mediaId))).toEqual([])
  const [first, ...others] = [...acknowledged.keys()]
  for (const mediaId of others.slice(0, STEP)) {
    await fixture.client.call(media.remove, { params: { id: mediaId } })
    acknowledged.delete(mediaId)
  }
  await fixture.product.kill()
  fixture = await again(fixture)
  const left = await get(id)
  const ready = left.media.filter(({ status }) => status === 2)
  expect(new Set(ready.map((one) => one.media_id))).toEqual(new Set(acknowledged.keys()))
  expect(left.chunks).toBe(ready.reduce((sum, { chunks }) => sum + chunks, 0))
  for (const [mediaId, own] of acknowledged) {
    const found = await fixture.client.call(datasources.search, {
      params: { id },
      body: { q: wordOf(own), limit: 10 },
    })
    expect(found.data.Passages.map((passage) => passage.mediaId)).toEqual([mediaId])
  }
  // New settings split all documents again, and the server is killed meanwhile.
  await fixture.client.call(datasources.update, { params: { id }, body: { chunkSize: 128 } })
  await fixture.product.kill()
  fixture = await again(fixture)
  await expect.poll(async () => (await get(id)).mediaWaiting, { timeout: 120_000 }).toBe(0)
  const recut = await get(id)
  for (const { media_id, chunks } of recut.media.filter(({ status }) => status === 2)) {
    const { data: read } = await fixture.client.call(media.text, { params: { id: media_id } })
    expect(chunks).toBeGreaterThan(1)
    expect(new Set(read.document.chunks.map(({ chunkId }) => chunkId)).size).toBe(chunks)
  }
  const whole = await fixture.client.call(media.binary, { params: { id: first ?? 0 } })
  expect(await whole.data.text()).toBe(textOf(acknowledged.get(first ?? 0) ?? 0))
})

test('cancelled documents are not resumed after kill -9', async () => {
  // The child process needs longer than the server lives.
  const table = Buffer.from(`<table>${'<tr><td>x<td>y'.repeat(100_000)}`).toString('base64')
  const files = ['read.html', 'waiting.html'].map((name) => ({
    name,
    mime_type: 'text/html',
    content: table,
  }))
  const { data } = await fixture.client.call(datasources.create, { body: { name: 'Tables', media: files } })
  const { id } = data.datasource
  await expect.poll(async () => (await get(id)).media[0]?.status, { timeout: 30_000 }).toBe(1)
  await fixture.client.call(media.cancelAll, { params: { id } })
  await fixture.product.kill()
  fixture = await again(fixture)
  const { data: added } = await fixture.client.call(media.begin, {
    params: { id },
    body: { name: 'next.txt', size: 5 },
  })
  await resume(added.media.media_id, Buffer.from('crane'))
  await expect.poll(async () => (await get(id)).mediaWaiting, { timeout: 120_000 }).toBe(0)
  const states = (await get(id)).media.map(({ status, reason }) => [status, reason])
  expect(states).toEqual([
    [3, 'cancelled'],
    [3, 'cancelled'],
    [2, null],
  ])
})
