export type Greeting = 'morning' | 'afternoon' | 'evening' | 'night'

/** How one greets at an hour from 0 to 23 (shell specification, section 2). */
export function greetingAt(hour: number): Greeting {
  if (hour >= 3 && hour < 12) return 'morning'
  if (hour >= 12 && hour < 15) return 'afternoon'
  return hour >= 15 && hour < 20 ? 'evening' : 'night'
}

/** First names that are no person's: of the account that the environment makes, and of accounts named after what they are for. */
const ROLES = new Set([
  'system',
  'administrator',
  'admin',
  'superuser',
  'root',
  'guest',
  'team',
  'staff',
  'user',
])

/** The name that one is greeted by; '' for a role's name, which greets nobody. */
export const greetedName = (firstName: string): string =>
  ROLES.has(firstName.trim().toLowerCase()) ? '' : firstName
