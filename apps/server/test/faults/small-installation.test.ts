// The small installation of `npm run package` is complete and small, and its unit is restricted.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProduct } from '../product.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../../..')
const unit = join(root, 'deploy/polylogue.service')
const systemdAnalyze = '/usr/bin/systemd-analyze'

let folder: string
let installed: string
beforeAll(async () => {
  // In the temporary folder: outside the repository, so that no module of it can be found.
  folder = await mkdtemp(join(tmpdir(), 'polylogue-small-'))
  installed = join(folder, 'installation')
  await run(process.execPath, [join(root, 'scripts/package.mjs'), installed], { cwd: root })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a small installation has at most 350 MB, starts by itself and makes a backup', async () => {
  expect(await megabytesOf(installed)).toBeLessThan(350)
  const program = join(installed, 'apps/server/dist/start.js')
  await using product = await startProduct({ program })
  expect(product.output(), 'only this machine reaches it (CONFIG-6)').not.toContain('Warning: HOST is')
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    version: string
  }
  const health = await fetch(`${product.url}/api/v1/health`)
  expect(await health.json()).toMatchObject({ status: 'ok', version })
  expect(await (await fetch(product.url)).text()).toContain('<div id="root">')
  const file = join(folder, 'today.polylogue')
  const env = { PATH: process.env['PATH'], POLYLOGUE_DATA_DIR: product.dataDir }
  await run(process.execPath, [program, 'backup', file], { cwd: installed, env })
  expect((await lstat(file)).size).toBeGreaterThan(0)
})

test('an older Node is refused in one sentence', async () => {
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.1' } })`
  const program = join(installed, 'apps/server/dist/start.js')
  const failed = run(process.execPath, [
    '--import',
    `data:text/javascript,${encodeURIComponent(old)}`,
    program,
  ])
  await expect(failed).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^This is Node 20\.11\.1; Node 24 or newer is needed\. [^\n]*\n$/),
  })
})

test('a folder with files is refused', async () => {
  const failed = run(process.execPath, [join(root, 'scripts/package.mjs'), installed], { cwd: root })
  await expect(failed).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('is not empty') })
})

test('the unit starts with the machine and after the network and the database', async () => {
  const text = await readFile(unit, 'utf8')
  expect(text).toMatch(/^After=.*network-online\.target.*postgresql\.service/m)
  expect(text).toMatch(/^\[Install\]\nWantedBy=multi-user\.target/m)
})

test.skipIf(!existsSync(systemdAnalyze))('systemd rates the unit at most 3', async () => {
  const { stdout } = await run(systemdAnalyze, ['security', '--offline=true', '--no-pager', unit])
  const rating = /exposure level for polylogue\.service: ([\d.]+)/.exec(stdout)?.[1]
  expect(Number(rating)).toBeLessThanOrEqual(3)
})

async function megabytesOf(place: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
    const { size, blocks } = await lstat(join(entry.parentPath, entry.name))
    bytes += Math.max(size, blocks * 512)
  }
  return bytes / 1_048_576
}
