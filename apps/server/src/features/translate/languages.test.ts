import { expect, test } from 'vitest'
import { canonical, matchCode, namesIn } from './languages.ts'

test.each([
  [['EN-GB', 'DE'], 'de', 'DE'],
  [['EN-GB', 'EN-US', 'DE'], 'en-us', 'EN-US'],
  [['EN-GB', 'EN-US'], 'en', 'EN-GB'],
  [['de', 'en'], 'de-AT', 'de'],
  [['EN-GB'], 'en-AU', undefined],
  [['de'], 'den', undefined],
  [[], 'de', undefined],
])('from %j, %s selects %s', (codes, wanted, found) => {
  expect(matchCode(codes, wanted)).toBe(found)
})

test('languages have names in the reader’s language, in its order, else those of the server', () => {
  const languages = new Map([
    ['EN-GB', 'English (British)'],
    ['zt', 'Chinese (traditional)'],
    ['DE', 'German'],
  ])
  expect(namesIn(languages, 'de')).toEqual({
    'en-GB': 'Englisch (Vereinigtes Königreich)',
    zt: 'Chinese (traditional)',
    de: 'Deutsch',
  })
  expect(Object.keys(namesIn(languages, 'de'))).toEqual(['zt', 'de', 'en-GB'])
  for (const odd of ['', 'x', 'not a language', '🜁']) expect(namesIn(languages, odd)['de']).toBe('German')
  expect(canonical('not a language')).toBe('not a language')
})
