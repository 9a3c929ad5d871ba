// A failed start prints one clear sentence, exits with code 2, and damages nothing.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NODE_OPTIONS } from '#platform/node-options.ts'
import { startProduct } from '../product.ts'
import { startAndFail } from './failing-start.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polylogue-start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const failingStart = (env: Record<string, string>, args: string[] = []) =>
  startAndFail({ POLYLOGUE_DATA_DIR: join(folder, 'data'), ...env }, args)

// One error of each kind: src/config.test.ts has all that the configuration can have.
test.each([
  ['an invalid port', { PORT: 'eighty' }, /^PORT is “eighty”/],
  [
    'a database that does not answer',
    { DATABASE_URL: 'postgres://u:secret@127.0.0.1:9/x' },
    /cannot be reached|does not answer|refused/i,
  ],
  [
    'a weak password of the first super user',
    { POLYLOGUE_ADMIN_EMAIL: 'a@b.org', POLYLOGUE_ADMIN_PASSWORD: 'password' },
    /^POLYLOGUE_ADMIN_PASSWORD is too easy to guess.*longer/,
  ],
  [
    'an object store that does not answer',
    {
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'media',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    },
    /^The media store, the bucket media at http:\/\/127\.0\.0\.1:9, cannot be used: ECONNREFUSED\. Check S3_ENDPOINT/,
  ],
  [
    'an address that is not of this machine',
    { HOST: '192.0.2.1' },
    /^The address 192\.0\.2\.1:0 cannot be used/,
  ],
  [
    'a database address with a setting that cannot be read',
    { DATABASE_URL: 'postgres://127.0.0.1:9/x?sslrootcert=/nowhere.pem' },
    /^The database at DATABASE_URL cannot be used: .*nowhere\.pem/,
  ],
])('the start fails with %s', async (_, env, sentence) => {
  const { code, output } = await failingStart(env)
  expect(output).toMatch(sentence)
  expect(output.split('\n')).toHaveLength(1)
  expect(output).not.toContain('secret@')
  expect(code).toBe(2)
  expect(await readdir(join(folder, 'data')).catch(() => [])).toEqual([])
  await rm(join(folder, 'data'), { recursive: true, force: true })
})

test('the start fails with an argument, or a wrong value in the configuration file', async () => {
  expect(await failingStart({}, ['--port=80'])).toMatchObject({
    code: 2,
    output: expect.stringContaining('--port=80'),
  })
  const file = join(folder, 'config.json')
  await writeFile(file, '{"trustedProxies":["nginx"]}')
  expect(await failingStart({ POLYLOGUE_CONFIG: file })).toMatchObject({
    code: 2,
    output: expect.stringMatching(/^[^\n]*“trustedProxies\.0” is not valid: must be an IP address[^\n]*$/),
  })
  expect(await readdir(folder)).not.toContain('data')
  await rm(file)
})

test('the start fails with a data directory that cannot be created', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const { code, output } = await failingStart({ POLYLOGUE_DATA_DIR: join(file, 'data') })
  expect(code).toBe(2)
  expect(output).toMatch(/^The data directory .* is not writable/)
  await rm(file)
})

test('the start fails with a port in use, before anything is written', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  const { code, output } = await failingStart({
    PORT: String(port),
    POLYLOGUE_DATA_DIR: join(folder, 'never'),
  })
  other.close()
  expect(code).toBe(2)
  // Only Linux tells who holds it.
  if (process.platform === 'linux')
    expect(output).toMatch(
      new RegExp(
        `^Port ${port} is already in use by process ${process.pid} \\(.+\\)\\. Stop it, or set PORT to`,
      ),
    )
  else expect(output).toBe(`Port ${port} is already in use. Set PORT to a free port.`)
  expect(await readdir(folder)).not.toContain('never')
})

// Not on this machine only (small-installation.test.ts) and not with encryption (src/exposure.test.ts).
test('a start on every address warns about missing encryption (CONFIG-6)', async () => {
  await using product = await startProduct({ env: { HOST: '0.0.0.0' } })
  expect(product.output()).toMatch(
    /Warning: HOST is 0\.0\.0\.0.*without encryption.*TLS.*“https” and “trustedProxies”/,
  )
  if (process.platform !== 'linux') return
  const command = await readFile(`/proc/${product.pid}/cmdline`, 'utf8')
  expect(command.split('\0'), 'passes its options to Node').toEqual(expect.arrayContaining(NODE_OPTIONS))
})
