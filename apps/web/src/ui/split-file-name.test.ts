import { expect, test } from 'vitest'
import { splitFileName } from './file-name.tsx'

test('splits a long name before its last characters', () => {
  expect(splitFileName('Eichrechtskonformität_Prüfbericht.pdf').join('')).toBe(
    'Eichrechtskonformität_Prüfbericht.pdf',
  )
  expect(splitFileName('Eichrechtskonformität_Prüfbericht.pdf')[1]).toBe('rüfbericht.pdf')
  expect(splitFileName('a')).toEqual(['a', ''])
  expect(splitFileName('👩‍🚀👩‍🚀.md').join('')).toBe('👩‍🚀👩‍🚀.md')
})
