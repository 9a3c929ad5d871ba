import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { sourceOf } from '#platform/source.ts'
import { originOf } from './cross-origin.ts'
import type { RequestFacts } from './routes.ts'

/** Returns the request facts for a handler. Creates the `gone` signal on first use. */
export function factsOf(
  request: FastifyRequest,
  response: ServerResponse,
  bearer: string | undefined,
): RequestFacts {
  let gone: AbortSignal | undefined
  // A connection that broke meanwhile has no address.
  const address = (request.ip as string | undefined) ?? ''
  return {
    requestId: request.id,
    address,
    source: sourceOf(address),
    agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    bearer,
    get page() {
      return originOf(request)
    },
    lastEventId: eventNumber(request.headers['last-event-id']),
    get gone() {
      gone ??= goneSignal(response)
      return gone
    },
  }
}

function eventNumber(header: string | string[] | undefined): number {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : 0
}

function goneSignal(response: ServerResponse): AbortSignal {
  const control = new AbortController()
  const closed = (): void => {
    if (!response.writableFinished) control.abort()
  }
  if (response.closed) closed()
  else response.once('close', closed)
  return control.signal
}
