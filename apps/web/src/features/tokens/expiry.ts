// The expiry choices of a token. Pure.

export const EXPIRIES = ['none', '30', '90', '365', 'date'] as const
export type Expiry = (typeof EXPIRIES)[number]

/** The choice; for `date` with the entered day (YYYY-MM-DD, local time). */
export interface ChosenExpiry {
  readonly choice: Expiry
  readonly day: string
}

const DAY_MS = 86_400_000

/** The default: a forgotten token expires automatically. */
export const USUAL: ChosenExpiry = { choice: '90', day: '' }

/** Form value of an existing token. */
export function chosenOf(expires: string | null): ChosenExpiry {
  return expires === null ? { choice: 'none', day: '' } : { choice: 'date', day: dayOf(new Date(expires)) }
}

/** Returns the time of a choice, at the end of that day; undefined when no future day is entered. */
export function timeOf({ choice, day }: ChosenExpiry, now: Date): string | null | undefined {
  if (choice === 'none') return null
  if (choice !== 'date') return new Date(now.getTime() + Number(choice) * DAY_MS).toISOString()
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) || end <= now ? undefined : end.toISOString()
}

/** Returns the local day of a time in the format of a date field. */
export function dayOf(time: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}
