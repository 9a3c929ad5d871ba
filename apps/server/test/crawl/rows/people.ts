// Accounts, sign-in, settings, groups, audit: the administration calls.
import { contract } from '@polylogue/contract'
import { changes, reads, type On, type Row } from '../row.ts'
import { everybody, item, only, open } from '../viewers.ts'
import { CANARY, the } from '../item-things.ts'

const { auth, users, usage, settings, contexts, notifications, audit } = contract

const self = ({ world, who }: On) => ({ id: (world.people[who] ?? world.owner).id })
const owners = ({ world }: On) => ({ id: world.owner.id })
const ofOwner = (on: On) => ({ params: { userId: owners(on).id } })
/** The staff member for other viewers; the owner for themselves. */
const person = ({ world, things, who }: On) => ({ id: who === 'owner' ? world.owner.id : things.person.id })
const group = ({ things }: On) => ({ id: things.groupId })
const itemContext = ({ things }: On) => things.project.context.id
const reader = ({ world }: On) => the(world.people.reader).contextId

const ADMINS = ['superUser', 'administrator'] as const
const LEADS = [...ADMINS, 'teamLead'] as const
let count = 0
const newPerson = (more: object = {}) => ({
  firstName: 'Neu',
  lastName: 'Mensch',
  email: `crawl${++count}@example.org`,
  ...more,
})

/** One pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg=='
const picture = { name: 'me.png', mime_type: 'image/png', base64: PIXEL, size: 70 }

export const people: Row[] = [
  reads(auth.setUpState, open(200)),
  changes(auth.setUp, open(403), () => ({
    body: { key: 'x', firstName: 'A', lastName: 'B', email: 'a@b.org', password: 'Ein-guter-Satz-42' },
  })),
  changes(auth.authenticate, open(401), ({ who }) => ({
    body: { userName: `nobody-${who}@example.org`, userPassword: 'wrong' },
  })),
  changes(auth.refresh, open(401)),
  changes(auth.register, open(403), () => ({
    body: newPerson({ password: 'Ein-guter-Satz-42', roleId: 1 }),
  })),
  reads(auth.ssoState, open(200)),
  changes(auth.ssoBegin, open(403), () => ({ body: { redirectUri: 'http://localhost/sign-in/sso' } })),
  changes(auth.ssoFinish, open(403), () => ({
    body: { key: 'x', callback: 'http://localhost/?code=1&state=2' },
  })),
  changes(auth.logout, everybody(200, { passwordDue: 200 }), () => ({}), {
    about: 'the caller’s session',
  }),
  changes(
    auth.changePassword,
    everybody(403, { passwordDue: 403, otherTenant: 404 }),
    (on) => ({
      params: owners(on),
      body: { oldPassword: 'wrong', newPassword: 'Ein-neuer-Satz-43' },
    }),
    { about: 'the owner’s; the owner with a wrong password' },
  ),
  reads(auth.sessions, only(['owner', ...ADMINS], 200, 403, { otherTenant: 404 }), (on) => ({
    params: owners(on),
  })),
  changes(auth.endSession, only(['owner', ...ADMINS], 404, 403, { otherTenant: 404 }), (on) => ({
    params: { ...owners(on), sessionId: '01900000-0000-7000-8000-00000000ffff' },
  })),
  changes(auth.endSessions, only(['owner', ...ADMINS], 200, 403, { otherTenant: 404 }), (on) => ({
    params: person(on),
  })),

  // Administrators see the names of all groups.
  reads(users.list, only(LEADS, 200, 403), () => ({}), { tells: true }),
  changes(users.create, only(ADMINS, 201, 403), () => ({ body: newPerson() })),
  changes(users.create, everybody(403, { superUser: 201 }), () => ({ body: newPerson({ roleId: 1 }) }), {
    about: 'a super user',
  }),
  reads(users.get, everybody(200, { otherTenant: 404, passwordDue: 200 }), (on) => ({ params: owners(on) })),
  reads(users.permissions, only(['owner', ...ADMINS], 200, 403, { otherTenant: 404 }), (on) => ({
    params: owners(on),
  })),
  reads(users.license, only(['owner', ...ADMINS], 200, 404), (on) => ({ params: owners(on) })),
  changes(users.update, only(['owner', ...ADMINS], 200, 403, { otherTenant: 404 }), (on) => ({
    params: person(on),
    body: { firstName: 'Anders' },
  })),
  changes(
    users.update,
    only(ADMINS, 200, 403, { otherTenant: 404 }),
    (on) => ({
      params: person(on),
      body: { roleId: 8, account: { canUseUi: true, canUseApi: false } },
    }),
    { about: 'role and account in the body' },
  ),
  changes(
    users.update,
    everybody(403, { superUser: 200, otherTenant: 404 }),
    (on) => ({
      params: person(on),
      body: { roleId: 1 },
    }),
    { about: 'the role of the super user in the body' },
  ),
  changes(
    users.update,
    everybody(403, { superUser: 200, passwordDue: 403 }),
    (on) => ({
      params: self(on),
      body: { roleId: 1 },
    }),
    { about: 'the role of the super user for the caller' },
  ),
  changes(users.setAccounts, only(ADMINS, 200, 403), (on) => ({
    body: { ids: [person(on).id], enabled: false },
  })),
  reads(users.belongings, only(['owner', ...ADMINS], 200, 403, { otherTenant: 404 }), (on) => ({
    params: owners(on),
  })),
  changes(users.remove, only(ADMINS, 200, 403, { otherTenant: 404 }), (on) => ({ params: person(on) })),
  changes(
    users.remove,
    everybody(403, { otherTenant: 404 }),
    (on) => ({
      params: owners(on),
      query: { items: 'handOver', to: (on.world.people[on.who] ?? on.world.owner).id },
    }),
    { about: 'the owner, with their items to the caller' },
  ),
  reads(users.picture, everybody(404), (on) => ({ params: owners(on) })),
  reads(users.pictureBytes, everybody(404), (on) => ({ params: owners(on) })),
  changes(users.setPicture, only(['owner'], 201, 403, { otherTenant: 404 }), (on) => ({
    params: person(on),
    body: picture,
  })),
  changes(users.removePicture, only(['owner', ...ADMINS], 200, 403, { otherTenant: 404 }), (on) => ({
    params: person(on),
  })),

  reads(usage.ofUser, everybody(200), (on) => ({ params: self(on) }), { about: 'the caller’s' }),
  reads(usage.ofUser, only(['owner'], 200, 404), (on) => ({ params: owners(on) }), { about: 'the owner’s' }),
  // Groups are named to everybody, also by `contexts.list`.
  reads(usage.ofInstallation, only(['superUser'], 200, 403), () => ({}), { tells: true }),

  reads(settings.kinds, everybody(200)),
  reads(settings.list, everybody(200), (on) => ({ params: self(on) }), { about: 'the caller’s' }),
  reads(settings.list, only(['owner'], 200, 404), (on) => ({ params: owners(on) }), { about: 'the owner’s' }),
  changes(settings.setById, only(['owner'], 200, 404), (on) => ({
    params: owners(on),
    body: { settingId: 36, settingValue: 'true' },
  })),
  changes(settings.setByName, only(['owner'], 200, 404), (on) => ({
    params: owners(on),
    body: { settingName: 'proMode', settingValue: 'true' },
  })),

  reads(notifications.subscribe, everybody(200), (on) => ({ params: self(on) }), { about: 'the caller’s' }),
  reads(notifications.subscribe, only(['owner'], 200, 404), (on) => ({ params: owners(on) }), {
    about: 'the owner’s',
  }),

  reads(
    notifications.list,
    everybody(200),
    ({ world, who }) => ({ params: { userId: (world.people[who] ?? world.owner).id } }),
    { about: 'the caller’s' },
  ),
  reads(notifications.list, only(['owner'], 200, 404), ofOwner, { about: 'the owner’s' }),
  changes(notifications.markAll, only(['owner'], 200, 404), (on) => ({
    ...ofOwner(on),
    body: { markAsRead: true },
  })),
  changes(notifications.mark, everybody(404), (on) => ({
    params: { ...ofOwner(on).params, id: 999_999 },
    body: { markAsRead: true },
  })),
  changes(notifications.seeEnd, only(['owner'], 200, 404), (on) => ({
    ...ofOwner(on),
    body: { kind: 'replayEnded', id: 999_999 },
  })),
  changes(notifications.remove, everybody(404), (on) => ({
    params: { ...ofOwner(on).params, id: 999_999 },
  })),

  reads(contexts.types, everybody(200)),
  reads(contexts.search, everybody(200), () => ({ query: { q: 'canary' } }), { tells: true }),
  ...(
    [
      'company',
      'orgunits',
      'teams',
      'projects',
      'users',
      'tennants',
      'tenants',
      'prompts',
      'datasources',
      'media',
      'custinsts',
    ] as const
  ).map((id) =>
    reads(contexts.list, everybody(200), () => ({ params: { id } }), { about: id, tells: id === 'teams' }),
  ),
  reads(
    contexts.members,
    only(['owner', 'reader', 'writer', 'itemAdmin', ...ADMINS], 200, 404),
    (on) => ({ params: group(on) }),
    { about: 'a group', tells: true },
  ),
  reads(contexts.members, item('admin', 200), (on) => ({ params: { id: itemContext(on) } }), {
    about: 'an item',
  }),
  reads(contexts.readers, item('read', 200), (on) => ({ params: { id: itemContext(on) } }), {
    about: 'an item',
  }),
  reads(contexts.readers, everybody(404), (on) => ({ params: group(on) }), { about: 'a group' }),
  changes(contexts.create, only(LEADS, 201, 403), () => ({ body: { contextTypeId: 3, name: 'A new team' } })),
  changes(contexts.create, everybody(403), () => ({ body: { contextTypeId: 6, name: 'A tenant' } }), {
    about: 'a tenant',
  }),
  changes(
    contexts.create,
    only(LEADS, 400, 403),
    () => ({ body: { contextTypeId: 99, name: 'Of no type' } }),
    {
      about: 'of an unknown type',
    },
  ),
  changes(
    contexts.update,
    only(['owner', 'writer', 'itemAdmin', ...ADMINS], 200, 404, { reader: 403 }),
    (on) => ({
      params: group(on),
      body: { name: 'Renamed' },
    }),
    { about: 'a group', tells: true },
  ),
  changes(
    contexts.update,
    item('read', 403),
    (on) => ({ params: { id: itemContext(on) }, body: { name: 'Renamed' } }),
    { about: 'an item' },
  ),
  changes(
    contexts.update,
    everybody(403, { otherTenant: 404 }),
    (on) => ({ params: { id: on.world.owner.contextId }, body: { name: 'Renamed' } }),
    { about: 'a person' },
  ),
  changes(contexts.update, everybody(403), () => ({ params: { id: 1 }, body: { name: 'Renamed' } }), {
    about: 'the company',
  }),
  changes(
    contexts.setMember,
    only(['owner', 'writer', 'itemAdmin', ...ADMINS], 200, 404, { reader: 403 }),
    (on) => ({
      params: { ...group(on), assocContextId: on.things.person.contextId },
      body: {},
    }),
    { about: 'a group', tells: true },
  ),
  changes(
    contexts.setMember,
    only(['owner'], 403, 404, {
      writer: 403,
      itemAdmin: 403,
      reader: 403,
      superUser: 403,
      administrator: 403,
    }),
    (on) => ({
      params: { ...group(on), assocContextId: (on.world.people[on.who] ?? on.world.owner).contextId },
      body: { hasAdminAccess: true },
    }),
    { about: 'the caller, with more access than before', tells: true },
  ),
  changes(
    contexts.changeMembers,
    only(['owner', 'writer', 'itemAdmin', ...ADMINS], 200, 404, { reader: 403 }),
    (on) => ({ params: group(on), body: { add: [on.things.person.contextId] } }),
    { about: 'a group', tells: true },
  ),
  changes(
    contexts.removeMember,
    only(['owner', 'writer', 'itemAdmin', ...ADMINS], 200, 404, { reader: 200, apiToken: 403 }),
    (on) => ({
      params: { ...group(on), assocContextId: reader(on) },
    }),
    { about: 'the reader out of a group', tells: true },
  ),
  changes(
    contexts.removeMember,
    item('admin', 200, { reader: 200 }),
    (on) => ({
      params: { id: itemContext(on), assocContextId: reader(on) },
    }),
    { about: 'the reader’s share of an item' },
  ),
  changes(
    contexts.removeMember,
    item('read', 200, { owner: 403 }),
    (on) => ({
      params: { id: itemContext(on), assocContextId: (on.world.people[on.who] ?? on.world.owner).contextId },
    }),
    { about: 'the caller leaves an item' },
  ),
  changes(
    contexts.remove,
    only(['owner', 'itemAdmin', ...ADMINS], 200, 404, { reader: 403, writer: 403 }),
    (on) => ({ params: group(on) }),
    { about: 'a group', tells: true },
  ),
  changes(contexts.remove, item('read', 403), (on) => ({ params: { id: itemContext(on) } }), {
    about: 'an item',
  }),

  reads(audit.list, only(['superUser'], 200, 403), () => ({ query: { q: CANARY } }), { tells: true }),
  reads(audit.export, only(['superUser'], 200, 403), () => ({ query: { q: CANARY } }), { tells: true }),
]
