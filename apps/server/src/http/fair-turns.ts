// Starts simultaneous requests in round-robin order of their senders, so that a thousand of one person do not delay
// another's.
import type { FastifyInstance } from 'fastify'
import { FairOrder } from '#platform/fair-order.ts'
import { asSender } from '#platform/sender.ts'
import { sourceOf } from '#platform/source.ts'
import type { KnownBearers } from './known-bearers.ts'
import { bearerOf } from './viewers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose turn a request takes: the viewer of a recently valid bearer, or the source address. */
    sender: string
  }
}

/** Requests started per turn of the event loop; database and engine responses are processed between turns. */
const AT_ONCE = 16

const always = () => true

/** Starts work at once under low load, otherwise round-robin between keys. */
export function fairTurns(atOnce = AT_ONCE): (key: string, work: () => void) => void {
  const waiting = new FairOrder<() => void>()
  let begun = 0
  const turn = (): void => {
    begun = 0
    while (begun < atOnce && waiting.size > 0) {
      begun++
      waiting.takeNext(always)?.()
    }
    if (begun > 0) setImmediate(turn)
  }
  return (key, work) => {
    if (begun === 0) setImmediate(turn)
    if (begun < atOnce && waiting.size === 0) {
      begun++
      return work()
    }
    waiting.add(key, work)
  }
}

/**
 * Queues requests by sender: the viewer of a recently valid bearer, otherwise the source address. An unknown bearer does not
 * count, because one client could invent many; nor do several tokens of a person count as several senders. Skips requests whose connection closed meanwhile. The request's work runs as this
 * sender, so that senders take turns at the embedded database, too.
 */
export function addTurns(app: FastifyInstance, known: KnownBearers): void {
  const inTurn = fairTurns()
  app.decorateRequest('sender', '')
  app.addHook('onRequest', (request, reply, done) => {
    const bearer = bearerOf(request)
    // A connection that broke meanwhile has no address.
    const address = (request.ip as string | undefined) ?? ''
    const viewer = bearer === undefined ? undefined : known.viewerKeyOf(bearer)
    request.sender = viewer ?? sourceOf(address)
    inTurn(request.sender, () => {
      if (!reply.raw.destroyed) asSender(request.sender, done, request.id)
    })
  })
  // Again, because the events of an arriving body do not belong to what ran before them.
  app.addHook('preHandler', (request, _, done) => asSender(request.sender, done, request.id))
}
