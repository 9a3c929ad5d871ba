import { expect, test } from 'vitest'
import { daysUntil, sumOf } from './days.ts'

const day = (on: string, questions: number) => ({
  day: on,
  questions,
  visitors: 1,
  missed: 0,
  failed: 0,
  up: 0,
  down: 0,
  tokens: 0,
})

test('fills the days without questions, up to today', () => {
  const days = daysUntil(new Date('2026-03-01T10:00:00Z'), 3, [day('2026-02-28', 4), day('2026-01-01', 9)])
  expect(days.map((one) => [one.day, one.questions])).toEqual([
    ['2026-02-27', 0],
    ['2026-02-28', 4],
    ['2026-03-01', 0],
  ])
  expect(sumOf(days, 'questions')).toBe(4)
})
