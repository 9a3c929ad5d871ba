// Calls that pages of other origins make: the headers of CORS, and their preflight requests (API-14; Fetch Standard).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '@polylogue/contract'
import { sourceOf } from '#platform/source.ts'
import type { RateLimit } from './limits.ts'

/** The page that makes a request, as its browser says; a program can say anything. */
export interface RequestOrigin {
  /** The Origin header; undefined without one. */
  readonly origin: string | undefined
  /** Whether the page is of this installation. */
  readonly isOwn: boolean
}

/** Decides which pages may read the replies of calls with `crossOrigin`. Brought by the feature that has such calls. */
export interface CrossOrigin {
  /** Returns whether a page may; `params` are those of the path. Must not reject. */
  allows(params: Readonly<Record<string, string>>, from: RequestOrigin): Promise<boolean>
}

/** Bodies of such calls are questions, never files. */
export const CROSS_ORIGIN_BODY_BYTES = 65_536

/** Seconds that a browser keeps the reply to a preflight request. A call after that is checked again, so it may be old. */
const PREFLIGHT_SECONDS = 600

/** Returns the page that makes a request. */
export function originOf({ headers, host, protocol }: FastifyRequest): RequestOrigin {
  const { origin } = headers
  // Browsers send no Origin with a page's GET requests to its own server.
  if (origin === undefined) return { origin, isOwn: headers['sec-fetch-site'] === 'same-origin' }
  // A proxy may end TLS without saying so.
  return { origin, isOwn: origin === `${protocol}://${host}` || origin === `https://${host}` }
}

/** Sets the headers by which a browser gives an allowed page the reply, also an error. */
export async function allowOrigin(
  crossOrigin: CrossOrigin,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  reply.header('vary', 'Origin')
  const from = originOf(request)
  if (from.origin === undefined) return false
  if (!(await crossOrigin.allows(request.params as Record<string, string>, from))) return false
  reply.headers({
    'access-control-allow-origin': from.origin,
    'access-control-expose-headers': 'retry-after, x-request-id',
  })
  return true
}

/** Answers the preflight requests of a path's calls. */
export function mountPreflight(
  app: FastifyInstance,
  url: string,
  calls: readonly Call[],
  { crossOrigin, perAddress }: { crossOrigin: CrossOrigin; perAddress: RateLimit },
): void {
  const methods = calls.filter((call) => call.crossOrigin).map((call) => call.method)
  app.options(url, async (request, reply) => {
    perAddress.take(`preflight ${sourceOf(request.ip)}`)
    if (await allowOrigin(crossOrigin, request, reply))
      reply.headers({
        'access-control-allow-methods': methods.join(', '),
        'access-control-allow-headers': 'authorization, content-type, last-event-id, x-requested-with',
        'access-control-max-age': `${PREFLIGHT_SECONDS}`,
      })
    return reply.status(204).send()
  })
}
