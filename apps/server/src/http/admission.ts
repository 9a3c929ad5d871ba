// Checks whether a request may make its call, before its body is read.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { admits, contract, type Admitted as AdmittedKind, type Call } from '@polylogue/contract'
import { requireSession } from '#access/session-only.ts'
import { isPerson, userKey, viewerKey, type Person, type Viewer } from '#access/viewer.ts'
import type { InTurn } from '#platform/turns.ts'
import { Problem } from '#problem.ts'
import { factsOf } from './request-facts.ts'
import type { KnownBearers } from './known-bearers.ts'
import { admitPlugin, type PluginCall, type PluginGate } from './plugin-gate.ts'
import type { RateLimit } from './limits.ts'
import type { RequestFacts } from './routes.ts'
import { bearerOf, type Viewers } from './viewers.ts'

export interface AdmissionDeps {
  readonly viewers: Viewers
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
  /** Checks calls that are made for a plugin; without it they are refused. */
  readonly plugins?: PluginGate
}

/** An admitted request; without a viewer for an open call. */
export interface Admitted {
  readonly viewer: Viewer | undefined
  readonly facts: RequestFacts
  /** Admitted although its source is over the limit: such calls are handled a few at a time. */
  readonly isBeyond?: boolean
  /** The plugin for which a page makes the request. */
  readonly plugin?: PluginCall | undefined
}

/** The body limit without a sign-in; larger than the longest reply of an identity provider. */
export const OPEN_BODY_BYTES = 16_384

type Admit = (request: FastifyRequest, reply: FastifyReply) => Promise<Admitted>

/**
 * Returns the checks of a call: header, viewer, permission, licence and rate limit (API-4, ROLE-1). `header: false`
 * skips X-Requested-With, for API clients that do not send it.
 */
export function admission(call: Call, deps: AdmissionDeps, { header = true } = {}): Admit {
  return async (request, reply) => {
    const facts = factsOf(request, reply.raw, bearerOf(request))
    const pluginOf = (viewer: Viewer | undefined) => admitPlugin(deps.plugins, request.headers, viewer, call)
    const isOpen = admits(call, 'open')
    const isBeyond = isOpen && !(await takeOpen(call, facts, deps, isSmall(request)))
    if (header && needsHeader(call, facts, deps.viewers) && !isFromScript(request))
      throw new Problem('MISSING_REQUESTED_WITH')
    if (isOpen) return { viewer: undefined, facts, isBeyond, plugin: await pluginOf(undefined) }
    const viewer = await viewerOf(call, request, facts, deps)
    deps.perViewer.take(viewerKey(viewer))
    if (isPerson(viewer)) requirePersonMayCall(call, viewer, request, deps)
    if (call.licensed && deps.licence.expired()) throw new Problem('LICENSE_EXPIRED')
    return { viewer, facts, plugin: await pluginOf(viewer) }
  }
}

/** @throws Problem PASSWORD_CHANGE_REQUIRED, PERMISSION_DENIED */
function requirePersonMayCall(
  call: Call,
  viewer: Person,
  request: FastifyRequest,
  { denied }: AdmissionDeps,
): void {
  if (viewer.mustChangePassword && !call.beforePasswordChange) throw new Problem('PASSWORD_CHANGE_REQUIRED')
  try {
    requireMayCall(call, viewer)
  } catch (refused) {
    denied?.(viewer, call, idOf(request))
    throw refused
  }
}

/** @throws Problem PERMISSION_DENIED when the person may not make the call, independent of its target */
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
    const isLet = exceptionOf(call, facts, deps.viewers)
    if (!isLet || !(await deps.unlimited(isLet))) throw error
    return false
  }
}

/** Returns the check that admits a call although its source is over the limit. */
function exceptionOf(
  call: Call,
  { bearer, source }: RequestFacts,
  viewers: Viewers,
): (() => Promise<boolean>) | undefined {
  if (call === contract.auth.authenticate) return () => viewers.isKnownSource(source)
  if (call === contract.auth.refresh && bearer !== undefined) return () => viewers.canRenew(bearer)
  return undefined
}

/** Adds newly issued tokens to the known bearers, before their first use. */
export function noteIssued(result: unknown, known: KnownBearers): void {
  const { data, meta } = (result ?? {}) as { data?: { access_token?: unknown }; meta?: { userId?: unknown } }
  if (typeof data?.access_token !== 'string') return
  known.note(data.access_token, typeof meta?.userId === 'number' ? userKey(meta.userId) : undefined)
}

/** Returns whether a request announces a body that is quick to read. */
function isSmall({ headers }: FastifyRequest): boolean {
  return (
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= OPEN_BODY_BYTES
  )
}

const ADMITTED_AS: Readonly<Record<Viewer['kind'], AdmittedKind>> = {
  person: 'signed-in',
  token: 'signed-in',
  link: 'link',
  visitor: 'visitor',
}

/** Looks up the token before counting, so that others at the same address cannot block a signed-in person. */
async function viewerOf(
  call: Call,
  request: FastifyRequest,
  facts: RequestFacts,
  deps: AdmissionDeps,
): Promise<Viewer> {
  const { source } = facts
  const token = facts.bearer ?? keyOf(call, request)
  if (facts.bearer !== undefined) refuseBeyond(deps, facts.bearer)
  try {
    const from = facts.bearer === undefined ? deps.viewers.links : deps.viewers.sourceOf(facts.bearer)
    // The token of a viewer whom the call does not admit is the same as none, and is not looked up.
    if (token === undefined || !from || !admits(call, ADMITTED_AS[from.kind]))
      throw new Problem('TOKEN_INVALID')
    const look = () => from.viewerOf(token, facts)
    const goesFirst = deps.perAddress.isLeft(source) || deps.known.has(token)
    const viewer = await (goesFirst ? look() : deps.unlimited(look))
    deps.known.note(token, viewerKey(viewer))
    return viewer
  } catch (error) {
    if (error instanceof Problem && error.status !== 503) {
      if (token !== undefined) deps.known.forget(token)
      deps.perAddress.take(source)
    }
    throw error
  }
}

/** Refuses a known viewer who is over the limit before their token is looked up, which would cost a query for each request. */
function refuseBeyond({ known, perViewer }: AdmissionDeps, bearer: string): void {
  const key = known.viewerKeyOf(bearer)
  if (key !== undefined && !perViewer.isLeft(key)) perViewer.take(key)
}

/** Returns the key of a share link in the path, `{hash}`; only calls that admit holders of links have one. */
function keyOf(call: Call, { params }: FastifyRequest): string | undefined {
  return admits(call, 'link') ? (params as { hash?: string }).hash : undefined
}

function needsHeader(call: Call, { bearer }: RequestFacts, viewers: Viewers): boolean {
  if (call.method === 'GET') return false
  return admits(call, 'open') || bearer === undefined || viewers.sourceOf(bearer).needsHeader
}

/** Another origin can submit a form, but this header needs a CORS preflight, which is never allowed. */
function isFromScript(request: FastifyRequest): boolean {
  return request.headers['x-requested-with'] === 'XMLHttpRequest'
}
