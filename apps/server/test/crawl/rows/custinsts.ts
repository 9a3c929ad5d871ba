// Custom instructions: owned and shared like projects, and referred to by projects and tabs.
import { contract } from '@polylogue/contract'
import { changes, reads, type On, type Row } from '../row.ts'
import { everybody, item } from '../viewers.ts'

const { custinsts, projects, tabs } = contract

/** Guests may not use custom instructions; here they are strangers too. */
const GUEST = { guest: 403 } as const

const one = ({ things }: On) => ({ id: things.custinst.id })
const own = ({ world, who }: On) => world.own(who)
const using = ({ things }: On) => ({ custInstWhoId: things.custinst.id })
const mine = { name: 'Mine', content: 'Be brief.', scope: 2 } as const

export const instructions: Row[] = [
  // Comes first: nobody else has one yet, and an empty list is 404.
  reads(custinsts.list, item('read', 200, GUEST)),
  reads(custinsts.get, item('read', 200, GUEST), (on) => ({ params: one(on) })),
  changes(custinsts.create, everybody(201, GUEST), () => ({ body: mine })),
  changes(
    custinsts.create,
    everybody(404, GUEST),
    ({ things }) => ({ body: { ...mine, assocContexts: [{ contextId: things.custinst.context.id }] } }),
    { about: 'an item as the holder of a share in the body' },
  ),
  changes(custinsts.update, item('write', 200, GUEST), (on) => ({
    params: one(on),
    body: { content: 'Changed' },
  })),
  changes(
    custinsts.update,
    item('admin', 200, GUEST),
    (on) => ({ params: one(on), body: { assocContexts: [{ contextId: on.things.person.contextId }] } }),
    { about: 'shares in the body' },
  ),
  changes(
    custinsts.update,
    item('admin', 200, GUEST),
    (on) => ({ params: one(on), body: { ownerId: (on.world.people[on.who] ?? on.world.owner).id } }),
    { about: 'the caller as the owner in the body' },
  ),
  changes(custinsts.like, item('read', 200, GUEST), (on) => ({ params: one(on), body: { liked: true } })),
  changes(custinsts.remove, item('admin', 200, GUEST), (on) => ({ params: one(on) })),
  changes(projects.create, item('read', 201), (on) => ({ body: { name: 'Mine', ...using(on) } }), {
    about: 'a foreign custom instruction in the body',
  }),
  changes(
    projects.update,
    item('read', 200),
    (on) => ({ params: { id: own(on).projectId }, body: using(on) }),
    { about: 'a foreign custom instruction in the body' },
  ),
  changes(tabs.create, item('read', 201), (on) => ({ params: { id: own(on).projectId }, body: using(on) }), {
    about: 'a foreign custom instruction in the body',
  }),
  changes(tabs.update, item('read', 200), (on) => ({ params: { id: own(on).tabId }, body: using(on) }), {
    about: 'a foreign custom instruction in the body',
  }),
]
