// The JSON bodies of all calls: who sends one, what it may be, and when it is forgotten.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { memoryForRequests } from '../platform/machine-memory.ts'
import { readJson, type Sender } from './body.ts'
import { openBodyRooms } from './body-room.ts'
import { openBodyTurns } from './body-turns.ts'
import { openSpool, type SpoolGiven } from './spool.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back what was reserved for the body; set while there is one. */
    releaseBody: (() => void) | null
  }
  interface FastifyContextConfig {
    /** Whether what is made of a large body counts as long as the handler works (`Call.keepsBody`). */
    keepsBody?: boolean
  }
}

export interface BodiesGiven extends SpoolGiven {
  /** Told when a large body was handled; returns at once. */
  readonly handledLarge?: (() => void) | undefined
}

interface BodiesLimits {
  readonly bodyBytes: number
  readonly bodyMemoryBytes?: number | undefined
  readonly bodyMs?: number
}

const BODY_MS = 60_000
/** Whoever signs in sends a few bytes. */
const OPEN_BODY_MS = 20_000

/** Makes JSON in UTF-8 the one kind of body there is. Room for it is reserved as it arrives. */
export function addBodies(app: FastifyInstance, limits: BodiesLimits, bodies: BodiesGiven): void {
  const total = limits.bodyMemoryBytes ?? memoryForRequests()
  const given = {
    rooms: openBodyRooms(total),
    turns: openBodyTurns(total, bodies.handledLarge),
    spool: openSpool(bodies),
  }
  app.decorateRequest('releaseBody', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const bytes = request.routeOptions.bodyLimit ?? limits.bodyBytes
    const sender = senderOf(request)
    const patience = limits.bodyMs ?? BODY_MS
    const ms = sender.userId === undefined ? Math.min(OPEN_BODY_MS, patience) : patience
    const { value, release } = await readJson(payload, sender, { bytes, ms }, given)
    request.releaseBody = release
    return value
  })
}

/** Forgets a body that was handled, and gives back what was reserved for it. The reply may go on for an hour. */
export function forgetBody(request: FastifyRequest): void {
  request.body = undefined
  request.releaseBody?.()
  request.releaseBody = null
}

function senderOf({ admitted, routeOptions }: FastifyRequest): Sender {
  if (!admitted) throw new Error('a body was read without admission')
  return { userId: admitted.viewer?.userId, isKept: routeOptions.config.keepsBody ?? false }
}
