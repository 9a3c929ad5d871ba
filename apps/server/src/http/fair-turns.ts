// Requests that come in the same moment are begun in turns between those who ask: a thousand of one person do not hold up another's.
import type { FastifyInstance } from 'fastify'
import { sourceOf } from '../platform/source.ts'
import type { KnownBearers } from './known-bearers.ts'
import { bearerOf } from './session.ts'

/** Requests begun in one turn of the event loop; what the database and the engines answer is heard between turns. */
const AT_ONCE = 16

/** Begins work at once while little comes, else in turns between keys. */
export function fairTurns(atOnce = AT_ONCE): (key: string, work: () => void) => void {
  const waiting = new Map<string, (() => void)[]>()
  let begun = 0
  const turn = (): void => {
    begun = 0
    // Whoever was served goes to the end of what is walked through, and may be served again.
    for (const [key, works] of waiting) {
      if (begun >= atOnce) break
      waiting.delete(key)
      const work = works.shift()
      if (works.length > 0) waiting.set(key, works)
      begun++
      work?.()
    }
    if (begun > 0) setImmediate(turn)
  }
  return (key, work) => {
    if (begun === 0) setImmediate(turn)
    if (begun < atOnce && waiting.size === 0) {
      begun++
      return work()
    }
    const works = waiting.get(key)
    if (works) works.push(work)
    else waiting.set(key, [work])
  }
}

/**
 * Puts requests into turns by who asks: a bearer that was good lately, or else the source of the request. Whatever else is sent
 * is made up in a moment, and would make one asker many. One that broke off meanwhile is not begun.
 */
export function addTurns(app: FastifyInstance, known: KnownBearers): void {
  const inTurn = fairTurns()
  app.addHook('onRequest', (request, reply, done) => {
    const bearer = bearerOf(request)
    // A connection that broke meanwhile has no address any more.
    const address = (request.ip as string | undefined) ?? ''
    const key = bearer !== undefined && known.has(bearer) ? bearer : sourceOf(address)
    inTurn(key, () => {
      if (!reply.raw.destroyed) done()
    })
  })
}
