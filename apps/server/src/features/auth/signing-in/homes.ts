/** The minimum number of remembered pairs; at most twice as many. */
const REMEMBERED = 10_000

/**
 * Addresses from which users signed in lately, in this process's memory. Being known only lets a sign-in pass others in the
 * queue; whether it is allowed is decided in the database.
 */
export interface Homes {
  note(userId: number, address: string): void
  has(userId: number, address: string): boolean
}

/** Remembers the latest pairs of a user and an address. */
export function openHomes(): Homes {
  let newer = new Set<string>()
  let older = new Set<string>()
  const keyOf = (userId: number, address: string) => `${userId} ${address}`
  return {
    note(userId, address) {
      newer.add(keyOf(userId, address))
      if (newer.size < REMEMBERED) return
      older = newer
      newer = new Set()
    },
    has(userId, address) {
      const key = keyOf(userId, address)
      return newer.has(key) || older.has(key)
    },
  }
}
