// Measures the memory of an idle server with the embedded database, and that V8 keeps compiled WebAssembly. Uses the bundled
// code, because compiling TypeScript would dominate.
import { execFile } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { migrationsDir, temporaryDir } from '#test/db.ts'
import { startDatabaseProcess } from '#test/db-processes.ts'
import { ALLOCATOR, NODE_OPTIONS } from '../../node-options.ts'

const server = join(import.meta.dirname, '../../../..')
// Inside the package, so that external dependencies are resolved.
const dist = join(server, 'node_modules/.cache/memory-test')

beforeAll(async () => {
  const bundle = await rolldown({
    input: {
      main: join(server, 'test/db-child.ts'),
      'pglite-worker': join(import.meta.dirname, 'pglite-worker.ts'),
      'pglite-init': join(import.meta.dirname, 'pglite-init.ts'),
    },
    platform: 'node',
    external: (id) =>
      !/^[.#]/.test(id) && !isAbsolute(id) && !id.startsWith('@polylogue/') && !id.startsWith('drizzle-orm'),
    logLevel: 'silent',
  })
  await mkdir(dist, { recursive: true })
  await bundle.write({ dir: dist, format: 'esm', entryFileNames: '[name].js' })
  await bundle.close()
})
afterAll(() => rm(dist, { recursive: true, force: true }))

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

test.skipIf(process.platform !== 'linux')(
  'an idle server uses at most 200 MB on its first start',
  { timeout: 90_000 },
  async () => {
    const dataDir = await temporaryDir()
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const idle = startDatabaseProcess(['idle', dataDir], {
      file: join(dist, 'main.js'),
      flags: NODE_OPTIONS,
      env: ALLOCATOR,
    })
    await idle.until((message) => message['idle'] === true)
    // Memory used by starting is freed within seconds.
    await vi.waitFor(async () => expect(await residentBytes(idle.pid)).toBeLessThan(200_000_000), {
      timeout: 20_000,
      interval: 500,
    })
    await idle.kill('SIGKILL')
  },
)

// V8's trace shows whether it searched for code to free (decision 31).
test('compiled WebAssembly is kept as long as the process runs', { timeout: 90_000 }, async () => {
  const dataDir = await temporaryDir()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const args = [
    ...NODE_OPTIONS,
    '--trace-wasm-code-gc',
    join(dist, 'main.js'),
    'migrate',
    dataDir,
    migrationsDir,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toContain('{"done":true}')
  expect(stdout).not.toContain('[wasm-gc]')
})
