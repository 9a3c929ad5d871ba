import { expect, test } from 'vitest'
import { commitSubjects, wrongSubject } from './commit-subjects.mjs'

test.each([
  'Keep the typed text when sending fails',
  'Embed questions through the queue',
  'Throttle streamed text to 300 ms while the user types',
])('“%s” is allowed', (subject) => {
  expect(wrongSubject(subject)).toBeUndefined()
})

test.each([
  ['fix: the list', 'does not begin with a capitalised verb'],
  ['Add a list.', 'full stop'],
  [`Add ${'long '.repeat(14)}list`, 'at most 72'],
])('“%s” is refused', (subject, problem) => {
  expect(wrongSubject(subject)).toContain(problem)
})

test('the commits of this repository follow the rule', async () => {
  expect((await commitSubjects()).problems).toEqual([])
})
