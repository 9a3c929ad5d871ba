// How many bytes of request bodies this process takes at once: reserved before a body is read (quality bar S82, S94).
import { memoryForRequests } from '../platform/machine-memory.ts'
import { Problem } from '../problem.ts'

/** Who sends a body: somebody signed in, or whoever is at an address. */
export interface Sender {
  readonly key: string
  readonly isSignedIn: boolean
}

/** Bytes reserved for one body. */
export interface Room {
  /** @throws Problem TOO_MUCH_AT_ONCE, SERVER_BUSY when there is no room for so many bytes in all */
  growTo(bytes: number): void
  /** Gives all bytes back. A second call does nothing. */
  release(): void
}

export interface BodyRooms {
  /** The largest body that a person can send. */
  readonly largest: number
  /**
   * Reserves bytes for a body that is kept in memory while it arrives, or on the disk.
   * @throws Problem TOO_MUCH_AT_ONCE when the sender has too many bytes on the way, SERVER_BUSY when all together have
   */
  reserve(place: 'memory' | 'disk', sender: Sender, bytes: number): Room
}

/** What a body takes in memory while it is handled, in times its size: its texts, its files, what is stored and what is sent on. */
export const HANDLED_TIMES = 6

/** Returns the bytes of the largest body with files that is taken: as configured, or what there is memory to handle. */
export function largestUpload(limits: {
  readonly uploadBytes: number
  readonly bodyMemoryBytes?: number | undefined
}): number {
  return Math.min(limits.uploadBytes, largestIn(limits.bodyMemoryBytes ?? memoryForRequests()))
}

function largestIn(total: number): number {
  return Math.floor(total / HANDLED_TIMES)
}

/** Opens the rooms. One person takes a third of what is on the disk at most, so that others can always send something. */
export function openBodyRooms(total: number): BodyRooms {
  // Bodies without a sign-in are small. They have rooms of their own, so that strangers keep nobody out who is signed in.
  const strangers = { all: total / 16, each: total / 64 }
  const rooms = {
    memory: { people: pool({ all: total / 4, each: total / 16 }), strangers: pool(strangers) },
    disk: {
      people: pool({ all: total, each: total / 3 }),
      strangers: pool({ ...strangers, each: strangers.all }),
    },
  }
  return {
    largest: largestIn(total),
    reserve: (place, { key, isSignedIn }, bytes) =>
      roomIn(rooms[place][isSignedIn ? 'people' : 'strangers'], key, bytes),
  }
}

interface Pool {
  take(key: string, bytes: number): void
  give(key: string, bytes: number): void
}

const RETRY_SECONDS = 5

function pool(limits: { all: number; each: number }): Pool {
  const held = new Map<string, number>()
  let all = 0
  return {
    take(key, bytes) {
      const own = (held.get(key) ?? 0) + bytes
      const refusal = [{ seconds: RETRY_SECONDS }, { retryAfter: RETRY_SECONDS }] as const
      if (own > limits.each) throw new Problem('TOO_MUCH_AT_ONCE', ...refusal)
      if (all + bytes > limits.all) throw new Problem('SERVER_BUSY', ...refusal)
      held.set(key, own)
      all += bytes
    },
    give(key, bytes) {
      const own = (held.get(key) ?? 0) - bytes
      if (own > 0) held.set(key, own)
      else held.delete(key)
      all -= bytes
    },
  }
}

function roomIn(pool: Pool, key: string, bytes: number): Room {
  let taken = 0
  let released = false
  const growTo = (wanted: number): void => {
    if (released || wanted <= taken) return
    pool.take(key, wanted - taken)
    taken = wanted
  }
  growTo(bytes)
  return {
    growTo,
    release() {
      if (!released) pool.give(key, taken)
      released = true
    },
  }
}
