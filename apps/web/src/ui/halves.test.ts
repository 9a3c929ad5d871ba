import { expect, test } from 'vitest'
import { halves } from './halves.ts'

test('splits a long name before its last characters', () => {
  expect(halves('Eichrechtskonformität_Prüfbericht.pdf').join('')).toBe(
    'Eichrechtskonformität_Prüfbericht.pdf',
  )
  expect(halves('Eichrechtskonformität_Prüfbericht.pdf')[1]).toBe('rüfbericht.pdf')
  expect(halves('a')).toEqual(['a', ''])
  expect(halves('👩‍🚀👩‍🚀.md').join('')).toBe('👩‍🚀👩‍🚀.md')
})
