// What an administrator tells everybody or a group, until a date (ANNOUNCE-*; decision 157).
import { z } from 'zod'
import { ANNOUNCEMENT_FORMS, ANNOUNCEMENT_KINDS, ANNOUNCEMENT_LIMITS } from './announcement-limits.ts'
import { call } from './call.ts'
import { BodyId, Id, nameOf, Nothing, text, Time } from './envelope.ts'
import { routes } from './routes.ts'

const Kind = z.enum(ANNOUNCEMENT_KINDS)

/** What people see of an announcement. */
export const Banner = z.object({
  id: z.number().int(),
  title: z.string(),
  /** Plain text with line breaks; can be empty. */
  text: z.string(),
  kind: Kind,
  ends: Time,
})
export type Banner = z.infer<typeof Banner>

export const Announcement = Banner.extend({
  form: z.enum(ANNOUNCEMENT_FORMS),
  /** The team or org unit whose members are told; null for everybody. */
  group: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** The name of the person who wrote it; null if their account is gone. */
  author: z.string().nullable(),
  isOver: z.boolean(),
  created: Time,
  modified: Time,
})
export type Announcement = z.infer<typeof Announcement>

const AnnouncementTexts = z.object({
  title: nameOf(ANNOUNCEMENT_LIMITS.title),
  text: text(ANNOUNCEMENT_LIMITS.text, z.string().trim()),
  kind: Kind,
  /** In the future, and at most 366 days away. */
  ends: Time,
})

const ById = z.object({ id: Id })
const permission = 'can_manage_users'
const data = z.object({ Announcement })

export const announcements = {
  list: call(routes.announcements.list, {
    summary: 'All announcements of one’s own tenant, the newest first; for administrators',
    permission,
    data: z.object({ Announcements: z.array(Announcement) }),
  }),
  create: call(routes.announcements.create, {
    summary:
      'Tell everybody of one’s own tenant, or the members of a group, something until a time; for administrators. As a notification it is told once, to those who can be told now; a banner is shown to whoever opens a page until then',
    permission,
    status: 201,
    bodySchema: AnnouncementTexts.partial({ text: true, kind: true }).extend({
      form: z.enum(ANNOUNCEMENT_FORMS),
      groupContextId: BodyId.nullable().optional(),
    }),
    data,
    problems: ['NOT_FOUND', 'TOO_MANY_ANNOUNCEMENTS'],
  }),
  update: call(routes.announcements.update, {
    summary:
      'Change the words, the kind or the end of an announcement: whoever was told reads it as it is now. Whom it is told and how stays; for administrators',
    permission,
    params: ById,
    bodySchema: AnnouncementTexts.partial().extend({
      /** The `modified` on which the change is based; refused with CONFLICT when it has changed since. */
      ifModified: Time.optional(),
    }),
    data,
    problems: ['NOT_FOUND', 'CONFLICT'],
  }),
  end: call(routes.announcements.end, {
    summary: 'End an announcement now: nobody sees it any more; for administrators',
    permission,
    params: ById,
    data,
    problems: ['NOT_FOUND'],
  }),
  remove: call(routes.announcements.remove, {
    summary: 'Delete an announcement; for administrators',
    permission,
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
  putAway: call(routes.announcements.putAway, {
    summary: 'Put away a banner: it is not shown to oneself any more',
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
} as const
