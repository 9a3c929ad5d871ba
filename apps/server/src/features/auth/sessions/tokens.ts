import type { Secrets } from '#platform/secrets.ts'

// Different prefixes, so that neither kind is accepted as the other (SIGNIN-2).
const ACCESS = 'pla_'
const REFRESH = 'plr_'

/** A pair of tokens as it is sent, and as it is stored. */
export interface NewPair {
  readonly access: string
  readonly refresh: string
  readonly accessHash: Buffer
  readonly refreshHash: Buffer
}

/** Returns two random tokens of 256 bits. */
export function newPair(secrets: Secrets): NewPair {
  const access = ACCESS + secrets.randomToken()
  const refresh = REFRESH + secrets.randomToken()
  return { access, refresh, accessHash: secrets.digest(access), refreshHash: secrets.digest(refresh) }
}

export function isAccessToken(token: string): boolean {
  return token.startsWith(ACCESS)
}

export function isRefreshToken(token: string): boolean {
  return token.startsWith(REFRESH)
}
