// Share links: a person's own, those of everybody for administrators, and what a link opens.
import { contract } from '@polylogue/contract'
import { changes, reads, type On, type Row } from '../row.ts'
import { everybody, item, only, type Answers } from '../viewers.ts'

const { shares } = contract

const ADMINS = ['superUser', 'administrator'] as const

/** Guests may not share. */
const owners = only(['owner'], 200, 404, { guest: 403 })
const link = ({ things }: On) => ({ id: things.shareId })

/** For signed-in people on the owner's side of the tenants' walls. */
const forPeople: Answers = everybody(200, { otherTenant: 404 })
/** Also without a sign-in; `sharedLink` holds another link. */
const forAnybody: Answers = everybody(200, { sharedLink: 404, nobody: 200 })
const never: Answers = everybody(404, { sharedLink: 404, nobody: 404 })

/** Well-formed, but it was never made. */
const UNKNOWN = Buffer.from(JSON.stringify({ tabId: 1, key: 'a'.repeat(43) })).toString('base64url')

/** What a link shows is told to everybody who may open it. */
const opened = (about: string) => ({ about, tells: true })

const openings = (call: Row['call'], more: Readonly<Record<string, number>> = {}): Row[] => [
  reads(
    call,
    forPeople,
    ({ things }) => ({ params: { ...more, hash: things.peoplesHash } }),
    opened('for people'),
  ),
  reads(
    call,
    forAnybody,
    ({ things }) => ({ params: { ...more, hash: things.anybodysHash } }),
    opened('for anybody'),
  ),
  reads(call, never, () => ({ params: { ...more, hash: UNKNOWN } }), { about: 'never made' }),
]

export const shareLinks: Row[] = [
  reads(shares.list, everybody(200)),
  reads(shares.list, everybody(200), ({ things }) => ({ query: { project: things.project.id } }), {
    about: 'of a foreign project',
  }),
  changes(shares.create, item('admin', 201, { guest: 403, apiToken: 403 }), ({ things }) => ({
    body: { tabId: things.tabId },
  })),
  changes(
    shares.create,
    item('admin', 201, { guest: 403, apiToken: 403 }),
    ({ things }) => ({ body: { project: things.project.id, goesOn: true } }),
    { about: 'a project' },
  ),
  changes(
    shares.create,
    everybody(400, { guest: 403, apiToken: 403 }),
    ({ world, things, who }) => ({
      body: { project: world.own(who).projectId, files: [{ queryId: things.messageId, index: 0 }] },
    }),
    { about: 'a file of a foreign chat in the body' },
  ),
  changes(shares.update, { ...owners, apiToken: 403 }, (on) => ({ params: link(on), body: { names: true } })),
  changes(shares.remove, only([...ADMINS, 'owner'], 200, 404), (on) => ({ params: link(on) })),
  changes(shares.removeAll, everybody(200), ({ world, who }) => ({
    query: { project: world.own(who).projectId },
  })),
  reads(shares.all, only(ADMINS, 200, 403)),

  ...openings(shares.open),
  ...openings(shares.messages),
  ...openings(shares.file, { position: 0 }),
  changes(
    shares.copy,
    everybody(201, { otherTenant: 404 }),
    ({ things }) => ({ params: { hash: things.peoplesHash } }),
    opened('for people'),
  ),
  changes(shares.copy, everybody(404), () => ({ params: { hash: UNKNOWN } }), { about: 'never made' }),
]
