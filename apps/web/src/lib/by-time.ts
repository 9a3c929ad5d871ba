// Groups a list by time: today, the previous seven days, older.
import { daysBetween } from './days.ts'

export type Age = 'today' | 'week' | 'older'

export interface AgeGroup<T> {
  age: Age
  items: T[]
}

/** Returns the groups today, week, older, each in the order of `items`; leaves out empty groups. */
export function groupByTime<T>(items: readonly T[], timeOf: (item: T) => string, now: Date): AgeGroup<T>[] {
  const ages: Age[] = ['today', 'week', 'older']
  return ages
    .map((age) => ({ age, items: items.filter((item) => ageOf(new Date(timeOf(item)), now) === age) }))
    .filter((group) => group.items.length > 0)
}

function ageOf(date: Date, now: Date): Age {
  const days = daysBetween(date, now)
  if (days <= 0) return 'today'
  return days <= 7 ? 'week' : 'older'
}
