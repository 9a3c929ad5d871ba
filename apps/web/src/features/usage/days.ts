// Fills a period with all its days, including those without questions. Pure.
import type { Usage } from '@polylogue/contract'

export type UsageDay = Usage['byDay'][number]

const DAY_MS = 86_400_000

/** Returns the last `days` days including today, oldest first; days are in UTC, as on the server. */
export function everyDay(days: number, counted: readonly UsageDay[], now: Date): UsageDay[] {
  const known = new Map(counted.map((one) => [one.day, one]))
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(now.getTime() - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return known.get(day) ?? { day, prompts: 0, tokensPrompt: 0, tokensResponse: 0, ms: 0 }
  })
}

/** A time that falls on this day in every time zone. */
export function noonOf(day: string): string {
  return `${day}T12:00:00Z`
}
