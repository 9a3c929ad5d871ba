import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../log.ts'
import { openOutbound } from '../outbound/index.ts'
import { newBlobKey, openBlobs, type Blobs } from './index.ts'

/** A minimal S3 server: objects by path, and lists in pages of two. */
const objects = new Map<string, Buffer>()
const bucket = createServer((request, response) => {
  buffer(request).then(
    (body) => answer(request, response, body),
    () => response.destroy(),
  )
})

function answer(request: IncomingMessage, response: ServerResponse, body: Buffer) {
  const url = new URL(request.url ?? '', 'http://bucket')
  const signed = /^AWS4-HMAC-SHA256 Credential=key\/.*Signature=[0-9a-f]{64}$/.test(
    request.headers.authorization ?? '',
  )
  const name = url.pathname.replace(/^\/media\/?/, '')
  if (!signed) return response.writeHead(403).end()
  if (request.method === 'GET' && name === '') return response.end(list(url.searchParams))
  if (request.method === 'PUT') objects.set(name, body)
  if (request.method === 'DELETE') objects.delete(name)
  const found = objects.get(name)
  return response.writeHead(request.method === 'GET' && !found ? 404 : 200).end(found)
}

function list(query: URLSearchParams): string {
  const from = Number(query.get('continuation-token')?.split('&')[1] ?? 0)
  const names = [...objects.keys()].toSorted()
  const keys = names.slice(from, from + 2).map((name) => `<Contents><Key>${name}</Key></Contents>`)
  const more =
    from + 2 < names.length ? `<NextContinuationToken>a/b+c=&amp;${from + 2}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult>${keys.join('')}${more}</ListBucketResult>`
}

let blobs: Blobs
beforeAll(async () => {
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`
  const s3 = { endpoint, bucket: 'media', region: 'us-east-1', accessKeyId: 'key', secretAccessKey: 'secret' }
  const outbound = openOutbound({ log: openLog('silent') })
  blobs = openBlobs({ folder: '/nowhere', s3, outbound, guardWrite: () => undefined })
})
afterAll(() => {
  bucket.closeAllConnections()
  bucket.close()
})

async function listed(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const key of keys) all.push(key)
  return all
}

test('returns bytes as stored, and lists every key over several pages', async () => {
  const keys = Array.from({ length: 5 }, newBlobKey)
  for (const key of keys) await blobs.put(key, Buffer.from(key))
  objects.set('notes/of-somebody-else.txt', Buffer.from(''))
  expect(await listed(blobs.keys())).toEqual(keys.toSorted())
  expect(Buffer.from((await blobs.find(keys[0]!)) ?? []).toString()).toBe(keys[0])
  const opened = await blobs.open(keys[0]!)
  expect(await text(opened?.bytes as AsyncIterable<Buffer>)).toBe(keys[0])
  await blobs.remove(keys[0]!)
  expect(await blobs.open(keys[0]!)).toBeUndefined()
  expect(await blobs.find(keys[0]!)).toBeUndefined()
  expect(await listed(blobs.keys())).toHaveLength(4)
})
