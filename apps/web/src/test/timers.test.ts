import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { knowTimers } from './timers.ts'

it('ends the timers that were started and still run', async () => {
  const { setTimeout: before } = globalThis
  const end = knowTimers()
  const ran: string[] = []
  await new Promise<void>((resolve) => {
    setTimeout(
      (text: string) => {
        ran.push(text)
        resolve()
      },
      0,
      'in time',
    )
  })
  setTimeout(() => ran.push('late'), 5)
  setInterval(() => ran.push('again'), 5)
  end()
  await pause(30)
  expect(ran).toEqual(['in time'])
  expect(globalThis.setTimeout).toBe(before)
})
