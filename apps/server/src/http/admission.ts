// Checks whether a request may make its call, before its body is read.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contract, type Call } from '@polylogue/contract'
import { requireSession } from '../access/session-only.ts'
import { isPerson, viewerKey, type Person } from '../access/viewer.ts'
import type { InTurn } from '../platform/turns.ts'
import { Problem } from '../problem.ts'
import { factsOf } from './request-facts.ts'
import type { KnownBearers } from './known-bearers.ts'
import type { RateLimit } from './limits.ts'
import type { RequestFacts } from './routes.ts'
import { bearerOf, isApiToken, type SessionReader } from './session.ts'

export interface AdmissionDeps {
  readonly sessions: SessionReader
  /** Whether the licence has expired: calls that need one are then refused. */
  readonly licence: { expired(): boolean }
  readonly perViewer: RateLimit
  /** For calls without a sign-in, or with an invalid one. */
  readonly perAddress: RateLimit
  /** Looks up credentials of rate-limited addresses, a few at a time, so that a flood does not block other requests. */
  readonly unlimited: InTurn
  /** The bearers that were recently valid; they do not queue behind such a flood. */
  readonly known: KnownBearers
  /** Called when a signed-in person was refused a call, for the audit trail; must not block. */
  readonly denied?: (viewer: Person, call: Call, id: number | undefined) => void
}

/** An admitted request; without a viewer for an open call. */
export interface Admitted {
  readonly viewer: Person | undefined
  readonly facts: RequestFacts
  /** Admitted although its source is over the limit: such calls are handled a few at a time. */
  readonly isBeyond?: boolean
}

/** The body limit without a sign-in; larger than the longest reply of an identity provider. */
export const OPEN_BODY_BYTES = 16_384

type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<Admitted>

/**
 * Returns the checks of a call: header, sign-in, permission, licence and rate limit (API-4, ROLE-1). `header: false`
 * skips X-Requested-With, for API clients that do not send it.
 */
export function admission(call: Call, deps: AdmissionDeps, { header = true } = {}): Admit {
  return async (request, reply) => {
    const facts = factsOf(request, reply.raw, bearerOf(request))
    const isBeyond = call.access === 'open' && !(await takeOpen(call, facts, deps, isSmall(request)))
    if (header && needsHeader(call, facts) && !isFromScript(request))
      throw new Problem('MISSING_REQUESTED_WITH')
    if (call.access === 'open') return { viewer: undefined, facts, isBeyond }
    const viewer = await signedIn(facts, deps)
    deps.perViewer.take(viewerKey(viewer))
    if (viewer.mustChangePassword && !call.beforePasswordChange) throw new Problem('PASSWORD_CHANGE_REQUIRED')
    try {
      requireMayCall(call, viewer)
    } catch (refused) {
      deps.denied?.(viewer, call, idOf(request))
      throw refused
    }
    if (call.licensed && deps.licence.expired()) throw new Problem('LICENSE_EXPIRED')
    return { viewer, facts }
  }
}

/** @throws Problem PERMISSION_DENIED when the viewer may not make the call, independent of its target */
function requireMayCall({ sessionOnly, permission }: Call, viewer: Person): void {
  if (sessionOnly) requireSession(viewer)
  if (permission && !viewer.permissions.has(permission)) throw new Problem('PERMISSION_DENIED')
}

/** Returns the id in a request's path, if there is one. */
export function idOf({ params }: FastifyRequest): number | undefined {
  const { id } = params as { id?: string }
  return id !== undefined && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined
}

/**
 * Counts a call without a sign-in; returns false when it is admitted over the limit. Each call has its own count, so that a
 * flood of one does not block sign-in. Calls with a valid refresh token, single sign-on, and sign-in from a recently known
 * source are never refused because of other traffic (decision 56).
 */
async function takeOpen(
  call: Call,
  facts: RequestFacts,
  deps: AdmissionDeps,
  small: boolean,
): Promise<boolean> {
  try {
    deps.perAddress.take(`${call.path} ${facts.source}`)
    return true
  } catch (error) {
    if (call.cheap && small) return false
    const isLet = exceptionOf(call, facts, deps.sessions)
    if (!isLet || !(await deps.unlimited(isLet))) throw error
    return false
  }
}

/** Returns the check that admits a call although its source is over the limit. */
function exceptionOf(
  call: Call,
  { bearer, source }: RequestFacts,
  sessions: SessionReader,
): (() => Promise<boolean>) | undefined {
  if (call === contract.auth.authenticate) return () => sessions.isKnownSource(source)
  if (call === contract.auth.refresh && bearer !== undefined) return () => sessions.canRenew(bearer)
  return undefined
}

/** Adds newly issued tokens to the known bearers, before their first use. */
export function noteIssued(result: unknown, known: KnownBearers): void {
  const { data } = (result ?? {}) as { data?: { access_token?: unknown } }
  if (typeof data?.access_token === 'string') known.note(data.access_token)
}

/** Returns whether a request announces a body that is quick to read. */
function isSmall({ headers }: FastifyRequest): boolean {
  return (
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= OPEN_BODY_BYTES
  )
}

/** Looks up the session before counting, so that others at the same address cannot block a signed-in person. */
async function signedIn(facts: RequestFacts, deps: AdmissionDeps): Promise<Person> {
  const { bearer, source } = facts
  try {
    if (bearer === undefined) throw new Problem('TOKEN_INVALID')
    const look = () => deps.sessions.viewerOf(bearer, facts)
    const goesFirst = deps.perAddress.isLeft(source) || deps.known.has(bearer)
    const viewer = await (goesFirst ? look() : deps.unlimited(look))
    // Holders of share links and widget visitors have no account and cannot make these calls.
    if (!isPerson(viewer)) throw new Problem('TOKEN_INVALID')
    deps.known.note(bearer)
    return viewer
  } catch (error) {
    if (error instanceof Problem && error.status !== 503) {
      if (bearer !== undefined) deps.known.forget(bearer)
      deps.perAddress.take(source)
    }
    throw error
  }
}

/** API tokens need no X-Requested-With: browsers never send them by themselves (API-7). */
function needsHeader(call: Call, { bearer }: RequestFacts): boolean {
  return call.method !== 'GET' && !(call.access === 'signed-in' && isApiToken(bearer))
}

/** Another origin can submit a form, but this header needs a CORS preflight, which is never allowed. */
function isFromScript(request: FastifyRequest): boolean {
  return request.headers['x-requested-with'] === 'XMLHttpRequest'
}
