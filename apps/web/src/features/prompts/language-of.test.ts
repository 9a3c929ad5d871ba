import { expect, test } from 'vitest'
import { languageOf } from './language-of.ts'

test.each([
  ['Write a letter to {{customer_name}} about {{topic}}.', 'en'],
  ['Summarise this tab.', 'en'],
  ['Name the costs.', 'en'],
  ['Schreibe einen Brief an {{customer_name}} und nenne die Frist.', 'de'],
  ['Fasse {{the_text}} für den Rat zusammen.', 'de'],
  ['Vergleichen Sie {{one}} und {{other}} in einer Tabelle.', 'de'],
  ['Напиши писмо до {{customer_name}} за {{topic}}.', 'bg'],
  ['Обобщи the report кратко на български.', 'bg'],
  ['Напишите вы это письмо.', undefined],
  ['Résumez le texte.', undefined],
  ['{{the}} {{and}}', undefined],
  ['', undefined],
])('%j is %s', (prompt, language) => {
  expect(languageOf(prompt)).toBe(language)
})

test('reads a long prompt in a moment', () => {
  const started = performance.now()
  for (const part of ['{{', 'the ', 'x', '{{a}}']) languageOf(part.repeat(100_000))
  expect(performance.now() - started).toBeLessThan(2_000)
})
