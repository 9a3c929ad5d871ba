// The backup commands, run beside a working product.
import { contract } from '@polylogue/contract'
import { createClient } from '@polylogue/client'
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sealing } from '#platform/backup/seal.ts'
import { bareEnv } from '../bare-env.ts'
import { startModelServer, type ModelServer } from '../model-server/index.ts'
import { startProduct } from '../product.ts'
import { askHere, begin, messagesHere, slowModel, type Fixture } from './fixture.ts'

let modelServer: ModelServer
let fixture: Fixture
let folder: string
/** A backup of the running product, which the first test makes. */
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polylogue-backup-'))
  file = join(folder, 'one.polylogue')
  modelServer = await startModelServer({ models: [slowModel, 'mock'] })
  fixture = await begin(modelServer)
})
afterAll(async () => {
  await fixture.product[Symbol.asyncDispose]()
  await modelServer.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (name: 'backup' | 'restore', file: string, dataDir: string, ...flags: string[]) =>
  runProgram(name, [file, ...flags], dataDir)

async function runProgram(name: string, args: readonly string[], dataDir: string) {
  const program = join(import.meta.dirname, `../../dist/${name}.js`)
  const child = spawn(process.execPath, [program, ...args], {
    env: bareEnv({ POLYLOGUE_DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, output: output.trim() }
}

const signIn = (baseUrl: string) =>
  createClient({ baseUrl }).call(contract.auth.authenticate, {
    body: { userName: 'anna@example.org', userPassword: 'Ein-guter-Satz-42' },
  })

test('a backup of the running product can be restored elsewhere with the data of that moment', async () => {
  const attachment = {
    name: 'note.txt',
    mime_type: 'text/plain',
    base64: Buffer.from('Nöte').toString('base64'),
  }
  // Guide answers immediately.
  for await (const _ of askHere(
    { ...fixture, tagId: 1 },
    { prompt: 'Read this.', attachments: [attachment] },
  ));
  const asked = await messagesHere(fixture)
  const leave = new AbortController()
  let text = ''
  const answer = (async () => {
    for await (const { event } of askHere(fixture, { prompt: 'A long one' }, leave.signal))
      if (event.type === 'text') text += event.text
  })().catch(() => undefined)
  await vi.waitFor(() => expect(text.length).toBeGreaterThan(100), 20_000)

  await rm(file, { force: true })
  const before = text
  const made = await run('backup', file, fixture.product.dataDir)
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/The server copied its database/) })
  expect(made.output).toMatch(/one\.polylogue: \d+ rows of \d+ tables and 1 media, as of \d/)
  expect(made.output).toMatch(/Not in it: .*secret\.key/)
  expect(text.length).toBeGreaterThan(before.length)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const key = (await readFile(join(fixture.product.dataDir, 'secret.key'), 'utf8')).trim()
  expect((await readFile(file)).includes(key)).toBe(false)
  expect((await readdir(fixture.product.dataDir)).filter((name) => name.startsWith('backup'))).toEqual([])
  leave.abort()
  await answer

  const dataDir = join(folder, 'elsewhere')
  expect(await run('restore', file, dataDir)).toMatchObject({
    code: 2,
    output: expect.stringMatching(/origin of .* is not proven.*--unproven/),
  })
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'secret.key'), key)
  expect(await run('restore', file, dataDir)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Restored as of[^]*sealed with the secret of this installation/),
  })
  await using restored = await startProduct({ dataDir })
  expect(restored.setUpUrl).toBeUndefined()
  for (const token of [fixture.tokens.access_token, fixture.tokens.refresh_token]) {
    const old = createClient({ baseUrl: restored.url, token: () => token })
    await expect(old.call(contract.models.list)).rejects.toMatchObject({ status: 401 })
    await expect(old.call(contract.auth.refresh, {})).rejects.toMatchObject({ status: 401 })
  }
  const { data: tokens } = await signIn(restored.url)
  const client = createClient({ baseUrl: restored.url, token: () => tokens.access_token })
  const messages = await messagesHere({ ...fixture, client })
  expect(messages.map(({ id, uuId, queryText }) => ({ id, uuId, queryText }))).toEqual(
    (await messagesHere(fixture)).map(({ id, uuId, queryText }) => ({ id, uuId, queryText })),
  )
  const interrupted = messages.at(-1)
  expect(interrupted).toMatchObject({ state: 3, errorCode: 'INTERRUPTED' })
  expect(interrupted?.responseText.length).toBeGreaterThan(0)
  expect(text.startsWith(interrupted?.responseText ?? 'none')).toBe(true)
  const bytes = await fetch(`${restored.url}/api/v1/queries/${asked[0]?.id}/attachments/0`, {
    headers: { authorization: `Bearer ${tokens.access_token}`, 'x-requested-with': 'XMLHttpRequest' },
  })
  expect(await bytes.text()).toBe('Nöte')
})

test('refused commands print one sentence, exit with code 2 and change nothing', async () => {
  const { dataDir, pid } = fixture.product
  const refusals: [Awaited<ReturnType<typeof run>>, RegExp][] = [
    [await run('backup', file, dataDir), /one\.polylogue exists already/],
    [await run('backup', join(folder, 'x'), join(folder, 'nobody')), /There is no installation/],
    [await run('restore', file, dataDir), new RegExp(`in use by process ${pid}`)],
    [await runProgram('adopt-media', [], dataDir), new RegExp(`in use by process ${pid}`)],
    [await runProgram('adopt-media', ['--all'], dataDir), /npm run adopt-media -- \[--incomplete\]$/],
    [await run('backup', '--help', dataDir), /npm run backup -- FILE/],
  ]
  const bytes = await readFile(file)
  await writeFile(join(folder, 'bad'), bytes.subarray(0, bytes.length - 20))
  refusals.push([await run('restore', join(folder, 'bad'), join(folder, 'fresh'), '--unproven'), /cut short/])
  // Forged by someone who has the file but not the secret.
  const forged = gunzipSync(bytes).toString().replaceAll('anna@example.org', 'eve@example.org')
  await writeFile(
    join(folder, 'forged'),
    await buffer(Readable.from([gzipSync(forged)]).pipe(sealing(Buffer.alloc(32)))),
  )
  await mkdir(join(folder, 'mine'))
  await cp(join(dataDir, 'secret.key'), join(folder, 'mine', 'secret.key'))
  refusals.push([await run('restore', join(folder, 'forged'), join(folder, 'mine')), /was changed since/])
  for (const [{ code, output }, sentence] of refusals) {
    expect(output.split('\n').at(-1)).toMatch(sentence)
    expect(output).not.toMatch(/\n {4}at /)
    expect(code).toBe(2)
  }
  expect(await readdir(folder)).not.toContain('fresh')
  expect((await fetch(`${fixture.product.url}/api/v1/health`)).status).toBe(200)

  await fixture.product.stop()
  expect(await run('restore', file, dataDir)).toMatchObject({
    code: 2,
    output: expect.stringMatching(/has users/),
  })
  expect(await run('backup', join(folder, 'stopped'), dataDir)).toMatchObject({ code: 0 })
})

test('a moved media folder stops start and backup with the command that adopts it', async () => {
  const { dataDir } = fixture.product
  await fixture.product.stop()
  const adopt = (...flags: string[]) => runProgram('adopt-media', flags, dataDir)
  const refused = (sentence: RegExp) => ({ code: 2, output: expect.stringMatching(sentence) })
  const blobs = join(dataDir, 'blobs')
  const marks = async () => (await readdir(blobs)).filter((name) => name.startsWith('media-store-'))
  const [first] = await marks()
  await rename(blobs, `${blobs}-before`)
  const notOwn =
    /^The media store, .*, is not the one of this database: it has no media-store-.*npm run adopt-media/
  expect(await runProgram('start', [], dataDir)).toMatchObject(refused(notOwn))
  expect(await run('backup', join(folder, 'moved'), dataDir)).toMatchObject(refused(notOwn))
  expect(await adopt()).toMatchObject(
    refused(/Of the 1 files that the database names, 1 are not in .*--incomplete/),
  )
  expect(await adopt('--incomplete')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/is now the one of this database: it has 0 of 1 files/),
  })
  expect(await marks()).not.toEqual([first])
  await using again = await startProduct({ dataDir })
  expect((await fetch(`${again.url}/api/v1/ready`)).status).toBe(200)
  await again.stop()
  // The folder of before has the mark of before only. A folder with all files is adopted as it is.
  await rename(blobs, `${blobs}-adopted`)
  await rename(`${blobs}-before`, blobs)
  expect(await runProgram('start', [], dataDir)).toMatchObject(refused(notOwn))
  expect(await adopt()).toMatchObject({ code: 0, output: expect.stringMatching(/it has 1 of 1 files/) })
})
