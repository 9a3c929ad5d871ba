import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { leavePage } from '../../lib/per-page.ts'
import { setTranslation, translationOf } from './translations.ts'

test('translations are removed when the user leaves the page', () => {
  const page = new QueryClient()
  setTranslation(page, 7, { state: 'wanted' })
  expect(translationOf(new QueryClient(), 7)).toBeUndefined()
  expect(translationOf(page, 7)).toEqual({ state: 'wanted' })
  leavePage(page)
  expect(translationOf(page, 7)).toBeUndefined()
})
