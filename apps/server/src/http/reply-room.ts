// Limits the bytes of unread replies: a client that does not read gets no more.
import type { ServerResponse } from 'node:http'
import { Problem } from '#problem.ts'

export interface ReplyRoom {
  /** The bytes that all clients may have unread. */
  readonly total: number
  /** @throws Problem TOO_MANY_ATTEMPTS when the client's unread replies reach the limit; call it before any work */
  mustHaveRoom(key: string): void
  /**
   * Counts a reply until it is sent or its client disconnects, or more of one that is counted already. A single reply is
   * allowed at any size.
   * @throws Problem TOO_MANY_ATTEMPTS, SERVER_BUSY when it exceeds the limit together with others
   */
  reserve(key: string, bytes: number, response: ServerResponse): void
  /**
   * The same for the work before a reply: until `sending`, it counts for other work of this kind and in the total, so that a slow
   * engine does not keep its caller from other replies.
   * @throws Problem TOO_MANY_ATTEMPTS, SERVER_BUSY
   */
  reserveAhead(key: string, bytes: number, response: ServerResponse): void
  /** Counts what a reply needs beyond what was reserved ahead. Its work is done or under way, so it is not refused any more. */
  grow(key: string, bytes: number, response: ServerResponse): void
  /** Counts what was reserved ahead as unread from now on. */
  sending(key: string, response: ServerResponse): void
  /** Counts the unsent bytes of a reply that is already written. */
  count(key: string, response: ServerResponse): void
}

const RETRY_SECONDS = 10
const LEAST = 16_000_000

/** Bytes that each client may have unread even when the total is reached, so that ordinary calls still work. */
const ALWAYS_BYTES = 65_536

/** From this size on, the memory of a sent reply is worth collecting. */
const LARGE = 1_000_000

/** Opens the limiter. One client may use a quarter of the total. `sentLarge` is called after each large reply. */
export function openReplyRoom(total: number, sentLarge: () => void = () => undefined): ReplyRoom {
  const limits = { all: Math.max(total, 4 * LEAST), each: Math.max(total / 4, LEAST) }
  const held = heldUntilSent(sentLarge)
  /** What of it is reserved for work before a reply. */
  const ahead = new Map<string, number>()
  const aheadBy = new WeakMap<ServerResponse, number>()
  const unread = (key: string): number => held.by(key) - (ahead.get(key) ?? 0)
  const sending = (key: string, response: ServerResponse): void => {
    addTo(ahead, key, -(aheadBy.get(response) ?? 0))
    aheadBy.delete(response)
  }
  const check = (key: string, own: number, bytes: number, response: ServerResponse): void => {
    const same = held.of(response)
    const sum = [...same.values()].reduce((total, one) => total + one, 0)
    if (own > (same.get(key) ?? 0) && own + bytes > limits.each) throw tooMuch()
    if (held.all > sum && held.all + bytes > limits.all && own + bytes > ALWAYS_BYTES) throw busy()
  }
  const holdAhead = (key: string, bytes: number, response: ServerResponse): void => {
    if (response.destroyed || bytes === 0) return
    if (!aheadBy.has(response)) response.once('close', () => sending(key, response))
    aheadBy.set(response, (aheadBy.get(response) ?? 0) + bytes)
    addTo(ahead, key, bytes)
    held.add(key, bytes, response)
  }
  return {
    total: limits.all,
    mustHaveRoom(key) {
      if (unread(key) >= limits.each) throw tooMuch()
    },
    reserve(key, bytes, response) {
      check(key, unread(key), bytes, response)
      held.add(key, bytes, response)
    },
    reserveAhead(key, bytes, response) {
      check(key, held.by(key), bytes, response)
      holdAhead(key, bytes, response)
    },
    grow: (key, bytes, response) =>
      aheadBy.has(response) ? holdAhead(key, bytes, response) : held.add(key, bytes, response),
    sending,
    count: (key, response) => held.add(key, response.writableLength, response),
  }
}

/** Counts the bytes of replies until they are sent or their clients disconnect, by key. */
function heldUntilSent(sentLarge: () => void) {
  const held = new Map<string, number>()
  const heldBy = new WeakMap<ServerResponse, Map<string, number>>()
  let all = 0
  const release = (response: ServerResponse): void => {
    for (const [key, bytes] of heldBy.get(response) ?? []) {
      addTo(held, key, -bytes)
      all -= bytes
      if (bytes >= LARGE) sentLarge()
    }
    heldBy.delete(response)
  }
  return {
    get all() {
      return all
    },
    by: (key: string): number => held.get(key) ?? 0,
    /** Returns what is counted of one reply. */
    of: (response: ServerResponse): ReadonlyMap<string, number> => heldBy.get(response) ?? new Map(),
    add(key: string, bytes: number, response: ServerResponse): void {
      if (response.destroyed || bytes === 0) return
      const known = heldBy.get(response)
      const holds = known ?? new Map<string, number>()
      if (!known) response.once('close', () => release(response))
      heldBy.set(response, holds)
      addTo(holds, key, bytes)
      addTo(held, key, bytes)
      all += bytes
    },
  }
}

function addTo(counts: Map<string, number>, key: string, bytes: number): void {
  const sum = (counts.get(key) ?? 0) + bytes
  if (sum > 0) counts.set(key, sum)
  else counts.delete(key)
}

const RETRY = [{ seconds: RETRY_SECONDS }, { retryAfter: RETRY_SECONDS }] as const

const tooMuch = () => new Problem('TOO_MANY_ATTEMPTS', ...RETRY)
const busy = () => new Problem('SERVER_BUSY', ...RETRY)
