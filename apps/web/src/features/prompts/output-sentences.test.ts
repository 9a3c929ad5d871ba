import { expect, test } from 'vitest'
import { outputSentence } from './use-output-name.ts'

test.each([
  ['en', 'Answer as a table.', 'Answer in this form: $& haiku.'],
  ['de', 'Antworte als Tabelle.', 'Antworte in dieser Form: $& haiku.'],
  ['bg', 'Отговори като таблица.', 'Отговори в тази форма: $& haiku.'],
] as const)('the sentences in %s name what is not built in', (language, table, other) => {
  expect(outputSentence(language, 'table', 'Table')).toBe(table)
  expect(outputSentence(language, 'other', '$& haiku')).toBe(other)
})
