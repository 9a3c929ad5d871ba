import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Api } from '#lib/api.ts'
import { leavePage } from '#lib/per-page.ts'
import { translateAnswer } from './translate-answer.ts'
import { setTranslation, translationOf } from './translations.ts'

test('translations are removed when the user leaves the page', () => {
  const page = new QueryClient()
  setTranslation(page, 7, { state: 'wanted' })
  expect(translationOf(new QueryClient(), 7)).toBeUndefined()
  expect(translationOf(page, 7)).toEqual({ state: 'wanted' })
  leavePage(page)
  expect(translationOf(page, 7)).toBeUndefined()
})

test('a translation under way is stopped when the user leaves, and shown to nobody', async () => {
  const page = new QueryClient()
  const languages = Promise.withResolvers<never>()
  const asked: unknown[] = []
  const call = (...request: unknown[]) => {
    asked.push(request)
    return languages.promise
  }
  const made = translateAnswer(
    { api: { call } as unknown as Api, cache: page },
    {
      queryId: 7,
      text: 'Ja.',
      agreed: true,
      pageLanguage: 'en',
      defaults: { sourceLang: '', targetLang: '' },
    },
  )
  expect(translationOf(page, 7)?.state).toBe('running')
  leavePage(page)
  const data = { sourceLangs: {}, targetLangs: { en: 'English' }, reason: null, provider: null }
  languages.resolve({ data } as never)
  await made
  expect(asked).toHaveLength(1)
  expect(translationOf(page, 7)).toBeUndefined()
})
