// Sign-in, sessions and the first start (reading 2).
import { z } from 'zod'
import { call } from './call.ts'
import { Id, Name, Nothing, Time } from './envelope.ts'

/** A pair of opaque tokens; `expires_in` is the access token's life in seconds. */
export const TokenPair = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int(),
})
export type TokenPair = z.infer<typeof TokenPair>

export const Email = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@<>"']{1,64}@[^\s@<>"']{1,190}\.[^\s@<>"'.]{2,63}$/, 'must be an e-mail address')

/** A password as typed: kept to the letter, 8 to 256 characters; its strength is judged by the server (reading 2). */
export const Password = z.string().min(8).max(256)

/** Whose tokens they are. Somebody who must change their password may do nothing else before. */
const UserIdMeta = z.object({ userId: z.number().int(), mustChangePassword: z.boolean() })

/** One sign-in of a person, as they and administrators see it: no token is in it. */
export const Session = z.object({
  id: z.string(),
  created: Time,
  /** When its tokens were last refreshed. */
  lastUsed: Time,
  /** When it ends by itself. */
  ends: Time,
  address: z.string(),
  agent: z.string(),
  /** The one that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

const ById = z.object({ id: Id })

export const auth = {
  authenticate: call({
    method: 'POST',
    path: 'auth/authenticate',
    summary: 'Sign in with a user name or an e-mail address and a password',
    door: 'open',
    bodySchema: z.object({ userName: z.string().min(1).max(254), userPassword: z.string().min(1).max(1024) }),
    data: TokenPair,
    meta: UserIdMeta,
    problems: ['SIGN_IN_FAILED', 'TOO_MANY_ATTEMPTS'],
  }),
  refresh: call({
    method: 'POST',
    path: 'auth/refresh',
    summary: 'Trade a refresh token, sent as the bearer, for a new pair; a second use ends the session',
    door: 'open',
    data: TokenPair,
    meta: UserIdMeta,
    problems: ['TOKEN_INVALID', 'TOKEN_EXPIRED'],
  }),
  register: call({
    method: 'POST',
    path: 'auth/register',
    summary: 'Sign up, where the configuration allows it. Role and account sent along say nothing',
    door: 'open',
    status: 201,
    bodySchema: z.object({
      firstName: Name,
      lastName: Name,
      email: Email,
      password: Password,
      password2: z.string().max(256).optional(),
    }),
    data: z.object({ user: z.object({ id: z.number().int(), username: z.string() }) }),
    problems: ['SIGN_UP_DISABLED', 'NAME_TAKEN', 'TOO_MANY_ATTEMPTS', 'SERVER_BUSY'],
  }),
  /** Single sign-on (OpenID Connect Core 1.0; authorization code with PKCE, RFC 7636). */
  ssoState: call({
    method: 'GET',
    path: 'auth/sso',
    summary: 'Whether people may sign in through the organisation’s identity provider, and its name',
    door: 'open',
    data: z.object({ enabled: z.boolean(), name: z.string() }),
  }),
  ssoBegin: call({
    method: 'POST',
    path: 'auth/sso/begin',
    summary:
      'The identity provider’s address to go to; `key` stays in the browser and comes back with the code',
    door: 'open',
    bodySchema: z.object({ redirectUri: z.string().min(1).max(1_000) }),
    data: z.object({ url: z.string(), key: z.string() }),
    problems: ['SSO_DISABLED', 'SSO_UNAVAILABLE', 'TOO_MANY_ATTEMPTS'],
  }),
  ssoFinish: call({
    method: 'POST',
    path: 'auth/sso/finish',
    summary: 'Trade what the identity provider sent back for a pair of tokens',
    door: 'open',
    bodySchema: z.object({
      key: z.string().min(1).max(200),
      /** The whole address the identity provider sent the browser back to. */
      callback: z.string().min(1).max(8_000),
    }),
    data: TokenPair,
    meta: UserIdMeta,
    problems: ['SSO_DISABLED', 'SSO_UNAVAILABLE', 'SSO_FAILED', 'SIGN_IN_FAILED', 'TOO_MANY_ATTEMPTS'],
  }),
  changePassword: call({
    method: 'POST',
    path: 'users/{id}/password',
    beforePasswordChange: true,
    summary: 'Change one’s own password; every other session ends at once, this one within five seconds',
    door: 'signed-in',
    params: ById,
    bodySchema: z.object({
      oldPassword: z.string().min(1).max(1024),
      newPassword: Password,
      /** Whether one’s own API tokens end with it; they stay unless it is wished. */
      endApiTokens: z.boolean().optional(),
    }),
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'WRONG_PASSWORD', 'TOO_MANY_ATTEMPTS', 'SERVER_BUSY'],
  }),
  sessions: call({
    method: 'GET',
    path: 'users/{id}/sessions',
    summary: 'Where a person is signed in, the latest first: one’s own, or with can_manage_users',
    door: 'signed-in',
    params: ById,
    data: z.object({ Sessions: z.array(Session) }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  endSession: call({
    method: 'DELETE',
    path: 'users/{id}/sessions/{sessionId}',
    summary: 'End one sign-in: its tokens and open streams stop working',
    door: 'signed-in',
    params: z.object({ id: Id, sessionId: z.uuid() }),
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  endSessions: call({
    method: 'DELETE',
    path: 'users/{id}/sessions',
    summary: 'End all sign-ins of a person, but for the one that asks',
    door: 'signed-in',
    params: ById,
    data: z.object({ ended: z.number().int() }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  logout: call({
    method: 'GET',
    path: 'auth/logout',
    beforePasswordChange: true,
    summary: 'End this session: its tokens and open streams stop working',
    door: 'signed-in',
    data: Nothing,
    problems: ['PERMISSION_DENIED'],
  }),
  setUpState: call({
    method: 'GET',
    path: 'setup',
    summary: 'Whether this installation still waits for its first user',
    door: 'open',
    data: z.object({ needed: z.boolean(), minimumPasswordStrength: z.number().int() }),
  }),
  setUp: call({
    method: 'POST',
    path: 'setup',
    summary: 'Create the super user with the one-time key that the server printed',
    door: 'open',
    status: 201,
    bodySchema: z.object({
      key: z.string().min(1).max(200),
      firstName: Name,
      lastName: Name,
      email: Email,
      password: Password,
    }),
    data: TokenPair,
    meta: UserIdMeta,
    problems: ['SET_UP_DONE', 'SET_UP_KEY_INVALID', 'TOO_MANY_ATTEMPTS'],
  }),
} as const
