import { expect, test } from 'vitest'
import { formatIn } from './format.ts'

const now = new Date(2026, 10, 20, 12, 0)

test('shows a time of today, else “Yesterday”, the day or the full date', () => {
  const { moment } = formatIn('en', now)
  expect(moment(new Date(2026, 10, 20, 9, 5))).toBe('09:05')
  expect(moment(new Date(2026, 10, 19, 23, 59))).toBe('Yesterday')
  expect(moment(new Date(2026, 10, 9))).toBe('9 Nov')
  expect(moment(new Date(2025, 10, 9))).toBe('9 Nov 2025')
  expect(formatIn('de', now).moment(new Date(2026, 10, 19))).toBe('Gestern')
  expect(formatIn('bg', now).moment(new Date(2026, 10, 19))).toBe('Вчера')
})

test('formats numbers, percentages and sizes for the language', () => {
  expect(formatIn('en', now).number(1284500)).toBe('1,284,500')
  expect(formatIn('de', now).number(1284500)).toBe('1.284.500')
  expect(formatIn('de', now).number(38.24, 1)).toBe('38,2')
  expect(formatIn('en', now).percent(0.4)).toBe('40%')
  expect(formatIn('de', now).percent(0.4)).toBe('40\u00a0%')
  expect(formatIn('en', now).size(48_200)).toBe('48.2\u00a0kB')
  expect(formatIn('de', now).size(1_900_000)).toBe('1,9\u00a0MB')
})
