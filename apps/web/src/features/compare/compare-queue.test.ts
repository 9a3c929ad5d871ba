import { expect, test } from 'vitest'
import { AT_ONCE, CompareQueue, type Lane } from './compare-queue.ts'

const laneOf = (tabId: number): Lane => ({
  compareId: 'a',
  projectId: 1,
  tabId,
  text: 'Why?',
  modelId: 1,
  modelTagId: 1,
  modelName: 'Guide',
  modelTagName: 'latest',
})

const FULL = new Error('full')

/** A queue with a fake server whose replies the test controls. */
function setUp() {
  const asked: { lane: Lane; store: (id: number) => void; refuse: (error: Error) => void }[] = []
  const marked = new Set<Lane>()
  const looks: (() => void)[] = []
  let busy = 0
  let kept: readonly Lane[] = []
  const queue = new CompareQueue({
    ask: (lane) => {
      busy += 1
      return new Promise<number>((store, reject) =>
        asked.push({
          lane,
          store,
          refuse: (error) => {
            busy -= 1
            reject(error)
          },
        }),
      )
    },
    busy: () => busy,
    isFull: (error) => error === FULL,
    schedule: (look) => looks.push(look),
    mark: (lane) => {
      marked.add(lane)
      return () => marked.delete(lane)
    },
    keep: (waiting) => (kept = waiting),
  })
  const end = () => {
    busy -= 1
    queue.ended()
  }
  const tabs = () => asked.map(({ lane }) => lane.tabId)
  const states = () => queue.of('a').map(({ state }) => state)
  return { queue, asked, marked, looks, end, tabs, states, kept: () => kept.map(({ tabId }) => tabId) }
}

const lanes = (count: number) => Array.from({ length: count }, (_, index) => laneOf(index + 1))
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('asks four tabs at once and the queued ones in order as answers end', () => {
  const { queue, end, tabs, states, marked, kept } = setUp()
  queue.add(lanes(AT_ONCE + 2))
  expect(tabs()).toEqual([1, 2, 3, 4])
  expect(states().slice(-2)).toEqual(['inLine', 'inLine'])
  expect(kept()).toEqual([5, 6])
  expect(marked.size).toBe(2)
  end()
  expect(tabs().at(-1)).toBe(5)
  end()
  expect(tabs().at(-1)).toBe(6)
  expect(kept()).toEqual([])
  expect(marked.size).toBe(0)
})

test('retries a question refused by a full server when an answer ends or after a delay', async () => {
  const { queue, asked, looks, tabs, states } = setUp()
  queue.add(lanes(2))
  asked[0]?.refuse(FULL)
  await settled()
  expect(states()).toEqual(['inLine', 'asked'])
  queue.add([laneOf(3)])
  expect(tabs()).toEqual([1, 2])
  queue.ended()
  expect(tabs()).toEqual([1, 2, 1, 3])
  asked[2]?.refuse(FULL)
  await settled()
  looks[1]?.()
  expect(tabs()).toEqual([1, 2, 1, 3, 1])
})

test('a refused question keeps its error and can be retried; a stored one has its message id', async () => {
  const { queue, asked, states } = setUp()
  queue.add(lanes(2))
  const refusal = new Error('not deployed')
  asked[0]?.refuse(refusal)
  asked[1]?.store(41)
  await settled()
  expect(queue.of('a').map(({ error, queryId }) => [error, queryId])).toEqual([
    [refusal, undefined],
    [undefined, 41],
  ])
  const first = queue.of('a')[0]
  if (first) queue.again(first.lane)
  expect(states()).toEqual(['asked', 'asked'])
  expect(asked).toHaveLength(3)
})

test('a queued question can be cancelled, one already sent cannot', () => {
  const { queue, states, marked } = setUp()
  const all = lanes(AT_ONCE + 1)
  queue.add(all)
  const [first, last] = [all[0], all.at(-1)]
  if (first && last) {
    queue.cancel(first)
    queue.cancel(last)
  }
  expect(states()).toHaveLength(AT_ONCE)
  expect(marked.size).toBe(0)
})

test('returns the same list until something in it changes', () => {
  const { queue } = setUp()
  queue.add(lanes(1))
  expect(queue.of('a')).toBe(queue.of('a'))
  expect(queue.of('other')).toBe(queue.of('other'))
})

test('after its user has left, it asks, marks and keeps nothing', async () => {
  const { queue, asked, looks, end, tabs, states, marked, kept } = setUp()
  queue.add(lanes(AT_ONCE + 2))
  queue.end()
  expect([states(), marked.size, kept()]).toEqual([[], 0, []])
  end()
  asked[0]?.refuse(FULL)
  await settled()
  queue.add([laneOf(7)])
  expect(tabs()).toEqual([1, 2, 3, 4])
  expect([states(), marked.size, kept(), looks.length]).toEqual([[], 0, [], 0])
})
