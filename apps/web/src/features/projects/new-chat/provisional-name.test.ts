import { expect, test } from 'vitest'
import bg from '../../../texts/bg/shell.json' with { type: 'json' }
import de from '../../../texts/de/shell.json' with { type: 'json' }
import en from '../../../texts/en/shell.json' with { type: 'json' }
import { isProvisionalName, provisionalName } from './provisional-name.ts'

test.each([
  ['en', en],
  ['de', de],
  ['bg', bg],
] as const)('in %s it is what the navigation calls it', (language, texts) => {
  expect(provisionalName(language)).toBe(texts.newChat)
  expect(isProvisionalName(texts.newChat)).toBe(true)
})

test('a name that somebody chose is none, and an unknown language has the English one', () => {
  expect(isProvisionalName('Travel expenses')).toBe(false)
  expect(provisionalName('fr')).toBe('New chat')
})
