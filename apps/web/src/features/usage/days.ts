// The days of a span, those without a question among them. Pure.
import type { Usage } from '@polylogue/contract'

export type UsageDay = Usage['byDay'][number]

const DAY_MS = 86_400_000

/** So many days up to today, oldest first; days are UTC's, as they are counted. */
export function everyDay(days: number, counted: readonly UsageDay[], now: Date): UsageDay[] {
  const known = new Map(counted.map((one) => [one.day, one]))
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(now.getTime() - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return known.get(day) ?? { day, prompts: 0, tokensPrompt: 0, tokensResponse: 0, ms: 0 }
  })
}

/** A moment that is on this day wherever it is looked at. */
export function noonOf(day: string): string {
  return `${day}T12:00:00Z`
}
