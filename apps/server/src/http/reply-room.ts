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
  const held = new Map<string, number>()
  /** What of it is reserved for work before a reply. */
  const ahead = new Map<string, number>()
  const aheadBy = new WeakMap<ServerResponse, number>()
  const heldBy = new WeakMap<ServerResponse, number>()
  let all = 0
  const add = (key: string, bytes: number): void => {
    addTo(held, key, bytes)
    all += bytes
  }
  const unread = (key: string): number => (held.get(key) ?? 0) - (ahead.get(key) ?? 0)
  const sending = (key: string, response: ServerResponse): void => {
    addTo(ahead, key, -(aheadBy.get(response) ?? 0))
    aheadBy.delete(response)
  }
  const check = (own: number, bytes: number, response: ServerResponse): void => {
    const same = heldBy.get(response) ?? 0
    if (own > same && own + bytes > limits.each) throw tooMuch()
    if (all > same && all + bytes > limits.all && own + bytes > ALWAYS_BYTES) throw busy()
  }
  const holdUntilSent = (key: string, bytes: number, response: ServerResponse): void => {
    if (response.destroyed || bytes === 0) return
    add(key, bytes)
    heldBy.set(response, (heldBy.get(response) ?? 0) + bytes)
    response.once('close', () => {
      add(key, -bytes)
      if (bytes >= LARGE) sentLarge()
    })
  }
  return {
    total: limits.all,
    mustHaveRoom(key) {
      if (unread(key) >= limits.each) throw tooMuch()
    },
    reserve(key, bytes, response) {
      check(unread(key), bytes, response)
      holdUntilSent(key, bytes, response)
    },
    reserveAhead(key, bytes, response) {
      check(held.get(key) ?? 0, bytes, response)
      if (response.destroyed) return
      if (!aheadBy.has(response)) response.once('close', () => sending(key, response))
      aheadBy.set(response, (aheadBy.get(response) ?? 0) + bytes)
      addTo(ahead, key, bytes)
      holdUntilSent(key, bytes, response)
    },
    sending,
    count: (key, response) => holdUntilSent(key, response.writableLength, response),
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
