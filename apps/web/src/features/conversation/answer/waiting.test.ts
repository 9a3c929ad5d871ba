import { describe, expect, test } from 'vitest'
import type { AnswerEvent } from '@polylogue/contract'
import { EMPTY_ANSWER, foldAnswer } from '@polylogue/contract/browser'
import { Growth } from '#features/runs/index.ts'
import type { Run } from '#features/runs/index.ts'
import { speedOf, thoughtSeconds, waitingOf } from './waiting.ts'

const run = (events: AnswerEvent[], more: Partial<Run> = {}): Run => ({
  key: 'run-1',
  tabId: 1,
  asked: undefined,
  queryId: 1,
  answer: events.reduce(foldAnswer, EMPTY_ANSWER),
  began: 1_000,
  heardAt: 1_000,
  wroteFrom: undefined,
  thoughtFrom: undefined,
  thoughtTo: undefined,
  stopping: false,
  state: 'streaming',
  lost: undefined,
  growth: new Growth(),
  ...more,
})

describe('the status of a waiting answer', () => {
  test.each<[string, Run, ReturnType<typeof waitingOf>]>([
    ['sending', run([], { queryId: undefined }), { kind: 'sending' }],
    ['parked because too many answers are followed', run([], { state: 'waiting' }), { kind: 'parked' }],
    [
      'queued',
      run([{ type: 'status', phase: 'queued', ahead: 2 }]),
      { kind: 'queued', ahead: 2, seconds: undefined },
    ],
    [
      'queued, with the estimate less the time passed since',
      run([{ type: 'status', phase: 'queued', ahead: 2, seconds: 40 }]),
      { kind: 'queued', ahead: 2, seconds: 31 },
    ],
    [
      'queued for longer than estimated',
      run([{ type: 'status', phase: 'queued', ahead: 0, seconds: 4 }]),
      { kind: 'queued', ahead: 0, seconds: 1 },
    ],
    [
      'rate limited, with the time until the retry',
      run([{ type: 'status', phase: 'limited', seconds: 20 }]),
      { kind: 'limited', seconds: 11 },
    ],
    ['loading the model', run([{ type: 'status', phase: 'loading' }]), { kind: 'loading' }],
    ['reading the prompt', run([{ type: 'status', phase: 'reading' }]), { kind: 'reading', seconds: 9 }],
    [
      'reading a long prompt, with progress',
      run([
        { type: 'status', phase: 'reading' },
        { type: 'status', phase: 'reading', progress: 0.25 },
      ]),
      { kind: 'reading', seconds: 9, progress: 0.25 },
    ],
    [
      'thinking',
      run([{ type: 'reasoning', text: 'x' }], { thoughtFrom: 4_000 }),
      { kind: 'thinking', seconds: 6 },
    ],
    ['writing', run([{ type: 'text', text: 'x' }]), undefined],
    [
      'writing after thinking',
      run([
        { type: 'reasoning', text: 'x' },
        { type: 'text', text: 'y' },
      ]),
      undefined,
    ],
  ])('%s', (_, one, waiting) => {
    expect(waitingOf(one, 10_400)).toEqual(waiting)
  })
})

test('the reasoning time ends when the text begins', () => {
  expect(thoughtSeconds(run([]), 9_000)).toBeUndefined()
  expect(thoughtSeconds(run([], { thoughtFrom: 1_000 }), 9_600)).toBe(9)
  expect(thoughtSeconds(run([], { thoughtFrom: 1_000, thoughtTo: 4_000 }), 9_000)).toBe(3)
})

test('the speed is shown only after half a second of text', () => {
  const text: AnswerEvent = { type: 'text', text: 'abcd'.repeat(100) }
  expect(speedOf(run([text], { wroteFrom: 1_000, heardAt: 1_100 }))).toEqual({
    tokens: 100,
    perSecond: undefined,
  })
  expect(speedOf(run([text], { wroteFrom: 1_000, heardAt: 3_000 }))).toEqual({ tokens: 100, perSecond: 50 })
  expect(speedOf(run([{ type: 'text', text: 'дума '.repeat(50) }], { wroteFrom: 1_000 })).tokens).toBe(100)
})
