import type { GoldenResult, GoldenRun } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

const run = { scorecards: [{ modelTagId: 7, modelName: '=cmd', modelTagName: 'q4' }] } as unknown as GoldenRun
const result: GoldenResult = {
  position: 0,
  promptId: 0,
  title: '+SUM(A1)',
  prompt: 'Say "hello", please',
  checks: [{ kind: 'contains', text: 'hello' }],
  answers: [
    {
      modelTagId: 7,
      state: 'done',
      responseText: '@hello\nworld',
      errorCode: null,
      errorMessage: null,
      sources: [],
      numTokPrompt: 3,
      numTokResponse: 5,
      tokenPerSeconds: 37.94,
      overallResponseTime: 1_250,
      outcomes: [{ passed: true, code: null, reason: '' }],
    },
  ],
}
const words = { head: ['Number'], check: () => 'contains hello', verdict: () => 'Passed', reason: () => '' }

test('a row contains the answer and its checks, and formulas are escaped', () => {
  const lines = csvOf(run, [result], words).split('\r\n')
  expect(lines[0]).toBe('\ufeffNumber')
  expect(lines[1]).toBe(
    `1,'+SUM(A1),"Say ""hello"", please",'=cmd,q4,done,"'@hello\nworld",,true,Passed: contains hello,3,5,37.9,1.3`,
  )
})

test('a model without an answer gets a row without values', () => {
  const lines = csvOf(run, [{ ...result, answers: [] }], words).split('\r\n')
  expect(lines[1]).toBe(`1,'+SUM(A1),"Say ""hello"", please",'=cmd,q4,waiting,,,,,,,,`)
})
