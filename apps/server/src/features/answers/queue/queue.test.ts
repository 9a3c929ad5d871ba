import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openQueue, type QueueEntry, type QueueLimits, type QueuePosition } from './queue.ts'

const LIMITS = {
  streamsPerUser: 8,
  streamsPerServer: 100,
  waitingPerUser: 50,
  waitingPerEngine: 1_000,
  waitingBytes: 1_000_000,
}
const wish = (userId: number, atOnce: number, more: { providerId?: number; bytes?: number } = {}) => {
  const { providerId = 1, bytes = 10 } = more
  return { key: String(userId), providerId, atOnce, model: 'llama:3b', bytes: () => bytes }
}

interface QueuedQuestion {
  name: string
  place: QueueEntry
}

/** A queue with users named by letters; answers end one by one, in the order in which they started. */
function counter(atOnce: number, limits: Partial<QueueLimits> = {}) {
  const queue = openQueue({ ...LIMITS, ...limits })
  const waiting = new Set<QueuedQuestion>()
  const made: QueuedQuestion[] = []
  const look = () => {
    for (const asked of waiting)
      if (!asked.place.waits) {
        waiting.delete(asked)
        made.push(asked)
      }
  }
  const ask = (names: string) => {
    for (const [index, who] of names.split('').entries()) {
      const asked = { name: `${who}${index + 1}`, place: queue.enter(wish(who.charCodeAt(0), atOnce)) }
      waiting.add(asked)
    }
    look()
  }
  const endOne = () => {
    const ended = made.shift()
    ended?.place.leave()
    look()
    return ended?.name
  }
  /** Ends answers until none is left; returns the order in which they started. */
  const drain = () => {
    const order: string[] = []
    for (let name = endOne(); name !== undefined; name = endOne()) order.push(name)
    return order.join(' ')
  }
  return { queue, ask, endOne, drain, waiting, made }
}

const first = async (place: QueueEntry): Promise<QueuePosition | undefined> => {
  const control = new AbortController()
  for await (const told of place.waiting(control.signal)) return told
  return undefined
}

test('first questions of all users go before second ones, and each user’s questions keep their order', () => {
  const { ask, drain } = counter(1)
  ask('aaaa')
  ask('bb')
  ask('c')
  expect(drain()).toBe('a1 b1 c1 a2 b2 a3 a4')
})

test('with parallel answers, the user with fewer running answers goes first', () => {
  const { ask, drain } = counter(3)
  ask('aaaaaa')
  ask('bbb')
  expect(drain()).toBe('a1 a2 a3 b1 a4 b2 a5 b3 a6')
})

test('a user who keeps asking does not delay other waiting users', () => {
  const { ask, endOne } = counter(1)
  ask('x')
  ask('z')
  ask('yyy')
  const order: (string | undefined)[] = []
  for (let turn = 0; turn < 9; turn++) {
    const ended = endOne()
    order.push(ended)
    if (ended === 'x1') ask('x')
    if (ended === 'z1') ask('z')
  }
  expect(order.join(' ')).toBe('x1 z1 y1 y2 x1 z1 y3 x1 z1')
})

test('all visitors of a chatbot take the turns of one viewer, and each has their own limit', () => {
  const queue = openQueue({ ...LIMITS, streamsPerUser: 1 })
  const enter = (key: string) => queue.enter({ ...wish(0, 2), key, turns: 'chatbot 1' })
  const running = [enter('v1'), enter('v2')]
  // The first visitor is at their limit, so that the next one goes before.
  const [again, ...others] = [
    enter('v1'),
    ...Array.from({ length: 50 }, (_, index) => enter(`v${index + 3}`)),
  ]
  const person = queue.enter(wish(9, 2))
  running[1]?.leave()
  expect(person.waits).toBe(false)
  person.leave()
  expect([again?.waits, others[0]?.waits, others[1]?.waits]).toEqual([true, false, true])
  running[0]?.leave()
  expect(again?.waits).toBe(false)
})

test('one chatbot never takes all places of a provider, running or waiting', () => {
  const queue = openQueue({ ...LIMITS, streamsPerServer: 1_000 })
  const enter = (index: number) => queue.enter({ ...wish(0, 500), key: `v${index}`, turns: 'chatbot 1' })
  const entered = Array.from({ length: 250 }, (_, index) => enter(index))
  expect(entered.filter(({ waits }) => !waits)).toHaveLength(50)
  expect(() => enter(250)).toThrow(expect.objectContaining({ code: 'QUEUE_FULL' }))
  expect(queue.enter(wish(9, 500)).waits).toBe(false)
  entered[0]?.leave()
  expect(entered.filter(({ waits }) => !waits)).toHaveLength(51)
})

test('a question that left the queue is skipped, and those behind it move up', () => {
  const { ask, drain, waiting } = counter(1)
  ask('aaa')
  ask('bb')
  for (const asked of waiting)
    if (asked.name === 'b1') {
      asked.place.leave()
      waiting.delete(asked)
    }
  expect(drain()).toBe('a1 b2 a2 a3')
})

test('cancelled questions do not count against a user’s next position in the queue', () => {
  const { ask, drain, waiting } = counter(1)
  ask('c')
  ask('aaaaaa')
  for (const asked of waiting) asked.place.leave()
  waiting.clear()
  ask('bb')
  ask('a')
  expect(drain()).toBe('c1 b1 a1 b2')
})

test('the reported number of questions ahead equals the number answered first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e'), minLength: 2, maxLength: 30 }),
      async (names) => {
        const { ask, drain, waiting } = counter(1)
        for (const name of names) ask(name)
        const last = [...waiting].at(-1)
        if (!last) throw new Error('nobody waits')
        last.name = 'last'
        const told = await first(last.place)
        expect(drain().split(' ').indexOf('last') - 1).toBe(told?.ahead)
      },
    ),
  )
})

test('the limit of parallel answers per user spans all queues and does not affect other users', () => {
  const queue = openQueue({ ...LIMITS, streamsPerUser: 2 })
  const one = queue.enter(wish(1, 9))
  queue.enter(wish(1, 9, { providerId: 2 }))
  const third = queue.enter(wish(1, 9))
  const others = queue.enter(wish(2, 9))
  expect([third.waits, others.waits]).toEqual([true, false])
  one.leave()
  expect(third.waits).toBe(false)
})

test('the queue is limited per user, per provider, in bytes and in total', () => {
  const thrown = (limits: Partial<QueueLimits>, wishes: Parameters<typeof wish>[]) => {
    const queue = openQueue({ ...LIMITS, ...limits })
    for (const [index, each] of wishes.entries())
      try {
        queue.enter(wish(...each))
      } catch (error) {
        expect(error).toMatchObject({ retryAfter: 5 })
        return `${index} ${(error as { code: string }).code}`
      }
    return 'nothing'
  }
  const many: Parameters<typeof wish>[] = Array.from({ length: 9 }, () => [1, 1])
  const people: Parameters<typeof wish>[] = Array.from({ length: 9 }, (_, id) => [id, 1])
  expect(thrown({ waitingPerUser: 3 }, many)).toBe('4 TOO_MANY_STREAMS')
  expect(thrown({ waitingPerEngine: 3 }, people)).toBe('4 QUEUE_FULL')
  expect(thrown({ waitingPerEngine: 3 }, [...people.slice(0, 3), [7, 9, { providerId: 2 }]])).toBe('nothing')
  expect(
    thrown(
      { waitingBytes: 100 },
      many.map(([id, atOnce]) => [id, atOnce, { bytes: 20 }]),
    ),
  ).toBe('1 TOO_MANY_STREAMS')
  expect(
    thrown(
      { waitingBytes: 100 },
      people.map(([id, atOnce]) => [id, atOnce, { bytes: 40 }]),
    ),
  ).toBe('2 QUEUE_FULL')
  expect(
    thrown(
      { streamsPerServer: 2 },
      people.map(([id]) => [id, 9]),
    ),
  ).toBe('2 SERVER_BUSY')
})

test('the bytes of a question count against the limit until it is answered', () => {
  const queue = openQueue({ ...LIMITS, waitingBytes: 100 })
  const first = queue.enter(wish(1, 9, { bytes: 20 }))
  expect(first.waits).toBe(false)
  expect(() => queue.enter(wish(1, 9, { bytes: 20 }))).toThrow()
  first.leave()
  expect(() => queue.enter(wish(1, 9, { bytes: 20 }))).not.toThrow()
})

test('bytes read for a prompt count against the limit until its slot is released', () => {
  const queue = openQueue({ ...LIMITS, waitingBytes: 100 })
  const only = queue.enter(wish(1, 9, { bytes: 20 }))
  expect(only.reserve(70)).toBe(true)
  expect(() => queue.enter(wish(2, 9, { bytes: 20 }))).toThrow()
  const small = queue.enter(wish(2, 9, { bytes: 5 }))
  expect(only.reserve(10)).toBe(false)
  only.leave()
  expect(only.reserve(1)).toBe(false)
  expect(small.reserve(90)).toBe(true)
  small.leave()
  // A user with two questions does not exceed their share.
  const [one, other] = [queue.enter(wish(3, 9)), queue.enter(wish(3, 9))]
  expect([one.reserve(5), other.reserve(5)]).toEqual([true, false])
})

test('a waiting user is notified of a new position and of the closing of the queue', async () => {
  const { queue, ask, endOne, waiting } = counter(1)
  ask('a')
  ask('b')
  ask('c')
  const [, third] = [...waiting]
  const heard: QueuePosition[] = []
  const ended = (async () => {
    for await (const told of third?.place.waiting(new AbortController().signal) ?? []) heard.push(told)
  })()
  await expect.poll(() => heard).toEqual([{ ahead: 1 }])
  endOne()
  await expect.poll(() => heard, { timeout: 3_000 }).toEqual([{ ahead: 1 }, { ahead: 0, seconds: 1 }])
  queue.close()
  await expect(ended).rejects.toMatchObject({ code: 'INTERRUPTED' })
  expect(queue.counts).toEqual({ made: 1, waiting: 0 })
  expect(() => queue.enter(wish(1, 1))).toThrow(expect.objectContaining({ code: 'SHUTTING_DOWN' }) as Error)
})

test('an abort signal ends the waiting at once and rejects with its reason', async () => {
  const { queue, ask, waiting } = counter(1)
  ask('ab')
  const control = new AbortController()
  const [b] = [...waiting]
  const ended = (async () => {
    for await (const told of b?.place.waiting(control.signal) ?? []) expect(told).toEqual({ ahead: 0 })
  })()
  await Promise.resolve()
  control.abort(new Error('enough'))
  expect(queue.counts.waiting).toBe(0)
  await expect(ended).rejects.toThrow('enough')
})

test('background work has its turn after every question, counts apart and is in no position', async () => {
  const queue = openQueue(LIMITS)
  const running = queue.enter(wish(1, 1))
  const background = (userId: number) => queue.enter({ ...wish(userId, 1), isBackground: true })
  const titles = [background(1), background(2)]
  const question = queue.enter(wish(2, 1))
  expect(await first(question)).toMatchObject({ ahead: 0 })
  running.leave()
  expect([question.waits, ...titles.map(({ waits }) => waits)]).toEqual([false, true, true])
  const later = queue.enter(wish(1, 1))
  question.leave()
  expect([later.waits, ...titles.map(({ waits }) => waits)]).toEqual([false, true, true])
  later.leave()
  expect(titles.map(({ waits }) => waits)).toEqual([false, true])
  titles[0]?.leave()
  expect(titles[1]?.waits).toBe(false)
  titles[1]?.leave()
  expect(queue.counts).toEqual({ made: 0, waiting: 0 })
})

test('background work takes no places of questions, and has as many of its own', () => {
  const queue = openQueue({ ...LIMITS, waitingPerEngine: 1 })
  const background = (userId: number) => queue.enter({ ...wish(userId, 1), isBackground: true })
  const places = [queue.enter(wish(1, 1)), background(1)]
  expect(() => background(2)).toThrow(expect.objectContaining({ code: 'QUEUE_FULL' }))
  places.push(queue.enter(wish(2, 1)))
  expect(() => queue.enter(wish(3, 1))).toThrow(expect.objectContaining({ code: 'QUEUE_FULL' }))
  expect(queue.lines()).toMatchObject([{ running: 1, waiting: 1 }])
  for (const place of places.toReversed()) place.leave()
  expect(queue.counts).toEqual({ made: 0, waiting: 0 })
  const again = [queue.enter(wish(1, 1)), background(1), queue.enter(wish(2, 1))]
  expect(again.map(({ waits }) => waits)).toEqual([false, true, true])
})
