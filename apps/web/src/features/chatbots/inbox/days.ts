// The days of a chatbot's usage. Pure.

export const MEASURES = ['questions', 'visitors', 'missed', 'failed', 'up', 'down', 'tokens'] as const
export type Measure = (typeof MEASURES)[number]

export type UsageDay = { readonly day: string } & Readonly<Record<Measure, number>>

const DAY_MS = 86_400_000

/** Returns the last days up to today, the oldest first, those without questions included; in UTC, as on the server. */
export function daysUntil(today: Date, count: number, known: readonly UsageDay[]): UsageDay[] {
  const byDay = new Map(known.map((one) => [one.day, one]))
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(today.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, ...NOTHING }
  })
}

const NOTHING = { questions: 0, visitors: 0, missed: 0, failed: 0, up: 0, down: 0, tokens: 0 }

export const sumOf = (days: readonly UsageDay[], measure: Measure): number =>
  days.reduce((sum, day) => sum + day[measure], 0)
