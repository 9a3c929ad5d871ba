import type { Message } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { createShownVersions } from './shown.ts'
import { lastShown, shownVersion, turnsOf } from './turns.ts'

const message = (id: number, turnId = id, shownQueryIds: number[] = []): Message =>
  ({ id, turnId, shownQueryIds, queryText: `q${id}` }) as Message

/** Returns the shown versions of a tab with these messages. */
function tab(messages: readonly Message[]) {
  const versions = createShownVersions()
  const turns = turnsOf(messages, [], () => undefined)
  const sent = (replaces?: number) => versions.sent(turns, lastShown(messages, []).ids, replaces)
  return { versions, turns, sent }
}

test('shows the newest version of each turn and sends no older one', () => {
  const { versions, turns, sent } = tab([message(1), message(2, 1), message(3)])
  expect(turns.map((turn) => versions.of(turn))).toEqual([1, 0])
  expect(sent()).toEqual([])
})

test('sends a chosen older version, except when its own turn is asked again', () => {
  const { versions, turns, sent } = tab([message(1), message(2, 1), message(3)])
  versions.choose(turns[0]!, 0)
  expect(versions.of(turns[0]!)).toBe(0)
  expect(sent()).toEqual([1])
  expect(sent(1)).toEqual([])
  versions.choose(turns[0]!, 1)
  expect(sent()).toEqual([])
})

test('shows the versions used by the last question after a reload, until their turn is asked again', () => {
  const asked = [message(1), message(2, 1), message(3, 3, [1])]
  const { turns, sent } = tab(asked)
  expect(turns.map(shownVersion)).toEqual([0, 0])
  expect(sent()).toEqual([1])
  expect(tab([...asked, message(4, 1, [1])]).turns.map(shownVersion)).toEqual([2, 0])
  expect(tab([...asked, message(4, 4)]).turns.map(shownVersion)).toEqual([1, 0, 0])
})

test('shows a new version when it arrives, whatever was chosen before', () => {
  const { versions, turns } = tab([message(1), message(2, 1)])
  versions.choose(turns[0]!, 0)
  const later = turnsOf([message(1), message(2, 1), message(3, 1)], [], () => undefined)
  expect(versions.of(later[0]!)).toBe(2)
})

test('still sends older versions of turns that are not loaded', () => {
  const { sent } = tab([message(8), message(9, 9, [2, 5])])
  expect(sent()).toEqual([2, 5])
})
