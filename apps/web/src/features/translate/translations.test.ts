import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { clearConversationState } from '../conversation-state/index.ts'
import { setTranslation, translationOf } from './translations.ts'

test('clearing the conversation state removes translations', () => {
  setTranslation(7, { state: 'wanted' })
  expect(translationOf(7)).toEqual({ state: 'wanted' })
  clearConversationState(new QueryClient())
  expect(translationOf(7)).toBeUndefined()
})
