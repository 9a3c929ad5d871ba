import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from '#platform/log.ts'
import { openOutbound } from '#platform/outbound/index.ts'
import { writeTinyGguf } from '../test/tiny-gguf.ts'
import { estimateMemory, openModelFiles, type CatalogueEntry } from './index.ts'
import { nameOfFile } from './names.ts'

let place: string
let folder: string
let logged: { file: string; reason: string }[]
const never = new AbortController().signal

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'models-'))
  folder = join(place, 'models')
  logged = []
})
afterEach(() => rm(place, { recursive: true }))

function files(catalogue: readonly CatalogueEntry[] = []) {
  const silent = openLog('silent')
  const log = { warn: (facts: object) => logged.push(facts as { file: string; reason: string }) }
  return openModelFiles({ folder, catalogue, outbound: openOutbound({ log: silent }), log })
}

async function put(fileName: string, wished: Parameters<typeof writeTinyGguf>[1] = {}): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, fileName)
  writeTinyGguf(path, wished)
  return path
}

test.each([
  ['llama3.2--1b.gguf', 'llama3.2', '1b'],
  ['phi4-mini--3.8b-q4_k_m.gguf', 'phi4-mini', '3.8b-q4_k_m'],
  ['llama3.2:1b.gguf', 'llama3.2', '1b'],
  ['Llama-3.2-1B-Instruct-Q4_K_M.gguf', 'Llama-3.2-1B-Instruct', 'Q4_K_M'],
  ['nomic-embed-text-v1.5.Q8_0.gguf', 'nomic-embed-text-v1.5', 'Q8_0'],
  ['Qwen3-30B-UD-Q4_K_XL.GGUF', 'Qwen3-30B', 'UD-Q4_K_XL'],
  ['model-f16.gguf', 'model', 'f16'],
  ['gpt-oss-20b-mxfp4.gguf', 'gpt-oss-20b', 'mxfp4'],
  ['by_hand.gguf', 'by_hand', 'latest'],
  ['--odd.gguf', undefined, undefined],
  ['.hidden.gguf', undefined, undefined],
  ['with space.gguf', undefined, undefined],
  ['ⅰgnored.gguf', undefined, undefined],
  [`${'x'.repeat(201)}.gguf`, undefined, undefined],
])('parses the file name %s', (fileName, family, tag) => {
  const expected = family === undefined ? undefined : { name: `${family}:${tag}`, family, tag }
  expect(nameOfFile(fileName)).toEqual(expected)
})

test('creates a missing folder and lists no models', async () => {
  expect(await files().list(never)).toEqual([])
  expect(await readdir(place)).toEqual(['models'])
})

test('lists GGUF files that were added by hand and ignores everything else', async () => {
  const path = await put('Orla-Q8_0.gguf', { contextLength: 2_048 })
  await writeFile(join(folder, 'read.me'), 'GGUF')
  await writeFile(join(folder, 'half.gguf.part'), 'GGUF')
  await mkdir(join(folder, 'folder.gguf'))
  const [file, ...others] = await files().list(never)
  expect(others).toEqual([])
  expect(file).toMatchObject({
    name: 'Orla:Q8_0',
    family: 'Orla',
    tag: 'Q8_0',
    path,
    contextLength: 2_048,
    embeddings: false,
    thinking: false,
    tools: false,
    // 2 layers × 2 key heads × (64 + 64) × 2 bytes
    bytesPerToken: 1_024,
    memoryBytes: estimateMemory(file?.sizeBytes ?? 0, 1_024),
  })
  expect(logged).toEqual([])
})

test('a file that fails the check is omitted and logged once, until it changes', async () => {
  const path = await put('hostile.gguf', { heads: 0 })
  await put('good.gguf')
  const opened = files()
  for (let time = 0; time < 3; time++)
    expect((await opened.list(never)).map(({ name }) => name)).toEqual(['good:latest'])
  expect(logged).toEqual([{ file: 'hostile.gguf', reason: 'has an impossible number of attention heads' }])
  await expect(opened.find('hostile:latest', never)).rejects.toMatchObject({
    code: 'bad-request',
    reason: 'the file hostile.gguf has an impossible number of attention heads',
  })
  await expect(opened.find('nobody:knows', never)).rejects.toMatchObject({ code: 'not-found' })
  writeTinyGguf(path)
  expect(await opened.list(never)).toHaveLength(2)
  await writeFile(path, 'GGUF')
  expect(await opened.list(never)).toHaveLength(1)
  expect(logged).toHaveLength(2)
})

test('a renamed file is a model with the new name', async () => {
  const path = await put('good.gguf')
  const opened = files()
  expect((await opened.list(never)).map(({ name }) => name)).toEqual(['good:latest'])
  await rename(path, join(folder, 'other.gguf'))
  expect((await opened.list(never)).map(({ name }) => name)).toEqual(['other:latest'])
})

test('follows symbolic links inside the folder only', async () => {
  await put('real.gguf')
  writeTinyGguf(join(place, 'outside.gguf'))
  await symlink('real.gguf', join(folder, 'link.gguf'))
  await symlink('../outside.gguf', join(folder, 'out.gguf'))
  await symlink(place, join(folder, 'up.gguf'))
  await symlink('nowhere', join(folder, 'lost.gguf'))
  expect((await files().list(never)).map(({ name }) => name)).toEqual(['link:latest', 'real:latest'])
  expect(logged.map(({ file, reason }) => [file, reason])).toEqual([
    ['out.gguf', 'is a link that leads out of the folder'],
    ['up.gguf', 'is a link that leads out of the folder'],
  ])
})

test('does not open what is not a regular file', async () => {
  await mkdir(folder)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(join(folder, 'socket'), resolve))
  await symlink('socket', join(folder, 'socket.gguf'))
  expect(await files().list(never)).toEqual([])
  expect(logged).toEqual([{ file: 'socket.gguf', reason: 'is no file' }])
  await new Promise((resolve) => server.close(resolve))
})

test('uses the first of two files with the same model name, and logs invalid names', async () => {
  await put('tiny--v1.gguf')
  await put('tiny:v1.gguf')
  await put('an odd name.gguf')
  expect(await files().list(never)).toHaveLength(1)
  expect(logged.map(({ reason }) => reason)).toEqual([
    'its name may have letters, digits and “.”, “_”, “-”, “+”, “:” only',
    'there is another file of the model tiny:v1',
  ])
})

test('removes valid, invalid and partial files, and nothing outside the folder', async () => {
  await put('hostile.gguf', { heads: 0 })
  await put('good.gguf')
  await writeFile(join(folder, 'begun--1b.gguf.part'), 'GGUF')
  await writeFile(join(place, 'outside--1b.gguf.part'), 'GGUF')
  const opened = files()
  for (const name of ['hostile:latest', 'good:latest', 'good:latest', 'begun:1b', '../outside:1b', ':', ''])
    await opened.remove(name, never)
  expect(await readdir(folder)).toEqual([])
  expect(await readdir(place)).toEqual(['models', 'outside--1b.gguf.part'])
})

test('reports a folder that cannot be read as an internal error', async () => {
  await writeFile(folder, 'a file in its place')
  await expect(files().list(never)).rejects.toMatchObject({ code: 'internal' })
})
