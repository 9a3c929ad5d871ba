import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBucket, type Bucket } from '#test/bucket.ts'
import { openLog } from '../log.ts'
import { openOutbound } from '../outbound/index.ts'
import { MediaStoreError, mustReach, newBlobKey, openBlobs, type BlobStore } from './index.ts'

let blobs: BlobStore
let bucket: Bucket
const outbound = openOutbound({ log: openLog('silent') })
const opened = (config: Partial<Bucket['config']> = {}) =>
  openBlobs({
    folder: '/nowhere',
    s3: { ...bucket.config, ...config },
    outbound,
    guardWrite: () => undefined,
  })
beforeAll(async () => {
  bucket = await startBucket()
  blobs = opened()
})
afterAll(() => bucket.stop())

async function listed(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const key of keys) all.push(key)
  return all
}

test('returns bytes as stored, and lists every key over several pages', async () => {
  const keys = Array.from({ length: 5 }, newBlobKey)
  for (const key of keys) await blobs.put(key, Buffer.from(key))
  bucket.objects.set('notes/of-somebody-else.txt', Buffer.from(''))
  expect(await listed(blobs.keys())).toEqual(keys.toSorted())
  expect(Buffer.from((await blobs.find(keys[0]!)) ?? []).toString()).toBe(keys[0])
  const opened = await blobs.open(keys[0]!)
  expect(await text(opened?.bytes as AsyncIterable<Buffer>)).toBe(keys[0])
  await blobs.remove(keys[0]!)
  expect(await blobs.open(keys[0]!)).toBeUndefined()
  expect(await blobs.find(keys[0]!)).toBeUndefined()
  expect(await listed(blobs.keys())).toHaveLength(4)
})

test('every failure is STORAGE_UNAVAILABLE with the reason, and none is a missing object', async () => {
  const key = newBlobKey()
  const calls = {
    put: () => blobs.put(key, Buffer.from('a')),
    find: () => blobs.find(key),
    open: () => blobs.open(key),
    remove: () => blobs.remove(key),
    keys: () => listed(blobs.keys()),
  }
  const failures = [
    [404, 'NoSuchBucket'],
    [403, 'SignatureDoesNotMatch'],
    [503, 'SlowDown'],
  ] as const
  for (const failing of failures) {
    bucket.failing = failing
    for (const call of Object.values(calls))
      await expect(call(), failing[1]).rejects.toMatchObject({
        code: 'STORAGE_UNAVAILABLE',
        retryAfter: 5,
        cause: { message: `the object store answered ${failing[0]} (${failing[1]})` },
      })
  }
  bucket.failing = undefined
  await bucket.stop()
  for (const call of Object.values(calls))
    await expect(call()).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      cause: { code: 'ECONNREFUSED' },
    })
  await bucket.listen()
  expect(await blobs.find(key)).toBeUndefined()
})

test('bytes that end early are STORAGE_UNAVAILABLE, too', async () => {
  const key = newBlobKey()
  await blobs.put(key, Buffer.alloc(30_000_000))
  const stored = await blobs.open(key)
  const read = async () => {
    for await (const _ of stored?.bytes ?? []) await bucket.stop()
  }
  await expect(read()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
  await bucket.listen()
})

test('the start is refused in one sentence that says why, unless keys may only not list the bucket', async () => {
  const refusal = (store: BlobStore) =>
    mustReach(store).then(
      () => 'none',
      (error: unknown) => (error instanceof MediaStoreError ? error.message : error),
    )
  expect(await refusal(blobs)).toBe('none')
  const { endpoint } = bucket.config
  const sentence = (reason: string) =>
    `The media store, the bucket media at ${endpoint}, cannot be used: ${reason}. Check S3_ENDPOINT, S3_REGION, S3_BUCKET and the keys.`
  bucket.failing = [404, 'NoSuchBucket']
  expect(await refusal(blobs)).toBe(sentence('the object store answered 404 (NoSuchBucket)'))
  bucket.failing = [403, 'AccessDenied']
  expect(await refusal(blobs)).toBe('none')
  bucket.failing = undefined
  expect(await refusal(opened({ accessKeyId: 'other' }))).toBe(
    sentence('the object store answered 403 (InvalidAccessKeyId)'),
  )
  await bucket.stop()
  expect(await refusal(blobs)).toBe(sentence('ECONNREFUSED'))
  await bucket.listen()
})
