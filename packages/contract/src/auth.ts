// Sign-in, sessions and the first start (reading 2).
import { z } from 'zod'
import { call } from './call.ts'
import { Name, Nothing } from './envelope.ts'

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

const UserIdMeta = z.object({ userId: z.number().int() })

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
  logout: call({
    method: 'GET',
    path: 'auth/logout',
    summary: 'End this session: its tokens and open streams stop working',
    door: 'signed-in',
    data: Nothing,
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
