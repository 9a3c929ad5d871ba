import { expect, test } from 'vitest'
import bg from '../../texts/bg/prompts.json' with { type: 'json' }
import de from '../../texts/de/prompts.json' with { type: 'json' }
import en from '../../texts/en/prompts.json' with { type: 'json' }
import { outputSentence } from './output-sentences.ts'

const FORMS = ['list', 'table', 'json', 'code', 'email', 'other'] as const

test.each([
  ['en', en],
  ['de', de],
  ['bg', bg],
] as const)('in %s are the texts of the page', (language, { answerAs }) => {
  expect(Object.keys(answerAs)).toEqual(FORMS)
  for (const form of FORMS) expect(outputSentence(language, form)).toBe(answerAs[form])
})
