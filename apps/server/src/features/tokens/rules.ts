// Format of tokens, and their response. Pure.
import { COMPANY_CONTEXT, TOKEN_PREFIX, type ApiToken } from '@polylogue/contract'

/** A token with its creator's name, without its hash. */
export interface ListedToken {
  readonly id: number
  /** Used in place of a session's id. */
  readonly uuid: string
  readonly scope: ApiToken['scope']
  readonly userId: number
  readonly name: string
  readonly description: string
  readonly prefix: string
  readonly lastUsed: Date | null
  readonly expires: Date | null
  readonly created: Date
  readonly firstName: string
  readonly lastName: string
}

/** Maximum number of tokens in one list. */
export const MAX = 100

/** Length of the prefix that is stored to recognise a token; the rest cannot be guessed. */
const SHOWN = TOKEN_PREFIX.length + 6

const FORM = new RegExp(`^${TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`)

/** Returns the token's value: 32 random bytes in base64url. */
export function valueOf(random: string): string {
  return TOKEN_PREFIX + random
}

export function prefixOf(value: string): string {
  return value.slice(0, SHOWN)
}

/** Whether a text has the form of a token's value. */
export function isValue(text: string): boolean {
  return FORM.test(text)
}

export function hasExpired({ expires }: { readonly expires: Date | null }, now: Date): boolean {
  return expires !== null && expires <= now
}

/** Maps a token to the response, without hash and UUID. */
export function toTokenResponse(token: ListedToken, now: Date): ApiToken {
  const { id, name, description, scope, userId, prefix } = token
  return {
    id,
    name,
    description,
    scope,
    ownerId: scope === 'companies' ? COMPANY_CONTEXT : userId,
    userId,
    userName: `${token.firstName} ${token.lastName}`,
    prefix,
    lastUsed: token.lastUsed?.toISOString() ?? null,
    expires: token.expires?.toISOString() ?? null,
    expired: hasExpired(token, now),
    created: token.created.toISOString(),
  }
}
