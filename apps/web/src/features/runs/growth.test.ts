import { describe, expect, test, vi } from 'vitest'
import type { AnswerEvent } from '@polylogue/contract'
import { EMPTY_ANSWER, foldAnswer } from '@polylogue/contract/browser'
import { Growth, onlyGrew } from './growth.ts'
import { NEW_RUN, take, type Live, type Run } from './run.ts'

const run = (events: AnswerEvent[], more: Partial<Run> = {}): Run => {
  const answer = events.reduce(foldAnswer, EMPTY_ANSWER)
  const growth = new Growth()
  const began = { asked: undefined, queryId: 1, began: 0, heardAt: 0 }
  const live: Live = {
    ...NEW_RUN,
    ...began,
    key: 'run-1',
    tabId: 1,
    state: 'streaming',
    growth,
    answer,
    ...more,
  }
  return live
}
const a: AnswerEvent = { type: 'text', text: 'a' }
const thought: AnswerEvent = { type: 'reasoning', text: 'hm' }

describe('whether only the text of an answer grew', () => {
  const before = run([a], { wroteFrom: 0 })
  const after = (event: AnswerEvent, more: Partial<Run> = {}): Run => {
    const live: Live = { ...before }
    take(live, event, 7)
    return { ...live, ...more }
  }
  test.each<[string, Run, Run, boolean]>([
    ['a piece of text', before, after(a), true],
    ['an empty piece', before, after({ type: 'text', text: '' }), true],
    ['the first piece', run([]), run([a]), false],
    ['the first piece after reasoning', run([thought]), run([thought, a]), false],
    ['the first reasoning', before, after(thought), false],
    ['another phase', before, after({ type: 'status', phase: 'reading' }), false],
    ['sources', before, after({ type: 'sources', sources: [] }), false],
    ['a notice', before, after({ type: 'notice', code: 'X', params: {} }), false],
    ['the end', before, after({ type: 'done' }), false],
    ['stopping', before, after(a, { stopping: true }), false],
    ['a lost connection', before, after(a, { lost: new Error('gone') }), false],
    ['waiting for a stream slot', before, after(a, { state: 'waiting' }), false],
  ])('%s', (_, one, other, grew) => {
    expect(onlyGrew(one, other)).toBe(grew)
  })
})

test('listeners are notified and read the newest state', () => {
  const growth = new Growth()
  const told = vi.fn()
  const end = growth.watch(told)
  const newest = run([a])
  growth.show(newest)
  expect([told.mock.calls.length, growth.newest()]).toEqual([1, newest])
  end()
  growth.show(run([a, a]))
  expect(told).toHaveBeenCalledOnce()
})
