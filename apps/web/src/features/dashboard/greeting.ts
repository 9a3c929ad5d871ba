export type Greeting = 'morning' | 'afternoon' | 'evening' | 'night'

/** Returns the greeting for an hour from 0 to 23 (PAGE-16). */
export function greetingAt(hour: number): Greeting {
  if (hour >= 3 && hour < 12) return 'morning'
  if (hour >= 12 && hour < 15) return 'afternoon'
  return hour >= 15 && hour < 20 ? 'evening' : 'night'
}

/**
 * First names of role accounts: of the account created by environment variables, and of accounts named after their purpose.
 */
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

/** Returns the name for the greeting; '' for role accounts. */
export const greetedName = (firstName: string): string =>
  ROLES.has(firstName.trim().toLowerCase()) ? '' : firstName
