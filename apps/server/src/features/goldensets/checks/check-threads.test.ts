import { expect, onTestFinished, test } from 'vitest'
import { openChecking } from './check-threads.ts'

const SLOW = new URL('test/slow-thread.ts', import.meta.url)

test('the time limit of a check does not include the start of its thread', async () => {
  const checking = openChecking({ limitMs: 1_000, thread: SLOW })
  onTestFinished(() => checking.close())
  const answer = { text: 'A word.', sources: [] }
  expect(await checking.check([{ kind: 'contains', text: 'word' }], answer)).toMatchObject([{ passed: true }])
})
