import { expect, test } from 'vitest'
import bg from '#texts/bg/shell.json' with { type: 'json' }
import de from '#texts/de/shell.json' with { type: 'json' }
import en from '#texts/en/shell.json' with { type: 'json' }
import { isProvisionalName, provisionalName } from '@polylogue/contract/browser'

test.each([
  ['en', en],
  ['de', de],
  ['bg', bg],
] as const)('in %s is the text of the navigation', (language, texts) => {
  expect(provisionalName(language)).toBe(texts.newChat)
  expect(isProvisionalName(texts.newChat)).toBe(true)
})

test('a name chosen by a user is not provisional, and unknown languages use English', () => {
  expect(isProvisionalName('Travel expenses')).toBe(false)
  expect(provisionalName('fr')).toBe('New chat')
})
