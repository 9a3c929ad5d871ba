import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bannedPackages } from './banned-packages.mjs'

/** Returns the check's output for a lockfile with these packages and a harmless one. */
async function saidOf(packages) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'polylogue-lockfile-'))
  const lockfile = join(folder.path, 'package-lock.json')
  const harmless = { '': { name: 'polylogue' }, 'node_modules/zod': { version: '4.0.0' } }
  await writeFile(lockfile, JSON.stringify({ packages: { ...harmless, ...packages } }))
  return bannedPackages({ lockfile }).problems.map((problem) => problem.split(' ').slice(0, 2).join(' '))
}

test('the lockfile of the product contains no banned package', () => {
  const { seen, problems } = bannedPackages()
  expect(seen).toBeGreaterThan(100)
  expect(problems).toEqual([])
})

test.each([
  ['xlsx', '0.18.5'],
  ['mammoth', '1.12.2'],
  ['dompurify', '3.4.6'],
  ['dompurify', '3.4.7-beta.1'],
  ['h3', '1.15.5'],
  ['hono', '4.12.3'],
  ['event-stream', '3.3.6'],
  ['ua-parser-js', '0.7.29'],
  ['node-ipc', '10.1.2'],
  ['colors', '1.4.1'],
  ['chalk', '5.6.1'],
  ['debug', '4.4.2'],
  ['@ctrl/tinycolor', '4.1.1'],
  ['flatmap-stream', '0.1.0'],
])('finds %s %s at any path and under an alias', async (name, version) => {
  const places = {
    [`node_modules/${name}`]: { version },
    [`node_modules/other/node_modules/${name}`]: { version, dev: true },
    'node_modules/alias': { name, version },
  }
  for (const [place, entry] of Object.entries(places))
    expect(await saidOf({ [place]: entry }), place).toEqual([`${name} ${version}`])
})

test('accepts packages that are not listed, and fixed versions', async () => {
  const mended = { dompurify: '3.4.7', hono: '4.12.10', h3: '2.0.0', mammoth: '1.13.0', debug: '4.4.3' }
  const packages = Object.entries({ ...mended, constructor: '1.0.0' }).map(([name, version]) => [
    `node_modules/${name}`,
    { version },
  ])
  expect(await saidOf(Object.fromEntries(packages))).toEqual([])
})
