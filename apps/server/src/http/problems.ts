// Turns a thrown value into a reply: a Problem in the error form, or a logged defect that reveals only its request id.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorFacts } from '#platform/error-facts.ts'
import type { Log } from '#platform/log.ts'
import { Problem } from '#problem.ts'
import { failureText, JSON_TYPE } from './envelope.ts'
import { INERT_POLICY } from './headers.ts'
import { v1ErrorText, v1Status } from './v1-problem.ts'

/** Maps failures of the platform (database unavailable) to a Problem; undefined for a defect. */
export type Translate = (error: unknown) => Problem | undefined

/** URLs that reply with errors in OpenAI's form. */
const V1 = /^\/v1(?![^/?])/

/** Replies to a request with the thrown error. */
export function sendProblem(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: { log: Log; translate: Translate },
): void {
  const problem = problemOf(thrown, request, options)
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter))
  // Fastify sets `connection: close` after a body that it could not parse. The rest of the body is drained instead, so that
  // the client receives this reply (`addLinger` in server.ts).
  reply.removeHeader('connection')
  const isV1 = V1.test(request.url)
  reply
    .status(isV1 ? v1Status(problem) : problem.status)
    .headers({
      'content-type': JSON_TYPE,
      'cache-control': 'no-store',
      'content-security-policy': INERT_POLICY,
    })
    .send(isV1 ? v1ErrorText(problem, request.url) : failureText(problem, request.id))
}

/** Returns the Problem for a thrown value. Logs a defect, and reveals only its request id. */
export function problemOf(
  thrown: unknown,
  request: FastifyRequest,
  options: { log: Log; translate: Translate },
): Problem {
  if (thrown instanceof Problem) return thrown
  const known = options.translate(thrown) ?? problemOfFramework(thrown, request)
  if (known) {
    if (known.status >= 500)
      options.log.warn({ requestId: request.id, cause: errorFacts(thrown) }, known.message)
    return known
  }
  options.log.error(
    { requestId: request.id, route: request.routeOptions.url, error: errorFacts(thrown) },
    'a call failed unexpectedly',
  )
  return new Problem('UNEXPECTED', { requestId: request.id })
}

function problemOfFramework(thrown: unknown, request: FastifyRequest): Problem | undefined {
  const { code, statusCode } = thrown as { code?: unknown; statusCode?: unknown }
  if (typeof code !== 'string') return undefined
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return noSuchCall(request)
  if (code.startsWith('FST_ERR_CTP_'))
    return new Problem(statusCode === 415 ? 'UNSUPPORTED_MEDIA_TYPE' : 'MALFORMED_BODY')
  if (code.startsWith('FST_STATIC_')) return noSuchCall(request)
  return undefined
}

/** Returns a Problem with the requested path, without its query and shortened. */
export function noSuchCall(request: FastifyRequest): Problem {
  const path = request.url.split('?', 1)[0] ?? ''
  return new Problem('NO_SUCH_CALL', { method: request.method, path: path.slice(0, 200) })
}
