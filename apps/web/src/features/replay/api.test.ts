import type { Message } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { lastVersions } from './api.ts'

const message = (id: number, turnId: number) => ({ id, turnId }) as Message
const ids = (messages: readonly Message[]) => messages.map(({ id }) => id)

test('of every turn the newest version is offered, in the order in which the turns began', () => {
  expect(
    ids(lastVersions([message(1, 1), message(2, 2), message(3, 1), message(4, 4), message(5, 1)])),
  ).toEqual([5, 2, 4])
  expect(ids(lastVersions([message(9, 9), message(3, 3)]))).toEqual([3, 9])
})
