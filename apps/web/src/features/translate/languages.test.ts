import { expect, test } from 'vitest'
import { firstChoice, offeredCode, readDefaults } from './languages.ts'

const offered = { 'en-GB': 'English', de: 'German', 'pt-BR': 'Portuguese' }

test.each([
  ['de', 'de'],
  ['DE', 'de'],
  ['de-AT', 'de'],
  ['en', 'en-GB'],
  ['bg', ''],
  ['', ''],
])('finds the offered language for “%s”: “%s”', (wanted, code) => {
  expect(offeredCode(offered, wanted)).toBe(code)
})

test.each([undefined, '', '{', 'null', '[]', '{"sourceLang":5}'])(
  'the setting %s means no languages',
  (stored) => {
    expect(readDefaults(stored)).toEqual({ sourceLang: '', targetLang: '' })
  },
)

test('a dialog starts with the stored languages, else with the page’s', () => {
  const languages = { sourceLangs: offered, targetLangs: offered }
  const stored = readDefaults('{"sourceLang":"EN","targetLang":"pt"}')
  expect(firstChoice(languages, stored, 'de')).toEqual({ sourceLang: 'en-GB', targetLang: 'pt-BR' })
  expect(firstChoice(languages, readDefaults(''), 'de')).toEqual({ sourceLang: '', targetLang: 'de' })
  expect(firstChoice(languages, readDefaults('{"targetLang":"bg"}'), 'bg')).toEqual({
    sourceLang: '',
    targetLang: '',
  })
})
