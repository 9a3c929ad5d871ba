import type { CallInput, contract, Publication, PublicationReview } from '@polylogue/contract'
import { authorize, requireSession, type Person, type Share, LEVEL, type Policy } from '#access/index.ts'
import {
  dropRequests,
  findChanged,
  idOf,
  lockItem,
  mayUse,
  publishItem,
  publishRequests,
  requireUse,
  type ItemsDeps,
  type ItemType,
} from '#access/items/index.ts'
import { cursorAfter, readCursor } from '#platform/cursor.ts'
import type { Queries, Tx } from '#platform/db/index.ts'
import { notice } from '#platform/notices.ts'
import { Problem } from '#problem.ts'
import { etagOf, textsOf, toPublicationResponse, type RequestFacts } from './rules.ts'
import * as store from './store.ts'

/** Who decides on a request: the level is one's own in the group, without the administrator role (decision 18). */
const requestPolicy = {
  thing: 'request',
  needs: { review: LEVEL.write },
} as const satisfies Policy

/** Who handles an item's own requests: the level is that on the item. */
const itemPolicy = {
  thing: 'context',
  needs: { requests: LEVEL.admin },
} as const satisfies Policy

type Calls = typeof contract.publications

export interface PublicationsDeps extends ItemsDeps {
  readonly types: readonly ItemType[]
}

export interface PublicationsService {
  /** Lists the requests that wait for the viewer, group by group, or their own ones. @throws Problem VALIDATION_FAILED */
  list(
    viewer: Person,
    wanted: CallInput<Calls['list']>['query'],
  ): Promise<{ publications: Publication[]; total: number; nextCursor: string | null }>
  /** Returns the name of an item and the requests to publish it. @throws Problem NOT_FOUND, PERMISSION_DENIED */
  ofItem(viewer: Person, contextId: number): Promise<{ name: string; publications: Publication[] }>
  /** Returns a waiting request with the item's texts. @throws Problem NOT_FOUND unless the viewer may decide on it */
  get(viewer: Person, id: number): Promise<PublicationReview>
  /** Shares the item as requested. @throws Problem NOT_FOUND; CONFLICT when the item or the request was changed since */
  approve(viewer: Person, id: number, ifMatch: string): Promise<void>
  /** Keeps the request with a reason, for its asker. @throws Problem NOT_FOUND, PERMISSION_DENIED */
  decline(viewer: Person, id: number, reason: string): Promise<void>
  /** Withdraws a request or dismisses a declined one. @throws Problem NOT_FOUND without admin access to the item */
  remove(viewer: Person, id: number): Promise<void>
}

export function publicationsService(deps: PublicationsDeps): PublicationsService {
  const { orm } = deps.db
  const toResponse = responses(deps)
  return {
    list: (viewer, wanted) => list(deps, viewer, wanted),
    async ofItem(viewer, contextId) {
      const found = await store.levelOnItem(orm, viewer, contextId)
      const { name, typeId } = authorize(itemPolicy, 'requests', found)
      const type = typeOf(deps, { typeId })
      if (type) requireUse(type, viewer)
      return { name, publications: (await store.ofItem(orm, contextId)).map(toResponse) }
    },
    async get(viewer, id) {
      const found = authorize(requestPolicy, 'review', await store.reviewed(orm, viewer, id))
      const { texts } = await itemOf(deps, orm, viewer, found)
      return { ...toResponse(found), texts, etag: etagOf(found, texts) }
    },
    approve: (viewer, id, ifMatch) => approve(deps, viewer, id, ifMatch),
    decline: (viewer, id, reason) => decline(deps, viewer, id, reason),
    remove: (viewer, id) => remove(deps, viewer, id),
  }
}

const typeOf = ({ types }: PublicationsDeps, { typeId }: Pick<RequestFacts, 'typeId'>) =>
  types.find(({ contextType }) => contextType === typeId)

const responses = (deps: PublicationsDeps) => (facts: RequestFacts) =>
  toPublicationResponse(facts, typeOf(deps, facts)?.path ?? '')

async function list(
  deps: PublicationsDeps,
  viewer: Person,
  { own, limit, cursor }: CallInput<Calls['list']>['query'],
) {
  // Sorted by name, so the cursor is an offset.
  const offset = readCursor(cursor, 1)?.[0] ?? 0
  const read = own ? store.ownOf : store.waitingFor
  const types = deps.types.filter((type) => mayUse(type, viewer)).map(({ contextType }) => contextType)
  const { total, requests } = await read(deps.db.orm, viewer, { offset, limit, types })
  const next = offset + requests.length
  return {
    publications: requests.map(responses(deps)),
    total,
    nextCursor: next < total ? cursorAfter(next) : null,
  }
}

/** Returns the item of a request, read without a check of access, and the texts of it that are reviewed. */
async function itemOf(deps: PublicationsDeps, db: Queries, viewer: Person, request: RequestFacts) {
  const type = typeOf(deps, request)
  if (type) requireUse(type, viewer)
  const id = type && (await idOf(db, type, request.contextId))
  const item = type && id !== undefined ? await findChanged(db, viewer, type, id) : undefined
  if (!type || !item) throw new Problem('NOT_FOUND', { thing: requestPolicy.thing })
  return { type, item, texts: textsOf(item, type.reviewed ?? type.search.columns) }
}

/** Returns a request that the viewer may decide on, locked until the transaction ends. @throws Problem NOT_FOUND */
async function decidable(tx: Tx, viewer: Person, id: number): Promise<RequestFacts> {
  await store.lock(tx, id)
  return authorize(requestPolicy, 'review', await store.reviewed(tx, viewer, id))
}

async function approve(deps: PublicationsDeps, viewer: Person, id: number, ifMatch: string): Promise<void> {
  requireSession(viewer)
  await deps.db.transaction(async (tx) => {
    const asked = authorize(requestPolicy, 'review', await store.reviewed(tx, viewer, id))
    const before = await itemOf(deps, tx, viewer, asked)
    // The item first, as changes of items do.
    await lockItem(tx, before.type, before.item.id)
    await store.lockContext(tx, asked.contextId)
    const request = await decidable(tx, viewer, id)
    const { type, item, texts } = await itemOf(deps, tx, viewer, request)
    if (etagOf(request, texts) !== ifMatch) throw new Problem('CONFLICT')
    const { groupContextId, canWrite, canAdmin } = request
    const share: Share = { contextId: groupContextId, canWrite, canAdmin }
    await publishItem(deps, type, tx, viewer, item, share)
    await record(deps, tx, viewer, 'approved', request, { name: item.name })
  })
}

async function decline(deps: PublicationsDeps, viewer: Person, id: number, reason: string): Promise<void> {
  requireSession(viewer)
  await deps.db.transaction(async (tx) => {
    const request = await decidable(tx, viewer, id)
    const type = typeOf(deps, request)
    if (type) requireUse(type, viewer)
    await store.decline(tx, id, { userId: viewer.userId, at: deps.clock.now(), reason })
    await record(deps, tx, viewer, 'declined', request, { why: reason })
  })
}

async function remove(deps: PublicationsDeps, viewer: Person, id: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await store.lock(tx, id)
    const request = await store.ownItems(tx, viewer, id)
    if (!request) throw new Problem('NOT_FOUND', { thing: requestPolicy.thing })
    const { contextId, groupContextId, declined } = request
    await dropRequests(deps.bus, tx, [contextId], [groupContextId])
    if (declined === null) await audit(deps, tx, viewer, 'publication.withdrawn', request)
  })
}

/** Records a decision and publishes it. */
async function record(
  deps: PublicationsDeps,
  tx: Tx,
  viewer: Person,
  what: 'approved' | 'declined',
  request: RequestFacts,
  { name = '', why = '' }: { readonly name?: string; readonly why?: string },
): Promise<void> {
  await audit(deps, tx, viewer, `publication.${what}`, request, name)
  await tellAsker(deps, tx, viewer, request, { what, why })
  const { id, contextId, groupContextId, asker } = request
  await publishRequests(deps.bus, tx, what, [{ id, contextId, groupContextId, asker: asker.contextId }])
}

async function tellAsker(
  deps: PublicationsDeps,
  tx: Tx,
  viewer: Person,
  request: RequestFacts,
  decided: { readonly what: 'approved' | 'declined'; readonly why: string },
): Promise<void> {
  const { contextId, asker } = request
  const type = typeOf(deps, request)
  const id = type && (await idOf(tx, type, contextId))
  if (!type || id === undefined) return
  await notice(
    tx,
    deps.bus,
    viewer.userId,
    { noun: type.noun, id, contextId },
    {
      kind: 'approvalDecided',
      data: { ...decided, asker: asker.contextId },
    },
  )
}

/** The name of an item stays out of the audit trail until it is published (decision 39). */
async function audit(
  deps: PublicationsDeps,
  tx: Tx,
  viewer: Person,
  action: 'publication.approved' | 'publication.declined' | 'publication.withdrawn',
  request: RequestFacts,
  name = '',
): Promise<void> {
  const type = typeOf(deps, request)
  const id = type && (await idOf(tx, type, request.contextId))
  if (!type || id === undefined) return
  await deps.audit.record(tx, {
    action,
    by: viewer,
    on: { type: type.noun, id, name },
    details: { group: request.groupContextId },
  })
}
