// Audit records of sign-in and sign-out (SECRET-2). Unknown names are not stored: they may be mistyped passwords.
import type { Person } from '#access/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/index.ts'
import { sourceOf } from '#platform/source.ts'
import type { AuditService } from '#features/audit/index.ts'
import type { Attempt } from './attempts/index.ts'
import type { Origin, Proof } from './proof.ts'

// Throttles equal records, so that a script that runs into a limit does not fill the trail.
const LIMITED_EVERY_MS = 60_000
const REMEMBERED = 10_000

/** The user whose sessions end, and who ends them. */
export interface Ended {
  readonly by: Person
  readonly of: { readonly id: number; readonly username?: string }
  readonly why: 'signed out' | 'ended' | 'password changed'
  /** The ended session, unless it is the current one. */
  readonly sessionId?: string
  /** Number of ended sessions, when more than one. */
  readonly count?: number
}

interface Placed {
  readonly roleId: number
  readonly tenantContextId: number | null
}

export interface SignInAudit {
  begun(
    tx: Tx,
    session: { userId: number; sessionId: string; origin: Origin; method: Proof['method'] },
  ): Promise<void>
  /** `userId`: the account of the attempt; null for an unknown name. Both take the same time (SIGNIN-3). */
  failed(attempt: {
    userId: number | null
    origin: Origin
    method: Proof['method']
    why: string
  }): Promise<void>
  /** Records a callback that does not match a request; once a minute for an address. */
  strayed(origin: Origin, why: string): Promise<void>
  /** Records a refusal by the limiter; once a minute for an account and for an address. */
  limited(attempt: Attempt): Promise<void>
  ended(tx: Tx, ended: Ended): Promise<void>
  reused(tx: Tx, session: { userId: number; sessionId: string; from: Person['from'] }): Promise<void>
  registered(tx: Tx, user: { id: number; username: string; roleId: number }, origin: Origin): Promise<void>
  /** Records that the identity provider's groups changed a user's role or tenant. */
  placed(tx: Tx, person: Placed & { id: number; username: string }, at: Placed, origin: Origin): Promise<void>
  /** Records that an account was linked to an identity, and how much access ended. */
  linked(
    tx: Tx,
    person: { id: number; username: string },
    how: { issuer: string; sessions: number; tokens: number },
    origin: Origin,
  ): Promise<void>
  /** Records that an account lost its e-mail address to the verified owner. */
  addressMoved(
    tx: Tx,
    from: { id: number; username: string },
    to: { toUserId: number; issuer: string },
    origin: Origin,
  ): Promise<void>
  /** Records that the identity provider's groups added a user to a group, or removed them. */
  member(
    tx: Tx,
    person: { id: number; username: string },
    group: { id: number; name: string; isMember: boolean },
    origin: Origin,
  ): Promise<void>
  passwordChanged(tx: Tx, viewer: Person, username: string): Promise<void>
  passwordRefused(viewer: Person, username: string): Promise<void>
}

export function openSignInAudit(options: { audit: AuditService; db: Database; clock: Clock }): SignInAudit {
  const { audit, db, clock } = options
  const isNew = remember(clock)
  const recordSeparately: RecordSeparately = (happened) =>
    db.transaction((tx) => audit.record(tx, happened), { essential: true })
  const failed: SignInAudit['failed'] = ({ userId, origin, method, why }) =>
    recordSeparately({
      action: 'session.failed',
      outcome: 'refused',
      by: { userId: null, ...from(origin) },
      on: user(userId),
      details: { method, why },
    })
  return {
    begun: (tx, { userId, sessionId, origin, method }) =>
      audit.record(tx, {
        action: 'session.begun',
        by: { userId, sessionId, ...from(origin) },
        on: user(userId),
        details: { method },
      }),
    failed,
    async strayed(origin, why) {
      if (isNew(`stray ${sourceOf(origin.address)}`))
        await failed({ userId: null, origin, method: 'sso', why })
    },
    async limited({ account, userId, address }) {
      const told = [isNew(account), isNew(address)]
      if (!told.every(Boolean)) return
      const by = { userId: null, address }
      await recordSeparately({ action: 'session.limited', outcome: 'refused', by, on: user(userId) })
    },
    ended: (tx, { by, of, why, sessionId, count }) =>
      audit.record(tx, {
        action: 'session.ended',
        by,
        on: user(of.id, of.username),
        details: { why, ...(sessionId ? { sessionId } : {}), ...(count === undefined ? {} : { count }) },
      }),
    reused: (
      tx,
      { userId, sessionId, from: { address = '', requestId = '' } = { address: '', requestId: '' } },
    ) =>
      audit.record(tx, {
        action: 'session.reused',
        outcome: 'refused',
        by: { userId, sessionId, address, requestId },
        on: user(userId),
      }),
    ...aboutPasswords(audit, recordSeparately),
    ...aboutPeople(audit),
  }
}

/** Records outside the caller's transaction, so that the entry stays when the transaction fails. */
type RecordSeparately = (happened: Parameters<AuditService['record']>[1]) => Promise<void>

function aboutPasswords(
  audit: AuditService,
  recordSeparately: RecordSeparately,
): Pick<SignInAudit, 'passwordChanged' | 'passwordRefused'> {
  return {
    passwordChanged: (tx, by, username) =>
      audit.record(tx, { action: 'user.password-changed', by, on: user(by.userId, username) }),
    passwordRefused: (by, username) =>
      recordSeparately({
        action: 'user.password-changed',
        outcome: 'refused',
        by,
        on: user(by.userId, username),
        details: { why: 'the old password was wrong' },
      }),
  }
}

/** Records sign-ups, and changes by the identity provider's groups. */
function aboutPeople(
  audit: AuditService,
): Pick<SignInAudit, 'registered' | 'placed' | 'linked' | 'addressMoved' | 'member'> {
  return {
    registered: (tx, { id, username, roleId }, origin) =>
      audit.record(tx, {
        action: 'user.registered',
        by: { userId: id, ...from(origin) },
        on: user(id, username),
        details: { roleId },
      }),
    async placed(tx, before, now, origin) {
      const what = { by: { userId: before.id, ...from(origin) }, on: user(before.id, before.username) }
      const record = (
        action: 'user.role-changed' | 'user.account-changed',
        was: number | null,
        is: number | null,
      ) => audit.record(tx, { action, ...what, details: { from: was, to: is, method: 'sso' } })
      if (before.roleId !== now.roleId) await record('user.role-changed', before.roleId, now.roleId)
      if (before.tenantContextId !== now.tenantContextId)
        await record('user.account-changed', before.tenantContextId, now.tenantContextId)
    },
    linked: (tx, { id, username }, { issuer, sessions, tokens }, origin) =>
      audit.record(tx, {
        action: 'user.account-changed',
        by: { userId: id, ...from(origin) },
        on: user(id, username),
        details: { method: 'sso', linkedTo: issuer, passwordRemoved: true, sessions, tokens },
      }),
    addressMoved: (tx, { id, username }, { toUserId, issuer }, origin) =>
      audit.record(tx, {
        action: 'user.account-changed',
        by: { userId: toUserId, ...from(origin) },
        on: user(id, username),
        details: { method: 'sso', provenBy: issuer, addressNowOf: toUserId },
      }),
    member: (tx, person, { id, name, isMember }, origin) =>
      audit.record(tx, {
        action: 'context.members-changed',
        by: { userId: person.id, ...from(origin) },
        on: { type: 'context', id, name },
        details: { [isMember ? 'added' : 'removed']: person.username, method: 'sso' },
      }),
  }
}

const user = (id: number | null, name = '') => ({ type: 'user', id, name })

const from = ({ address, requestId = '' }: Origin) => ({ address, requestId })

/** Returns a function that is true when a key was not seen within the last minute. */
function remember(clock: Clock): (key: string) => boolean {
  const seen = new Map<string, number>()
  return (key) => {
    const now = clock.now().getTime()
    const last = seen.get(key)
    if (last !== undefined && now - last < LIMITED_EVERY_MS) return false
    if (seen.size >= REMEMBERED) seen.clear()
    seen.set(key, now)
    return true
  }
}
