// A refused call gets a sentence also while the files with the sentences hang.
import { afterEach, expect, test, vi } from 'vitest'
import { loadRefusal } from './load-texts.ts'
import { translations } from './translations.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('texts that hang hold up a refusal for three seconds', async () => {
  vi.useFakeTimers()
  vi.spyOn(translations, 'load').mockReturnValue(new Promise(() => undefined))
  const ended = vi.fn()
  void loadRefusal('SOME_CODE').then(ended)
  await vi.advanceTimersByTimeAsync(2_900)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(ended).toHaveBeenCalled()
})

test('texts that come, or cannot be loaded, end the wait at once, and leave no timer', async () => {
  vi.useFakeTimers()
  for (const loaded of [Promise.resolve(), Promise.reject(new Error('offline'))]) {
    vi.spyOn(translations, 'load').mockReturnValue(loaded)
    await loadRefusal('SOME_CODE')
    expect(vi.getTimerCount()).toBe(0)
  }
})
