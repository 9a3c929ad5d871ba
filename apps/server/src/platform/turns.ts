import { Problem } from '../problem.ts'

/** The limits on running and queued work, and on the time in the queue. */
export interface TurnLimits {
  readonly atOnce: number
  readonly waiting: number
  readonly timeoutMs: number
}

/** Runs expensive work in its turn. @throws Problem SERVER_BUSY when the queue is full or the wait too long */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Opens a bounded queue for work that could otherwise exhaust the machine. */
export function openTurns(limits: TurnLimits): InTurn {
  const queue: { since: number; begin(): void; refuse(): void }[] = []
  let running = 0

  const next = () => {
    running--
    for (let head = queue.shift(); head; head = queue.shift()) {
      if (performance.now() - head.since > limits.timeoutMs) head.refuse()
      else return head.begin()
    }
  }

  const turn = () => {
    if (running < limits.atOnce) {
      running++
      return Promise.resolve()
    }
    if (queue.length >= limits.waiting) return Promise.reject(busy(limits))
    return new Promise<void>((resolve, reject) => {
      const begin = () => {
        running++
        resolve()
      }
      queue.push({ since: performance.now(), begin, refuse: () => reject(busy(limits)) })
    })
  }

  return async (work) => {
    await turn()
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
