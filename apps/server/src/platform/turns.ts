import { Problem } from '#problem.ts'
import { openFairQueue } from './fair-queue.ts'

/** The limits on running and queued work, and on the time in the queue. */
export interface TurnLimits {
  readonly atOnce: number
  readonly waiting: number
  readonly timeoutMs: number
}

/**
 * Runs expensive work in its turn. Every second turn is for work with `isFirst`, which has a queue of its own.
 * @throws Problem SERVER_BUSY when the queue is full or the wait too long
 */
export type InTurn = <T>(work: () => Promise<T>, options?: { readonly isFirst?: boolean }) => Promise<T>

/** Opens a bounded queue for work that could otherwise exhaust the machine, and that nobody has signed in for. */
export function openTurns({ atOnce, waiting, timeoutMs }: TurnLimits): InTurn {
  const seconds = Math.ceil(timeoutMs / 2_000)
  const full = () => new Problem('SERVER_BUSY', { seconds }, { retryAfter: seconds })
  const enqueue = openFairQueue({
    atOnce,
    atOncePerPerson: atOnce,
    waitingPerPerson: waiting,
    timeoutMs,
    full,
  })
  // Nobody can leave the queue, so that all work gets its turn.
  return async <T>(work: () => Promise<T>, { isFirst = false } = {}) =>
    (await enqueue({ key: isFirst ? 'preferred' : 'rest' }, work)) as T
}
