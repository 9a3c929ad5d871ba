/** The estimated size of a number, boolean or null, and the overhead of an array or object. */
const OTHER = 8

/**
 * Returns the approximate bytes of a JSON value: the length of its strings and keys, plus a constant for everything else.
 */
export function jsonSize(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return OTHER
  if (Array.isArray(value)) return value.reduce((sum: number, one: unknown) => sum + jsonSize(one), OTHER)
  return Object.entries(value).reduce((sum, [key, one]) => sum + key.length + jsonSize(one), OTHER)
}
