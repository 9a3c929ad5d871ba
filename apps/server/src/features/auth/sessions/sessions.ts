import { setTimeout as sleep } from 'node:timers/promises'
import { roleOf, ROLES, type Permission, type TokenPair } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/index.ts'
import { uuidV7 } from '#platform/ids.ts'
import { notice } from '#platform/notices.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import { sourceOf } from '#platform/source.ts'
import { coalesce } from '#platform/coalesce.ts'
import { Problem } from '#problem.ts'
import type { Accounts } from '#features/users/index.ts'
import type { Origin, Proof } from '../proof.ts'
import type { SignInAudit } from '../sign-in-audit.ts'
import { endOf, lifetimes, type SessionLimits } from './rules.ts'
import * as store from './store.ts'
import { isAccessToken, isRefreshToken, newPair } from './tokens.ts'

// Overlapping refreshes share one rotation. Each response is held for this long, so that concurrent refreshes of other tabs
// of the same browser arrive in time. A refresh after the response was sent counts as reuse.
const HOLD_MS = 100
// Reuse is detected by comparing timestamps of two clocks. The margin covers delays on a busy machine.
const MARGIN_MS = 50

export interface SignedInPair {
  readonly pair: TokenPair
  readonly userId: number
  /** Another user set the password. */
  readonly mustChangePassword: boolean
}

export interface Sessions {
  /** @throws Problem TOKEN_INVALID, TOKEN_EXPIRED, ACCOUNT_DISABLED */
  viewerOf(accessToken: string, from: Person['from']): Promise<Person>
  /**
   * Returns a user as a viewer without a session, for work that continues without them; undefined when they may neither sign
   * in nor use an API token.
   */
  viewerOfUser(userId: number): Promise<Person | undefined>
  /** Returns undefined when the user may not sign in any more, or their password hash is not `passwordHash`. */
  begin(tx: Tx, userId: number, origin: Origin, proof: Proof): Promise<SignedInPair | undefined>
  /** @throws Problem TOKEN_INVALID, TOKEN_EXPIRED */
  refresh(refreshToken: string, from?: Person['from']): Promise<SignedInPair>
  /** Whether a refresh token is still valid. */
  canRenew(refreshToken: string): Promise<boolean>
  /** Whether any user has a session from a source. */
  isKnownSource(source: string): Promise<boolean>
  /** Ends sessions, their tokens, and the streams opened through them. Returns their ids. */
  end(tx: Tx, which: store.Which): Promise<string[]>
  /** Ends a session after this many milliseconds at most. */
  endWithin(tx: Tx, sessionId: string, ms: number): Promise<void>
  /** Returns a user's active sessions, the latest first. */
  list(userId: number): Promise<store.ListedSession[]>
}

interface Deps {
  readonly db: Database
  readonly bus: Pick<Bus, 'publish'>
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly accounts: Pick<Accounts, 'noteSignIn'>
  readonly signInAudit: SignInAudit
  readonly limits: SessionLimits
}

const PERMISSIONS = new Map<number, ReadonlySet<Permission>>(
  ROLES.map(({ id }) => [id, new Set(roleOf(id)?.permissions)]),
)
const NO_PERMISSIONS: ReadonlySet<Permission> = new Set()

export function openSessions(deps: Deps): Sessions {
  const { db, clock } = deps
  const rotations = new Map<string, Promise<SignedInPair>>()
  const find = coalesce((token: string) => store.findByAccessToken(db, deps.secrets.digest(token)))
  return {
    async viewerOf(accessToken, from) {
      if (!isAccessToken(accessToken)) throw new Problem('TOKEN_INVALID')
      const found = await find(accessToken)
      return { ...toViewer(found, clock.now()), from }
    },
    async viewerOfUser(userId) {
      const person = await store.findPerson(db, userId, clock.now())
      return person?.canUseUi || person?.hasToken ? viewerFrom({ ...person, sessionId: '' }) : undefined
    },
    begin: (tx, userId, origin, proof) => begin(deps, tx, userId, origin, proof),
    async refresh(refreshToken, from) {
      if (!isRefreshToken(refreshToken)) throw new Problem('TOKEN_INVALID')
      const hash = deps.secrets.digest(refreshToken)
      const key = hash.toString('base64')
      const running = rotations.get(key)
      if (running) return running
      const rotation = rotate(deps, hash, from).finally(() => rotations.delete(key))
      rotations.set(key, rotation)
      return rotation
    },
    canRenew: async (refreshToken) =>
      isRefreshToken(refreshToken) &&
      store.holdsRefreshToken(db.orm, deps.secrets.digest(refreshToken), clock.now()),
    isKnownSource: coalesce((source) => store.isKnownSource(db.orm, source)),
    end: (tx, which) => store.revoke(tx, which, clock.now()),
    endWithin: (tx, sessionId, ms) => store.endAt(tx, sessionId, new Date(clock.now().getTime() + ms)),
    list: (userId) => store.list(db.orm, userId, clock.now()),
  }
}

function toViewer(found: store.SignedIn | undefined, now: Date): Person {
  if (!found || found.revoked) throw new Problem('TOKEN_INVALID')
  if (found.accessUntil <= now) throw new Problem('TOKEN_EXPIRED')
  if (!found.canUseUi) throw new Problem('ACCOUNT_DISABLED')
  return viewerFrom(found)
}

/** Returns a user as a viewer with the permissions of their role. Everything opened by the viewer ends with `sessionId`. */
export function viewerFrom({
  userId,
  contextId,
  tenantContextId,
  roleId,
  sessionId,
  mustChangePassword,
}: Omit<store.SignedInPerson, 'canUseUi'> & { sessionId: string }): Person {
  const permissions = PERMISSIONS.get(roleId) ?? NO_PERMISSIONS
  const person = { userId, contextId, tenantContextId, roleId, permissions, sessionId }
  return { kind: 'person', ...person, ...(mustChangePassword ? { mustChangePassword } : {}) }
}

/** Kept characters of an agent. */
const AGENT = 300

async function begin(
  { bus, clock, secrets, limits, accounts, signInAudit }: Deps,
  tx: Tx,
  userId: number,
  origin: Origin,
  { method, passwordHash, rehashed }: Proof,
): Promise<SignedInPair | undefined> {
  const now = clock.now()
  const isNewDevice = await store.isNewDevice(tx, userId, origin.agent.slice(0, AGENT))
  const noted = await accounts.noteSignIn(tx, userId, { at: now, passwordHash, rehashed })
  if (!noted) return undefined
  const ends = endOf(now, limits)
  const times = lifetimes(now, ends, limits)
  const { access, refresh, ...hashes } = newPair(secrets)
  const session = {
    ...hashes,
    ...times,
    id: uuidV7(clock),
    userId,
    ends,
    created: now,
    lastUsed: now,
    address: sourceOf(origin.address),
    agent: origin.agent.slice(0, AGENT),
  }
  const { agent, address } = session
  if (isNewDevice)
    await notice(tx, bus, null, null, { kind: 'newDevice', data: { userId, device: agent, address } })
  await store.insert(tx, session)
  await signInAudit.begun(tx, { userId, sessionId: session.id, origin, method })
  return { userId, pair: pairOf(access, refresh, times.accessUntil, now), ...noted }
}

/** A refresh request: the token, its arrival time and its address. */
interface Shown {
  readonly hash: Buffer
  readonly arrived: number
  readonly from: Person['from']
}

async function rotate(deps: Deps, hash: Buffer, from: Person['from']): Promise<SignedInPair> {
  const shown = { hash, arrived: performance.now(), from }
  const outcome = await deps.db.transaction((tx) => rotateIn(deps, tx, shown), {
    essential: true,
  })
  if (outcome instanceof Problem) throw outcome
  await sleep(HOLD_MS + MARGIN_MS)
  return outcome
}

/** Returns a refusal instead of throwing it, so that its changes are committed. */
async function rotateIn(deps: Deps, tx: Tx, shown: Shown): Promise<SignedInPair | Problem> {
  const session = await store.takeByRefreshToken(tx, shown.hash)
  if (!session) {
    await endIfStolen(deps, tx, shown)
    return new Problem('TOKEN_INVALID')
  }
  const now = deps.clock.now()
  if (session.revoked || !session.canUseUi) return new Problem('TOKEN_INVALID')
  if (session.refreshUntil <= now) return new Problem('TOKEN_EXPIRED')
  const times = lifetimes(now, session.ends, deps.limits)
  const { access, refresh, ...hashes } = newPair(deps.secrets)
  await store.rotate(tx, session.id, shown.hash, { ...hashes, ...times, lastUsed: now })
  const { userId, mustChangePassword } = session
  return { userId, mustChangePassword, pair: pairOf(access, refresh, times.accessUntil, now) }
}

/**
 * A spent token that is used again was copied, and the rightful holder is unknown: its session ends. Except when it arrived
 * before another process sent the response of the rotation: then it is another tab of the same browser.
 */
async function endIfStolen(deps: Deps, tx: Tx, { hash, arrived, from }: Shown): Promise<void> {
  const spent = await store.findSpent(tx, hash)
  if (!spent) return
  const { userId, sessionId } = spent
  const heldWhenArrived = spent.agoMs - (performance.now() - arrived) < HOLD_MS
  if (heldWhenArrived) return
  const ended = await store.revoke(tx, { userId, only: sessionId }, deps.clock.now())
  if (ended.length === 0) return
  await deps.signInAudit.reused(tx, { userId, sessionId, from })
  deps.log.warn({ sessionId }, 'a refresh token was used twice: its session ended')
}

function pairOf(access: string, refresh: string, accessUntil: Date, now: Date): TokenPair {
  return {
    access_token: access,
    refresh_token: refresh,
    token_type: 'Bearer',
    expires_in: Math.floor((accessUntil.getTime() - now.getTime()) / 1_000),
  }
}
