// Announcements: administrators manage those of their side of the tenants' walls; whom one reaches can put it away.
import { contract } from '@polylogue/contract'
import { changes, reads, type On, type Row } from '../row.ts'
import { only } from '../viewers.ts'

const { announcements } = contract

const ADMINS = ['superUser', 'administrator'] as const
/** The team’s owner and members; administrators manage it and are not in it. */
const REACHED = ['owner', 'reader', 'writer', 'itemAdmin'] as const

/** Administrators read the names of all groups. */
const NAMES = { tells: true } as const

const one = ({ things }: On) => ({ id: things.announcementId })
const ends = new Date(Date.now() + 86_400_000).toISOString()
const words = { title: 'Maintenance', text: 'On Sunday.', ends }

export const announcing: Row[] = [
  reads(announcements.list, only(ADMINS, 200, 403), undefined, NAMES),
  changes(announcements.create, only(ADMINS, 201, 403), () => ({ body: { ...words, form: 'banner' } })),
  changes(
    announcements.create,
    only(ADMINS, 201, 403),
    ({ things }) => ({
      body: { ...words, form: 'notification', kind: 'warning', groupContextId: things.groupId },
    }),
    { ...NAMES, about: 'to a group' },
  ),
  changes(
    announcements.update,
    only(ADMINS, 200, 403),
    (on) => ({
      params: one(on),
      body: { title: 'Changed' },
    }),
    NAMES,
  ),
  changes(announcements.end, only(ADMINS, 200, 403), (on) => ({ params: one(on) }), NAMES),
  changes(announcements.remove, only(ADMINS, 200, 403), (on) => ({ params: one(on) })),
  changes(announcements.putAway, only(REACHED, 200, 404), (on) => ({ params: one(on) })),
]
