// API tokens: keys with which programs use the API as their owner (shell specification, sections 3 and 7; reading 8).
import { z } from 'zod'
import { call } from './call.ts'
import { BodyId, Id, Name, Nothing, text, Time } from './envelope.ts'
import { routes } from './routes.ts'

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
    summary: 'Make a token of one’s own; its value is told this once. With `tokenId`, change or delete one',
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
      'Make a token of the company that acts as whoever makes it; its value is told this once. With `tokenId`, change or delete one',
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
