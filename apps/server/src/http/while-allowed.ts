// A reply in parts ends with its viewer's session, and with their access to what it sends (SIGNIN-6, SIGNIN-12).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { databaseProblem } from '#platform/db/failures.ts'
import { passingOf } from '#platform/isolate-failures.ts'
import type { Viewers } from './viewers.ts'

/** How long a reply may go on after its reader lost access; the same for the readers of answers. */
const LOOK_EVERY_MS = 3_000

/** How long a reply goes on while the database does not say whether its reader may still read it. */
const UNCHECKED_MS = 60_000

/**
 * Yields pieces as long as `check` allows it: it is called while they are sent, and its refusal breaks the reply off. While
 * the database cannot be asked, the reply goes on for a while. A client that reads nothing is not checked; such a reply is
 * ended soon (see unread.ts).
 */
export async function* whileAllowed<Piece>(
  pieces: AsyncIterable<Piece>,
  check: () => Promise<unknown>,
  everyMs = LOOK_EVERY_MS,
): AsyncGenerator<Piece> {
  let looked = performance.now()
  let allowed = looked
  for await (const piece of pieces) {
    if (performance.now() - looked >= everyMs) {
      const isAllowed = await check().then(
        () => true,
        (error: unknown) => {
          if (!mayPass(error) || performance.now() - allowed >= UNCHECKED_MS) throw error
          return false
        },
      )
      looked = performance.now()
      if (isAllowed) allowed = looked
    }
    yield piece
  }
}

/** Whether the database only could not be asked: it is away, locked or slow. Its kind makes no difference to that. */
const mayPass = passingOf({ problemOf: (error) => databaseProblem(error, 'postgres') })

/** Closes the connection of a reply in parts when its viewer's session ends. */
export function endWithSession(request: FastifyRequest, reply: FastifyReply, viewers: Viewers): void {
  const viewer = request.admitted?.viewer
  // A client that has left already does not leave again.
  if (!viewer || reply.raw.closed) return
  const forget = viewers.whenEnded(viewer, () => reply.raw.destroy())
  reply.raw.once('close', forget)
}
