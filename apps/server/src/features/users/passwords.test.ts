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
    // The threads of other tests end with the process.
    const before = low()
    const passwords = openPasswords()
    const hashed = await passwords.inTurn(({ hash }) => hash('Ein-guter-Satz-42'))
    expect(low()).toBe(before + 1)
    const compare = (password: string) => passwords.inTurn(({ verify }) => verify(hashed, password))
    expect(await Promise.all([compare('Ein-guter-Satz-42'), compare('another')])).toEqual([true, false])
    await expect(passwords.inTurn(({ verify }) => verify('no hash', 'x'))).rejects.toThrow()
  },
)
