import { createHash } from 'node:crypto'

/** The minimum number of remembered bearers; at most twice as many, about 100 bytes each. */
const REMEMBERED = 20_000

/**
 * Hashes of bearers that were recently valid. They may be invalid by now: being known only exempts a request from queuing
 * with unknown bearers.
 */
export interface KnownBearers {
  note(bearer: string): void
  /** Removes a bearer that is no longer valid. */
  forget(bearer: string): void
  has(bearer: string): boolean
}

/** Remembers the most recent bearers, in this process's memory. */
export function knownBearers(most = REMEMBERED): KnownBearers {
  let newer = new Set<string>()
  let older = new Set<string>()
  const keyOf = (bearer: string) => createHash('sha256').update(bearer).digest('base64')
  return {
    note(bearer) {
      newer.add(keyOf(bearer))
      if (newer.size < most) return
      older = newer
      newer = new Set()
    },
    forget(bearer) {
      const key = keyOf(bearer)
      for (const keys of [newer, older]) keys.delete(key)
    },
    has(bearer) {
      const key = keyOf(bearer)
      return newer.has(key) || older.has(key)
    },
  }
}
