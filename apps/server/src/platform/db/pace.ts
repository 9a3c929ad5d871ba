import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'

/** Runs the steps of long work in sequence, with pauses for other requests. */
export interface Pace {
  <T>(step: () => Promise<T>): Promise<T>
}

const LONGEST_REST_MS = 2_000

/** Connections taken from a pool, in total and by steps. */
interface Count {
  taken: number
  steps: number
}
const counts = new WeakMap<object, Count>()

/**
 * Opens a pace for one kind of long work. The embedded database runs one statement at a time: after a step during which
 * others used it, the pace pauses for `rests` times the step's duration, so that few of their calls wait for a step. Without
 * other users, and on PostgreSQL, it does not pause.
 */
export function openPace({ kind, pool }: Pick<Database, 'kind' | 'pool'>, rests: number): Pace {
  if (kind === 'postgres') return (step) => step()
  const count = countOf(pool)
  let seen = 0
  let last: Promise<unknown> = Promise.resolve()
  return (step) => {
    const run = async () => {
      const begin = performance.now()
      count.steps++
      try {
        return await step()
      } finally {
        const ms = performance.now() - begin
        const others = count.taken - count.steps
        const rest = others > seen ? Math.min(LONGEST_REST_MS, ms * rests) : 0
        seen = others
        if (rest) await sleep(rest, undefined, { ref: false })
      }
    }
    const done = last.then(run)
    last = done.catch(() => undefined)
    return done
  }
}

function countOf(pool: Database['pool']): Count {
  const known = counts.get(pool)
  if (known) return known
  const count = { taken: 0, steps: 0 }
  counts.set(pool, count)
  pool.on('acquire', () => void count.taken++)
  return count
}

/** Splits items into batches limited by count and size; a larger item forms its own batch. */
export function stepsOf<T>(
  all: readonly T[],
  sizeOf: (one: T) => number,
  most: { count: number; size: number },
): T[][] {
  const steps: T[][] = []
  let size = 0
  for (const one of all) {
    const own = sizeOf(one)
    const step = steps.at(-1)
    if (step && step.length < most.count && size + own <= most.size) {
      step.push(one)
      size += own
    } else {
      steps.push([one])
      size = own
    }
  }
  return steps
}
