// Turns for large replies: fair between people, and as many at once as memory allows (decision 93).
import type { ServerResponse } from 'node:http'
import type { Call } from '@polylogue/contract'
import { openFairQueue, type Requester } from '#platform/fair-queue.ts'
import { Problem } from '#problem.ts'
import type { ReplyRoom } from './reply-room.ts'

/** `open`: a stream for a request without a viewer. `vectors`: a reply that an engine has worked for, and whose memory is reserved. */
type Kind = Exclude<Call['large'], 'own' | undefined> | 'open' | 'vectors'

/**
 * Makes a large reply in the requester's turn, with memory reserved for it. The turn of a stream or a file lasts until it is
 * sent, unless the client reads slowly.
 * @throws Problem TOO_MANY_ATTEMPTS when too many wait or the requester disconnects; SERVER_BUSY
 */
export type InReplyTurn = <T>(
  kind: Kind,
  requester: Requester,
  response: ServerResponse,
  make: () => Promise<T>,
) => Promise<T>

/** The texts of a page as rows, as JSON and as bytes. */
const PAGE_BYTES = 24_000_000
/** The buffers of a stream, of its compression and of the socket. */
const STREAM_BYTES = 1_000_000
/** A slower client leaves its turn to others: at its pace the rest takes little work. */
const SLOW_MS = 2_000
/** What waits is a request without its reply: some kilobytes. */
const WAITING = { waitingPerPerson: 500, waiting: 5_000 }
/** Few long streams are ever opened at once, and each that nobody reads holds a turn for as long as a slow one. */
const STREAMS_WAITING = { waitingPerPerson: 50, waiting: 5_000 }
/** Addresses cost nothing: without a sign-in, all of them share few places and the memory of one viewer. */
const OPEN_WAITING = { waitingPerPerson: 10, waiting: 200 }
const OPEN_KEY = 'requests without a viewer'
const RETRY_SECONDS = 10

/** Opens the turns; `room` counts what is made until the client has read it. */
export function openReplyTurns(room: ReplyRoom, slowMs = SLOW_MS): InReplyTurn {
  const full = () =>
    new Problem('TOO_MANY_ATTEMPTS', { seconds: RETRY_SECONDS }, { retryAfter: RETRY_SECONDS })
  const queue = (atOnce: number, atOncePerPerson: number, waiting = WAITING) =>
    openFairQueue({ atOnce, atOncePerPerson, ...waiting, full })
  const pages = Math.max(2, Math.floor(room.total / PAGE_BYTES))
  const queues = {
    page: queue(pages, Math.ceil(pages / 4)),
    stream: queue(2, 1, STREAMS_WAITING),
    file: queue(8, 2),
    // As many places as of small calls: an engine was paid for what waits.
    vectors: queue(2, 1),
    open: queue(1, 1, OPEN_WAITING),
  }
  return (kind, requester, response, make) => {
    const made = Promise.withResolvers<Awaited<ReturnType<typeof make>>>()
    const turn = queues[kind](requester, async () => {
      if (kind === 'stream') room.reserve(requester.key, STREAM_BYTES, response)
      if (kind === 'open') room.reserve(OPEN_KEY, STREAM_BYTES, response)
      made.resolve(await make())
      if (kind !== 'page') await sentOrSlow(response, slowMs)
    })
    // Without a turn the requester has disconnected.
    turn.then(() => made.reject(full()), made.reject)
    return made.promise
  }
}

function sentOrSlow(response: ServerResponse, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (response.closed) resolve()
  response.once('close', resolve)
  const slow = setTimeout(resolve, ms).unref()
  return promise.finally(() => clearTimeout(slow))
}
