import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openPasswords } from './passwords.ts'

/** Returns the niceness of each thread of this process. */
const priorities = () =>
  readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })

test.runIf(process.platform === 'linux')(
  'passwords are hashed at a low priority, all else is not',
  async () => {
    const low = () => priorities().filter((nice) => nice === 10).length
    const passwords = openPasswords()
    const hashed = await passwords.inTurn(({ hash }) => hash('Ein-guter-Satz-42'))
    // Only these threads have it.
    expect(low()).toBeGreaterThan(0)
    expect(low()).toBeLessThan(priorities().length)
    const compare = (password: string) => passwords.inTurn(({ verify }) => verify(hashed, password))
    expect(await Promise.all([compare('Ein-guter-Satz-42'), compare('another')])).toEqual([true, false])
    await expect(passwords.inTurn(({ verify }) => verify('no hash', 'x'))).rejects.toThrow()
  },
)
