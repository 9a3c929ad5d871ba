import { expect, test } from 'vitest'
import { beyond, dueAfter, dueBefore, isPart, nameOf } from './schedule.ts'

const at = (day: number, hours: number, minutes = 0) => new Date(2026, 10, day, hours, minutes)

test.each([
  ['after the time of day', at(27, 9), at(27, 3), at(28, 3)],
  ['before it', at(27, 2, 59), at(26, 3), at(27, 3)],
  ['at it', at(27, 3), at(27, 3), at(28, 3)],
  ['on the first of a month', at(1, 1), new Date(2026, 9, 31, 3), at(1, 3)],
])('a backup is due once a day: %s', (_, now, before, after) => {
  expect(dueBefore('03:00', now)).toEqual(before)
  expect(dueAfter('03:00', now)).toEqual(after)
})

test('keeps the newest scheduled backups, and every other file', () => {
  const names = [1, 4, 2, 3].map((day) => nameOf(new Date(Date.UTC(2026, 10, day))))
  const others = ['before-1.0.0-1.polylogue', 'mine.polylogue', `${names[0]}.part`, 'scheduled-x.polylogue']
  expect(beyond([...names, ...others], 2)).toEqual([names[2], names[0]])
  expect([...names, ...others].filter(isPart)).toEqual([`${names[0]}.part`])
})
