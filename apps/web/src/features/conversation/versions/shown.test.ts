import type { Message } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { type Choices, sentVersions, shownIndex, withChoice } from './shown.ts'
import { lastShown, shownVersion, type Turn, turnsOf } from './turns.ts'

const message = (id: number, turnId = id, shownQueryIds: number[] = []): Message =>
  ({ id, turnId, shownQueryIds, queryText: `q${id}` }) as Message

/** Returns the shown versions of a tab with these messages. */
function tab(messages: readonly Message[]) {
  let choices: Choices = new Map()
  const turns = turnsOf(messages, [], () => undefined)
  const sent = (replaces?: number) => sentVersions(choices, turns, lastShown(messages, []).ids, replaces)
  const of = (turn: Turn) => shownIndex(choices, turn)
  const choose = (index: number) => (choices = withChoice(choices, turns[0]!, index))
  return { of, choose, turns, sent }
}

test('shows the newest version of each turn and sends no older one', () => {
  const { of, turns, sent } = tab([message(1), message(2, 1), message(3)])
  expect(turns.map((turn) => of(turn))).toEqual([1, 0])
  expect(sent()).toEqual([])
})

test('sends a chosen older version, except when its own turn is asked again', () => {
  const { of, choose, turns, sent } = tab([message(1), message(2, 1), message(3)])
  choose(0)
  expect(of(turns[0]!)).toBe(0)
  expect(sent()).toEqual([1])
  expect(sent(1)).toEqual([])
  choose(1)
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
  const { of, choose } = tab([message(1), message(2, 1)])
  choose(0)
  const later = turnsOf([message(1), message(2, 1), message(3, 1)], [], () => undefined)
  expect(of(later[0]!)).toBe(2)
})

test('still sends older versions of turns that are not loaded', () => {
  const { sent } = tab([message(8), message(9, 9, [2, 5])])
  expect(sent()).toEqual([2, 5])
})
