// Fills a period with all its days, including those without questions. Pure.
import type { Usage } from '@polylogue/contract'

export type UsageDay = Usage['byDay'][number]

const DAY_MS = 86_400_000

/** Returns every day of the period, oldest first; days are in UTC, as on the server. */
export function everyDay({ from, to, byDay }: Pick<Usage, 'from' | 'to' | 'byDay'>): UsageDay[] {
  const known = new Map(byDay.map((one) => [one.day, one]))
  return Array.from({ length: daysOf(from, to) }, (_, index) => {
    const day = new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10)
    return known.get(day) ?? { day, ...NOTHING }
  })
}

const NOTHING = { prompts: 0, failed: 0, stopped: 0, tokensPrompt: 0, tokensResponse: 0, ms: 0 }

/** Returns the number of days from the first to the last one, both included. */
export const daysOf = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
