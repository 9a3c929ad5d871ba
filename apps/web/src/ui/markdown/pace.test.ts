import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

/** A fake clock with frames every 16 ms; rendering takes `cost` ms, and the user presses a key every `typing` ms. */
function page(cost: number, typing = Infinity) {
  let now = 0
  const waiting: { at: number; act: () => void }[] = []
  const shown: number[] = []
  const at = (time: number, act: () => void) => void waiting.push({ at: time, act })
  const pace = createPace(
    () => {
      shown.push(now)
      now += cost
    },
    {
      now: () => now,
      next: (act) => at(Math.floor(now / 16) * 16 + 16, act),
      schedule: (act, ms) => at(now + ms, act),
      typedAt: () => (typing === Infinity ? -Infinity : Math.floor(now / typing) * typing),
    },
  )
  /** Calls `ask` every 5 ms until `end`. */
  const run = (end: number) => {
    for (let ask = 0; ask <= end; ask += 5) {
      for (;;) {
        waiting.sort((one, other) => one.at - other.at)
        if (!waiting[0] || waiting[0].at > ask) break
        const due = waiting.shift()
        now = Math.max(now, due?.at ?? 0)
        due?.act()
      }
      now = Math.max(now, ask)
      pace.ask()
    }
  }
  return { pace, shown, run }
}

test('shows text in every frame if rendering is fast', () => {
  const { shown, run } = page(1)
  run(1_000)
  expect(shown.length).toBeGreaterThanOrEqual(60)
})

test('limits the share of time for slow rendering, and still shows progress', () => {
  for (const cost of [6, 15, 60]) {
    const { shown, run } = page(cost)
    run(4_000)
    expect(shown.length * cost).toBeLessThan(4_000 * (cost > 30 ? 0.3 : 0.2))
    expect(shown.length).toBeGreaterThan(15)
  }
})

test('renders less often while the user types, and never right after a key press', () => {
  const { shown, run } = page(2, 60)
  run(3_000)
  expect(shown.slice(1).filter((time) => time % 60 < 20)).toEqual([])
  expect(shown.length).toBeGreaterThan(9)
  expect(shown.length).toBeLessThan(12)
})

test('shows nothing without a request, and at once when flushed', () => {
  const { pace, shown } = page(1)
  pace.flush()
  expect(shown).toEqual([])
  pace.ask()
  pace.flush()
  expect(shown).toEqual([0])
})
