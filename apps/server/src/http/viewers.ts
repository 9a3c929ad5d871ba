// Whose a request is: each feature that makes viewers brings a source for them (decision 123).
import type { FastifyRequest } from 'fastify'
import type { Person, Viewer } from '#access/viewer.ts'
import type { RequestFacts } from './routes.ts'

/** Identifies viewers of one kind by their tokens, and tells when a viewer's session ends. */
export interface ViewerSource<Known extends Viewer = Viewer> {
  readonly kind: Known['kind']
  /** Returns whether a bearer has the form of these tokens. */
  recognizes(bearer: string): boolean
  /** Whether a change needs X-Requested-With. Programs do not send it, and no browser sends their tokens by itself (API-7). */
  readonly needsHeader: boolean
  /**
   * Returns the viewer of a token.
   * @throws Problem TOKEN_INVALID (unknown, revoked), TOKEN_EXPIRED, ACCOUNT_DISABLED (API-4); PASSWORD_CHANGE_REQUIRED
   *   for an API token
   */
  viewerOf(token: string, facts: RequestFacts): Promise<Known>
  /**
   * Calls `ended` once when the viewer's session ends in any process (sign-out, revocation, expiry, disabled account) or
   * their role or tenant changes. Open streams close then, so it must arrive within a second. Returns the unsubscribe
   * function.
   */
  whenEnded(viewer: Known, ended: () => void): () => void
}

/** The source of signed-in people. A bearer that no other source recognizes is looked up here. */
export interface SessionSource extends Omit<ViewerSource<Person>, 'recognizes'> {
  /** Returns whether a refresh token is currently valid. */
  canRenew(refreshToken: string): Promise<boolean>
  /** Returns whether somebody signed in successfully from a source (`platform/source.ts`) recently. */
  isKnownSource(source: string): Promise<boolean>
}

type AnySource = Omit<ViewerSource, 'recognizes'>

/** The sources of all viewers. */
export interface Viewers extends Pick<SessionSource, 'canRenew' | 'isKnownSource'> {
  /** Returns the source that a bearer belongs to by its form. */
  sourceOf(bearer: string): AnySource
  /** The source of holders of share links. */
  readonly links: AnySource | undefined
  /** See `ViewerSource.whenEnded`. */
  whenEnded(viewer: Viewer, ended: () => void): () => void
}

/** Combines the sources; there is one for each kind of viewer. */
export function openViewers(sessions: SessionSource, others: readonly ViewerSource[]): Viewers {
  const byKind = new Map<Viewer['kind'], AnySource>([sessions, ...others].map((one) => [one.kind, one]))
  return {
    canRenew: sessions.canRenew,
    isKnownSource: sessions.isKnownSource,
    sourceOf: (bearer) => others.find((one) => one.recognizes(bearer)) ?? sessions,
    links: others.find(({ kind }) => kind === 'link'),
    whenEnded(viewer, ended) {
      const source = byKind.get(viewer.kind)
      if (!source) throw new Error(`a ${viewer.kind} came from no source`)
      return source.whenEnded(viewer, ended)
    },
  }
}

const BEARER = /^bearer +([A-Za-z0-9._~+/=-]{1,512})$/i

/**
 * Returns the bearer token of the Authorization header, the only way to send a token. Undefined when it is missing, has
 * another scheme or occurs more than once, so that all code sees the same token.
 */
export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  const names = request.raw.rawHeaders.filter(
    (text, index) => index % 2 === 0 && /^authorization$/i.test(text),
  )
  return names.length === 1 ? BEARER.exec(header)?.[1] : undefined
}
