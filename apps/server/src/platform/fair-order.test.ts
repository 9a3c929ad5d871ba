import { expect, test } from 'vitest'
import { FairOrder } from './fair-order.ts'

/** Returns an order with work such as `a1`, whose key is its letter. */
function ordered(...works: readonly string[]) {
  const order = new FairOrder<string>()
  for (const work of works) order.add(keyOf(work), work)
  return order
}

const keyOf = (work: string) => work.slice(0, 1)
const always = () => true

/** Takes all work, in its order. */
function taken(order: FairOrder<string>): string[] {
  const all: string[] = []
  for (let work = order.takeNext(always); work; work = order.takeNext(always)) all.push(work)
  return all
}

test('keys take turns, and the work of one keeps its order', () => {
  const order = ordered('a1', 'a2', 'a3', 'b1', 'b2', 'c1')
  expect(order.size).toBe(6)
  expect(order.next(always)).toBe('a1')
  expect(taken(order)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  expect(order.size).toBe(0)
})

test('a key that comes later waits for those that wait, not for all of their work', () => {
  const order = ordered('a1', 'a2', 'a3')
  expect(order.takeNext(always)).toBe('a1')
  order.add('b', 'b1')
  expect(taken(order)).toEqual(['a2', 'b1', 'a3'])
})

test('work that may not begin keeps its turn, and others pass it if they may', () => {
  const order = ordered('a1', 'b1', 'a2', 'c1')
  const notA = (work: string) => keyOf(work) !== 'a'
  expect(order.takeNext(notA, notA)).toBeUndefined()
  expect(order.takeNext(notA)).toBe('b1')
  expect(order.takeNext(notA)).toBe('c1')
  expect(order.takeNext(notA)).toBeUndefined()
  expect(taken(order)).toEqual(['a1', 'a2'])
})

test('removed work is not taken, and the other work of its key keeps its turn', () => {
  const order = ordered('a1', 'b1', 'a2')
  expect(order.remove('a', 'a1')).toBe(true)
  expect(order.remove('a', 'a1')).toBe(false)
  expect(order.remove('c', 'c1')).toBe(false)
  expect([order.size, order.waitingOf('a'), order.waitingOf('c')]).toEqual([2, 1, 0])
  expect(taken(order)).toEqual(['a2', 'b1'])
})

test('a key moves to the end, and keeps its place without work until it is forgotten', () => {
  const order = ordered('a1', 'b1')
  order.toTheEnd('a')
  order.toTheEnd('c')
  order.add('d', 'd1')
  order.add('c', 'c1')
  order.forget('c')
  expect(taken(order)).toEqual(['b1', 'a1', 'c1', 'd1'])
  order.toTheEnd('e')
  order.forget('e')
  order.add('f', 'f1')
  order.add('e', 'e1')
  expect(taken(order)).toEqual(['f1', 'e1'])
})
