// A reply in parts ends with its viewer's session, and with their access to what it sends (SIGNIN-6, SIGNIN-12).
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewers } from './viewers.ts'

/** How long a reply may go on after its reader lost access; the same for the readers of answers. */
const LOOK_EVERY_MS = 3_000

/**
 * Yields pieces as long as `check` allows it: it is called while they are sent, and its rejection breaks the reply off. A
 * client that reads nothing is not checked; such a reply is ended soon (see unread.ts).
 */
export async function* whileAllowed<Piece>(
  pieces: AsyncIterable<Piece>,
  check: () => Promise<unknown>,
  everyMs = LOOK_EVERY_MS,
): AsyncGenerator<Piece> {
  let checked = performance.now()
  for await (const piece of pieces) {
    if (performance.now() - checked >= everyMs) {
      await check()
      checked = performance.now()
    }
    yield piece
  }
}

/** Closes the connection of a reply in parts when its viewer's session ends. */
export function endWithSession(request: FastifyRequest, reply: FastifyReply, viewers: Viewers): void {
  const viewer = request.admitted?.viewer
  // A client that has left already does not leave again.
  if (!viewer || reply.raw.closed) return
  const forget = viewers.whenEnded(viewer, () => reply.raw.destroy())
  reply.raw.once('close', forget)
}
