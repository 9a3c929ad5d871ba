import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { alone } from './install-lock.mjs'

let folder
let path
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plg-lock-'))
  path = join(folder, 'lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Starts a process that takes the lock, says so, and keeps it until it is killed or gets a line. */
function holding() {
  const program = `
    import { alone } from ${JSON.stringify(new URL('./install-lock.mjs', import.meta.url).href)}
    await alone(${JSON.stringify(path)}, () => new Promise((resolve) => {
      process.stdin.once('data', resolve)
      process.stdout.write('works')
    }))
    process.exit()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  return new Promise((resolve) => child.stdout.once('data', () => resolve({ child, closed })))
}

test('a second process waits until the first one has finished', async () => {
  const { child, closed } = await holding()
  const seen = []
  const second = alone(path, () => seen.push('second'), {
    lookMs: 5,
    waiting: () => {
      seen.push('waits')
      child.stdin.write('\n')
    },
  })
  await second
  expect(seen).toEqual(['waits', 'second'])
  await closed
  expect(existsSync(path)).toBe(false)
})

test('the lock of a killed process is taken over', async () => {
  const { child, closed } = await holding()
  child.kill('SIGKILL')
  await closed
  expect(existsSync(path)).toBe(true)
  expect(await alone(path, () => 'done', { lookMs: 5 })).toBe('done')
  expect(existsSync(path)).toBe(false)
})

test(
  'a number that another process has now holds nothing',
  { skip: process.platform !== 'linux' },
  async () => {
    writeFileSync(path, `${process.ppid} 1`)
    expect(await alone(path, () => readFileSync(path, 'utf8').split(' ')[0], { lookMs: 5 })).toBe(
      String(process.pid),
    )
  },
)

test('the lock is given back when the work fails', async () => {
  await expect(alone(path, () => Promise.reject(new Error('npm failed')))).rejects.toThrow('npm failed')
  expect(existsSync(path)).toBe(false)
})
