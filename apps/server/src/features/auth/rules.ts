// Pure decisions: token lifetimes, the source of an attempt, and the order of roles.
import { ROLES } from '@polylogue/contract'
import { sourceOf } from '../../platform/source.ts'

/** An attempt: its account and its address. */
export interface Attempt {
  readonly account: string
  /** The user who owns the account, if there is one. */
  readonly userId: number | null
  readonly address: string
}

export interface SessionLimits {
  readonly accessMinutes: number
  readonly refreshDays: number
  /** Days after which the user must sign in again, however often the session was refreshed. */
  readonly absoluteDays: number
}

/** Number of failed attempts allowed within the window (reading 2). */
export interface AttemptLimits {
  readonly perAccount: number
  readonly perAddress: number
  readonly windowMs: number
}

export const ATTEMPT_LIMITS: AttemptLimits = { perAccount: 10, perAddress: 50, windowMs: 15 * 60_000 }

/** Registrations from one address, failed or not (quality bar S5). */
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

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Returns when two tokens created now expire; no token outlives its session. */
export function lifetimes(
  now: Date,
  ends: Date,
  limits: SessionLimits,
): { accessUntil: Date; refreshUntil: Date } {
  const until = (ms: number) => new Date(Math.min(now.getTime() + ms, ends.getTime()))
  return {
    accessUntil: until(limits.accessMinutes * MINUTE),
    refreshUntil: until(limits.refreshDays * DAY),
  }
}

/** Returns when a session that starts now ends at the latest. */
export function endOf(now: Date, limits: SessionLimits): Date {
  return new Date(now.getTime() + limits.absoluteDays * DAY)
}

/** Whether a role is higher than another. Unknown roles are the lowest. */
export function outranks(roleId: number, other: number): boolean {
  const place = (id: number) => {
    const found = ROLES.findIndex((role) => role.id === id)
    return found < 0 ? ROLES.length : found
  }
  return place(roleId) < place(other)
}
