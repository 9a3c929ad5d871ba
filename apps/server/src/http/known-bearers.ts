import { createHash } from 'node:crypto'

/** So many are remembered at least, and twice as many at most; some 100 bytes each. */
const REMEMBERED = 20_000

/**
 * Bearers that were good a while ago, by their hashes. It says nothing of whether they still are: who shows one of them does not
 * wait behind those who guess.
 */
export interface KnownBearers {
  note(bearer: string): void
  /** One that turned out to be good no longer. */
  forget(bearer: string): void
  has(bearer: string): boolean
}

/** Remembers those that came last, in this process's memory. */
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
