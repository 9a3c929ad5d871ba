// Counts answers by provider and reason in memory, so that an answer costs nothing more in the database.
import type { Clock } from '#platform/clock.ts'
import type { TellOutcome } from '#features/answers/index.ts'
import { lastDay, lastHour, type Series } from './series.ts'

/** The answers of a provider that this process asked. */
export interface EngineCounts {
  readonly providerId: number
  readonly name: string
  readonly lastHour: readonly number[]
  /** Failures of the last 24 hours. */
  readonly failures: readonly { readonly code: string; readonly count: number }[]
  /** Since the start of the process. */
  readonly total: number
  readonly failed: readonly { readonly code: string; readonly count: number }[]
}

export interface AnswerCounts {
  readonly tell: TellOutcome
  readonly since: Date
  all(): EngineCounts[]
}

interface Counted {
  name: string
  total: number
  readonly hour: Series
  readonly failed: Map<string, { total: number; readonly day: Series }>
}

export function openAnswerCounts(clock: Clock): AnswerCounts {
  const providers = new Map<number, Counted>()
  return {
    since: clock.now(),
    tell({ id, name }, failed) {
      const now = clock.now()
      const counted = providers.get(id) ?? { name, total: 0, hour: lastHour(), failed: new Map() }
      providers.set(id, counted)
      counted.name = name
      counted.total++
      counted.hour.add(now, 1)
      if (failed === undefined) return
      const reason = counted.failed.get(failed) ?? { total: 0, day: lastDay() }
      counted.failed.set(failed, reason)
      reason.total++
      reason.day.add(now, 1)
    },
    all() {
      const now = clock.now()
      return [...providers].map(([providerId, { name, total, hour, failed }]) => ({
        providerId,
        name,
        total,
        lastHour: hour.values(now),
        failures: [...failed].flatMap(([code, { day }]) => {
          const count = day.values(now).reduce((sum, value) => sum + value, 0)
          return count > 0 ? [{ code, count }] : []
        }),
        failed: [...failed].map(([code, reason]) => ({ code, count: reason.total })),
      }))
    },
  }
}
