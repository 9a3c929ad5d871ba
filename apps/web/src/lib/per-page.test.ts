import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { leavePage, perPage, perUser } from './per-page.ts'

test('each page has its own state, which is cleared when its user leaves', () => {
  const [one, other] = [new QueryClient(), new QueryClient()]
  const create = () => new Set<number>()
  const [numbersOf, othersOf] = [perPage(create, (numbers) => numbers.clear()), perPage(create)]
  for (const page of [one, other]) for (const of of [numbersOf, othersOf]) of(page).add(1)
  leavePage(one)
  expect([numbersOf(one).size, othersOf(one).size, numbersOf(other).size]).toEqual([0, 1, 1])
})

test('a user keeps the state until leaving the page, or until another one comes', () => {
  const page = new QueryClient()
  const ended: string[] = []
  const nameOf = perUser(
    (_, userId, given: string) => `${given} of ${userId}`,
    (state) => ended.push(state),
  )
  expect([nameOf(page, 1, 'a'), nameOf(page, 1, 'b')]).toEqual(['a of 1', 'a of 1'])
  expect(nameOf(page, 2, 'c')).toBe('c of 2')
  expect(nameOf(page, 1, 'd')).toBe('d of 1')
  expect(ended).toEqual(['a of 1', 'c of 2'])
  leavePage(page)
  expect(ended).toEqual(['a of 1', 'c of 2', 'd of 1'])
  leavePage(page)
  expect(ended).toHaveLength(3)
  expect(nameOf(page, 1, 'e')).toBe('e of 1')
})
