// Refuses URLs and methods that are not calls, before the request is read.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#problem.ts'
import { noSuchCall } from './problems.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const

/** Refuses all methods at a URL except `known`. */
export function refuseOtherMethods(app: FastifyInstance, url: string, known: readonly string[]): void {
  app.route({
    method: METHODS.filter((method) => !known.includes(method)),
    url,
    onRequest: (request, reply) => {
      reply.header('allow', known.join(', '))
      throw new Problem('METHOD_NOT_ALLOWED', { method: request.method })
    },
    handler: unreachable,
  })
}

/** Refuses URLs with every method. */
export function refusePaths(
  app: FastifyInstance,
  urls: readonly string[],
  why: (request: FastifyRequest) => Problem = noSuchCall,
): void {
  for (const url of urls)
    app.route({
      method: [...METHODS],
      url,
      onRequest: (request) => {
        throw why(request)
      },
      handler: unreachable,
    })
}

function unreachable(): never {
  throw new Error('a refused request reached a handler')
}
