import { expect, test } from 'vitest'
import { languageOf } from './text-language.ts'
import { dateIn, keepNumbers } from './typography.ts'

test.each([
  ['de', 'Die Angebote sind nicht gleich, und das ist der Grund für die Frage.'],
  ['en', 'The bids are not the same, and that is the reason for this question.'],
  ['bg', 'Офертите не са еднакви и това е причината за въпроса.'],
  ['ru', 'Предложения не одинаковы, и это причина, чтобы задать вопросы.'],
  ['fr', 'Les offres ne sont pas les mêmes, et c’est une raison pour vous.'],
  [undefined, 'x = 1; y = 2'],
  [undefined, ''],
])('EXPORT-5: the language %s is found', (language, text) => {
  expect(languageOf(text)).toBe(language)
})

test('EXPORT-5: dates and page numbers do not break', () => {
  expect(dateIn('de', '2026-11-09T12:00:00Z')).toBe('9.\u00a0November\u00a02026')
  expect(dateIn('bg', '2026-11-09T12:00:00Z')).toMatch(/^9\u00a0ноември\u00a02026\s?г\./)
  expect(keepNumbers('Law, S. 6, § 41, Nr. 4, etc. 5')).toBe('Law, S.\u00a06, §\u00a041, Nr.\u00a04, etc. 5')
})
