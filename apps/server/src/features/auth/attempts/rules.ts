// The limits of attempts, and what an attempt counts for. Pure.
import { sourceOf } from '#platform/source.ts'

/** An attempt: its account and its address. */
export interface Attempt {
  readonly account: string
  /** The user who owns the account, if there is one. */
  readonly userId: number | null
  readonly address: string
}

/** Number of failed attempts allowed within the window (SIGNIN-4). */
export interface AttemptLimits {
  readonly perAccount: number
  readonly perAddress: number
  readonly windowMs: number
}

export const ATTEMPT_LIMITS: AttemptLimits = { perAccount: 10, perAddress: 50, windowMs: 15 * 60_000 }

/** Registrations from one address, failed or not (SIGNIN-11). */
export const SIGN_UP_LIMITS: AttemptLimits = { perAccount: 5, perAddress: 5, windowMs: 5 * 60_000 }

/**
 * Failed answers from one address that were checked at the identity provider. High, since a whole office may share the
 * address; the limit protects the provider from load.
 */
export const SSO_LIMITS: AttemptLimits = { perAccount: 500, perAddress: 500, windowMs: 15 * 60_000 }

/** Returns an attempt other than a sign-in. It is counted by address only, and separately from sign-ins. */
export function attemptFrom(kind: 'sign-up' | 'sso', address: string): Attempt {
  const from = `${kind}:${sourceOf(address)}`
  return { account: from, userId: null, address: from }
}

/** An attempt with the password of an existing user. */
export function attemptOnPerson(userId: number, address: string): Attempt {
  return { account: `user:${userId}`, userId, address: sourceOf(address) }
}
