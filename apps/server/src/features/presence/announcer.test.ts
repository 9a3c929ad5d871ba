import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SystemEvent } from '#events.ts'
import { openLog } from '#platform/log.ts'
import { Announcer } from './announcer.ts'

let told: Extract<SystemEvent, { type: 'presence.announced' }>[]
let announcer: Announcer
beforeEach(() => {
  vi.useFakeTimers()
  told = []
  announcer = new Announcer({
    bus: {
      publish: async (_, event) => {
        if (event.type === 'presence.announced') told.push(event)
      },
    },
    db: { orm: undefined as never },
    log: openLog('silent'),
  })
})
afterEach(() => {
  announcer.close()
  vi.useRealTimers()
})

const visit = (person: number) => ({ id: crypto.randomUUID(), person, projectId: 2 ** 40 })

test('500 readers cause less than one notification a second, each below 8,000 bytes', async () => {
  const people = Array.from({ length: 500 }, (_, index) => visit(2 ** 40 + index))
  // Each announces it once in ten seconds, one after the other.
  for (const one of people) {
    announcer.reading(one, { isNew: false })
    await vi.advanceTimersByTimeAsync(20)
  }
  await vi.advanceTimersByTimeAsync(2_000)
  expect(new Set(told.flatMap(({ reading }) => reading.map(([id]) => id))).size).toBe(500)
  expect(told.length).toBeLessThanOrEqual(10)
  for (const event of told) expect(JSON.stringify(event).length).toBeLessThan(8_000)
})

test('a new reader is announced at once, together with waiting announcements', async () => {
  announcer.reading(visit(1), { isNew: false })
  await vi.advanceTimersByTimeAsync(100)
  announcer.reading(visit(2), { isNew: true })
  await vi.advanceTimersByTimeAsync(60)
  expect(told.map(({ reading }) => reading.map(([, person]) => person))).toEqual([[1, 2]])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told).toHaveLength(1)
})

test('a reader who left is not announced as still reading', async () => {
  const [own, elsewhere] = [visit(1), visit(2)]
  for (const one of [own, elsewhere]) announcer.reading(one, { isNew: false })
  announcer.ended(own)
  announcer.forget(elsewhere)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told.map(({ reading, ended }) => [reading.length, ended.map(([id]) => id)])).toEqual([[0, [own.id]]])
})
