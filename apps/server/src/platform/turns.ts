import { Problem } from '#problem.ts'

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

interface Waiter {
  readonly since: number
  begin(): void
  refuse(): void
}

/** Opens a bounded queue for work that could otherwise exhaust the machine. */
export function openTurns(limits: TurnLimits): InTurn {
  const preferred: Waiter[] = []
  const rest: Waiter[] = []
  let wasPreferred = false
  let running = 0

  const takeNext = () => {
    wasPreferred = preferred.length > 0 && !(wasPreferred && rest.length > 0)
    return (wasPreferred ? preferred : rest).shift()
  }
  const next = () => {
    running--
    for (let head = takeNext(); head; head = takeNext()) {
      if (performance.now() - head.since > limits.timeoutMs) head.refuse()
      else return head.begin()
    }
  }

  const turn = (isFirst: boolean) => {
    if (running < limits.atOnce) {
      running++
      return Promise.resolve()
    }
    const queue = isFirst ? preferred : rest
    if (queue.length >= limits.waiting) return Promise.reject(busy(limits))
    return new Promise<void>((resolve, reject) => {
      const begin = () => {
        running++
        resolve()
      }
      queue.push({ since: performance.now(), begin, refuse: () => reject(busy(limits)) })
    })
  }

  return async (work, { isFirst = false } = {}) => {
    await turn(isFirst)
    try {
      return await work()
    } finally {
      next()
    }
  }
}

function busy(limits: TurnLimits): Problem {
  const seconds = Math.ceil(limits.timeoutMs / 2_000)
  return new Problem('SERVER_BUSY', { seconds }, { retryAfter: seconds })
}
