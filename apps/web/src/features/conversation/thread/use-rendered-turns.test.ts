import type { Message } from '@polylogue/contract'
import { expect, test } from 'vitest'
import type { Turn } from '../versions/turns.ts'
import { beginOf } from './use-rendered-turns.ts'

const turns = (...letters: number[]): Turn[] =>
  letters.map((count, index) => {
    const message = { id: index, queryText: '', responseText: 'x'.repeat(count) } as Message
    const versions = [{ key: `message-${index}`, message, run: undefined }]
    return { key: `message-${index}`, versions, shownId: undefined }
  })

test.each([
  ['nothing', turns(), 0],
  ['one long answer is enough', turns(10, 10, 10_000), 2],
  ['short ones are many', turns(...Array.from({ length: 30 }, () => 5)), 23],
  ['a short chat is drawn whole', turns(5, 5), 0],
])('%s', (_, all, begin) => {
  expect(beginOf(all, 900)).toBe(begin)
})
