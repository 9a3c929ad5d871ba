import { readdirSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { openPasswordThreads } from './password-threads.ts'
import { openPasswords } from './passwords.ts'

/** Returns the niceness of each thread of this process. */
const priorities = () =>
  readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })

test.runIf(process.platform === 'linux')(
  'passwords are hashed in a single thread of low priority',
  async () => {
    const low = () => priorities().filter((nice) => nice === 10).length
    // Other tests may have started the thread; an idle one is used again.
    const expected = Math.max(low(), 1)
    const passwords = openPasswords()
    const hashed = await passwords.inTurn(({ hash }) => hash('Ein-guter-Satz-42'))
    expect(low()).toBe(expected)
    const compare = (password: string) => passwords.inTurn(({ verify }) => verify(hashed, password))
    expect(await Promise.all([compare('Ein-guter-Satz-42'), compare('another')])).toEqual([true, false])
    await expect(passwords.inTurn(({ verify }) => verify('no hash', 'x'))).rejects.toThrow()
  },
)

test('the strength of a password is computed outside the main thread', async () => {
  const passwords = openPasswords()
  const before = process.threadCpuUsage()
  // The computation takes longest for many letters without a pattern; the first call loads the dictionaries.
  const strengths = await Promise.all(
    ['Mississippi', 'qxvzjwkbtnhdpfgrmscylqzxvwjkbtnhdpfgrmscyqzxvwjk'].map((one) =>
      passwords.strength(one, ['Mississippi']),
    ),
  )
  expect(strengths).toEqual([0, 100])
  const { user, system } = process.threadCpuUsage(before)
  expect(user + system).toBeLessThan(50_000)
})

test.runIf(process.platform === 'linux')(
  'a thread that judged ends after a minute without work',
  async () => {
    const low = () => priorities().filter((nice) => nice === 10).length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const before = low()
      const threads = openPasswordThreads(1)
      const hashed = await threads.hash('Ein-guter-Satz-42', {})
      await vi.advanceTimersByTimeAsync(600_000)
      expect(low()).toBe(before + 1)
      await threads.judge('Ein-guter-Satz-42', [])
      await vi.advanceTimersByTimeAsync(59_000)
      expect(await threads.verify(hashed, 'Ein-guter-Satz-42')).toBe(true)
      await vi.advanceTimersByTimeAsync(59_000)
      expect(low()).toBe(before + 1)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await threads.verify(hashed, 'Ein-guter-Satz-42')).toBe(true)
      // It has been replaced by that.
      await expect.poll(low).toBe(before + 1)
      expect(await threads.judge('Mississippi', ['Mississippi'])).toBe(0)
      await vi.advanceTimersByTimeAsync(60_000)
      await expect.poll(low).toBe(before)
    } finally {
      vi.useRealTimers()
    }
  },
)
