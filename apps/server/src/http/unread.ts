import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { lazily, SLICE_BYTES, slices } from './slices.ts'

/** How long a client may read nothing of a reply; detected after at most twice this time. */
const UNREAD_MS = 60_000

/**
 * Closes the connection of a client that reads nothing of an ordinary reply for `ms`, even if it still sends. Counts from
 * the start of the reply, since an answer may take an hour to generate.
 */
export function endUnread(app: FastifyInstance, ms = UNREAD_MS): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    watch(reply.raw, ms)
    done(null, request.method === 'HEAD' ? payload : inPieces(reply, payload))
  })
}

/** Ends a streamed reply, and closes the connection of a client that leaves its end unread. Nothing keeps a reply that was read. */
export function endReply(response: ServerResponse): void {
  response.end()
  if (response.writableFinished || response.closed) return
  const late = setTimeout(() => response.destroy(), UNREAD_MS).unref()
  response.once('close', () => clearTimeout(late))
}

function watch(response: ServerResponse, ms: number): void {
  let taken = response.socket?.bytesWritten
  const look = (): void => {
    const now = response.socket?.bytesWritten
    // A response without a socket is queued behind an earlier one of its connection, which has its own check.
    if (now !== undefined && now === taken) return void response.destroy()
    taken = now
    timer.refresh()
  }
  const timer = setTimeout(look, ms).unref()
  response.once('close', () => clearTimeout(timer))
}

function inPieces(reply: FastifyReply, payload: unknown): unknown {
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return payload
  if (payload.length <= SLICE_BYTES) return payload
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  reply.header('content-length', bytes.length)
  return lazily(slices(bytes))
}
