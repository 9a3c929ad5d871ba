// Pure decisions: how long a session's tokens live, where an attempt comes from, and whose role stands higher.
import { ROLES } from '@polylogue/contract'
import { sourceOf } from '../../platform/source.ts'

/** What is tried, and from where. */
export interface Attempt {
  readonly account: string
  /** The person behind the account, where there is one. */
  readonly userId: number | null
  readonly address: string
}

export interface SessionLimits {
  readonly accessMinutes: number
  readonly refreshDays: number
  /** After so many days one signs in again, however often the session was refreshed. */
  readonly absoluteDays: number
}

/** Attempts that may fail within the window before the next is refused (reading 2). */
export interface AttemptLimits {
  readonly perAccount: number
  readonly perAddress: number
  readonly windowMs: number
}

export const ATTEMPT_LIMITS: AttemptLimits = { perAccount: 10, perAddress: 50, windowMs: 15 * 60_000 }

/** Registrations from one address, failed or not (quality bar S5). */
export const SIGN_UP_LIMITS: AttemptLimits = { perAccount: 5, perAddress: 5, windowMs: 5 * 60_000 }

/**
 * Answers of one address that the identity provider was asked about in vain. Many: who it is is known only afterwards, and a
 * whole office may be behind the address; what it bounds is the load at the provider.
 */
export const SSO_LIMITS: AttemptLimits = { perAccount: 500, perAddress: 500, windowMs: 15 * 60_000 }

/**
 * Attempts of another kind than signing in: they are counted for their address alone, and apart from sign-ins from there.
 */
export function attemptFrom(kind: 'sign-up' | 'sso', address: string): Attempt {
  const from = `${kind}:${sourceOf(address)}`
  return { account: from, userId: null, address: from }
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** When the two tokens made now end; no token outlives its session. */
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

/** When a session begun now ends for good. */
export function endOf(now: Date, limits: SessionLimits): Date {
  return new Date(now.getTime() + limits.absoluteDays * DAY)
}

/** Whether a role stands above another; one that nobody knows stands below all. */
export function outranks(roleId: number, other: number): boolean {
  const place = (id: number) => {
    const found = ROLES.findIndex((role) => role.id === id)
    return found < 0 ? ROLES.length : found
  }
  return place(roleId) < place(other)
}
