// What a token is made of, and how it is told. Pure.
import { COMPANY_CONTEXT, TOKEN_PREFIX, type ApiToken } from '@polylogue/contract'

/** A token with the name of whoever made it; without its hash. */
export interface ListedToken {
  readonly id: number
  /** Stands where a session's id stands. */
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

/** So many tokens stand in one list: a person's, or the company's. */
export const MOST = 100

/** So much of a value is kept to recognise it by; what is left cannot be guessed. */
const SHOWN = TOKEN_PREFIX.length + 6

const FORM = new RegExp(`^${TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`)

/** The value that a program holds, of 32 random bytes in base64url. */
export function valueOf(random: string): string {
  return TOKEN_PREFIX + random
}

export function prefixOf(value: string): string {
  return value.slice(0, SHOWN)
}

/** Whether a text could be a token's value. */
export function isValue(text: string): boolean {
  return FORM.test(text)
}

export function hasExpired({ expires }: { readonly expires: Date | null }, now: Date): boolean {
  return expires !== null && expires <= now
}

/** A token as it is listed; its hash and its UUID stay here. */
export function toldToken(token: ListedToken, now: Date): ApiToken {
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
