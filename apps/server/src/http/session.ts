import type { FastifyRequest } from 'fastify'
import { TOKEN_PREFIX } from '@polylogue/contract'
import type { Person, Viewer } from '../access/viewer.ts'
import type { RequestFacts } from './routes.ts'

/** How the HTTP layer learns who is asking, and that someone may no longer ask. Implemented by auth and tokens. */
export interface SessionReader<Known extends Viewer = Viewer> {
  /**
   * Who a bearer token stands for.
   * @throws Problem TOKEN_INVALID (unknown, revoked), TOKEN_EXPIRED, ACCOUNT_DISABLED (reading 1);
   *   PASSWORD_CHANGE_REQUIRED for an API token.
   */
  viewerOf(token: string, facts: RequestFacts): Promise<Known>
  /** Whether a refresh token would bring a new pair just now. */
  canRenew(refreshToken: string): Promise<boolean>
  /** Whether somebody signed in well from a source (`platform/source.ts`) lately. */
  isKnownSource(source: string): Promise<boolean>
  /**
   * Calls `ended` once when the viewer's session ends on whichever process (signed out, revoked, expired, its person disabled)
   * or their role or tenant changes. Open streams are closed by it, so it has to come within a second. Returns what forgets
   * the callback.
   */
  whenEnded(viewer: Person, ended: () => void): () => void
}

/** The same of API tokens, which are not renewed. */
export type TokenReader = Omit<SessionReader<Person>, 'canRenew' | 'isKnownSource'>

/** Whether a bearer is an API token's value, known or not. */
export function isApiToken(bearer: string | undefined): boolean {
  return bearer?.startsWith(TOKEN_PREFIX) ?? false
}

/** One reader for both kinds of credential: people with a session, and programs with an API token (decision 0022). */
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
 * The bearer token of a request: the Authorization header is the one way to present a credential. Undefined when there is
 * none, another scheme, or more than one such header, so that no two readers of a request can see different tokens.
 */
export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  const names = request.raw.rawHeaders.filter(
    (text, index) => index % 2 === 0 && /^authorization$/i.test(text),
  )
  return names.length === 1 ? BEARER.exec(header)?.[1] : undefined
}
