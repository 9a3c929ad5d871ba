import { isLocked, settleEach, type IsOutage, type Outcome } from './isolate-failures.ts'
import { openLocked, type LockedItem } from './locked.ts'
import { asProcess } from './sender.ts'

interface Batches<Item> {
  /**
   * Milliseconds between two batches, which leave the database time for other queries, and let more calls share the next one. Also
   * when nobody waits yet: else each call has a batch of its own as soon as a batch is done before the next call comes.
   */
  readonly gapMs: number
  /** Most items of a batch. */
  readonly most?: number
  /** Most of what `sizeOf` says of its items together; one alone may be larger. */
  readonly room?: number
  readonly sizeOf?: (item: Item) => number
  readonly isOutage: IsOutage
  /** Whose item it is: of each person, one at a time waits for a lock. Each item is somebody's own otherwise. */
  readonly personOf?: (item: Item) => unknown
  /** Whether an item may be worked on twice at once: then those of a slow batch are also tried alone. */
  readonly isRead?: boolean
  /** Milliseconds after which a batch is slow: the next one begins beside it. */
  readonly slowMs?: number
}

const SLOW_MS = 500

/** Slow batches at a time; beyond that, the next one waits. Together with the others they must leave connections free. */
const MOST_SLOW = 3

interface Waiting<Item, Result> extends LockedItem<Item, Result> {
  readonly size: number
  settled: boolean
}

/**
 * Batches calls: calls that arrive while a batch runs, or within the gap after it, wait for the next one, so that many questions
 * share one commit. A single call does not wait. An item that fails does not fail its batch, and one that is slow or locked does
 * not hold the others (LIMIT-1): after `slowMs` they get batches beside it, and one that is locked leaves its batch. `work` must
 * handle all of its items or none.
 */
export function batched<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  {
    gapMs,
    most = Infinity,
    room = Infinity,
    sizeOf = () => 0,
    isOutage,
    personOf = (item) => item,
    isRead = false,
    slowMs = SLOW_MS,
  }: Batches<Item>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  const unlessSlow = openSlowWork(slowMs)
  const waitForLock = openLocked(work, personOf)
  const settle: Settled<Item, Result> = (one, outcome) => {
    if (!outcome.ok && isLocked(outcome.error)) waitForLock({ one, error: outcome.error })
    else one.settle(outcome)
  }
  let busy = false
  /** Returns how many of those that wait are the next batch. */
  const fitting = (): number => {
    let total = 0
    const first = waiting.slice(0, most)
    const at = first.findIndex(({ size }, index) => (total += size) > room && index > 0)
    return at < 0 ? first.length : at
  }
  const next = async (): Promise<void> => {
    if (waiting.length === 0) {
      busy = false
      return
    }
    const batch = waiting.splice(0, fitting())
    const isSlow = await unlessSlow(attempt(batch, work, isOutage, settle))
    if (isSlow && isRead && batch.length > 1) void tryAlone(batch, work, unlessSlow)
    setTimeout(() => void next(), gapMs)
  }
  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const one: Waiting<Item, Result> = {
      item,
      size: sizeOf(item),
      since: performance.now(),
      settled: false,
      settle(outcome) {
        one.settled = true
        if (outcome.ok) resolve(outcome.result)
        else reject(outcome.error)
      },
    }
    waiting.push(one)
    if (!busy) {
      busy = true
      // Serves all callers, not only the one that begins it.
      asProcess(() => void next())
    }
    return promise
  }
}

type Settled<Item, Result> = (one: Waiting<Item, Result>, outcome: Outcome<Result>) => void

/** Works on a batch; never rejects. A test of an error may have a defect itself. */
async function attempt<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  isOutage: IsOutage,
  settle: Settled<Item, Result>,
): Promise<void> {
  try {
    const items = batch.map(({ item }) => item)
    await settleEach(items, work, isOutage, (place, outcome) => {
      const one = batch[place]
      if (one) settle(one, outcome)
    })
  } catch (error) {
    for (const one of batch) one.settle({ ok: false, error })
  }
}

/** Tries the items of a slow batch alone, one after the other: whichever attempt succeeds first counts. */
async function tryAlone<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  unlessSlow: (work: Promise<void>) => Promise<boolean>,
): Promise<void> {
  for (const one of batch) {
    if (one.settled) continue
    // When it fails, the outcome of its batch counts.
    const alone = work([one.item]).then(
      ([result]) => one.settle({ ok: true, result: result as Result }),
      () => undefined,
    )
    await unlessSlow(alone)
  }
}

/**
 * Returns a function that waits until work ended or is slow, and while too much is slow, until some of that ended. It returns
 * whether the work is slow.
 */
function openSlowWork(slowMs: number): (work: Promise<void>) => Promise<boolean> {
  const slow = new Set<Promise<void>>()
  return async (work) => {
    if (await within(work, slowMs)) return false
    slow.add(work)
    void work.then(() => slow.delete(work))
    if (slow.size >= MOST_SLOW) await Promise.race(slow)
    return true
  }
}

/** Waits for work that never rejects, at most so many milliseconds. Returns whether it ended. */
async function within(work: Promise<void>, ms: number): Promise<boolean> {
  const over = Promise.withResolvers<boolean>()
  const timer = setTimeout(over.resolve, ms, false)
  const ended = await Promise.race([work.then(() => true), over.promise])
  clearTimeout(timer)
  return ended
}
