import { expect, test, vi } from 'vitest'
import { RunningAnswers } from './answers.ts'
import { countOwn, onOwnEnded } from './own.ts'

const tab = { projectId: 3, tabId: 7 }

test('counts the answers of this page, and calls back when one of them has ended', async () => {
  const answers = new RunningAnswers()
  const ended = vi.fn()
  const end = onOwnEnded(answers, ended)
  const microtasks = () => Promise.resolve()
  answers.add({ ...tab, run: 'run-1' })
  answers.add({ ...tab, messageId: 42 })
  expect(countOwn(answers)).toBe(1)
  // Stored: the same answer, now with its message.
  answers.name({ ...tab, messageId: 41, run: 'run-1' })
  expect(countOwn(answers)).toBe(1)
  answers.endedElsewhere(({ messageId }) => messageId === 42)
  await microtasks()
  expect(ended).not.toHaveBeenCalled()
  answers.remove('run-1')
  expect(countOwn(answers)).toBe(0)
  expect(ended, 'not before the ended one was removed').not.toHaveBeenCalled()
  await microtasks()
  expect(ended).toHaveBeenCalledTimes(1)
  end()
  answers.add({ ...tab, run: 'run-2' })
  answers.remove('run-2')
  await microtasks()
  expect(ended).toHaveBeenCalledTimes(1)
})
