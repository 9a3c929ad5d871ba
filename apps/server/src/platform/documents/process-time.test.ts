import { spawn, type ChildProcess } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import { watchTime } from './process-time.ts'

let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

/** Starts a process that works without an end. */
async function busy(): Promise<ChildProcess> {
  const started = spawn(process.execPath, ['-e', 'process.stdout.write("x"); for (;;);'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child = started
  await new Promise((resolve) => started.stdout.once('data', resolve))
  return started
}

test.runIf(process.platform === 'linux')(
  'a process that does not get the processor is waited for, one that has worked is not',
  async () => {
    const one = await busy()
    one.kill('SIGSTOP')
    const end = vi.fn()
    const impatient = vi.fn()
    const watch = watchTime(one.pid, 200, 1_000, end)
    watchTime(one.pid, 200, 1, impatient)
    await vi.waitFor(() => expect(impatient).toHaveBeenCalled(), 20_000)
    expect(end).not.toHaveBeenCalled()
    one.kill('SIGCONT')
    await vi.waitFor(() => expect(end).toHaveBeenCalledTimes(1), 20_000)
    watch.stop()
  },
)

test('patience ends, and nothing is called after the watch is stopped', async () => {
  const one = await busy()
  one.kill('SIGSTOP')
  const [end, stopped] = [vi.fn(), vi.fn()]
  watchTime(one.pid, 50, 3, stopped).stop()
  watchTime(one.pid, 50, 3, end)
  await vi.waitFor(() => expect(end).toHaveBeenCalledTimes(1), 20_000)
  expect(stopped).not.toHaveBeenCalled()
})
