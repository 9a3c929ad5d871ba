import { expect, test } from 'vitest'
import { kindOf, partsOfName } from './kinds.ts'

test.each([
  ['Miriam Bäcker-Yıldız', 'Miriam', 'Bäcker-Yıldız'],
  ['  Dr. Annegret   Schulze-Wieland ', 'Dr.', 'Schulze-Wieland'],
  ['Cher', 'Cher', ''],
  ['', '', ''],
])('splits “%s” into its first and last word', (name, firstName, lastName) => {
  expect(partsOfName(name)).toEqual({ firstName, lastName })
})

test('returns no group type for a person', () => {
  expect(kindOf(5)).toBeUndefined()
  expect(kindOf(3)?.kind).toBe('team')
})
