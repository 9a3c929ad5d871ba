// Parses the JSON bodies of all calls and releases their memory.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { viewerKey } from '#access/viewer.ts'
import { memoryForRequests } from '#platform/machine-memory.ts'
import { readJson, type Sender } from './body.ts'
import { openBodyRooms } from './body-room.ts'
import { openBodyTurns } from './body-turns.ts'
import { openSpool, type SpoolDeps } from './spool.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the memory reserved for the body; null without a body. */
    releaseBody: (() => void) | null
  }
  interface FastifyContextConfig {
    /** Whether a parsed large body stays reserved until the handler ends (`Call.keepsBody`). */
    keepsBody?: boolean
  }
}

export interface BodiesDeps extends SpoolDeps {
  /** Called when a large body was handled; must not block. */
  readonly handledLarge?: (() => void) | undefined
}

interface BodiesLimits {
  readonly bodyBytes: number
  readonly bodyMemoryBytes?: number | undefined
  readonly bodyMs?: number
}

const BODY_MS = 60_000
/** Calls without a sign-in have small bodies. */
const OPEN_BODY_MS = 20_000

/** Accepts only JSON in UTF-8 as a body. Reserves memory for it as it arrives. */
export function addBodies(app: FastifyInstance, limits: BodiesLimits, bodies: BodiesDeps): void {
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
    const timeout = limits.bodyMs ?? BODY_MS
    const ms = sender.key === undefined ? Math.min(OPEN_BODY_MS, timeout) : timeout
    const { value, release } = await readJson(payload, sender, { bytes, ms }, given)
    request.releaseBody = release
    return value
  })
}

/** Drops a handled body and releases its reservation, since the reply may take an hour. */
export function forgetBody(request: FastifyRequest): void {
  request.body = undefined
  request.releaseBody?.()
  request.releaseBody = null
}

function senderOf({ admitted, routeOptions }: FastifyRequest): Sender {
  if (!admitted) throw new Error('a body was read without admission')
  const { viewer } = admitted
  return { key: viewer && viewerKey(viewer), isKept: routeOptions.config.keepsBody ?? false }
}
