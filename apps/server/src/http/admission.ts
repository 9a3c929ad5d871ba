// Who may make a call at all: asked in this order, before any byte of a body is read.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '@polylogue/contract'
import type { Viewer } from '../access/viewer.ts'
import { Problem } from '../problem.ts'
import { factsOf } from './facts.ts'
import type { RateLimit } from './limits.ts'
import type { RequestFacts } from './routes.ts'
import { bearerOf, isApiToken, type SessionReader } from './session.ts'

export interface AdmissionGiven {
  readonly sessions: SessionReader
  /** Whether the licence has ended: calls that need one are then refused. */
  readonly licence: { expired(): boolean }
  readonly perUser: RateLimit
  /** For what is asked without a sign-in, or with one that is refused. */
  readonly perAddress: RateLimit
  /** Told of calls that somebody signed in was refused, for the audit trail; returns at once. */
  readonly denied?: (viewer: Viewer, call: Call, id: number | undefined) => void
}

/** Someone who may make a call; without a viewer at an open door. */
export interface Admitted {
  readonly viewer: Viewer | undefined
  readonly facts: RequestFacts
}

type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<Admitted>

/**
 * What a call asks of everyone: a header, a sign-in, a permission, a licence, patience (readings 1 and 3). `header` false:
 * no X-Requested-With, at a door whose programs do not know it.
 */
export function admission(call: Call, given: AdmissionGiven, { header = true } = {}): Admit {
  return async (request, reply) => {
    const facts = factsOf(request, reply.raw, bearerOf(request))
    if (call.door === 'open') given.perAddress.take(facts.address)
    else given.perAddress.check(facts.address)
    if (header && needsHeader(call, facts) && !isFromScript(request))
      throw new Problem('MISSING_REQUESTED_WITH')
    if (call.door === 'open') return { viewer: undefined, facts }
    const viewer = await signedIn(facts, given)
    given.perUser.take(String(viewer.userId))
    if (viewer.mustChangePassword && !call.beforePasswordChange) throw new Problem('PASSWORD_CHANGE_REQUIRED')
    if (call.permission && !viewer.permissions.has(call.permission)) {
      given.denied?.(viewer, call, idOf(request))
      throw new Problem('PERMISSION_DENIED')
    }
    if (call.licensed && given.licence.expired()) throw new Problem('LICENSE_EXPIRED')
    return { viewer, facts }
  }
}

/** The id in a request's path, where there is one. */
export function idOf({ params }: FastifyRequest): number | undefined {
  const { id } = params as { id?: string }
  return id !== undefined && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined
}

async function signedIn(facts: RequestFacts, given: AdmissionGiven): Promise<Viewer> {
  try {
    if (facts.bearer === undefined) throw new Problem('TOKEN_INVALID')
    return await given.sessions.viewerOf(facts.bearer, facts)
  } catch (error) {
    if (error instanceof Problem) given.perAddress.take(facts.address)
    throw error
  }
}

/** Programs with an API token need no header: no page sends one unasked (reading 1). */
function needsHeader(call: Call, { bearer }: RequestFacts): boolean {
  return call.method !== 'GET' && !(call.door === 'signed-in' && isApiToken(bearer))
}

/** A page of another origin can send a form, but not this header without being asked first, and nobody is let. */
function isFromScript(request: FastifyRequest): boolean {
  return request.headers['x-requested-with'] === 'XMLHttpRequest'
}
