// Sign-in, sessions and the first start (SIGNIN-*).
import { z } from 'zod'
import { call } from './call.ts'
import { Id, Name, Nothing, Time } from './envelope.ts'
import { routes } from './routes.ts'

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
  // Otherwise two addresses that look the same could be two accounts.
  .refine((address) => !/\p{C}/u.test(address), 'must not contain invisible characters')

/** A password as typed: not trimmed or normalised, 8 to 256 characters; the server checks its strength (SIGNIN-9). */
export const Password = z.string().min(8).max(256)

/** The owner of the tokens. With `mustChangePassword` every other call is refused until the password is changed. */
const UserIdMeta = z.object({ userId: z.number().int(), mustChangePassword: z.boolean() })

/** A session of a user, as they and administrators see it, without tokens. */
export const Session = z.object({
  id: z.string(),
  created: Time,
  /** When its tokens were last refreshed. */
  lastUsed: Time,
  /** When it expires. */
  ends: Time,
  address: z.string(),
  agent: z.string(),
  /** Whether this request was made with it. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

const ById = z.object({ id: Id })

export const auth = {
  authenticate: call(routes.auth.authenticate, {
    summary: 'Sign in with a user name or an e-mail address and a password',
    bodySchema: z.object({ userName: z.string().min(1).max(254), userPassword: z.string().min(1).max(1024) }),
    data: TokenPair,
    meta: UserIdMeta,
    problems: ['SIGN_IN_FAILED', 'TOO_MANY_ATTEMPTS'],
  }),
  refresh: call(routes.auth.refresh, {
    summary: 'Trade a refresh token, sent as the bearer, for a new pair; a second use ends the session',
    data: TokenPair,
    meta: UserIdMeta,
    problems: ['TOKEN_INVALID', 'TOKEN_EXPIRED'],
  }),
  register: call(routes.auth.register, {
    summary: 'Sign up, where the configuration allows it. Role and account sent along say nothing',
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
  ssoState: call(routes.auth.ssoState, {
    summary: 'Whether people may sign in through the organisation’s identity provider, and its name',
    cheap: true,
    data: z.object({ enabled: z.boolean(), name: z.string() }),
  }),
  ssoBegin: call(routes.auth.ssoBegin, {
    summary:
      'The identity provider’s address to go to; `key` stays in the browser and comes back with the code',
    cheap: true,
    bodySchema: z.object({ redirectUri: z.string().min(1).max(1_000) }),
    data: z.object({ url: z.string(), key: z.string() }),
    problems: ['SSO_DISABLED', 'SSO_UNAVAILABLE'],
  }),
  ssoFinish: call(routes.auth.ssoFinish, {
    summary: 'Trade what the identity provider sent back for a pair of tokens',
    cheap: true,
    bodySchema: z.object({
      key: z.string().min(1).max(4_000),
      /** The full URL to which the identity provider redirected the browser. */
      callback: z.string().min(1).max(8_000),
    }),
    data: TokenPair,
    meta: UserIdMeta,
    problems: [
      'SSO_DISABLED',
      'SSO_UNAVAILABLE',
      'SSO_FAILED',
      'SIGN_IN_FAILED',
      'TOO_MANY_ATTEMPTS',
      'SERVER_BUSY',
    ],
  }),
  changePassword: call(routes.auth.changePassword, {
    beforePasswordChange: true,
    summary: 'Change one’s own password; every other session ends at once, this one within five seconds',
    sessionOnly: true,
    params: ById,
    bodySchema: z.object({
      oldPassword: z.string().min(1).max(1024),
      newPassword: Password,
      /** Whether the user's API tokens are revoked too; the default is to keep them. */
      endApiTokens: z.boolean().optional(),
    }),
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'WRONG_PASSWORD', 'TOO_MANY_ATTEMPTS', 'SERVER_BUSY'],
  }),
  sessions: call(routes.auth.sessions, {
    summary: 'Where a person is signed in, the latest first: one’s own, or with can_manage_users',
    params: ById,
    data: z.object({ Sessions: z.array(Session) }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  endSession: call(routes.auth.endSession, {
    summary: 'End one sign-in: its tokens and open streams stop working',
    sessionOnly: true,
    params: z.object({ id: Id, sessionId: z.uuid() }),
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  endSessions: call(routes.auth.endSessions, {
    summary: 'End all sign-ins of a person, but for the one that asks',
    sessionOnly: true,
    params: ById,
    data: z.object({ ended: z.number().int() }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  logout: call(routes.auth.logout, {
    beforePasswordChange: true,
    summary: 'End this session: its tokens and open streams stop working',
    sessionOnly: true,
    data: Nothing,
    problems: ['PERMISSION_DENIED'],
  }),
  setUpState: call(routes.auth.setUpState, {
    summary: 'Whether this installation still waits for its first user',
    data: z.object({ needed: z.boolean(), minimumPasswordStrength: z.number().int() }),
  }),
  setUp: call(routes.auth.setUp, {
    summary: 'Create the super user with the one-time key that the server printed',
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
