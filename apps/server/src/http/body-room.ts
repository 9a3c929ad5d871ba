// How many bytes of request bodies this process takes at once (quality bar S82, S94; decision 37).
import { largestIn } from '../platform/machine-memory.ts'
import { Problem } from '../problem.ts'

/** Bytes reserved for one body. */
export interface Room {
  /**
   * Takes the room of what has arrived.
   * @throws Problem TOO_MUCH_AT_ONCE, SERVER_BUSY when there is no room for so many bytes in all
   */
  growTo(bytes: number): void
  /** Gives all bytes back. A second call does nothing. */
  release(): void
}

export interface BodyRooms {
  /** The largest body that a person can send. */
  readonly largest: number
  /**
   * Opens a room for a body that is kept in memory while it arrives, or on the disk. What was announced counts for the person
   * at once, but takes room from others only as it arrives: announcing costs nothing, and must keep nobody out.
   * @throws Problem TOO_MUCH_AT_ONCE when the person has too many bytes on the way
   */
  reserve(place: 'memory' | 'disk', userId: number, announced: number): Room
}

/** So much of one person arrives although there is no room: ordinary calls go on, whatever others send. */
const ALWAYS_BYTES = 65_536

/** A body of few bytes, which costs no more than its connection does. */
export const NO_ROOM: Room = { growTo: () => undefined, release: () => undefined }

/** Opens the rooms. One person takes a third of what is on the disk at most, so that others can always send something. */
export function openBodyRooms(total: number): BodyRooms {
  const rooms = {
    memory: new Pool({ all: total / 4, each: total / 16 }),
    disk: new Pool({ all: total, each: total / 3 }),
  }
  return {
    largest: largestIn(total),
    reserve: (place, userId, announced) => roomIn(rooms[place], userId, announced),
  }
}

const RETRY_SECONDS = 5

interface Held {
  /** Bytes that the person's bodies will have, as far as that is known. */
  announced: number
  arrived: number
}

class Pool {
  readonly #limits: { readonly all: number; readonly each: number }
  readonly #held = new Map<number, Held>()
  #arrived = 0

  constructor(limits: { all: number; each: number }) {
    this.#limits = limits
  }

  take(userId: number, more: Held): void {
    const own = this.#held.get(userId) ?? { announced: 0, arrived: 0 }
    const sum = { announced: own.announced + more.announced, arrived: own.arrived + more.arrived }
    const refusal = [{ seconds: RETRY_SECONDS }, { retryAfter: RETRY_SECONDS }] as const
    if (sum.announced > this.#limits.each) throw new Problem('TOO_MUCH_AT_ONCE', ...refusal)
    const isFull = this.#arrived + more.arrived > this.#limits.all
    if (isFull && more.arrived > 0 && sum.arrived > ALWAYS_BYTES) throw new Problem('SERVER_BUSY', ...refusal)
    this.#held.set(userId, sum)
    this.#arrived += more.arrived
  }

  give(userId: number, { announced, arrived }: Held): void {
    const own = this.#held.get(userId)
    if (!own) return
    own.announced -= announced
    own.arrived -= arrived
    if (own.announced <= 0) this.#held.delete(userId)
    this.#arrived -= arrived
  }
}

function roomIn(pool: Pool, userId: number, announced: number): Room {
  const taken: Held = { announced: 0, arrived: 0 }
  let released = false
  const take = (sum: Held): void => {
    if (released) return
    pool.take(userId, { announced: sum.announced - taken.announced, arrived: sum.arrived - taken.arrived })
    Object.assign(taken, sum)
  }
  take({ announced, arrived: 0 })
  return {
    growTo(bytes) {
      if (bytes > taken.arrived) take({ announced: Math.max(announced, bytes), arrived: bytes })
    },
    release() {
      if (!released) pool.give(userId, taken)
      released = true
    },
  }
}
