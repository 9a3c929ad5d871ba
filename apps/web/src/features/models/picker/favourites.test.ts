import { expect, test } from 'vitest'
import { parseFavourites, toggledFavourite } from './favourites.ts'

test('keeps at most 50 favourites and drops the oldest', () => {
  const ids = Array.from({ length: 60 }, (_, index) => index + 1)
  expect(parseFavourites(JSON.stringify(ids))).toHaveLength(50)
  const next = toggledFavourite(ids.slice(0, 50), 99)
  expect([next[0], next.at(-1), next.length]).toEqual([2, 99, 50])
})
