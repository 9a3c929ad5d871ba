// What people do with their links, and administrators with those of others.
import type { CallInput, contract, MadeShare, Share, SomebodysShare } from '@polylogue/contract'
import { SHARE_LIMITS } from '@polylogue/contract'
import { authorize, type Person } from '#access/index.ts'
import type { Bus } from '#platform/bus.ts'
import { changeOf } from '#platform/changes.ts'
import type { Clock } from '#platform/clock.ts'
import { cursorAfter, readCursor } from '#platform/cursor.ts'
import type { Database, Tx } from '#platform/db/index.ts'
import type { Secrets } from '#platform/secrets.ts'
import { Problem } from '#problem.ts'
import type { AuditService, Happened } from '#features/audit/index.ts'
import type { Address } from './address.ts'
import { mayEndOthers, sharePolicy } from './policy.ts'
import {
  fileKey,
  hasExpired,
  titleOf,
  toMadeShare,
  toShare,
  toSomebodysShare,
  type SomebodysLink,
} from './rules.ts'
import * as store from './store.ts'
import type { LinkRow } from './table.ts'

type NewShare = CallInput<typeof contract.shares.create>['body']
type ShareChange = CallInput<typeof contract.shares.update>['body']
type SharesFilter = CallInput<typeof contract.shares.list>['query']

export interface SharesService {
  /** Returns the viewer's links, the newest first. @throws Problem VALIDATION_FAILED for an unknown cursor */
  list(viewer: Person, wanted: SharesFilter): Promise<{ shares: Share[]; nextCursor: string | null }>
  /**
   * Makes a link; only this reply has its address.
   * @throws Problem NOT_FOUND; PERMISSION_DENIED without admin access; HTTP_SHARE_DISABLED; TOO_MANY_SHARES;
   *   VALIDATION_FAILED for a time in the past and for files of other chats
   */
  create(viewer: Person, sent: NewShare): Promise<MadeShare>
  /** Changes a link; with `newKey` the reply has its new address. @throws Problem like `create` */
  update(viewer: Person, id: number, sent: ShareChange): Promise<MadeShare>
  /** Ends a link. @throws Problem NOT_FOUND */
  remove(viewer: Person, id: number): Promise<void>
  /** Ends all of the viewer's links, or those of a project; returns how many. */
  removeAll(viewer: Person, project: number | undefined): Promise<number>
  /** Returns the links of everybody on the viewer's side, without what they show. */
  all(
    viewer: Person,
    wanted: { limit: number; cursor?: string | undefined },
  ): Promise<{ shares: SomebodysShare[]; nextCursor: string | null }>
}

export interface SharesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
  readonly secrets: Secrets
  readonly audit: Pick<AuditService, 'record' | 'recordAll'>
  /** Whether links open without sign-in. */
  readonly httpShareEnabled: () => boolean
}

export function sharesService(deps: SharesDeps): SharesService {
  const { db, clock } = deps
  return {
    async list(viewer, { limit, cursor, ...wanted }) {
      const [before] = readCursor(cursor, 1) ?? []
      const found = await store.list(db.orm, viewer, wanted, before, limit + 1)
      const now = clock.now()
      const page = found.slice(0, limit)
      return {
        shares: page.map((link) => toShare(link, viewer, now)),
        nextCursor: cursorOf(
          page.map(({ link }) => link),
          found.length,
        ),
      }
    },
    create: (viewer, sent) => db.transaction((tx) => create(deps, tx, viewer, sent)),
    update: (viewer, id, sent) => db.transaction((tx) => update(deps, tx, viewer, id, sent)),
    remove: (viewer, id) =>
      db.transaction(
        async (tx) => {
          const link = await store.findToEnd(tx, viewer, id, mayEndOthers(viewer))
          if (!link) throw noSuchShare()
          await end(deps, tx, viewer, [link])
        },
        { essential: true },
      ),
    removeAll: (viewer, project) =>
      db.transaction(
        async (tx) => {
          const links = await store.findAllToEnd(tx, viewer, project)
          await end(deps, tx, viewer, links)
          return links.length
        },
        { essential: true },
      ),
    async all(viewer, { limit, cursor }) {
      const [before] = readCursor(cursor, 1) ?? []
      const found = await store.listAll(db.orm, viewer, before, limit + 1)
      const now = clock.now()
      const page = found.slice(0, limit)
      const shares = page.map((link) => toSomebodysShare(link, now))
      return { shares, nextCursor: cursorOf(page, found.length) }
    },
  }
}

const noSuchShare = () => new Problem('NOT_FOUND', { thing: 'share link' })

function cursorOf(page: readonly { readonly id: number }[], found: number): string | null {
  const last = page.at(-1)
  return last && found > page.length ? cursorAfter(last.id) : null
}

async function create(deps: SharesDeps, tx: Tx, viewer: Person, sent: NewShare): Promise<MadeShare> {
  const target = authorize(sharePolicy, 'share', await store.findTarget(tx, viewer, sent))
  const now = deps.clock.now()
  const { goesOn = false, names = false, reasoning = false, passages = false } = sent
  const audience = allowed(deps, sent.audience ?? 'people')
  const expires = endOf(sent.expires ?? null, now)
  const files = await filesOf(tx, target, sent.files ?? [])
  await store.lockLinks(tx, viewer.userId)
  if ((await store.countOf(tx, viewer.userId)) >= SHARE_LIMITS.links)
    throw new Problem('TOO_MANY_SHARES', { limit: SHARE_LIMITS.links })
  const address = newAddress(deps, target)
  const link = await store.insert(tx, {
    ownerId: viewer.userId,
    tabId: target.tabId,
    projectId: target.tabId === null ? target.projectId : null,
    keyHash: deps.secrets.digest(address.key),
    ...(goesOn ? GOES_ON : await frozen(tx, target, now)),
    names,
    reasoning,
    passages,
    files,
    audience,
    expires,
    created: now,
  })
  await told(deps, tx, viewer, 'share.created', { ...link, goesOn }, projectOf(target))
  return toMadeShare(toShare({ ...target, link }, viewer, now), address)
}

const GOES_ON = { frozen: null, sharedAt: null }

async function frozen(tx: Tx, target: store.Target, now: Date) {
  return { frozen: await store.freeze(tx, target, titleOf(target)), sharedAt: now }
}

async function update(
  deps: SharesDeps,
  tx: Tx,
  viewer: Person,
  id: number,
  sent: ShareChange,
): Promise<MadeShare> {
  const found = await store.findOwn(tx, viewer, id)
  if (!found) throw noSuchShare()
  const { link } = found
  const wanted = link.tabId === null ? { project: link.projectId ?? 0 } : { tabId: link.tabId }
  const target = authorize(sharePolicy, 'share', await store.findTarget(tx, viewer, wanted))
  const now = deps.clock.now()
  const change = await changed(deps, tx, target, link, sent)
  const address = sent.newKey ? newAddress(deps, target) : undefined
  const fields = { ...change, ...(address ? { keyHash: deps.secrets.digest(address.key) } : {}) }
  const is = { ...link, ...fields }
  const names = Object.keys(fields).map((name) => (name === 'keyHash' ? 'address' : name))
  if (names.length > 0) {
    await store.update(tx, id, fields)
    const goesOn = is.frozen === null
    await told(
      deps,
      tx,
      viewer,
      'share.updated',
      { ...is, goesOn },
      { ...projectOf(target), fields: names.join(', ') },
    )
  }
  const share = toShare({ ...target, link: is }, viewer, now)
  return address ? toMadeShare(share, address) : share
}

/** Returns the fields that a request changes. @throws Problem HTTP_SHARE_DISABLED, VALIDATION_FAILED */
async function changed(
  deps: SharesDeps,
  tx: Tx,
  target: store.Target,
  link: LinkRow,
  sent: ShareChange,
): Promise<Partial<store.LinkFields>> {
  const now = deps.clock.now()
  const { names, reasoning, passages, audience, goesOn = link.frozen === null } = sent
  const simple = changeOf<Partial<store.LinkFields>>(
    { names: link.names, reasoning: link.reasoning, passages: link.passages, audience: link.audience },
    { names, reasoning, passages, audience },
  )
  if (simple?.audience) allowed(deps, simple.audience)
  const isRenewed = !goesOn && (link.frozen === null || sent.renew === true)
  return {
    ...simple,
    ...(sent.expires === undefined ? {} : changedEnd(link, sent.expires, now)),
    ...(sent.files === undefined ? {} : { files: await filesOf(tx, target, sent.files, link.files) }),
    ...(isRenewed ? await frozen(tx, target, now) : {}),
    ...(goesOn && link.frozen !== null ? GOES_ON : {}),
  }
}

function newAddress({ secrets }: SharesDeps, { tabId, projectId }: store.Target): Address {
  const key = secrets.randomToken()
  return tabId === null ? { project: projectId, key } : { tabId, key }
}

function allowed({ httpShareEnabled }: SharesDeps, audience: Share['audience']): Share['audience'] {
  if (audience === 'anybody' && !httpShareEnabled()) throw new Problem('HTTP_SHARE_DISABLED')
  return audience
}

/** @throws Problem VALIDATION_FAILED for a time that is not in the future */
function endOf(sent: string | number | null, now: Date): Date | null {
  if (sent === null) return null
  const expires = new Date(typeof sent === 'number' ? sent * 1_000 : sent)
  if (hasExpired({ expires }, now)) throw unfit('expires', 'is not in the future')
  return expires
}

/** A link that has expired keeps its end unless the request has another one. */
function changedEnd(link: LinkRow, sent: string | number | null, now: Date): { expires?: Date | null } {
  const at = typeof sent === 'number' ? sent * 1_000 : sent === null ? null : Date.parse(sent)
  return at === (link.expires?.getTime() ?? null) ? {} : { expires: endOf(sent, now) }
}

/**
 * Returns the files to show. Those that the link had and that are gone from the chat are left out.
 * @throws Problem VALIDATION_FAILED for another file that is not in the chat
 */
async function filesOf(
  tx: Tx,
  target: store.Target,
  wanted: NonNullable<NewShare['files']>,
  had: LinkRow['files'] = [],
) {
  const there = new Set((await store.filesIn(tx, target, wanted)).map(fileKey))
  const known = new Set(had.map(fileKey))
  const missing = wanted.findIndex((file) => !there.has(fileKey(file)) && !known.has(fileKey(file)))
  if (missing >= 0) throw unfit(`files.${missing}`, 'is not in this chat')
  const shown = wanted.filter((file) => there.has(fileKey(file)))
  return [...new Map(shown.map((file) => [fileKey(file), file])).values()]
}

async function end(deps: SharesDeps, tx: Tx, viewer: Person, links: readonly SomebodysLink[]): Promise<void> {
  if (links.length === 0) return
  await store.remove(
    tx,
    links.map(({ id }) => id),
  )
  await deps.audit.recordAll(
    tx,
    links.map((link) => trailOf('share.ended', viewer, link, { userId: link.ownerId })),
  )
  for (const ownerContextId of new Set(links.map((link) => link.ownerContextId)))
    await deps.bus.publish(tx, { type: 'shares.changed', ownerContextId })
}

async function told(
  deps: SharesDeps,
  tx: Tx,
  viewer: Person,
  ...[action, link, more]: [Happened['action'], TrailedLink, Happened['details']]
): Promise<void> {
  await deps.audit.record(tx, trailOf(action, viewer, link, more))
  await deps.bus.publish(tx, { type: 'shares.changed', ownerContextId: viewer.contextId })
}

type TrailedLink = Pick<SomebodysLink, 'id' | 'goesOn' | 'audience' | 'expires'>

/** Returns a link's audit entry, without the name of what it shows and without its key. */
function trailOf(
  action: Happened['action'],
  by: Person,
  { id, audience, goesOn, expires }: TrailedLink,
  more: Happened['details'],
): Happened {
  const details = { audience, goesOn, expires: expires?.toISOString() ?? null, ...more }
  return { action, by, on: { type: 'share', id }, details }
}

const projectOf = ({ projectId, tabId }: store.Target) => ({ projectId, tabId })

function unfit(path: string, message: string): Problem {
  return new Problem('VALIDATION_FAILED', { issues: `${path} ${message}` }, { issues: [{ path, message }] })
}
