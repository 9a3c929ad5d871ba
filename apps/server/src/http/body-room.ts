// Limits the bytes of request bodies that this process receives at once (LIMIT-2; decision 37).
import { largestIn } from '#platform/machine-memory.ts'
import { Problem } from '#problem.ts'

/** A reservation for one body. */
export interface Room {
  /**
   * Grows the reservation to the bytes that have arrived.
   * @throws Problem TOO_MUCH_AT_ONCE, SERVER_BUSY when the limit is reached
   */
  growTo(bytes: number): void
  /** Releases the reservation. A second call does nothing. */
  release(): void
}

export interface BodyRooms {
  /** The largest body that a person can send. */
  readonly largest: number
  /**
   * Reserves room for a body that arrives in memory or on disk. Announced bytes count for the person at once, but for the
   * total only as they arrive: otherwise anyone could block others by announcing.
   * @throws Problem TOO_MUCH_AT_ONCE when the person's bodies are too large together
   */
  reserve(place: 'memory' | 'disk', key: string, announced: number): Room
}

/** Bytes that each person may send even when the total is reached, so that ordinary calls still work. */
const ALWAYS_BYTES = 65_536

/** For bodies so small that they need no reservation. */
export const NO_ROOM: Room = { growTo: () => undefined, release: () => undefined }

/** Opens the reservations. One person gets at most a third of the disk limit, so that others can always send. */
export function openBodyRooms(total: number): BodyRooms {
  const rooms = {
    memory: new Pool({ all: total / 4, each: total / 16 }),
    disk: new Pool({ all: total, each: total / 3 }),
  }
  return {
    largest: largestIn(total),
    reserve: (place, key, announced) => roomIn(rooms[place], key, announced),
  }
}

const RETRY_SECONDS = 5

interface Held {
  /** The expected bytes of the person's bodies, as far as announced. */
  announced: number
  arrived: number
}

class Pool {
  readonly #limits: { readonly all: number; readonly each: number }
  readonly #held = new Map<string, Held>()
  #arrived = 0

  constructor(limits: { all: number; each: number }) {
    this.#limits = limits
  }

  take(key: string, more: Held): void {
    const own = this.#held.get(key) ?? { announced: 0, arrived: 0 }
    const sum = { announced: own.announced + more.announced, arrived: own.arrived + more.arrived }
    const refusal = [{ seconds: RETRY_SECONDS }, { retryAfter: RETRY_SECONDS }] as const
    if (sum.announced > this.#limits.each) throw new Problem('TOO_MUCH_AT_ONCE', ...refusal)
    const isFull = this.#arrived + more.arrived > this.#limits.all
    if (isFull && more.arrived > 0 && sum.arrived > ALWAYS_BYTES) throw new Problem('SERVER_BUSY', ...refusal)
    this.#held.set(key, sum)
    this.#arrived += more.arrived
  }

  give(key: string, { announced, arrived }: Held): void {
    const own = this.#held.get(key)
    if (!own) return
    own.announced -= announced
    own.arrived -= arrived
    if (own.announced <= 0) this.#held.delete(key)
    this.#arrived -= arrived
  }
}

function roomIn(pool: Pool, key: string, announced: number): Room {
  const taken: Held = { announced: 0, arrived: 0 }
  let released = false
  const take = (sum: Held): void => {
    if (released) return
    pool.take(key, { announced: sum.announced - taken.announced, arrived: sum.arrived - taken.arrived })
    Object.assign(taken, sum)
  }
  take({ announced, arrived: 0 })
  return {
    growTo(bytes) {
      if (bytes > taken.arrived) take({ announced: Math.max(announced, bytes), arrived: bytes })
    },
    release() {
      if (!released) pool.give(key, taken)
      released = true
    },
  }
}
