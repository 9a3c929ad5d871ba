import type { Message } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { shownVersions } from './api.ts'

const message = (id: number, turnId: number) => ({ id, turnId }) as Message
const ids = (messages: readonly Message[]) => messages.map(({ id }) => id)

test('offers the shown version of each turn, else the newest, in the order of the turns', () => {
  const asked = [message(1, 1), message(2, 2), message(3, 1), message(4, 4), message(5, 1)]
  expect(ids(shownVersions(asked, []))).toEqual([5, 2, 4])
  expect(ids(shownVersions(asked, [3]))).toEqual([3, 2, 4])
  expect(ids(shownVersions([message(9, 9), message(3, 3)], []))).toEqual([3, 9])
})
