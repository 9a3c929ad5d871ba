// Reads the bodies of all calls, JSON and bytes, and releases their memory.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { viewerKey } from '#access/viewer.ts'
import { memoryForRequests } from '#platform/machine-memory.ts'
import { Problem } from '#problem.ts'
import { readBody, type Reader, type Sender } from './body.ts'
import { openBodyRooms } from './body-room.ts'
import { openBodyTurns } from './body-turns.ts'
import { JsonReader } from './json-reader.ts'
import { openSpool, type SpoolDeps } from './spool.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the memory reserved for the body; null without a body. */
    releaseBody: (() => void) | null
  }
  interface FastifyContextConfig {
    /** Whether a parsed large body stays reserved until the handler ends (`Call.keepsBody`). */
    keepsBody?: boolean
    /** Bytes that it takes instead of JSON (`Call.octets`); undefined for none. */
    octets?: number | undefined
    /** Takes forms, whose fields are ignored (`Call.form`). */
    form?: boolean
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

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']
const BODY_MS = 60_000
/** Calls without a sign-in have small bodies. */
const OPEN_BODY_MS = 20_000

/** Accepts JSON in UTF-8 as a body, and bytes for the calls that take them. Reserves memory for it as it arrives. */
export function addBodies(app: FastifyInstance, limits: BodiesLimits, bodies: BodiesDeps): void {
  const total = limits.bodyMemoryBytes ?? memoryForRequests()
  const parts = {
    rooms: openBodyRooms(total),
    turns: openBodyTurns(total, bodies.handledLarge),
    spool: openSpool(bodies),
  }
  app.decorateRequest('releaseBody', null)
  app.removeAllContentTypeParsers()
  const read = async (request: FastifyRequest, payload: IncomingMessage, bytes: number, reader: Reader) => {
    const sender = senderOf(request)
    const timeout = limits.bodyMs ?? BODY_MS
    const ms = sender.key === undefined ? Math.min(OPEN_BODY_MS, timeout) : timeout
    const { value, release } = await readBody(payload, sender, { bytes, ms }, { ...parts, reader })
    request.releaseBody = release
    return value
  }
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage) =>
    read(request, payload, request.routeOptions.bodyLimit ?? limits.bodyBytes, new JsonReader()),
  )
  app.addContentTypeParser(
    'application/octet-stream',
    (request: FastifyRequest, payload: IncomingMessage) => {
      const { octets } = request.routeOptions.config
      if (octets === undefined) throw new Problem('UNSUPPORTED_MEDIA_TYPE')
      return read(request, payload, octets, new BytesReader())
    },
  )
  app.addContentTypeParser(FORMS, async (request: FastifyRequest, payload: IncomingMessage) => {
    const { bodyLimit, config } = request.routeOptions
    if (!config.form) throw new Problem('UNSUPPORTED_MEDIA_TYPE')
    await read(request, payload, bodyLimit ?? limits.bodyBytes, new BytesReader())
    return undefined
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

/** Takes a body of bytes as it is. Collects its pieces, which the caller overwrites. */
class BytesReader {
  readonly #pieces: Buffer[] = []

  push(piece: Buffer): void {
    this.#pieces.push(Buffer.from(piece))
  }

  end(): Buffer {
    return Buffer.concat(this.#pieces)
  }
}
