import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { BackupError } from './index.ts'
import { openBackup } from './read-file.ts'
import { PROOF_BYTES, SEAL_BYTES, sealing } from './seal.ts'
import { placesIn, prepared, repeats, SEAL_KEY, sealedFile } from './test/places.ts'

let migrations: string
let folder: string

// Embedded databases are opened and closed one after the other; each takes a second on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(async () => {
  ;({ folder, migrations } = await prepared())
})
afterAll(async () => {
  for (const remove of made) await remove()
  await rm(folder, { recursive: true, force: true })
})

const { made, newPlace, oddFile, restore } = placesIn(() => ({ migrations, folder }))

describe.runIf(repeats)('refuses to restore a file', () => {
  let good: Buffer
  let whole: string
  beforeAll(async () => {
    good = await readFile(await oddFile())
    whole = gunzipSync(good).toString()
  })

  async function refusal(bytes: Uint8Array): Promise<string> {
    const path = join(folder, 'bad')
    await writeFile(path, bytes)
    const place = await newPlace('embedded', 'none')
    const error: unknown = await restore(place, path).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(BackupError)
    expect(await readdir(place.dataDir)).toEqual([])
    return (error as Error).message
  }
  // Valid gzip and seal, so that only the content is wrong.
  const changed = async (what: string | RegExp, by: string) => {
    const text = whole.replace(what, by)
    expect(text).not.toBe(whole)
    return refusal(await sealedFile(text))
  }

  test('with any byte changed', async () => {
    const places = [...Array(30).keys(), ...Array.from({ length: 100 }, (_, i) => good.length - 1 - i)]
    for (let i = 0; i < 100; i += 1) places.push(Math.floor(Math.random() * good.length))
    for (const place of places) {
      const bytes = Buffer.from(good)
      bytes[place] = bytes[place]! ^ (1 << (place % 8))
      expect(await refusal(bytes), `byte ${place}`).toMatch(/damaged|cut short|not a backup/)
    }
  })

  test('that is cut short or too long', async () => {
    for (const length of [0, 1, 9, 10, 11, 1_000, good.length >> 1, good.length - 8, good.length - 1])
      expect(await refusal(good.subarray(0, length)), `${length} bytes`).toMatch(
        /cut short|not a backup|damaged/,
      )
    expect(await refusal(Buffer.concat([good, Buffer.from('x')]))).toMatch(/damaged|cut short/)
    expect(await refusal(Buffer.concat([good, good]))).toMatch(/damaged|cut short/)
  })

  test('with a changed value, row, table, media file, checksum or end', async () => {
    expect(await changed(/\n\["1","4".*\n/, '\n')).toMatch(/damaged/)
    expect(await changed('"name":"users"', '"name":"usurs"')).toMatch(/damaged/)
    expect(await changed(/\n\{"blob".*\n(".*\n)*/, '\n')).toMatch(/damaged/)
    expect(await changed(/"sha256":"[0-9a-f]/, '"sha256":"_')).toMatch(/damaged/)
    expect(await changed(/\{"end".*\n$/, '')).toMatch(/damaged/)
    expect(await changed(/"rows":\d+,"blobs"/, '"rows":1,"blobs"')).toMatch(/damaged/)
    expect(await changed(/\n$/, '')).toMatch(/damaged/)
    expect(await changed(/$/, '[]\n')).toMatch(/damaged/)
    expect(await changed(/(\n.*){9}$/, '\n')).toMatch(/damaged/)
    expect(await refusal(gzipSync(whole))).toMatch(/cut short/)
  })

  test('that is not a backup, or has a newer format or a newer or different schema', async () => {
    // Repeated, because the order of the two failures used to be random.
    for (let i = 0; i < 60; i += 1) {
      expect(await refusal(Buffer.from('{}'))).toMatch(/not a backup/)
      expect(await refusal(gzipSync('{"a":1}\n'))).toMatch(/not a backup/)
    }
    expect(await changed('"version":1,"product":"1.0.0"', '"version":2,"product":"9.1.0"')).toMatch(
      /made by version 9\.1\.0.*cannot read/,
    )
    const header = JSON.parse(whole.split('\n', 1)[0]!) as { migrations: { version: number }[] }
    while (header.migrations.length < 100)
      header.migrations.push({ ...header.migrations[0]!, version: header.migrations.length + 1 })
    expect(await changed(/.*/, JSON.stringify(header))).toMatch(/newer version/)
    expect(await changed(/"checksum":"./, '"checksum":"_')).toMatch(/foundation \(number 1\) is another/)
    await expect(restore(await newPlace('embedded', 'none'), join(folder, 'none'))).rejects.toThrow(
      'There is no file',
    )
    await expect(restore(await newPlace('embedded', 'none'), folder)).rejects.toThrow('is not a file')
  })
})

describe.runIf(repeats)('the origin of a file', () => {
  const otherKey = Buffer.alloc(32, 8)

  /** Reads a file to its end as a restore does; returns whether its origin is proven, or the refusal. */
  async function read(file: string, trust: { key?: Buffer | undefined; unproven?: boolean } = {}) {
    const opening = { path: file, key: SEAL_KEY, unproven: false, look: () => undefined, ...trust }
    try {
      const { pieces, proven } = await openBackup(opening)
      for await (const _ of pieces());
      return { proven: proven() }
    } catch (error) {
      expect(error).toBeInstanceOf(BackupError)
      return (error as Error).message
    }
  }
  async function written(bytes: Uint8Array): Promise<string> {
    const path = join(folder, 'origin')
    await writeFile(path, bytes)
    return path
  }

  test('is authenticated with the secret; a file that was changed and sealed again is refused', async () => {
    const file = await oddFile()
    expect(await read(file)).toEqual({ proven: true })
    const text = gunzipSync(await readFile(file)).toString()
    const changed = text.replace('anna@example.org', 'eve@example.org')
    expect(changed).not.toBe(text)
    for (const key of ['none', otherKey] as const) {
      const forged = await written(await sealedFile(changed, key))
      expect(await read(forged)).toMatch(/The origin of .* is not proven|was changed since/)
      const place = await newPlace('embedded', 'none')
      await expect(restore(place, forged)).rejects.toThrow(BackupError)
      expect(await readdir(place.dataDir)).toEqual([])
    }
    // Puts the proof of the original file before changed data.
    const good = await readFile(file)
    const body = gzipSync(changed)
    const proof = good.subarray(good.length - SEAL_BYTES - PROOF_BYTES, good.length - SEAL_BYTES)
    const moved = await buffer(Readable.from([body, proof]).pipe(sealing()))
    expect(await read(await written(moved))).toMatch(/was changed since, or made under another/)
    // Content that ends long before the seal is checked.
    for (const zeros of [1, 3_000_000]) {
      const early = sealing(otherKey)
      const padded = await buffer(Readable.from([body, Buffer.alloc(zeros)]).pipe(early))
      expect(await read(await written(padded))).toMatch(/damaged|was changed since, or made under another/)
    }
  })

  test('is unproven without the secret or in an older file, which then needs --unproven', async () => {
    const file = await oddFile()
    // Repeated, because the order of reading header and end used to be random.
    for (let i = 0; i < 200; i += 1)
      expect(await read(file, { key: undefined })).toMatch(
        /is not proven: the secret .* is not here.*secret\.key.*--unproven/,
      )
    expect(await read(file, { key: undefined, unproven: true })).toEqual({ proven: false })
    expect(await read(file, { key: otherKey })).toMatch(/under another secret.*--unproven/)
    expect(await read(file, { key: otherKey, unproven: true })).toEqual({ proven: false })
    expect(await read(file, { unproven: true })).toEqual({ proven: true })
    const text = gunzipSync(await readFile(file)).toString()
    const older = await written(await sealedFile(text, 'none'))
    for (const key of [SEAL_KEY, undefined])
      expect(await read(older, { key })).toMatch(/is not proven.*--unproven/)
    expect(await read(older, { unproven: true })).toEqual({ proven: false })
    // A damaged file must be reported as damaged.
    const bytes = await readFile(file)
    bytes[bytes.length >> 1] = bytes[bytes.length >> 1]! ^ 1
    expect(await read(await written(bytes), { unproven: true })).toMatch(/damaged/)
  })
})
