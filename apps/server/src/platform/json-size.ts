/** What a number, a flag or null counts for, and a list or an object by itself. */
const OTHER = 8

/** Returns about how many bytes a JSON value takes: the characters of its texts and keys, and a few for everything else. */
export function jsonSize(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return OTHER
  if (Array.isArray(value)) return value.reduce((sum: number, one: unknown) => sum + jsonSize(one), OTHER)
  return Object.entries(value).reduce((sum, [key, one]) => sum + key.length + jsonSize(one), OTHER)
}
