import {
  CONTEXT_LISTS,
  type CallData,
  type CallInput,
  type Context,
  type ContextList,
  type contract,
  type Member,
  type Reader,
} from '@polylogue/contract'
import { authorize, type Person } from '#access/index.ts'
import { mayUse } from '#access/items/index.ts'
import { cursorAfter, readCursor } from '#platform/cursor.ts'
import { Problem } from '#problem.ts'
import * as changing from './changing.ts'
import type { ContextsDeps } from './deps.ts'
import { removeMember } from './leaving.ts'
import { changeMembers } from './members-of-many.ts'
import * as lists from './list-store.ts'
import { choosesTenants, groupPolicy, itemPolicy } from './policy.ts'
import { readers } from './readers-store.ts'
import { isHolder, isPerson, toContextResponse, toMemberResponse, toReaderResponse } from './rules.ts'

type Contexts = typeof contract.contexts
type Input<Name extends keyof Contexts> = CallInput<Contexts[Name]>

export interface ContextsPage {
  readonly contexts: Context[]
  readonly nextCursor: string | null
}

export interface ContextsService {
  /**
   * Finds users and groups that the viewer may share with: names beginning with `q` first, then by name. With `ids`, returns
   * only those of them that the viewer may see.
   * @throws Problem VALIDATION_FAILED for a foreign cursor
   */
  search(viewer: Person, wanted: Input<'search'>['query']): Promise<ContextsPage>
  /**
   * Lists the contexts of a type, the newest first: users and groups that the viewer may share with, items they may read
   * and whose noun they may use, and all tenants for viewers who may assign them.
   * @throws Problem VALIDATION_FAILED
   */
  list(viewer: Person, list: ContextList, wanted: Input<'list'>['query']): Promise<ContextsPage>
  /**
   * Returns the members of a group, for viewers who see it, or the shares of an item, for those with admin access. The owner
   * is first.
   * @throws Problem NOT_FOUND, PERMISSION_DENIED, VALIDATION_FAILED
   */
  members(
    viewer: Person,
    id: number,
    wanted: Input<'members'>['query'],
  ): Promise<{ members: Member[]; nextCursor: string | null }>
  /**
   * Returns who has access to an item by its shares, for viewers with admin access to it; without, the viewer alone.
   * @throws Problem NOT_FOUND, VALIDATION_FAILED
   */
  readers(
    viewer: Person,
    id: number,
    wanted: Input<'readers'>['query'],
  ): Promise<{ readers: Reader[]; nextCursor: string | null }>
  /**
   * Creates an org unit or a team, owned by the viewer, who is its first member.
   * @throws Problem PERMISSION_DENIED for another type, NOT_FOUND for a member that the viewer may not see,
   *   WOULD_CONTAIN_ITSELF
   */
  create(viewer: Person, sent: Input<'create'>['body']): Promise<Context>
  /**
   * Updates the sent fields; a list of members replaces the previous one.
   * @throws Problem NOT_FOUND; PERMISSION_DENIED, also for adding oneself; CONFLICT; WOULD_CONTAIN_ITSELF
   */
  update(viewer: Person, id: number, sent: Input<'update'>['body']): Promise<Context>
  /**
   * Adds many people as members and removes others. Returns who was added and removed, and who was left out and why.
   * @throws Problem NOT_FOUND, PERMISSION_DENIED
   */
  changeMembers(
    viewer: Person,
    id: number,
    sent: Input<'changeMembers'>['body'],
  ): Promise<CallData<Contexts['changeMembers']>>
  /** Adds a member or changes their access. @throws Problem as `update` */
  setMember(viewer: Person, id: number, memberId: number, sent: Input<'setMember'>['body']): Promise<Member>
  /**
   * Removes a share or a member: oneself, or others with admin access to the item or write access to the group.
   * @throws Problem NOT_FOUND, PERMISSION_DENIED, OWNER_CANNOT_LEAVE
   */
  removeMember(viewer: Person, id: number, memberId: number): Promise<void>
  /** Deletes a group and the shares with it. @throws Problem NOT_FOUND, PERMISSION_DENIED */
  remove(viewer: Person, id: number): Promise<void>
}

export function contextsService(deps: ContextsDeps): ContextsService {
  return {
    search: (viewer, wanted) => search(deps, viewer, wanted),
    list: (viewer, list, wanted) => listOf(deps, viewer, list, wanted),
    members: (viewer, id, wanted) => members(deps, viewer, id, wanted),
    readers: (viewer, id, wanted) => readersOf(deps, viewer, id, wanted),
    create: async (viewer, sent) => toContextResponse(viewer, await changing.create(deps, viewer, sent)),
    update: async (viewer, id, sent) =>
      toContextResponse(viewer, await changing.update(deps, viewer, id, sent)),
    changeMembers: (viewer, id, sent) => changeMembers(deps, viewer, id, sent),
    setMember: async (viewer, id, memberId, sent) =>
      toMemberResponse(await changing.setMember(deps, viewer, id, memberId, sent)),
    removeMember: (viewer, id, memberId) => removeMember(deps, viewer, id, memberId),
    remove: (viewer, id) => changing.remove(deps, viewer, id),
  }
}

async function search(
  { db }: ContextsDeps,
  viewer: Person,
  { q, types, ids, limit, cursor, brief }: Input<'search'>['query'],
): Promise<ContextsPage> {
  const toResponses = async (found: readonly number[]) => {
    const facts = await lists.factsOf(db.orm, viewer, found, { brief })
    return facts.map((one) => toContextResponse(viewer, one))
  }
  if (ids !== undefined) {
    const wanted = ids.split(',').map(Number)
    return { contexts: await toResponses(await lists.seenAmong(db.orm, viewer, wanted)), nextCursor: null }
  }
  const offset = offsetOf(cursor)
  const wanted = { q, types: types?.split(',').map(Number) }
  const found = await lists.search(db.orm, viewer, wanted, { offset, limit: limit + 1 })
  const { page, nextCursor } = cut(found, offset, limit)
  return { contexts: await toResponses(page), nextCursor }
}

async function listOf(
  { db, types }: ContextsDeps,
  viewer: Person,
  list: ContextList,
  { q, limit, cursor, brief }: Input<'list'>['query'],
): Promise<ContextsPage> {
  const below = readCursor(cursor, 1)?.[0]
  const noun = types.find(({ contextType }) => contextType === CONTEXT_LISTS[list].typeId)
  // As in search: without the noun's permission, nothing says that an item exists.
  if (noun && !mayUse(noun, viewer)) return { contexts: [], nextCursor: null }
  const wanted = { typeId: CONTEXT_LISTS[list].typeId, q, allTenants: choosesTenants(viewer) }
  const found = await lists.list(db.orm, viewer, wanted, below, limit + 1)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const facts = await lists.factsOf(db.orm, viewer, page, { brief })
  return {
    contexts: facts.map((one) => toContextResponse(viewer, one)),
    nextCursor: last !== undefined && found.length > limit ? cursorAfter(last) : null,
  }
}

async function members(
  { db }: ContextsDeps,
  viewer: Person,
  id: number,
  { q, limit, cursor }: Input<'members'>['query'],
): Promise<{ members: Member[]; nextCursor: string | null }> {
  const [found] = await lists.factsOf(db.orm, viewer, [id])
  const context = authorize(groupPolicy, 'read', found)
  if (isPerson(context)) throw new Problem('NOT_FOUND', { thing: groupPolicy.thing })
  if (!isHolder(context)) authorize(itemPolicy, 'members', context)
  const offset = offsetOf(cursor)
  const rows = await lists.members(db.orm, viewer, context, { q }, { offset, limit: limit + 1 })
  const { page, nextCursor } = cut(rows, offset, limit)
  return { members: page.map(toMemberResponse), nextCursor }
}

async function readersOf(
  { db }: ContextsDeps,
  viewer: Person,
  id: number,
  { limit, cursor, ...wanted }: Input<'readers'>['query'],
): Promise<{ readers: Reader[]; nextCursor: string | null }> {
  const [found] = await lists.factsOf(db.orm, viewer, [id])
  const item = authorize(itemPolicy, 'read', found)
  if (isHolder(item)) throw new Problem('NOT_FOUND', { thing: itemPolicy.thing })
  const offset = offsetOf(cursor)
  const rows = await readers(db.orm, viewer, item, { q: undefined, ...wanted }, { offset, limit: limit + 1 })
  const { page, nextCursor } = cut(rows, offset, limit)
  return { readers: page.map(toReaderResponse), nextCursor }
}

// These lists are sorted by name, so their cursor is an offset.
const offsetOf = (cursor: string | undefined): number => readCursor(cursor, 1)?.[0] ?? 0

function cut<Row>(found: readonly Row[], offset: number, limit: number) {
  const page = found.slice(0, limit)
  return { page, nextCursor: found.length > limit ? cursorAfter(offset + limit) : null }
}
