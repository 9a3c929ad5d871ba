import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTabLock } from './tab-lock.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** The storage that the tabs of a browser share. */
function sharedStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  } as unknown as Storage
}

test('tabs that request the lock at the same time work one after the other', async () => {
  const storage = sharedStorage()
  let working = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++working)
    await new Promise((resolve) => setTimeout(resolve, 100))
    working--
    return 'done'
  }
  const tabs = Array.from({ length: 4 }, async () => createTabLock(storage)?.request('renewal', work))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await Promise.all(tabs)).toEqual(['done', 'done', 'done', 'done'])
  expect(most).toBe(1)
})

test('an error releases the lock, and the lock of a closed tab expires', async () => {
  const storage = sharedStorage()
  const failed = createTabLock(storage)?.request('renewal', () => Promise.reject(new Error('no answer')))
  const told = expect(failed).rejects.toThrow('no answer')
  await vi.advanceTimersByTimeAsync(200)
  await told
  expect(storage.getItem('renewal')).toBeNull()
  void createTabLock(storage)?.request('renewal', () => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(200)
  const next = createTabLock(storage)?.request('renewal', () => Promise.resolve('next'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await next).toBe('next')
})

test('returns no lock without storage', () => {
  expect(createTabLock(undefined)).toBeUndefined()
})
