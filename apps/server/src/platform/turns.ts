import { Problem } from '../problem.ts'

/** How much is done at once, how many may wait, and for how long. */
export interface TurnLimits {
  readonly atOnce: number
  readonly waiting: number
  readonly patienceMs: number
}

/** Runs costly work in its turn. @throws Problem SERVER_BUSY when too many wait or the turn comes too late. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Opens a bounded queue for work that would otherwise take the machine from everything else. */
export function openTurns(limits: TurnLimits): InTurn {
  const queue: { since: number; begin(): void; refuse(): void }[] = []
  let running = 0

  const next = () => {
    running--
    for (let head = queue.shift(); head; head = queue.shift()) {
      if (performance.now() - head.since > limits.patienceMs) head.refuse()
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
  const seconds = Math.ceil(limits.patienceMs / 2_000)
  return new Problem('SERVER_BUSY', { seconds }, { retryAfter: seconds })
}
