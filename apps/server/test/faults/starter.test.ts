// The server ends with what started it, even when that was killed and could not forward a signal.
import { spawn, type ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { holderOf } from '#platform/port-holder.ts'
import { newDataDir } from '../product.ts'

const root = join(import.meta.dirname, '../../../..')

/** Starts a command as a person would, and returns the process of the server that it started. */
async function started(command: string, args: string[]): Promise<{ starter: ChildProcess; pid: number }> {
  const place = await newDataDir()
  const starter = spawn(command, args, {
    cwd: root,
    // Its own group, which the test kills if the server stays.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', POLYLOGUE_DATA_DIR: place },
  })
  let said = ''
  starter.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text))
  await expect.poll(() => said, { timeout: 90_000 }).toMatch(/is ready at http:\S+/)
  const { pid } = (await holderOf(Number(/ready at http:\/\/[^:]+:(\d+)/.exec(said)?.[1]))) ?? { pid: 0 }
  onTestFinished(async () => {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL')
    await rm(place, { recursive: true, force: true })
  })
  expect(pid).toBeGreaterThan(0)
  return { starter, pid }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

// The chain of npm is read in /proc.
describe.skipIf(process.platform !== 'linux')('the server ends after kill -9 of', () => {
  test.each([
    ['the start script', process.execPath, ['scripts/start.mjs']],
    ['npm', 'npm', ['start']],
  ])('%s', async (_, command, args) => {
    const { starter, pid } = await started(command, args)
    expect(isRunning(pid)).toBe(true)
    starter.kill('SIGKILL')
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false)
  })
})
