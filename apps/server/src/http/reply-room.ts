// How many bytes of replies wait for those who asked for them: whoever does not read gets no more.
import type { ServerResponse } from 'node:http'
import { Problem } from '../problem.ts'

export interface ReplyRoom {
  /** @throws Problem TOO_MANY_ATTEMPTS when as many bytes as may wait for somebody already; before work is done for them */
  mustHaveRoom(key: string): void
  /**
   * Counts a reply until it was sent or its reader went away. One reply may always be sent, however large.
   * @throws Problem TOO_MANY_ATTEMPTS, SERVER_BUSY when it is too much beside the others
   */
  hold(key: string, bytes: number, response: ServerResponse): void
  /** Counts what waits of a reply that was sent already. */
  count(key: string, response: ServerResponse): void
}

const RETRY_SECONDS = 10
const LEAST = 16_000_000

/** Opens the room. One person may have a quarter of it. */
export function openReplyRoom(total: number): ReplyRoom {
  const limits = { all: Math.max(total, 4 * LEAST), each: Math.max(total / 4, LEAST) }
  const held = new Map<string, number>()
  let all = 0
  const add = (key: string, bytes: number): void => {
    const own = (held.get(key) ?? 0) + bytes
    if (own > 0) held.set(key, own)
    else held.delete(key)
    all += bytes
  }
  const holdUntilSent = (key: string, bytes: number, response: ServerResponse): void => {
    if (response.destroyed || bytes === 0) return
    add(key, bytes)
    response.once('close', () => add(key, -bytes))
  }
  return {
    mustHaveRoom(key) {
      if ((held.get(key) ?? 0) >= limits.each) throw tooMuch()
    },
    hold(key, bytes, response) {
      const own = held.get(key) ?? 0
      if (own > 0 && own + bytes > limits.each) throw tooMuch()
      if (all > 0 && all + bytes > limits.all) throw busy()
      holdUntilSent(key, bytes, response)
    },
    count: (key, response) => holdUntilSent(key, response.writableLength, response),
  }
}

const RETRY = [{ seconds: RETRY_SECONDS }, { retryAfter: RETRY_SECONDS }] as const

const tooMuch = () => new Problem('TOO_MANY_ATTEMPTS', ...RETRY)
const busy = () => new Problem('SERVER_BUSY', ...RETRY)
