import { expect, test } from 'vitest'
import { filterFrom, hasChoices, pageSizeFrom, queryOf } from './list-filter.ts'

const from = (search: string) => filterFrom((name) => new URLSearchParams(search).get(name) ?? '')

test('a URL without or with invalid values lists everybody', () => {
  for (const search of ['', 'role=99&status=gone&group=-4&seen=x&sort=x', 'group=1e400&role=1.5']) {
    expect(queryOf(from(search))).toEqual({ sort: 'newest' })
    expect(hasChoices(from(search))).toBe(false)
  }
})

test('each choice of the URL is sent to the server', () => {
  const filter = from('q=weiss&sort=name&role=8&status=disabled&group=12&seen=notQuarter')
  expect(queryOf(filter)).toEqual({
    q: 'weiss',
    sort: 'name',
    roleId: 8,
    status: 'disabled',
    groupId: 12,
    lastSeen: 'notQuarter',
  })
  expect(hasChoices(filter)).toBe(true)
})

test('a page has 10 users, as specified, unless the URL has another of the sizes', () => {
  expect(['', '100', '7', '1000000'].map(pageSizeFrom)).toEqual([10, 100, 10, 10])
})
