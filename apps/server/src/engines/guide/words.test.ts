import { expect, test } from 'vitest'
import { rejoined, stopWords, words } from './words.ts'

test('the prefix of a German verb counts as a stop word, with and without an umlaut', () => {
  expect(stopWords('Wie setze ich mein Passwort zurück?', 'de')).toContain('zuruck')
  expect(stopWords('Wie füge ich einen Tab hinzu?', 'de')).toContain('hinzu')
  const [verb = ''] = words('zurücksetze', 'de')
  expect(rejoined('Wie setze ich mein Passwort zurück?', 'de')).toContain(verb)
})
