import { expect, test } from 'vitest'
import { languageOf } from './text-language.ts'
import { dateIn, keepNumbers, keepTogether } from './typography.ts'

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

test.each([
  ['z. B. § 41 Abs. 2, d. h. 4 500 €', 'z.\u00a0B. §\u00a041 Abs.\u00a02, d.\u00a0h. 4\u00a0500\u00a0€'],
  [
    'чл. 41, ал. 2 от 2026 г. за 1 284 500 лв.',
    'чл.\u00a041, ал.\u00a02 от 2026\u00a0г. за 1\u00a0284\u00a0500\u00a0лв.',
  ],
  ['Plan B. A. 3 apples and 12 kgs in 2026 and', 'Plan B. A. 3 apples and 12 kgs in 2026 and'],
])('EXPORT-5: %s does not break where it is read as one', (text, kept) => {
  expect(keepTogether(text)).toBe(kept)
})
