import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answeringServer, type Handler } from '#test/answering-server.ts'
import { openLog } from '#platform/log.ts'
import { openOutbound } from '#platform/outbound/index.ts'
import type { EngineError, EngineProgress } from '../../engine.ts'
import { ggufBytes } from '../test/gguf-bytes.ts'
import { fetchError, Refused } from './fetch-errors.ts'
import { mergeCatalogue, openModelFiles, type ModelFilesDeps } from './index.ts'

/** A model slightly larger than this number of bytes that passes the check. */
function model(heads = 4): Buffer {
  return ggufBytes(
    [
      ['general.architecture', 'str', 'llama'],
      ['llama.context_length', 'u32', 4_096],
      ['llama.block_count', 'u32', 2],
      ['llama.embedding_length', 'u32', 64],
      ['llama.attention.head_count', 'u32', heads],
      ['tokenizer.ggml.tokens', 'strings', ['<s>']],
    ],
    [{ name: 'token_embd.weight', dims: [64, 4_000], data: new Float32Array(256_000).fill(0.5), half: true }],
  )
}
const FILE = model()
const HALF = Math.floor(FILE.length / 2)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const web = answeringServer()
let folder: string

beforeEach(async () => {
  web.respond = ranges(FILE, '"one"')
  folder = await mkdtemp(join(tmpdir(), 'models-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A server that handles ranges correctly: RFC 9110, sections 13 and 14. */
function ranges(file: Buffer, etag: string): Handler {
  return (req, res) => {
    const from = Number(/^bytes=(\d+)-$/.exec(req.headers.range ?? '')?.[1] ?? 0)
    const isSame = (req.headers['if-range'] ?? etag) === etag
    if (from > 0 && isSame && from >= file.length) {
      res.writeHead(416, { 'content-range': `bytes */${file.length}` }).end()
    } else if (from > 0 && isSame) {
      const range = `bytes ${from}-${file.length - 1}/${file.length}`
      res.writeHead(206, { etag, 'content-range': range, 'content-length': file.length - from })
      res.end(file.subarray(from))
    } else {
      res.writeHead(200, { etag, 'content-length': file.length }).end(file)
    }
  }
}

/** Sends the first half, then stalls or breaks the connection. */
function half(then: 'stall' | 'break', { file, etag } = { file: FILE, etag: '"one"' }): Handler {
  return (_req, res) => {
    res.writeHead(200, { etag, 'content-length': file.length })
    res.write(file.subarray(0, HALF), () => then === 'break' && res.destroy())
  }
}

interface Wished extends Partial<ModelFilesDeps> {
  readonly sha?: string
  readonly size?: number | undefined
  readonly address?: string
  readonly builtIn?: boolean
}

function files({ sha = sha256(FILE), size, address, builtIn = false, ...more }: Wished = {}) {
  const log = openLog('silent')
  const [entry] = mergeCatalogue(
    [
      {
        family: 'tiny',
        tag: 'v1',
        parameters: 0.001,
        licence: { name: 'MIT' },
        sizeBytes: size,
        contextLength: 4_096,
        capabilities: ['chat'],
        address: address ?? `http://127.0.0.1:${web.port}/tiny.gguf`,
        sha256: sha,
      },
    ],
    { builtIn: false },
  )
  if (!entry) throw new Error('no entry')
  const catalogue = [{ ...entry, configured: !builtIn }]
  return openModelFiles({
    folder,
    catalogue,
    outbound: openOutbound({ log }),
    log,
    keepFreeBytes: 0,
    ...more,
  })
}

const never = new AbortController().signal

async function fetched(opened = files(), signal = never): Promise<EngineProgress[]> {
  const told: EngineProgress[] = []
  for await (const progress of opened.fetch('tiny:v1', signal)) told.push(progress)
  return told
}

async function failure(opened = files(), signal = never): Promise<EngineError> {
  return fetched(opened, signal).then(
    () => {
      throw new Error('it was fetched')
    },
    (error: EngineError) => error,
  )
}

const FINAL = 'tiny--v1.gguf'
const PART = `${FINAL}.part`
const there = async () => (await readdir(folder)).sort()

/** Downloads half of the file, then aborts. */
async function interrupted(sent = { file: FILE, etag: '"one"' }): Promise<void> {
  const leaving = new AbortController()
  web.respond = half('stall', sent)
  const left = (async () => {
    for await (const { done } of files().fetch('tiny:v1', leaving.signal))
      if (done >= HALF) leaving.abort(new Error('left'))
  })()
  // The last chunk is reported after it is written.
  const looking = setInterval(() => {
    readFile(join(folder, PART)).then(
      (part) => part.length === HALF && leaving.abort(new Error('left')),
      () => undefined,
    )
  }, 20)
  await expect(left).rejects.toThrow('left')
  clearInterval(looking)
  expect((await readFile(join(folder, PART))).equals(sent.file.subarray(0, HALF))).toBe(true)
  web.requests = []
}

test('downloads, checks and installs a model; a second download does nothing', async () => {
  const opened = files({ size: FILE.length })
  const told = await fetched(opened)
  expect(told[0]).toEqual({ state: 'fetching', done: 0, total: FILE.length })
  expect(told.at(-1)).toEqual({ state: 'checking', done: FILE.length, total: FILE.length })
  expect(told.length).toBeLessThan(8)
  expect(await there()).toEqual([FINAL])
  expect((await readFile(join(folder, FINAL))).equals(FILE)).toBe(true)
  expect(await fetched(opened)).toEqual([])
  expect(web.requests).toHaveLength(1)
  const { models } = await opened.offer(never)
  expect(models.map(({ name, present }) => [name, present])).toEqual([['tiny:v1', true]])
})

describe('an interrupted download', () => {
  test('resumes where it stopped, also from a new instance', async () => {
    await interrupted()
    web.respond = ranges(FILE, '"one"')
    const told = await fetched()
    expect(told.find(({ state }) => state === 'fetching')).toMatchObject({ done: HALF, total: FILE.length })
    expect(web.requests[0]?.headers).toMatchObject({ range: `bytes=${HALF}-`, 'if-range': '"one"' })
    expect((await readFile(join(folder, FINAL))).equals(FILE)).toBe(true)
    expect(await there()).toEqual([FINAL])
  })

  test('starts over if the server sends the whole file', async () => {
    await interrupted()
    web.respond = (_req, res) => res.writeHead(200, { 'content-length': FILE.length }).end(FILE)
    await fetched()
    expect((await readFile(join(folder, FINAL))).equals(FILE)).toBe(true)
  })

  test('starts over when the file has changed, even if the server resumes it', async () => {
    await interrupted({ file: model(2), etag: '"two"' })
    web.respond = (req, res) => {
      delete req.headers['if-range']
      ranges(FILE, '"one"')(req, res)
    }
    await fetched()
    expect(web.requests.map(({ headers }) => headers.range)).toEqual([`bytes=${HALF}-`, undefined])
    expect((await readFile(join(folder, FINAL))).equals(FILE)).toBe(true)
  })

  test('starts over when the catalogue has another checksum', async () => {
    await interrupted()
    const other = model(2)
    web.respond = ranges(other, '"one"')
    await fetched(files({ sha: sha256(other) }))
    expect(web.requests[0]?.headers.range).toBeUndefined()
    expect((await readFile(join(folder, FINAL))).equals(other)).toBe(true)
  })

  test.each([
    ['the size is known', FILE.length, 0],
    ['the server reports it', undefined, 1],
  ])('is only checked when the part is complete: %s', async (_, size, asked) => {
    await writeFile(join(folder, PART), FILE)
    await fetched(files({ size }))
    expect(web.requests).toHaveLength(asked)
    expect(await there()).toEqual([FINAL])
  })

  test('keeps its part when the connection breaks', async () => {
    web.respond = half('break')
    expect(await failure()).toMatchObject({ code: 'broken-stream' })
    expect((await readFile(join(folder, PART))).length).toBe(HALF)
    expect(await there()).toEqual([PART, `${PART}.json`])
  })

  test('keeps its part when the server stalls', async () => {
    web.respond = half('stall')
    expect(await failure(files({ idleMs: 100 }))).toMatchObject({ code: 'timeout' })
    expect((await readFile(join(folder, PART))).length).toBe(HALF)
  })

  test('is deleted when the model is removed', async () => {
    await interrupted()
    await files().remove('tiny:v1', never)
    expect(await there()).toEqual([])
  })
})

describe('deletes a downloaded file', () => {
  const gone = async (error: EngineError, reason: string) => {
    expect(error).toMatchObject({ code: 'bad-request' })
    expect(error.reason).toContain(reason)
    expect(await there()).toEqual([])
  }

  test('with another checksum', async () => {
    await gone(await failure(files({ sha: 'a'.repeat(64) })), 'its checksum is another')
  })

  test('with another size, before reading it', async () => {
    await gone(await failure(files({ size: FILE.length - 1 })), `it has ${FILE.length} bytes`)
  })

  test('that is longer than its size in the catalogue', async () => {
    web.respond = (_req, res) => res.writeHead(200, { 'transfer-encoding': 'chunked' }).end(FILE)
    await gone(await failure(files({ size: HALF })), 'longer')
  })

  test('that is not a GGUF file, after its first bytes', async () => {
    web.respond = (_req, res) => res.writeHead(200).write('<!doctype html>')
    await gone(await failure(), 'it is no GGUF file')
  })

  test('that would crash llama.cpp', async () => {
    const hostile = model(0)
    web.respond = ranges(hostile, '"x"')
    await gone(await failure(files({ sha: sha256(hostile) })), 'attention heads')
  })
})

test.each([
  [404, {}, { code: 'bad-request', reason: 'there is no file at its address any more' }],
  [403, {}, { code: 'bad-request' }],
  [429, { 'retry-after': '7' }, { code: 'rate-limited', retryAfterMs: 7_000 }],
  [503, { 'retry-after': '9' }, { code: 'unreachable', retryAfterMs: 9_000 }],
])('reports the response status %i', async (status, headers, told) => {
  web.respond = (_req, res) => res.writeHead(status, headers).end('sorry')
  expect(await failure()).toMatchObject(told)
})

describe('model addresses', () => {
  test('of the built-in catalogue may not be private', async () => {
    const error = await failure(files({ builtIn: true }))
    expect(error).toMatchObject({
      code: 'unreachable',
      reason: `127.0.0.1:${web.port} cannot be reached from this server`,
    })
    expect(web.requests).toHaveLength(0)
  })

  test('of the configuration may redirect to their own host but not to another private one', async () => {
    web.respond = (req, res) => {
      if (req.url === '/tiny.gguf') res.writeHead(302, { location: '/elsewhere.gguf' }).end()
      else ranges(FILE, '"one"')(req, res)
    }
    await fetched()
    expect(web.requests.map(({ url }) => url)).toEqual(['/tiny.gguf', '/elsewhere.gguf'])
    await files().remove('tiny:v1', never)
    web.requests = []
    web.respond = (_req, res) => res.writeHead(302, { location: `http://localhost:${web.port}/inside` }).end()
    const outbound = openOutbound({ log: openLog('silent'), ports: [web.port] })
    expect(await failure(files({ outbound }))).toMatchObject({ code: 'unreachable' })
    expect(web.requests).toHaveLength(1)
  })

  test('that refuse connections are reported as unreachable', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port: free } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    expect(await failure(files({ address: `http://127.0.0.1:${free}/x.gguf` }))).toMatchObject({
      code: 'unreachable',
    })
  })
})

describe('disk space', () => {
  test('is checked before downloading, and the part is kept', async () => {
    await interrupted()
    web.respond = ranges(FILE, '"one"')
    const error = await failure(files({ keepFreeBytes: Number.MAX_SAFE_INTEGER }))
    expect(error).toMatchObject({ code: 'bad-request' })
    expect(error.reason).toContain('1 MB are needed and 0 MB are free. What was fetched stays')
    expect((await readFile(join(folder, PART))).length).toBe(HALF)
  })

  test('that runs out during the download is reported', () => {
    const [entry] = mergeCatalogue([], { builtIn: true })
    if (!entry) throw new Error('no entry')
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    expect(fetchError(full, entry)).toMatchObject({
      code: 'bad-request',
      reason: 'the disk of the models folder is full. What was fetched stays',
    })
  })

  test('a long error reason is cut between characters', () => {
    const [entry] = mergeCatalogue([], { builtIn: true })
    if (!entry) throw new Error('no entry')
    const refused = new Refused(`${'x'.repeat(199)}\u{1F600}`, { dropsPart: false })
    expect(fetchError(refused, entry)).toMatchObject({ reason: 'x'.repeat(199) })
  })
})

describe('concurrent downloads', () => {
  test('of one model are refused as busy while the first is running', async () => {
    const leaving = new AbortController()
    web.respond = half('stall')
    const first = files().fetch('tiny:v1', leaving.signal)[Symbol.asyncIterator]()
    await first.next()
    expect(await failure()).toMatchObject({ code: 'busy', retryAfterMs: 12_000 })
    leaving.abort(new Error('left'))
    await expect(first.next().then(() => first.next())).rejects.toThrow('left')
    web.respond = ranges(FILE, '"one"')
    await fetched()
    expect(await there()).toEqual([FINAL])
  })

  test('are not blocked by the old lock of a dead process', async () => {
    const lock = join(folder, `${PART}.lock`)
    await writeFile(lock, 'of a process that died')
    expect(await failure()).toMatchObject({ code: 'busy' })
    const before = new Date(Date.now() - 60_000)
    await utimes(lock, before, before)
    await fetched()
    expect(await there()).toEqual([FINAL])
  })
})

test('an unknown model name is reported as not found', async () => {
  const fetching = files().fetch('nobody:knows', never)[Symbol.asyncIterator]()
  await expect(fetching.next()).rejects.toMatchObject({ code: 'not-found' })
})
