// Mounts every call of the contract as a route with checks, validation and envelope. The only entry point of the API.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admits, API_ROOT, contract, type Call, type Calls } from '@polylogue/contract'
import { isPerson } from '#access/viewer.ts'
import { Problem } from '#problem.ts'
import {
  admission,
  idOf,
  noteIssued,
  OPEN_BODY_BYTES,
  type AdmissionDeps,
  type Admitted,
} from './admission.ts'
import { forgetBody } from './bodies.ts'
import { allowOrigin, CROSS_ORIGIN_BODY_BYTES, mountPreflight, type CrossOrigin } from './cross-origin.ts'
import { COMPRESSED } from './compression.ts'
import { refuseOtherMethods, refusePaths } from './refused-routes.ts'
import { forPlugin } from './plugin-gate.ts'
import { readerOf, replier, reserveForReply, type ReplyDeps } from './reply.ts'
import type { InReplyTurn } from './reply-turns.ts'
import type { Handler, Routes } from './routes.ts'
import { validate } from './validate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The viewer and request facts; set when the request is admitted. */
    admitted: Admitted | null
  }
}

export interface MountDeps extends AdmissionDeps, ReplyDeps {
  readonly routes: readonly Routes[]
  /** For tests: routes of calls that are not in the contract. */
  readonly furtherRoutes?: readonly Routes[]
  readonly bodies: { readonly plain: number; readonly upload: number }
  readonly inReplyTurn: InReplyTurn
  /** Which pages of other origins may make the calls that are for them. */
  readonly crossOrigin: CrossOrigin
  /** For tests of `mount`: allows calls without a handler. */
  readonly partial?: boolean
}

/**
 * Mounts every call of the contract under the API root.
 * @throws Error when a route is not in the contract, or a call has no route (API-1)
 */
export function mount(app: FastifyInstance, deps: MountDeps): void {
  const { furtherRoutes = [] } = deps
  const further = furtherRoutes.flatMap(({ calls }) => Object.values(calls))
  const mounted = pair([...deps.routes, ...furtherRoutes], [...contractCalls(), ...further])
  if (!deps.partial) complete(mounted.map(({ call }) => call))
  app.decorateRequest('admitted', null)
  for (const { call, handler } of mounted) mountCall(app, call, handler, deps)
  for (const [path, calls] of Map.groupBy(
    mounted.map(({ call }) => call),
    (call) => call.path,
  )) {
    const isCross = calls.some((call) => call.crossOrigin)
    if (isCross) mountPreflight(app, urlOf(path), calls, deps)
    const known = calls.map((call) => call.method)
    refuseOtherMethods(app, urlOf(path), isCross ? [...known, 'OPTIONS'] : known)
  }
  refusePaths(app, ['/api', '/api/*'])
}

interface Mounted {
  call: Call
  handler: Handler<Call>
}

function pair(all: readonly Routes[], calls: readonly Call[]): Mounted[] {
  const described = new Set(calls)
  return all.flatMap(({ calls, handlers }) =>
    Object.entries(calls).map(([name, call]) => {
      const handler = handlers[name]
      if (!handler || !described.has(call))
        throw new Error(`${call.method} ${call.path} is not in the contract`)
      return { call, handler }
    }),
  )
}

function contractCalls(): Call[] {
  return Object.values(contract).flatMap((calls: Calls) => Object.values(calls))
}

function complete(mounted: readonly Call[]): void {
  const missing = contractCalls().filter((call) => !mounted.includes(call))
  if (missing.length > 0)
    throw new Error(
      `These calls have no route: ${missing.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
    )
}

function urlOf(path: string): string {
  return `${API_ROOT}/${path.replace(/\{(\w+)\}/g, ':$1')}`
}

function mountCall(app: FastifyInstance, call: Call, handler: Handler<Call>, deps: MountDeps): void {
  const admit = admission(call, deps, { header: !call.crossOrigin && !call.form })
  const answer = replier(call, deps)
  const isOpen = admits(call, 'open')
  app.route({
    method: call.method,
    url: urlOf(call.path),
    bodyLimit: bodyLimitOf(call, deps),
    config: { keepsBody: call.keepsBody ?? false, octets: call.octets?.most, form: call.form ?? false },
    compress: isJson(call) ? COMPRESSED : false,
    onRequest: async (request, reply) => {
      // What a share link opens is in no search engine.
      if (admits(call, 'link')) reply.header('x-robots-tag', 'noindex')
      if (call.crossOrigin) await allowOrigin(deps.crossOrigin, request, reply)
      request.admitted = await admit(request, reply)
    },
    onError: async (request, _, error: unknown) => {
      const viewer = request.admitted?.viewer
      const isDenied = error instanceof Problem && error.code === 'PERMISSION_DENIED'
      if (viewer && isPerson(viewer) && isDenied) deps.denied?.(viewer, call, idOf(request))
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!request.admitted) throw new Error('a handler was reached without admission')
      const { viewer, facts, isBeyond, plugin } = request.admitted
      try {
        deps.replies.mustHaveRoom(readerOf(request))
        refuseNul(request)
        const input = validate(call, request)
        // Handler<Call> stands for every call's handler; validate made exactly what this one's schemas describe.
        const handle = () => handler(viewer as never, input, facts)
        const work = () => forPlugin(plugin, input, request.body, handle)
        const make = async () => {
          reserveForReply(call, request, reply, deps.replies)
          const result = await (isBeyond ? deps.unlimited(work) : work())
          if (isOpen) noteIssued(result, deps.known)
          return answer(result, request, reply)
        }
        if (!call.large || call.large === 'own') return await make()
        const requester = { key: readerOf(request), gone: facts.gone }
        const kind = call.large === 'stream' && !viewer ? 'open' : call.large
        return await deps.inReplyTurn(kind, requester, reply.raw, make)
      } finally {
        forgetBody(request)
      }
    },
  })
}

function bodyLimitOf(call: Call, { bodies }: Pick<MountDeps, 'bodies'>): number {
  if (admits(call, 'open')) return OPEN_BODY_BYTES
  return call.crossOrigin ? CROSS_ORIGIN_BODY_BYTES : bodies[call.body ?? 'plain']
}

const isJson = ({ reply = 'envelope' }: Call) => reply === 'envelope' || reply === 'raw'

/** NUL cannot be stored, and no URL needs it. body.ts checks bodies for it. */
function refuseNul(request: FastifyRequest): void {
  if (!request.url.includes('%00')) return
  const issues = [{ path: 'url', message: 'must not contain NUL' }]
  throw new Problem('VALIDATION_FAILED', { issues: 'url: must not contain NUL' }, { issues })
}
