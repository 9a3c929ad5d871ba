import { expect, test } from 'vitest'
import { halves } from './halves.ts'

test('a name is cut before its ending', () => {
  expect(halves('Eichrechtskonformität_Prüfbericht.pdf').join('')).toBe(
    'Eichrechtskonformität_Prüfbericht.pdf',
  )
  expect(halves('Eichrechtskonformität_Prüfbericht.pdf')[1]).toBe('rüfbericht.pdf')
  expect(halves('a')).toEqual(['a', ''])
  expect(halves('👩‍🚀👩‍🚀.md').join('')).toBe('👩‍🚀👩‍🚀.md')
})
