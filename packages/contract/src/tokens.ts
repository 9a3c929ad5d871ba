// API tokens: keys with which programs use the API as their owner (shell specification, sections 3 and 7; reading 8).
import { z } from 'zod'
import { call } from './call.ts'
import { BodyId, Id, Name, Nothing, text, Time } from './envelope.ts'

/** What a token's value begins with; by it a bearer is told from a session's. */
export const TOKEN_PREFIX = 'plg_'

export const TOKEN_SCOPES = ['users', 'companies'] as const

/** A token as it is listed: never its value. */
export const ApiToken = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  /** The person, or the company, whose list it stands in. */
  ownerId: z.number().int(),
  /** As whom it acts: with exactly what this person may do. */
  userId: z.number().int(),
  userName: z.string(),
  /** The beginning of its value, by which one recognises it. */
  prefix: z.string(),
  /** To the minute; null: never used. */
  lastUsed: Time.nullable(),
  /** After which it opens nothing; null: it does not expire. */
  expires: Time.nullable(),
  expired: z.boolean(),
  created: Time,
})
export type ApiToken = z.infer<typeof ApiToken>

/** What is sent for a token. A `value` is never taken; for a known `tokenId` an empty one deletes the token. */
const TokenInput = z.object({
  name: Name.optional(),
  description: text(1_000).optional(),
  scope: z.enum(TOKEN_SCOPES).optional(),
  ownerId: BodyId.optional(),
  /** A token there is: its name, description and expiry are changed, its value stays. */
  tokenId: BodyId.optional(),
  value: z.string().max(500).optional(),
  expires: Time.nullable().optional(),
})

/** `value` stands here once, when the token is made. */
const Made = z.object({ ApiToken: ApiToken.nullable(), value: z.string().optional() })

const OfUser = z.object({ userId: Id })
const OneOfUser = z.object({ userId: Id, id: Id })
const OfCompany = z.object({ companyId: Id })
const OneOfCompany = z.object({ companyId: Id, id: Id })
const List = z.object({ ApiTokens: z.array(ApiToken) })

export const apitokens = {
  own: call({
    method: 'GET',
    path: 'apitokens/users',
    summary: 'One’s own tokens, the newest first',
    door: 'signed-in',
    data: List,
  }),
  ofTheCompany: call({
    method: 'GET',
    path: 'apitokens/companies',
    summary: 'The tokens of the company, the newest first',
    door: 'signed-in',
    permission: 'can_manage_tokens',
    data: List,
  }),
  listOfUser: call({
    method: 'GET',
    path: 'users/{userId}/apitokens',
    summary: 'The tokens of a person: one’s own',
    door: 'signed-in',
    params: OfUser,
    data: List,
    problems: ['NOT_FOUND'],
  }),
  getOfUser: call({
    method: 'GET',
    path: 'users/{userId}/apitokens/{id}',
    summary: 'One of one’s own tokens',
    door: 'signed-in',
    params: OneOfUser,
    data: z.object({ ApiToken }),
    problems: ['NOT_FOUND'],
  }),
  saveOfUser: call({
    method: 'POST',
    path: 'users/{userId}/apitokens',
    summary: 'Make a token of one’s own; its value is told this once. With `tokenId`, change or delete one',
    door: 'signed-in',
    params: OfUser,
    bodySchema: TokenInput,
    data: Made,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'TOO_MANY_TOKENS'],
  }),
  removeOfUser: call({
    method: 'DELETE',
    path: 'users/{userId}/apitokens/{id}',
    summary: 'Delete one of one’s own tokens: it opens nothing from now on, and what it opened ends',
    door: 'signed-in',
    params: OneOfUser,
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
  listOfCompany: call({
    method: 'GET',
    path: 'companies/{companyId}/apitokens',
    summary: 'The tokens of the company, the newest first',
    door: 'signed-in',
    permission: 'can_manage_tokens',
    params: OfCompany,
    data: List,
    problems: ['NOT_FOUND'],
  }),
  getOfCompany: call({
    method: 'GET',
    path: 'companies/{companyId}/apitokens/{id}',
    summary: 'A token of the company',
    door: 'signed-in',
    permission: 'can_manage_tokens',
    params: OneOfCompany,
    data: z.object({ ApiToken }),
    problems: ['NOT_FOUND'],
  }),
  saveOfCompany: call({
    method: 'POST',
    path: 'companies/{companyId}/apitokens',
    summary:
      'Make a token of the company that acts as whoever makes it; its value is told this once. With `tokenId`, change or delete one',
    door: 'signed-in',
    permission: 'can_manage_tokens',
    params: OfCompany,
    bodySchema: TokenInput,
    data: Made,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'TOO_MANY_TOKENS'],
  }),
  removeOfCompany: call({
    method: 'DELETE',
    path: 'companies/{companyId}/apitokens/{id}',
    summary: 'Delete a token of the company: it opens nothing from now on, and what it opened ends',
    door: 'signed-in',
    permission: 'can_manage_tokens',
    params: OneOfCompany,
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
} as const
