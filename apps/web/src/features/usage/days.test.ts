import { expect, test } from 'vitest'
import { everyDay } from './days.ts'

const sum = { prompts: 2, failed: 0, stopped: 0, tokensPrompt: 10, tokensResponse: 20, ms: 5 }

test('lists every day of the period, including days without prompts', () => {
  const byDay = [{ day: '2026-02-27', ...sum }]
  const days = everyDay({ from: '2026-02-26', to: '2026-03-01', byDay })
  expect(days.map(({ day, prompts }) => [day, prompts])).toEqual([
    ['2026-02-26', 0],
    ['2026-02-27', 2],
    ['2026-02-28', 0],
    ['2026-03-01', 0],
  ])
})
