import { describe, expect, test } from 'vitest'
import { FollowSlots, type Stream } from './follow-slots.ts'

function streams(...tabs: number[]) {
  const open = new Set<number>()
  const all = tabs.map((tabId, index): Stream => ({
    tabId,
    open: () => open.add(index),
    close: () => open.delete(index),
  }))
  return { all, opened: () => [...open].toSorted((one, other) => one - other) }
}

describe('stream slots', () => {
  test('limit open streams to three and open the next one when a stream ends', () => {
    const slots = new FollowSlots(3)
    const { all, opened } = streams(1, 2, 3, 4, 5)
    for (const stream of all) slots.add(stream)
    expect(opened()).toEqual([0, 1, 2])
    const [first] = all
    if (first) slots.remove(first)
    first?.close()
    expect(opened()).toEqual([1, 2, 3])
  })

  test('go to the viewed tab, which keeps its slot after the user leaves it', () => {
    const slots = new FollowSlots(2)
    const { all, opened } = streams(1, 2, 3)
    for (const stream of all) slots.add(stream)
    const leave = slots.look(3)
    expect(opened()).toEqual([0, 2])
    leave()
    expect(opened()).toEqual([0, 2])
    slots.look(2)
    expect(opened()).toEqual([0, 1])
  })

  test('are not taken from an open stream for another one of the same priority', () => {
    const slots = new FollowSlots(1)
    const { all, opened } = streams(1, 1)
    const [first, second] = all
    first?.open()
    second?.open()
    if (first) slots.add(first, true)
    if (second) slots.add(second, true)
    expect(opened()).toEqual([0])
  })
})
