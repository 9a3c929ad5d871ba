// Who may make a call at all: asked in this order, before any byte of a body is read.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contract, type Call } from '@polylogue/contract'
import { requireSession } from '../access/session-only.ts'
import { isPerson, type Person } from '../access/viewer.ts'
import type { InTurn } from '../platform/turns.ts'
import { Problem } from '../problem.ts'
import { factsOf } from './facts.ts'
import type { KnownBearers } from './known-bearers.ts'
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
  /** Looks up credentials from addresses that have nothing left: few at once, so that a flood of them takes nobody's place. */
  readonly unlimited: InTurn
  /** Those of people and programs who came lately: they do not wait behind such a flood. */
  readonly known: KnownBearers
  /** Told of calls that somebody signed in was refused, for the audit trail; returns at once. */
  readonly denied?: (viewer: Person, call: Call, id: number | undefined) => void
}

/** Someone who may make a call; without a viewer at an open door. */
export interface Admitted {
  readonly viewer: Person | undefined
  readonly facts: RequestFacts
  /** Let in although its source has nothing left: such calls are handled a few at a time. */
  readonly isBeyond?: boolean
}

/** What is sent without a sign-in: more than the longest answer of an identity provider. */
export const OPEN_BODY_BYTES = 16_384

type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<Admitted>

/**
 * What a call asks of everyone: a header, a sign-in, a permission, a licence, patience (readings 1 and 3). `header` false:
 * no X-Requested-With, at a door whose programs do not know it.
 */
export function admission(call: Call, given: AdmissionGiven, { header = true } = {}): Admit {
  return async (request, reply) => {
    const facts = factsOf(request, reply.raw, bearerOf(request))
    const isBeyond = call.door === 'open' && !(await takeOpen(call, facts, given, isSmall(request)))
    if (header && needsHeader(call, facts) && !isFromScript(request))
      throw new Problem('MISSING_REQUESTED_WITH')
    if (call.door === 'open') return { viewer: undefined, facts, isBeyond }
    const viewer = await signedIn(facts, given)
    given.perUser.take(String(viewer.userId))
    if (viewer.mustChangePassword && !call.beforePasswordChange) throw new Problem('PASSWORD_CHANGE_REQUIRED')
    try {
      requireMayCall(call, viewer)
    } catch (refused) {
      given.denied?.(viewer, call, idOf(request))
      throw refused
    }
    if (call.licensed && given.licence.expired()) throw new Problem('LICENSE_EXPIRED')
    return { viewer, facts }
  }
}

/** @throws Problem PERMISSION_DENIED when the call is not the viewer's to make, whatever it is about. */
function requireMayCall({ sessionOnly, permission }: Call, viewer: Person): void {
  if (sessionOnly) requireSession(viewer)
  if (permission && !viewer.permissions.has(permission)) throw new Problem('PERMISSION_DENIED')
}

/** The id in a request's path, where there is one. */
export function idOf({ params }: FastifyRequest): number | undefined {
  const { id } = params as { id?: string }
  return id !== undefined && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined
}

/**
 * Counts a call without a sign-in; false for one that is let in although nothing is left. Each such call is counted by itself, so
 * that nobody who asks for one keeps others from signing in. Whoever shows a good refresh token, signs in through the identity
 * provider, or signs in where somebody did so lately, is never refused for what strangers there did (decision 56).
 */
async function takeOpen(
  call: Call,
  facts: RequestFacts,
  given: AdmissionGiven,
  small: boolean,
): Promise<boolean> {
  try {
    given.perAddress.take(`${call.path} ${facts.source}`)
    return true
  } catch (error) {
    if (call.cheap && small) return false
    const isLet = exceptionOf(call, facts, given.sessions)
    if (!isLet || !(await given.unlimited(isLet))) throw error
    return false
  }
}

/** What lets a call in although its source has nothing left. */
function exceptionOf(
  call: Call,
  { bearer, source }: RequestFacts,
  sessions: SessionReader,
): (() => Promise<boolean>) | undefined {
  if (call === contract.auth.authenticate) return () => sessions.isKnownSource(source)
  if (call === contract.auth.refresh && bearer !== undefined) return () => sessions.canRenew(bearer)
  return undefined
}

/** The tokens that a call has just given out are known before they are shown for the first time. */
export function noteIssued(result: unknown, known: KnownBearers): void {
  const { data } = (result ?? {}) as { data?: { access_token?: unknown } }
  if (typeof data?.access_token === 'string') known.note(data.access_token)
}

/** Whether a request says that its body takes no time to read. */
function isSmall({ headers }: FastifyRequest): boolean {
  return (
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= OPEN_BODY_BYTES
  )
}

/** The session is looked up before anything is counted: strangers at the same address keep nobody out who is signed in. */
async function signedIn(facts: RequestFacts, given: AdmissionGiven): Promise<Person> {
  const { bearer, source } = facts
  try {
    if (bearer === undefined) throw new Problem('TOKEN_INVALID')
    const look = () => given.sessions.viewerOf(bearer, facts)
    const goesFirst = given.perAddress.isLeft(source) || given.known.has(bearer)
    const viewer = await (goesFirst ? look() : given.unlimited(look))
    // Whoever holds a share link or visits a widget has no account: such calls are not theirs.
    if (!isPerson(viewer)) throw new Problem('TOKEN_INVALID')
    given.known.note(bearer)
    return viewer
  } catch (error) {
    if (error instanceof Problem && error.status !== 503) {
      if (bearer !== undefined) given.known.forget(bearer)
      given.perAddress.take(source)
    }
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
