import { crc32 } from 'node:zlib'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { entriesOf } from './zip.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = async (stream: ReadableStream<Uint8Array>) => new Response(stream as BodyInit).text()
const blobOf = (...parts: Uint8Array[]) => new Blob(parts as Uint8Array<ArrayBuffer>[])

/** Writes numbers of two, four and eight bytes. */
function packed(...fields: (readonly [bytes: 2 | 4 | 8, value: number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)))
  let at = 0
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true)
    else if (size === 4) view.setUint32(at, value, true)
    else view.setBigUint64(at, BigInt(value), true)
    at += size
  }
  return new Uint8Array(view.buffer)
}

test('stored and packed files are read in place, after other bytes and before a comment', async () => {
  const zip = zipSync({ 'a/тест.json': [bytes('{"a":1}'), { level: 0 }], 'b.txt': bytes('b'.repeat(5_000)) })
  const entries = await entriesOf(blobOf(zip))
  expect(entries.map(({ name, size }) => [name, size])).toEqual([
    ['a/тест.json', 7],
    ['b.txt', 5_000],
  ])
  expect(await Promise.all(entries.map(async (entry) => textOf(await entry.stream())))).toEqual([
    '{"a":1}',
    'b'.repeat(5_000),
  ])
})

test('the numbers of ZIP64 are read, as files above 4 GB have them', async () => {
  const [name, content] = [bytes('x.json'), bytes('[]')]
  const far = 0xffff_ffff
  const local = packed(
    [4, 0x04034b50],
    [2, 45],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, crc32(content)],
    [4, 2],
    [4, 2],
    [2, 6],
    [2, 0],
  )
  const extra = packed([2, 1], [2, 24], [8, 2], [8, 2], [8, 0])
  const head = packed(
    ...([
      [4, 0x02014b50],
      [2, 45],
      [2, 45],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, crc32(content)],
      [4, far],
      [4, far],
      [2, 6],
    ] as const),
    ...([
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, far],
    ] as const),
  )
  const from = local.length + name.length + content.length
  const size = head.length + name.length + extra.length
  const end64 = packed(
    ...([
      [4, 0x06064b50],
      [8, 44],
      [2, 45],
      [2, 45],
      [4, 0],
      [4, 0],
      [8, 1],
      [8, 1],
      [8, size],
      [8, from],
    ] as const),
  )
  const place = packed([4, 0x07064b50], [4, 0], [8, from + size], [4, 1])
  const end = packed([4, 0x06054b50], [2, 0], [2, 0], [2, 0xffff], [2, 0xffff], [4, far], [4, far], [2, 0])
  const [entry] = await entriesOf(blobOf(local, name, content, head, name, extra, end64, place, end))
  expect(entry).toMatchObject({ name: 'x.json', size: 2 })
  expect(entry && (await textOf(await entry.stream()))).toBe('[]')
})

test.each([
  ['cut', (zip: Uint8Array) => zip.slice(0, -30)],
  ['without its list', (zip: Uint8Array) => zip.slice(-22)],
  ['empty', () => new Uint8Array()],
])('a ZIP file that is %s is refused', async (_, damaged) => {
  const zip = zipSync({ 'a.json': bytes('[]') })
  await expect(entriesOf(blobOf(damaged(zip)))).rejects.toMatchObject({ wrong: 'zip' })
})

test('a file with a changed byte fails when it is read to its end', async () => {
  const zip = zipSync({ 'conversations.json': [bytes('["a"]'), { level: 0 }] })
  zip[zip.indexOf(0x61, 40)] = 0x62
  const [entry] = await entriesOf(blobOf(zip))
  await expect(entry?.stream().then(textOf)).rejects.toThrow(/signature|CRC/i)
})
