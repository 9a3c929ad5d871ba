import { describe, expect, test } from 'vitest'
import {
  beginnings,
  bestFirst,
  isSieved,
  looks,
  spanLetter,
  SPANS,
  stepsOf,
  toHighlight,
  typedWords,
} from './rules.ts'

/** Returns whether a search step covers an id: below its limit, and in a span that its query contains. */
const covers = (look: { query: string; below: number }, id: number): boolean =>
  id < look.below &&
  (!SPANS.some((_, index) => look.query.includes(spanLetter(index))) ||
    SPANS.some((bits, index) => look.query.includes(`'${spanLetter(index)}${Math.floor(id / 2 ** bits)}'`)))

describe('search steps', () => {
  test.each([1, 7, 2_047, 2_048, 4_095, 4_096, 100_000, 1_234_567, 20_000_000])(
    'up to message %i find every id exactly once, newest first',
    (newest) => {
      const all = looks(`'a'`, [`x`], newest)
      const ids = [1, 2, newest, newest - 1, newest - 2_048, newest - 4_096, newest - 9_999]
      for (const bits of SPANS) ids.push(2 ** bits - 1, 2 ** bits, 3 * 2 ** bits, newest - 2 ** bits)
      for (const id of ids.filter((number) => number > 0 && number <= newest))
        expect(all.filter((look) => covers(look, id))).toHaveLength(1)
      expect(all.map(({ below }) => below)).toEqual(all.map(({ below }) => below).toSorted((a, b) => b - a))
    },
  )

  test('match a phrase by its words, and leave excluded phrases to a later filter', () => {
    const [look] = looks(`'a' <-> 'b' & 'c' <2> 'd' & !( 'e' <-> 'f' )`, ['x'], 10)
    expect(look?.query).toContain(`( 'a' & 'b' & 'c' & 'd' & !'\u0001' ) & ( 'x' )`)
    expect(isSieved(`'a' <-> 'b'`)).toBe(true)
    expect(isSieved(`'a' & 'b' | !'c'`)).toBe(false)
  })
})

test('splits messages into index steps by size, not by number', () => {
  const sizes = [40, 40, 40, 500, 1, 1, 1].map((size, id) => ({ id, size }))
  expect(stepsOf(sizes, 100)).toEqual([[0, 1], [2], [3], [4, 5, 6]])
  expect(stepsOf([], 100)).toEqual([])
})

test('removes characters from typed words that the database rejects', () => {
  expect(typedWords(' a\u0000b\u0001c\n\ud800 ')).toBe('a b c \ufffd')
})

test('beginnings of words approximate their stems', () => {
  expect(beginnings('Häuser laufen ab the 🎉')).toEqual(['häus', 'haus', 'lauf', 'the'])
})

test('escapes brackets of the text in highlights', () => {
  expect(toHighlight('a [[b]] \u0002word\u0003\n c', [])).toBe('a [ [b] ] [[word]] c')
})

test('ranks names first and leaves half of the results to messages', () => {
  const find = (kind: 'tab' | 'message', rank: number) => ({
    kind,
    id: 1,
    projectId: 1,
    tabId: 1,
    title: '',
    highlight: '',
    rank,
    created: '',
    uri: '/projects/1',
  })
  const names = Array.from({ length: 9 }, (_, n) => find('tab', 2 - n / 100))
  const messages = Array.from({ length: 9 }, (_, n) => find('message', 0.9 - n / 100))
  const kinds = bestFirst(names, messages, 4).map(({ kind }) => kind)
  expect(kinds).toEqual(['tab', 'tab', 'message', 'message'])
  expect(bestFirst(names, [], 4)).toHaveLength(4)
  expect(bestFirst([], messages, 4)).toHaveLength(4)
})
