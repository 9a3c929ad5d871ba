import { expect, test } from 'vitest'
import { kindOf, partsOfName } from './kinds.ts'

test.each([
  ['Miriam Bäcker-Yıldız', 'Miriam', 'Bäcker-Yıldız'],
  ['  Dr. Annegret   Schulze-Wieland ', 'Dr.', 'Schulze-Wieland'],
  ['Cher', 'Cher', ''],
  ['', '', ''],
])('%s is drawn by its first and its last word', (name, firstName, lastName) => {
  expect(partsOfName(name)).toEqual({ firstName, lastName })
})

test('a person is no group', () => {
  expect(kindOf(5)).toBeUndefined()
  expect(kindOf(3)?.kind).toBe('team')
})
