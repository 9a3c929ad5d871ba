import type { FastifyRequest } from 'fastify'
import { TOKEN_PREFIX } from '@polylogue/contract'
import type { Person, Viewer } from '../access/viewer.ts'
import type { RequestFacts } from './routes.ts'

/** Identifies the viewer of a request and notifies when their session ends. Implemented by auth and tokens. */
export interface SessionReader<Known extends Viewer = Viewer> {
  /**
   * Returns the viewer of a bearer token.
   * @throws Problem TOKEN_INVALID (unknown, revoked), TOKEN_EXPIRED, ACCOUNT_DISABLED (API-4); PASSWORD_CHANGE_REQUIRED
   *   for an API token
   */
  viewerOf(token: string, facts: RequestFacts): Promise<Known>
  /** Returns whether a refresh token is currently valid. */
  canRenew(refreshToken: string): Promise<boolean>
  /** Returns whether somebody signed in successfully from a source (`platform/source.ts`) recently. */
  isKnownSource(source: string): Promise<boolean>
  /**
   * Calls `ended` once when the viewer's session ends in any process (sign-out, revocation, expiry, disabled account) or
   * their role or tenant changes. Open streams close then, so it must arrive within a second. Returns the unsubscribe
   * function.
   */
  whenEnded(viewer: Person, ended: () => void): () => void
}

/** The same for API tokens, which cannot be refreshed. */
export type TokenReader = Omit<SessionReader<Person>, 'canRenew' | 'isKnownSource'>

/** Returns whether a bearer has the form of an API token. */
export function isApiToken(bearer: string | undefined): boolean {
  return bearer?.startsWith(TOKEN_PREFIX) ?? false
}

/** Combines the readers of both credentials: sessions of people, and API tokens of programs (decision 0022). */
export function sessionsOf(readers: { people: SessionReader<Person>; programs: TokenReader }): SessionReader {
  return {
    canRenew: readers.people.canRenew,
    isKnownSource: readers.people.isKnownSource,
    viewerOf: (bearer, facts) =>
      (isApiToken(bearer) ? readers.programs : readers.people).viewerOf(bearer, facts),
    whenEnded: (viewer, ended) =>
      (viewer.kind === 'person' ? readers.people : readers.programs).whenEnded(viewer, ended),
  }
}

const BEARER = /^bearer +([A-Za-z0-9._~+/=-]{1,512})$/i

/**
 * Returns the bearer token of the Authorization header, the only way to send a credential. Undefined when it is missing, has
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
