import type { ApiToken, CallInput, contract } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { changeOf } from '#platform/changes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queries, Tx } from '#platform/db/index.ts'
import { uuidV7 } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { Problem, type Issue } from '#problem.ts'
import type { AuditService, Happened } from '#features/audit/index.ts'
import { mayChange, maySee, type TokenOwner } from './policy.ts'
import { hasExpired, MAX, prefixOf, toTokenResponse, valueOf, type ListedToken } from './rules.ts'
import * as store from './store.ts'

type TokenBody = CallInput<(typeof contract.apitokens)['saveOfUser']>['body']

/** The result of saving: `value` only for a new token, empty for a deleted one. */
export interface SavedToken {
  readonly ApiToken: ApiToken | null
  readonly value?: string
}

export interface TokensService {
  /** Lists tokens, the newest first, without their values. @throws Problem NOT_FOUND for another user's list */
  list(viewer: Person, owner: TokenOwner): Promise<ApiToken[]>
  /** @throws Problem NOT_FOUND */
  get(viewer: Person, owner: TokenOwner, id: number): Promise<ApiToken>
  /**
   * Creates a token that acts as the viewer, and returns its value this one time. With `tokenId` updates that token, or
   * deletes it when `value` is empty; other values are ignored (TOKEN-1).
   * @throws Problem NOT_FOUND; PERMISSION_DENIED for another user's token of the company, and when the account may not use
   *   the API; VALIDATION_FAILED without a name or with an expiry in the past; TOO_MANY_TOKENS
   */
  save(viewer: Person, owner: TokenOwner, sent: TokenBody): Promise<SavedToken>
  /** Deletes a token and ends the streams opened through it. @throws Problem NOT_FOUND */
  remove(viewer: Person, owner: TokenOwner, id: number): Promise<void>
  /** Deletes all tokens in the viewer's own list; tokens they created for the company stay. */
  endOwn(tx: Tx, viewer: Person): Promise<void>
  /** Deletes every token that acts as a user, also of the company; returns their number. `by` is for the audit trail. */
  endEvery(tx: Tx, userId: number, by: Happened['by']): Promise<number>
}

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly audit: Pick<AuditService, 'record'>
}

export function tokensService(deps: Deps): TokensService {
  const { db, clock } = deps
  return {
    async list(viewer, owner) {
      requireList(viewer, owner)
      const found = await store.list(db.orm, viewer, owner)
      const now = clock.now()
      return found.map((token) => toTokenResponse(token, now))
    },
    async get(viewer, owner, id) {
      requireList(viewer, owner)
      return toTokenResponse(await existing(db.orm, viewer, owner, id), clock.now())
    },
    async save(viewer, owner, sent) {
      requireList(viewer, owner)
      refuseElsewhere(owner, sent)
      const { tokenId } = sent
      if (tokenId !== undefined && sent.value === '') {
        await remove(deps, viewer, owner, tokenId)
        return { ApiToken: null }
      }
      if (tokenId === undefined) return make(deps, viewer, owner, sent)
      return { ApiToken: await change(deps, viewer, owner, tokenId, sent) }
    },
    async remove(viewer, owner, id) {
      requireList(viewer, owner)
      await remove(deps, viewer, owner, id)
    },
    async endOwn(tx, viewer) {
      const owner: TokenOwner = { scope: 'users', ownerId: viewer.userId }
      // Locks the list, so that no token is added meanwhile.
      await store.lockList(tx, owner)
      for (const token of await store.list(tx, viewer, owner)) {
        await store.remove(tx, token.id)
        await deps.audit.record(tx, { action: 'token.deleted', by: viewer, ...trailOf(token) })
      }
    },
    async endEvery(tx, userId, by) {
      const ended = await store.removeEvery(tx, userId)
      for (const token of ended)
        await deps.audit.record(tx, { action: 'token.deleted', by, ...trailOf(token) })
      return ended.length
    },
  }
}

/** Responds with NOT_FOUND, so that other viewers do not learn whether the list exists. */
function requireList(viewer: Person, owner: TokenOwner): void {
  const thing = owner.scope === 'users' ? 'user' : 'company'
  if (!maySee(viewer, owner)) throw new Problem('NOT_FOUND', { thing })
}

async function existing(
  db: Queries,
  viewer: Person,
  owner: TokenOwner,
  id: number,
  how: { held?: boolean } = {},
): Promise<ListedToken> {
  const found = await store.find(db, viewer, owner, id, how)
  if (!found) throw new Problem('NOT_FOUND', { thing: 'API token' })
  return found
}

/** Rejects a scope or an owner in the body that differs from the URL. */
function refuseElsewhere(owner: TokenOwner, sent: TokenBody): void {
  const issues: Issue[] = []
  if (sent.scope !== undefined && sent.scope !== owner.scope)
    issues.push({ path: 'scope', message: `must be ${owner.scope} at this address` })
  if (sent.ownerId !== undefined && sent.ownerId !== owner.ownerId)
    issues.push({ path: 'ownerId', message: `must be ${owner.ownerId} at this address` })
  if (issues.length > 0) throw unfit(issues)
}

async function make(
  { db, clock, secrets, audit }: Deps,
  viewer: Person,
  owner: TokenOwner,
  sent: TokenBody,
): Promise<SavedToken> {
  const { name, description = '' } = sent
  const now = clock.now()
  if (name === undefined) throw unfit([{ path: 'name', message: 'is required' }])
  const expires = futureTime(sent.expires ?? null, now)
  const value = valueOf(secrets.randomToken())
  return db.transaction(async (tx) => {
    const maker = await store.holdPerson(tx, viewer.userId)
    // Checked again while the account is locked: ending all sessions must not miss a token that one of them is creating.
    if (!(await store.isSessionAlive(tx, viewer.sessionId))) throw new Problem('TOKEN_INVALID')
    await store.lockList(tx, owner)
    if (!maker?.canUseApi) throw denied('Your account may not use the API. Ask an administrator.')
    if ((await store.size(tx, owner)) >= MAX) throw new Problem('TOO_MANY_TOKENS', { limit: MAX })
    const token = await store.insert(tx, {
      uuid: uuidV7(clock),
      scope: owner.scope,
      userId: viewer.userId,
      name,
      description,
      hash: secrets.digest(value),
      prefix: prefixOf(value),
      expires,
      created: now,
    })
    await audit.record(tx, { action: 'token.created', by: viewer, ...trailOf(token) })
    return { ApiToken: toTokenResponse({ ...token, ...maker }, now), value }
  })
}

async function change(
  { db, clock, audit }: Deps,
  viewer: Person,
  owner: TokenOwner,
  id: number,
  { name, description, expires }: TokenBody,
): Promise<ApiToken> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const token = await existing(tx, viewer, owner, id, { held: true })
    if (!mayChange(viewer, token))
      throw denied('Only the person who created this token can change it. You can delete it.')
    const stored = { name: token.name, description: token.description, expires: token.expires }
    const sent = { name, description, expires: typeof expires === 'string' ? new Date(expires) : expires }
    const changed = changeOf<Partial<store.TokenFields>>(stored, sent)
    if (!changed) return toTokenResponse(token, now)
    if (changed.expires) futureTime(changed.expires.toISOString(), now)
    await store.update(tx, id, changed)
    const is = { ...token, ...changed }
    const fields = Object.keys(changed).join(', ')
    await audit.record(tx, { action: 'token.updated', by: viewer, ...trailOf(is, { fields }) })
    return toTokenResponse(is, now)
  })
}

async function remove({ db, audit }: Deps, viewer: Person, owner: TokenOwner, id: number): Promise<void> {
  await db.transaction(
    async (tx: Tx) => {
      const token = await existing(tx, viewer, owner, id, { held: true })
      await store.remove(tx, id)
      await audit.record(tx, { action: 'token.deleted', by: viewer, ...trailOf(token) })
    },
    { essential: true },
  )
}

/** Returns a token's audit entry. The trail lists the token's own actions under the session id `usedAs`. */
function trailOf(token: Omit<store.TokenRow, 'hash'>, more: Record<string, string> = {}) {
  const { id, name, scope, uuid, userId, prefix, expires } = token
  return {
    on: { type: 'token', id, name },
    details: {
      scope,
      actsAs: userId,
      prefix,
      usedAs: uuid,
      expires: expires?.toISOString() ?? null,
      ...more,
    },
  }
}

function futureTime(sent: string | null, now: Date): Date | null {
  if (sent === null) return null
  const expires = new Date(sent)
  if (hasExpired({ expires }, now)) throw unfit([{ path: 'expires', message: 'is not in the future' }])
  return expires
}

const denied = (sentence: string) => new Problem('PERMISSION_DENIED', {}, { sentence })

function unfit(issues: readonly Issue[]): Problem {
  const problems = issues.map(({ path, message }) => `${path} ${message}`).join(', ')
  return new Problem('VALIDATION_FAILED', { issues: problems }, { issues })
}
