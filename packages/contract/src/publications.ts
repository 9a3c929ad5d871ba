// Requests to publish items to groups that need approval (decision 70).
import { z } from 'zod'
import { call } from './call.ts'
import { Id, Nothing, Page, PageMeta, text, Time } from './envelope.ts'
import { REASON_LENGTH } from './publication-limits.ts'
import { routes } from './routes.ts'

const Somebody = z.object({ id: z.number().int(), displayName: z.string() })

/** A request to share an item with a group, or to show changed texts to a group that it is shared with. */
export const Publication = z.object({
  id: z.number().int(),
  item: z.object({
    /** The item's context. */
    contextId: z.number().int(),
    contextTypeId: z.number().int(),
    /** The path segment of its kind, such as `prompts`. */
    path: z.string(),
    name: z.string(),
  }),
  group: z.object({ contextId: z.number().int(), name: z.string() }),
  /** The access that the group would get, besides reading. */
  hasWriteAccess: z.boolean(),
  hasAdminAccess: z.boolean(),
  /** Texts were changed since the group approved them: its readers get the approved ones until it approves these. */
  changed: z.boolean(),
  asker: Somebody,
  created: Time,
  /** Null while the request waits. `by` is null when that account was deleted. */
  declined: z.object({ at: Time, by: Somebody.nullable(), reason: z.string() }).nullable(),
})
export type Publication = z.infer<typeof Publication>

/** A request with what its reviewer reads. */
export const PublicationReview = Publication.extend({
  /** The item's texts besides its name, by field, such as `prompt` and `comment`. */
  texts: z.array(z.object({ field: z.string(), text: z.string() })),
  /** Identifies the name, the texts and the access that were read; approving sends it back. */
  etag: z.string(),
})
export type PublicationReview = z.infer<typeof PublicationReview>

const ById = z.object({ id: Id })

export const publications = {
  list: call(routes.publications.list, {
    summary:
      'The requests that wait for one’s approval, group by group: those to groups in which one has write access. `own` lists one’s own requests instead, the newest first, also the declined ones',
    query: Page.extend({ own: z.stringbool().default(false) }),
    data: z.object({ Publications: z.array(Publication) }),
    meta: PageMeta.extend({ total: z.number().int() }),
  }),
  ofItem: call(routes.publications.ofItem, {
    summary:
      'The name of an item (`id` is its context) and the requests to publish it, for those with admin access to it',
    params: ById,
    data: z.object({
      item: Publication.shape.item.pick({ name: true }),
      Publications: z.array(Publication),
    }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  get: call(routes.publications.get, {
    summary: 'A request that waits for one’s approval, with the texts of the item',
    params: ById,
    data: z.object({ Publication: PublicationReview }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  approve: call(routes.publications.approve, {
    summary:
      'Approve a request: the item is shared with the group, with its texts as they are now. Needs write access in the group itself; refused with CONFLICT when the texts or the access changed since they were read',
    sessionOnly: true,
    params: ById,
    bodySchema: z.object({ ifMatch: z.string().min(1).max(100) }),
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'CONFLICT'],
  }),
  decline: call(routes.publications.decline, {
    summary: 'Decline a request. It stays with its reason for those with admin access to the item',
    sessionOnly: true,
    params: ById,
    bodySchema: z.object({
      reason: text(REASON_LENGTH)
        .transform((value) => value.trim())
        .default(''),
    }),
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
  remove: call(routes.publications.remove, {
    summary:
      'Withdraw a request, or dismiss a declined one; needs admin access to the item, or to be the one who asked for approval of changed texts',
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND'],
  }),
} as const
