import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDiskBlobs } from './disk.ts'
import { newBlobKey, type BlobPieces } from './index.ts'

const folder = await mkdtemp(join(tmpdir(), 'blobs-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function listed(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const key of keys) all.push(key)
  return all
}

test('returns bytes as stored, and removes them without leftovers', async () => {
  const blobs = openDiskBlobs(folder)
  const key = newBlobKey()
  const bytes = new Uint8Array([0, 255, 10, 13])
  await blobs.put(key, bytes)
  expect(new Uint8Array((await blobs.find(key)) ?? [])).toEqual(bytes)
  const within = join(folder, key.slice(0, 2), key.slice(2, 4))
  expect(await readdir(within)).toEqual([key])
  expect((await stat(join(within, key))).mode & 0o077).toBe(0)
  expect(await listed(blobs.keys())).toEqual([key])
  await blobs.remove(key)
  await blobs.remove(key)
  expect(await blobs.find(key)).toBeUndefined()
  expect(await blobs.open(key)).toBeUndefined()
  expect(await listed(blobs.keys())).toEqual([])
  expect(await listed(openDiskBlobs(join(folder, 'none yet')).keys())).toEqual([])
})

test('reads bytes in chunks', async () => {
  const blobs = openDiskBlobs(folder)
  const key = newBlobKey()
  const bytes = Buffer.alloc(1_000_001, 'abc')
  await blobs.put(key, bytes)
  const { size, bytes: pieces } = (await blobs.open(key)) as BlobPieces
  const read: Uint8Array[] = []
  for await (const piece of pieces) read.push(piece)
  expect([size, read.length > 5, Buffer.concat(read).equals(bytes)]).toEqual([1_000_001, true, true])
  await blobs.remove(key)
})

test('refuses a key that is not a blob key', async () => {
  const blobs = openDiskBlobs(folder)
  await expect(blobs.find('../../etc/passwd')).rejects.toThrow('not a blob key')
})
