import { expect, test, vi } from 'vitest'
import { lazily } from './slices.ts'

const MB = 1_000_000

test('a long reply frees its buffers by collections of the young generation', async () => {
  const collect = vi.spyOn(globalThis as { gc: NodeJS.GCFunction }, 'gc')
  const pieces = Array.from({ length: 64 }, () => Buffer.alloc(MB))
  let bytes = 0
  for await (const piece of lazily(pieces)) bytes += (piece as Buffer).length
  expect(bytes).toBe(64 * MB)
  expect(collect.mock.calls).toEqual(Array.from({ length: 4 }, () => [{ type: 'minor' }]))
  collect.mockRestore()
})
