import { EMPTY_ANSWER, foldAnswer, type AnswerEvent } from '@polylogue/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventsOf, layoutOf } from './layout.ts'
import { mergeMs } from './live-answer.ts'
import { liveAnswer } from './test/live.ts'

const piece = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: fc.string({ unit: 'grapheme' }) }),
  fc.record({ type: fc.constant('reasoning' as const), text: fc.string({ unit: 'grapheme', minLength: 1 }) }),
  fc.constant<AnswerEvent>({ type: 'status', phase: 'thinking' }),
  fc.constant<AnswerEvent>({ type: 'sources', sources: [{ id: 1, title: 't', uri: '/help', quote: 'q' }] }),
)
const MERGE_MS = mergeMs(1)
const timed = fc.array(fc.tuple(piece, fc.integer({ min: 0, max: 3 * MERGE_MS })), { maxLength: 60 })

test('merged chunks keep every character in order, and a reader who joins late receives all of them', () => {
  fc.assert(
    fc.property(timed, fc.nat(60), (pushed, joinAt) => {
      const answer = liveAnswer()
      const heard: AnswerEvent[] = []
      let now = 1_000
      pushed.forEach(([event, pause], index) => {
        if (index === joinAt) {
          heard.push(...answer.events)
          answer.follow((seq, next) => heard.push(next) && expect(seq).toBe(heard.length))
        }
        answer.push(event, (now += pause), MERGE_MS)
      })
      answer.flush(now)
      const expected = pushed.map(([event]) => event).reduce(foldAnswer, EMPTY_ANSWER)
      expect(answer.answer.text).toBe(expected.text)
      expect(answer.answer.reasoning).toBe(expected.reasoning)
      if (joinAt < pushed.length) expect(heard).toEqual(answer.events)
    }),
  )
})

test('the first chunk is sent at once, and chunks close in time are merged', () => {
  const answer = liveAnswer()
  expect(answer.push({ type: 'text', text: 'a' }, 100, MERGE_MS)).toBe(false)
  expect(answer.push({ type: 'text', text: 'b' }, 101, MERGE_MS)).toBe(true)
  answer.push({ type: 'text', text: 'c' }, 102, MERGE_MS)
  expect(answer.events).toHaveLength(1)
  answer.flush(120)
  expect(answer.events).toEqual([
    { type: 'text', text: 'a' },
    { type: 'text', text: 'bc' },
  ])
})

test('the events of a finished answer are restored exactly as they were sent', () => {
  fc.assert(
    fc.property(timed, (pushed) => {
      const events = pushed.map(([event]) => event)
      const answer = events.reduce(foldAnswer, EMPTY_ANSWER)
      const again = eventsOf(layoutOf(events), {
        response: answer.text,
        reasoning: answer.reasoning,
        sources: [...answer.sources],
      })
      expect(again).toEqual(events)
    }),
  )
})
