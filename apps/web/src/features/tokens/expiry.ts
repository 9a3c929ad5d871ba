// How long a token lives, as people choose it. Pure.

export const EXPIRIES = ['none', '30', '90', '365', 'date'] as const
export type Expiry = (typeof EXPIRIES)[number]

/** The choice, and the day that is typed for `date` (YYYY-MM-DD, where one is). */
export interface ChosenExpiry {
  readonly choice: Expiry
  readonly day: string
}

const DAY_MS = 86_400_000

/** Offered first: a token that nobody thinks of any more ends by itself. */
export const USUAL: ChosenExpiry = { choice: '90', day: '' }

/** What stands in the form of a token there is. */
export function chosenOf(expires: string | null): ChosenExpiry {
  return expires === null ? { choice: 'none', day: '' } : { choice: 'date', day: dayOf(new Date(expires)) }
}

/** The time that a choice means, a day to its end; undefined when no day in the future is typed. */
export function timeOf({ choice, day }: ChosenExpiry, now: Date): string | null | undefined {
  if (choice === 'none') return null
  if (choice !== 'date') return new Date(now.getTime() + Number(choice) * DAY_MS).toISOString()
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) || end <= now ? undefined : end.toISOString()
}

/** The day of a time where one is, as a field for days holds it. */
export function dayOf(time: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}
