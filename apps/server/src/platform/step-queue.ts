// Runs long work of people in small steps, so that other requests are not blocked (decision 43).
import { Problem } from '#problem.ts'
import { openPace, type Database, type Pace } from './db/index.ts'
import { openFairQueue, type Requester } from './fair-queue.ts'

/** Limits of one step in rows and, after its first, in characters or bytes: about 15 ms of the embedded database. */
export const STEP = { count: 200, size: 60_000 }
/** Pause of the embedded database after a step, as a multiple of its duration, while others use it. */
const RESTS = 10
const LINE = { atOnce: 4, atOncePerPerson: 1, waitingPerPerson: 2 }
const BUSY_SECONDS = 30

/**
 * Waits for the person's turn and runs the work, which takes its steps at the pace.
 * @throws Problem SERVER_BUSY when the queue is full or the client disconnected
 */
export type StepQueue = <T extends object>(
  requester: Requester,
  work: (pace: Pace) => Promise<T>,
) => Promise<T>

/** Opens the queue of one kind of work. `waiting`: the maximum queue length of all people together. */
export function openStepQueue(db: Pick<Database, 'kind' | 'pool'>, waiting: number): StepQueue {
  const pace = openPace(db, RESTS)
  const full = () => new Problem('SERVER_BUSY', { seconds: BUSY_SECONDS }, { retryAfter: BUSY_SECONDS })
  const enqueue = openFairQueue({ ...LINE, waiting, full })
  return async (requester, work) => {
    const done = await enqueue(requester, () => work(pace))
    if (!done) throw full()
    return done
  }
}
