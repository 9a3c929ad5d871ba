// Uploads in pieces of bytes, as the page sends them, and of base64.
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, DATASOURCE_LIMITS, DATASOURCE_STATUS } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { datasources, media } = contract
const TEXT = 'Mileage is paid at 30 cents per kilometre.\n'

let app: TestApp
let anna: TestUser

beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user()
})

afterAll(() => app.close())

async function begin(size: number, name = 'rules.txt') {
  const { data } = await anna.client.call(datasources.create, { body: { name: 'Rules' } })
  const params = { id: data.datasource.id }
  const made = await anna.client.call(media.begin, { params, body: { name, mime_type: '', size } })
  return { id: made.data.media.media_id, datasourceId: params.id }
}

const append = (id: number, offset: number, body: Uint8Array, who = anna) =>
  who.client.call(media.append, { params: { id }, query: { offset }, body })

const get = async (id: number) => (await anna.client.call(media.get, { params: { id } })).data.media

/** Sends bytes with these headers; resolves with the status and the code of the refusal. */
async function send(path: string, body: Uint8Array | string, headers: Record<string, string> = {}) {
  const reply = await fetch(`${app.url}/api/v1/${path}`, {
    method: 'PUT',
    headers: { ...headersOf(), 'content-type': 'application/octet-stream', ...headers },
    body: body as string,
  })
  return { status: reply.status, ...((await reply.json()) as { errorCode: string; messageContent: unknown }) }
}

const headersOf = () => ({ authorization: `Bearer ${anna.token}`, 'x-requested-with': 'XMLHttpRequest' })

test('bytes and base64 add up to one document, which is stored as it was sent and indexed', async () => {
  // More than fits into memory at once: such a piece goes through the disk.
  const bytes = Buffer.alloc(2_500_000, TEXT)
  const { id } = await begin(bytes.length)
  const half = 1_400_000
  expect((await append(id, 0, bytes.subarray(0, half))).data.media.received).toBe(half)
  const base64 = bytes.subarray(half, half + 99).toString('base64')
  await anna.client.call(media.append, { params: { id }, body: { offset: half, base64 } })
  await append(id, half + 99, bytes.subarray(half + 99))
  await vi.waitFor(async () => expect((await get(id)).status).toBe(DATASOURCE_STATUS.ready), 30_000)
  const stored = await anna.client.call(media.binary, { params: { id } })
  expect(Buffer.from(await stored.data.arrayBuffer()).equals(bytes)).toBe(true)
})

test('bytes of any value are stored, also what JSON and texts forbid', async () => {
  const bytes = Buffer.from(Array.from({ length: 1_024 }, (_, at) => (at * 7) % 256))
  const { id } = await begin(bytes.length + 1, 'data.bin.txt')
  await append(id, 0, bytes)
  expect((await get(id)).received).toBe(bytes.length)
})

test('refuses bytes at another place, too many, none, and such without an offset', async () => {
  const { id } = await begin(100)
  await append(id, 0, Buffer.alloc(40, 'a'))
  const code = (refused: Promise<unknown>) => refused.catch((error: { code: string }) => error.code)
  expect(await code(append(id, 0, Buffer.alloc(40, 'a')))).toBe('CONFLICT')
  expect(await code(append(id, 40, Buffer.alloc(61, 'a')))).toBe('MEDIA_REFUSED')
  const path = `media/${id}/pieces`
  expect(await send(`${path}?offset=40`, '')).toMatchObject({ status: 400, errorCode: 'MEDIA_REFUSED' })
  expect(await send(path, 'a')).toMatchObject({ status: 400, errorCode: 'VALIDATION_FAILED' })
  expect(await send(`${path}?offset=-1`, 'a')).toMatchObject({ errorCode: 'VALIDATION_FAILED' })
  const large = Buffer.alloc(DATASOURCE_LIMITS.piece + 1)
  expect(await send(`${path}?offset=40`, large)).toMatchObject({
    status: 413,
    errorCode: 'BODY_TOO_LARGE',
    messageContent: { meta: { limit: DATASOURCE_LIMITS.piece } },
  })
  const packed = { 'content-encoding': 'gzip' }
  expect(await send(`${path}?offset=40`, 'a', packed)).toMatchObject({ status: 415 })
  expect((await get(id)).received).toBe(40)
  expect((await append(id, 40, Buffer.alloc(60, 'a'))).data.media.received).toBe(100)
})

test('other calls take no bytes', async () => {
  const { datasourceId } = await begin(1)
  expect(await send(`datasources/${datasourceId}`, '{"name":"Other"}')).toMatchObject({
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  })
})

test('readers and strangers add no bytes', async () => {
  const { id, datasourceId } = await begin(10)
  const [reader, stranger] = [await app.deps.user(), await app.deps.user()]
  const assocContexts = [{ contextId: reader.contextId }]
  await anna.client.call(datasources.update, { params: { id: datasourceId }, body: { assocContexts } })
  const bytes = Buffer.from('a')
  await expect(append(id, 0, bytes, reader)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
  await expect(append(id, 0, bytes, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a piece whose connection breaks adds nothing, and the upload goes on where it was', async () => {
  const bytes = Buffer.alloc(1_600_000, TEXT)
  const { id } = await begin(bytes.length)
  await append(id, 0, bytes.subarray(0, 100_000))
  const rest = bytes.subarray(100_000)
  const path = `${app.url}/api/v1/media/${id}/pieces?offset=100000`
  const headers = {
    ...headersOf(),
    'content-type': 'application/octet-stream',
    'content-length': rest.length,
  }
  await new Promise<void>((closed) => {
    const sent = httpRequest(path, { method: 'PUT', headers })
    sent.on('error', () => undefined).on('close', closed)
    sent.write(rest.subarray(0, 1_200_000), () => sent.destroy())
  })
  expect((await get(id)).received).toBe(100_000)
  await append(id, 100_000, rest)
  await vi.waitFor(async () => expect((await get(id)).status).toBe(DATASOURCE_STATUS.ready), 30_000)
})
