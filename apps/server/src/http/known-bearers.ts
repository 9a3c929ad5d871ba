import { createHash } from 'node:crypto'

/** The minimum number of remembered bearers; at most twice as many, about 150 bytes each. */
const REMEMBERED = 20_000

/**
 * Hashes of bearers that were recently valid. They may be invalid by now: being known only exempts a request from queuing
 * with unknown bearers.
 */
export interface KnownBearers {
  /** Remembers a bearer and the viewer key of its viewer; without one, until its first use, it has a key of its own. */
  note(bearer: string, viewerKey?: string): void
  /** Removes a bearer that is no longer valid. */
  forget(bearer: string): void
  has(bearer: string): boolean
  /** Returns the viewer key of a known bearer, which all bearers of a person have in common. */
  viewerKeyOf(bearer: string): string | undefined
}

/** Remembers the most recent bearers, in this process's memory. */
export function knownBearers(most = REMEMBERED): KnownBearers {
  let newer = new Map<string, string>()
  let older = new Map<string, string>()
  const keyOf = (bearer: string) => createHash('sha256').update(bearer).digest('base64')
  return {
    note(bearer, viewerKey) {
      const key = keyOf(bearer)
      newer.set(key, viewerKey ?? `bearer ${key}`)
      if (newer.size < most) return
      older = newer
      newer = new Map()
    },
    forget(bearer) {
      const key = keyOf(bearer)
      for (const keys of [newer, older]) keys.delete(key)
    },
    has(bearer) {
      const key = keyOf(bearer)
      return newer.has(key) || older.has(key)
    },
    viewerKeyOf(bearer) {
      const key = keyOf(bearer)
      return newer.get(key) ?? older.get(key)
    },
  }
}
