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
  ['no turns', turns(), 0],
  ['one long answer', turns(10, 10, 10_000), 2],
  ['many short answers', turns(...Array.from({ length: 30 }, () => 5)), 23],
  ['a short chat as a whole', turns(5, 5), 0],
])('finds the first rendered turn: %s', (_, all, begin) => {
  expect(beginOf(all, 900)).toBe(begin)
})
