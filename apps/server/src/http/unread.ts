import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** How long a reader may take nothing of a reply; it may be twice as long until that is noticed. */
const UNREAD_MS = 60_000

/** Replies beyond this are written piece by piece: of one large write nobody sees how much of it was taken. */
const PIECE_BYTES = 65_536

/**
 * Breaks the connection of whoever takes nothing of an ordinary reply for so long. What they send meanwhile counts for nothing.
 * Before a reply has begun the time does not count: an answer may take an hour to be made.
 */
export function endUnread(app: FastifyInstance, ms = UNREAD_MS): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    watch(reply.raw, ms)
    done(null, request.method === 'HEAD' ? payload : inPieces(reply, payload))
  })
}

function watch(response: ServerResponse, ms: number): void {
  let taken = response.socket?.bytesWritten
  const look = (): void => {
    const now = response.socket?.bytesWritten
    // Without a socket it waits behind an earlier reply of its connection, which is looked at itself.
    if (now !== undefined && now === taken) return void response.destroy()
    taken = now
    timer.refresh()
  }
  const timer = setTimeout(look, ms).unref()
  response.once('close', () => clearTimeout(timer))
}

function inPieces(reply: FastifyReply, payload: unknown): unknown {
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return payload
  if (payload.length <= PIECE_BYTES) return payload
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  reply.header('content-length', bytes.length)
  return Readable.from(pieces(bytes))
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}
