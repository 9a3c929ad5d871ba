import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { greetedName, greetingAt, type Greeting } from './greeting.ts'

test.each([
  [0, 'night'],
  [2, 'night'],
  [3, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [14, 'afternoon'],
  [15, 'evening'],
  [19, 'evening'],
  [20, 'night'],
  [23, 'night'],
] as const)('at %i o’clock the greeting is “%s”', (hour, greeting) => {
  expect(greetingAt(hour)).toBe(greeting)
})

test.each([
  ['System', ''],
  ['administrator', ''],
  [' Superuser ', ''],
  ['Guest', ''],
  ['Anna', 'Anna'],
  ['Systema', 'Systema'],
  ['', ''],
])('the first name %j is greeted as %j', (firstName, greeted) => {
  expect(greetedName(firstName)).toBe(greeted)
})

test.each(['en', 'de', 'bg'])('the night greeting (%s) is the same as in the evening', async (language) => {
  const file = join(import.meta.dirname, `../../texts/${language}/dashboard.json`)
  const { greetings, greetingsAlone } = JSON.parse(await readFile(file, 'utf8')) as Record<
    'greetings' | 'greetingsAlone',
    Record<Greeting, string>
  >
  expect([greetings.night, greetingsAlone.night]).toEqual([greetings.evening, greetingsAlone.evening])
})
