import type { GoldenAnswer } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { isNotable, textsOf } from './differ.ts'

const answer = (
  modelTagId: number,
  passed: readonly (boolean | null)[],
  some: Partial<GoldenAnswer> = {},
) => ({
  modelTagId,
  state: 'done' as const,
  responseText: `Answer ${modelTagId}`,
  errorCode: null,
  errorMessage: null,
  sources: [],
  numTokPrompt: 1,
  numTokResponse: 1,
  tokenPerSeconds: 1,
  overallResponseTime: 1,
  outcomes: passed.map((one) => ({ passed: one, code: null, reason: '' })),
  ...some,
})

test('a result is notable if checks differ or failed, or an answer failed', () => {
  expect(isNotable({ answers: [answer(1, [true]), answer(2, [true])] })).toBe(false)
  expect(isNotable({ answers: [answer(1, [null]), answer(2, [null])] })).toBe(false)
  expect(isNotable({ answers: [answer(1, [true]), answer(2, [null])] })).toBe(true)
  expect(isNotable({ answers: [answer(1, [false]), answer(2, [false])] })).toBe(true)
  expect(isNotable({ answers: [answer(1, []), answer(2, [], { state: 'failed' })] })).toBe(true)
})

test('two texts are compared once both exist', () => {
  const answers = [answer(1, []), answer(2, []), answer(3, [], { responseText: '' })]
  expect(textsOf({ answers }, [2, 1])).toEqual(['Answer 2', 'Answer 1'])
  expect(textsOf({ answers }, [1, 3])).toBeUndefined()
  expect(textsOf({ answers }, [1, 9])).toBeUndefined()
})
