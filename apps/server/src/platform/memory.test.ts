import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepWhileUsed } from './memory.ts'

const TEN_MINUTES = 600_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('memory counts less from the first answer until ten minutes after the last', () => {
  const said: unknown[] = []
  const used = keepWhileUsed({
    favourMemory: (favoured) => said.push(favoured),
    collect: () => said.push('collected'),
  })
  expect(said).toEqual([])
  used()
  vi.advanceTimersByTime(TEN_MINUTES - 1)
  used()
  vi.advanceTimersByTime(TEN_MINUTES - 1)
  expect(said).toEqual([false])
  vi.advanceTimersByTime(1)
  expect(said).toEqual([false, true, 'collected'])
  vi.advanceTimersByTime(10 * TEN_MINUTES)
  used()
  expect(said).toEqual([false, true, 'collected', false])
})

// V8's own trace says of a collection at rest whether it is one that reduces memory; the first comes after eight seconds.
async function collectionAtRest(favoured: boolean): Promise<string> {
  const script = `
    import { v8Collector } from ${JSON.stringify(join(import.meta.dirname, 'memory.ts'))}
    v8Collector().favourMemory(${String(favoured)})
    for (let turn = 0; turn < 40; turn++) {
      Array.from({ length: 50_000 }, (_, at) => ({ at }))
      await new Promise((resolve) => setImmediate(resolve))
    }
    setInterval(() => undefined, 20)
  `
  const args = ['--trace-gc', '--no-warnings', '--input-type=module', '--eval', script]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    for await (const line of createInterface(child.stdout))
      if (Number(/(\d+) ms: Mark-Compact/.exec(line)?.[1]) > 6_000) return line
    throw new Error('It ended before anything was collected')
  } finally {
    child.kill()
  }
}

test('V8 is told', { timeout: 60_000 }, async () => {
  vi.useRealTimers()
  const [reducing, keeping] = await Promise.all([collectionAtRest(true), collectionAtRest(false)])
  expect(reducing).toContain('Mark-Compact (reduce)')
  expect(keeping).not.toContain('(reduce)')
})
