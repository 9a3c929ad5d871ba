// API tokens: keys for programs that act as their user (TOKEN-*).
import { z } from 'zod'
import { call } from './call.ts'
import { BodyId, Id, Name, Nothing, text, Time } from './envelope.ts'
import { routes } from './routes.ts'

/** Prefix of a token's value; it distinguishes API tokens from session tokens. */
export const TOKEN_PREFIX = 'plg_'

export const TOKEN_SCOPES = ['users', 'companies'] as const

/** A token in a list, without its value. */
export const ApiToken = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  /** The user or company that owns the token. */
  ownerId: z.number().int(),
  /** The user as whom it acts, with exactly their permissions. */
  userId: z.number().int(),
  userName: z.string(),
  /** The beginning of its value, for recognition. */
  prefix: z.string(),
  /** Rounded to the minute; null when never used. */
  lastUsed: Time.nullable(),
  /** Expiry; null when it does not expire. */
  expires: Time.nullable(),
  expired: z.boolean(),
  created: Time,
})
export type ApiToken = z.infer<typeof ApiToken>

/** Input for a token. A `value` in it is ignored; with a known `tokenId` an empty one deletes the token. */
const TokenInput = z.object({
  name: Name.optional(),
  description: text(1_000).optional(),
  scope: z.enum(TOKEN_SCOPES).optional(),
  ownerId: BodyId.optional(),
  /** Id of an existing token: name, description and expiry change, the value does not. */
  tokenId: BodyId.optional(),
  value: z.string().max(500).optional(),
  expires: Time.nullable().optional(),
})

/** `value` is returned once, when the token is created. */
const Made = z.object({ ApiToken: ApiToken.nullable(), value: z.string().optional() })

const OfUser = z.object({ userId: Id })
const OneOfUser = z.object({ userId: Id, id: Id })
const OfCompany = z.object({ companyId: Id })
const OneOfCompany = z.object({ companyId: Id, id: Id })
const List = z.object({ ApiTokens: z.array(ApiToken) })

export const apitokens = {
  own: call(routes.apitokens.own, {
    summary: 'One’s own tokens, the newest first',
    data: List,
  }),
  ofTheCompany: call(routes.apitokens.ofTheCompany, {
    summary: 'The tokens of the company, the newest first',
    permission: 'can_manage_tokens',
    data: List,
  }),
  listOfUser: call(routes.apitokens.listOfUser, {
    summary: 'The tokens of a person: one’s own',
    params: OfUser,
    data: List,
    problems: ['NOT_FOUND'],
  }),
  getOfUser: call(routes.apitokens.getOfUser, {
    summary: 'One of one’s own tokens',
    params: OneOfUser,
    data: z.object({ ApiToken }),
    problems: ['NOT_FOUND'],
  }),
  saveOfUser: call(routes.apitokens.saveOfUser, {
    summary:
      'Create a token of one’s own; its value is returned only once. With `tokenId`, change or delete one',
    sessionOnly: true,
    params: OfUser,
    bodySchema: TokenInput,
    data: Made,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'TOO_MANY_TOKENS'],
  }),
  removeOfUser: call(routes.apitokens.removeOfUser, {
    summary: 'Delete one of one’s own tokens: it opens nothing from now on, and what it opened ends',
    sessionOnly: true,
    params: OneOfUser,
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
  listOfCompany: call(routes.apitokens.listOfCompany, {
    summary: 'The tokens of the company, the newest first',
    permission: 'can_manage_tokens',
    params: OfCompany,
    data: List,
    problems: ['NOT_FOUND'],
  }),
  getOfCompany: call(routes.apitokens.getOfCompany, {
    summary: 'A token of the company',
    permission: 'can_manage_tokens',
    params: OneOfCompany,
    data: z.object({ ApiToken }),
    problems: ['NOT_FOUND'],
  }),
  saveOfCompany: call(routes.apitokens.saveOfCompany, {
    summary:
      'Create a token of the company that acts as its creator; its value is returned only once. With `tokenId`, change or delete one',
    sessionOnly: true,
    permission: 'can_manage_tokens',
    params: OfCompany,
    bodySchema: TokenInput,
    data: Made,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'TOO_MANY_TOKENS'],
  }),
  removeOfCompany: call(routes.apitokens.removeOfCompany, {
    summary: 'Delete a token of the company: it opens nothing from now on, and what it opened ends',
    sessionOnly: true,
    permission: 'can_manage_tokens',
    params: OneOfCompany,
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
} as const
