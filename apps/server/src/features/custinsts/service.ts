import { CUSTINST_SCOPES } from '@polylogue/contract'
import type { CallInput, contract, CustInst } from '@polylogue/contract'
import { authorize, type Person } from '#access/index.ts'
import { requireUse, type Items, type ItemsDeps } from '#access/items/index.ts'
import type { Queries } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { custinstItem, custinstPolicy } from './item.ts'
import { grouped, toCustinstResponse, type Scope } from './rules.ts'
import * as store from './store.ts'
import type { custinsts } from './table.ts'

type Body<Name extends 'create' | 'update'> = CallInput<(typeof contract.custinsts)[Name]>['body']

/** Access and errors are those of the contract. */
export interface CustinstsService {
  /** @throws Problem NONE_FOUND when there is none, unless `orEmpty` */
  list(viewer: Person, orEmpty: boolean): Promise<ReturnType<typeof grouped>>
  get(viewer: Person, id: number): Promise<CustInst>
  create(viewer: Person, sent: Body<'create'>): Promise<CustInst>
  /** Changes the fields in the request and keeps the others. */
  update(viewer: Person, id: number, sent: Body<'update'>): Promise<CustInst>
  like(viewer: Person, id: number, liked: boolean): Promise<CustInst>
  /** Chats keep the id of a deleted instruction; it counts as none. */
  remove(viewer: Person, id: number): Promise<void>
  /** Checks that the viewer may use this one in a chat. @throws Problem NOT_FOUND, also for the scope; PERMISSION_DENIED */
  requireUsable(db: Queries, viewer: Person, id: number, as: Scope): Promise<void>
}

export function custinstsService(deps: ItemsDeps, items: Items<typeof custinsts>): CustinstsService {
  const { orm } = deps.db
  const respond = async (db: Queries, viewer: Person, item: store.Levelled) => {
    const [found] = await store.withCounts(db, viewer, [item])
    return toCustinstResponse(viewer, authorize(custinstPolicy, 'read', found))
  }
  return {
    async list(viewer, orEmpty) {
      const found = await store.readable(orm, viewer)
      if (found.length === 0 && !orEmpty)
        throw new Problem('NONE_FOUND', { message: 'You have no custom instructions yet.' })
      return grouped(found.map((custinst) => toCustinstResponse(viewer, custinst)))
    },
    get: async (viewer, id) => respond(orm, viewer, await items.get(viewer, id)),
    create(viewer, sent) {
      const { assocContexts, ownerId: _, ifModified: __, ...fields } = sent
      return deps.db.transaction(async (tx) => {
        await items.requireRoom(tx, viewer)
        return respond(tx, viewer, await items.create(tx, viewer, fields, { assocContexts }))
      })
    },
    async update(viewer, id, { assocContexts, ownerId, ifModified, ...fields }) {
      const change = { assocContexts, ownerId, ifModified, fields: () => fields }
      return respond(orm, viewer, await items.update(viewer, id, change))
    },
    like: async (viewer, id, liked) => respond(orm, viewer, await items.like(viewer, id, liked)),
    remove: (viewer, id) => items.remove(viewer, id),
    async requireUsable(db, viewer, id, as) {
      const found = await items.find(db, viewer, id)
      authorize(custinstPolicy, 'read', found?.scope === CUSTINST_SCOPES[as] ? found : undefined)
      requireUse(custinstItem, viewer)
    },
  }
}
