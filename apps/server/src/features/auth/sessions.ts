import { setTimeout as sleep } from 'node:timers/promises'
import { roleOf, ROLES, type Permission, type TokenPair } from '@polylogue/contract'
import type { Viewer } from '../../access/index.ts'
import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/index.ts'
import { uuidV7 } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { Problem } from '../../problem.ts'
import { endOf, lifetimes, sourceOf, type SessionLimits } from './rules.ts'
import * as store from './store.ts'
import { isAccessToken, isRefreshToken, newPair } from './tokens.ts'

// Refreshes that overlap in time share one rotation: each answer is held so long that what another tab of the same
// browser sent meanwhile has come in. What comes after the answer has left is a second use.
const HOLD_MS = 100

/** Where a session is begun from. */
export interface Origin {
  readonly address: string
  readonly agent: string
}

export interface SignedInPair {
  readonly pair: TokenPair
  readonly userId: number
}

export interface Sessions {
  /** @throws Problem TOKEN_INVALID, TOKEN_EXPIRED, ACCOUNT_DISABLED */
  viewerOf(accessToken: string): Promise<Viewer>
  /** Somebody as a viewer without a session, for work that goes on without them; undefined when they may not sign in. */
  viewerOfUser(userId: number): Promise<Viewer | undefined>
  /** Undefined when the person may not sign in any more, or their password is not that of `passwordHash`. */
  begin(tx: Tx, userId: number, origin: Origin, passwordHash?: string): Promise<SignedInPair | undefined>
  /** @throws Problem TOKEN_INVALID, TOKEN_EXPIRED */
  refresh(refreshToken: string): Promise<SignedInPair>
  end(sessionId: string): Promise<void>
}

interface Given {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly bus: Pick<Bus, 'publish'>
  readonly limits: SessionLimits
}

const PERMISSIONS = new Map<number, ReadonlySet<Permission>>(
  ROLES.map(({ id }) => [id, new Set(roleOf(id)?.permissions)]),
)
const NO_PERMISSIONS: ReadonlySet<Permission> = new Set()

export function openSessions(given: Given): Sessions {
  const { db, clock } = given
  const rotations = new Map<string, Promise<SignedInPair>>()
  return {
    async viewerOf(accessToken) {
      if (!isAccessToken(accessToken)) throw new Problem('TOKEN_INVALID')
      const found = await store.findByAccessToken(db, given.secrets.digest(accessToken))
      return toViewer(found, clock.now())
    },
    async viewerOfUser(userId) {
      const person = await store.findPerson(db, userId)
      return person?.canUseUi ? viewerFrom({ ...person, sessionId: '' }) : undefined
    },
    begin: (tx, userId, origin, passwordHash) => begin(given, tx, userId, origin, passwordHash),
    async refresh(refreshToken) {
      if (!isRefreshToken(refreshToken)) throw new Problem('TOKEN_INVALID')
      const hash = given.secrets.digest(refreshToken)
      const key = hash.toString('base64')
      const running = rotations.get(key)
      if (running) return running
      const rotation = rotate(given, hash).finally(() => rotations.delete(key))
      rotations.set(key, rotation)
      return rotation
    },
    async end(sessionId) {
      await db.transaction((tx) => revoke(given, tx, sessionId), { essential: true })
    },
  }
}

function toViewer(found: store.SignedIn | undefined, now: Date): Viewer {
  if (!found || found.revoked) throw new Problem('TOKEN_INVALID')
  if (found.accessUntil <= now) throw new Problem('TOKEN_EXPIRED')
  if (!found.canUseUi) throw new Problem('ACCOUNT_DISABLED')
  return viewerFrom(found)
}

function viewerFrom({
  userId,
  contextId,
  tenantContextId,
  roleId,
  sessionId,
}: store.SignedInPerson & { sessionId: string }): Viewer {
  const permissions = PERMISSIONS.get(roleId) ?? NO_PERMISSIONS
  return { kind: 'user', userId, contextId, tenantContextId, roleId, permissions, sessionId }
}

async function begin(
  { clock, secrets, limits }: Given,
  tx: Tx,
  userId: number,
  origin: Origin,
  passwordHash?: string,
): Promise<SignedInPair | undefined> {
  const now = clock.now()
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
    address: sourceOf(origin.address),
    agent: origin.agent.slice(0, 300),
  }
  const begun = await store.insert(tx, session, passwordHash)
  return begun ? { userId, pair: pairOf(access, refresh, times.accessUntil, now) } : undefined
}

async function rotate(given: Given, spentHash: Buffer): Promise<SignedInPair> {
  const arrived = performance.now()
  const outcome = await given.db.transaction((tx) => rotateIn(given, tx, spentHash, arrived), {
    essential: true,
  })
  if (outcome instanceof Problem) throw outcome
  await sleep(HOLD_MS)
  return outcome
}

/** A refusal is returned, not thrown: what it changed must be kept. */
async function rotateIn(
  given: Given,
  tx: Tx,
  spentHash: Buffer,
  arrived: number,
): Promise<SignedInPair | Problem> {
  const session = await store.takeByRefreshToken(tx, spentHash)
  if (!session) {
    await endIfStolen(given, tx, spentHash, arrived)
    return new Problem('TOKEN_INVALID')
  }
  const now = given.clock.now()
  if (session.revoked || !session.canUseUi) return new Problem('TOKEN_INVALID')
  if (session.refreshUntil <= now) return new Problem('TOKEN_EXPIRED')
  const times = lifetimes(now, session.ends, given.limits)
  const { access, refresh, ...hashes } = newPair(given.secrets)
  await store.rotate(tx, session.id, spentHash, { ...hashes, ...times })
  return { userId: session.userId, pair: pairOf(access, refresh, times.accessUntil, now) }
}

/**
 * A spent token that comes again was copied, and nobody can tell which holder is the right one: its session ends. Not so
 * when it came before the rotation's answer had left another process: then it is the same browser's other tab.
 */
async function endIfStolen(given: Given, tx: Tx, hash: Buffer, arrived: number): Promise<void> {
  const spent = await store.findSpent(tx, hash)
  if (!spent) return
  const heldWhenArrived = spent.agoMs - (performance.now() - arrived) < HOLD_MS
  if (heldWhenArrived) return
  if (await revoke(given, tx, spent.sessionId))
    given.log.warn({ sessionId: spent.sessionId }, 'a refresh token was used twice: its session ended')
}

async function revoke({ clock, bus }: Given, tx: Tx, sessionId: string): Promise<boolean> {
  const revoked = await store.revoke(tx, sessionId, clock.now())
  if (revoked) await bus.publish(tx, { type: 'session.ended', sessionId })
  return revoked
}

function pairOf(access: string, refresh: string, accessUntil: Date, now: Date): TokenPair {
  return {
    access_token: access,
    refresh_token: refresh,
    token_type: 'Bearer',
    expires_in: Math.floor((accessUntil.getTime() - now.getTime()) / 1_000),
  }
}
