// Items whose rows somebody else locks wait outside their batch, on one connection for all (LIMIT-1).
import { isLocked, type Outcome } from './isolate-failures.ts'
import { asProcess } from './sender.ts'

/** How long an item waits for a lock, since it came; that of a connection. */
const LIMIT_MS = 10_000
const PAUSE_MS = 200

export interface LockedItem<Item, Result> {
  readonly item: Item
  /** When it came. */
  readonly since: number
  readonly settle: (outcome: Outcome<Result>) => void
}

interface Held<Item, Result> {
  readonly one: LockedItem<Item, Result>
  /** How it failed last. */
  readonly error: unknown
}

type Work<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>

/**
 * Returns a function that takes an item which failed alone because of a lock, and tries it again until it is stored or its
 * time is over. In each round everybody has one try that may wait: those of one person do not hold those of another.
 */
export function openLocked<Item, Result>(
  work: Work<Item, Result>,
  personOf: (item: Item) => unknown,
): (held: Held<Item, Result>) => void {
  const people = new Map<unknown, Held<Item, Result>[]>()
  const rounds = async () => {
    while (people.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      for (const [person, queue] of people) {
        await tryUntilLocked(queue, work)
        giveUpLate(queue)
        if (queue.length === 0) people.delete(person)
      }
    }
  }
  return (held) => {
    const isFirst = people.size === 0
    const person = personOf(held.one.item)
    const queue = people.get(person)
    if (queue) queue.push(held)
    else people.set(person, [held])
    if (isFirst) asProcess(() => void rounds())
  }
}

/** Tries the items of a person until one is locked; that one is then their last. */
async function tryUntilLocked<Item, Result>(
  queue: Held<Item, Result>[],
  work: Work<Item, Result>,
): Promise<void> {
  for (let held = queue.shift(); held; held = queue.shift()) {
    try {
      const [result] = await work([held.one.item])
      held.one.settle({ ok: true, result: result as Result })
    } catch (error) {
      if (isLocked(error)) return void queue.push({ ...held, error })
      held.one.settle({ ok: false, error })
    }
  }
}

function giveUpLate<Item, Result>(queue: Held<Item, Result>[]): void {
  const now = performance.now()
  for (const held of queue.splice(0)) {
    if (now - held.one.since < LIMIT_MS) queue.push(held)
    else held.one.settle({ ok: false, error: held.error })
  }
}
