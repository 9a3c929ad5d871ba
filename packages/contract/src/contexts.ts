// Groups and all other contexts, which have access or are shared (ACCESS-1).
import { z } from 'zod'
import { AssocContext } from './access.ts'
import { call } from './call.ts'
import { BodyId, Id, Name, Nothing, Page, PageMeta, text, Time } from './envelope.ts'
import { list } from './list.ts'
import { BULK_USERS } from './people-filters.ts'
import { routes } from './routes.ts'
import { LeftOut } from './users.ts'
import { CONTEXT_LISTS, type ContextList } from './context-types.ts'

export const ContextType = z.object({ id: z.number().int(), name: z.string(), description: z.string() })
export type ContextType = z.infer<typeof ContextType>

/** A context or an item, with the caller's access to it. */
export const Context = z.object({
  id: z.number().int(),
  uuId: z.string(),
  name: z.string(),
  /** Name for display: a user's full name, a group's name. */
  displayName: z.string(),
  description: z.string(),
  contextTypeId: z.number().int(),
  contextType: ContextType,
  ownerContextId: z.number().int(),
  /** First the caller's effective access, then, with write access, one entry per member or share. */
  assocContexts: z.array(AssocContext),
  can_read: z.boolean(),
  can_write: z.boolean(),
  is_admin: z.boolean(),
  /** Direct members of a group, or shares of an item. */
  numMembers: z.number().int(),
  /** The user whose own context this is (type 5); for their picture. */
  user: z.object({ id: z.number().int(), username: z.string(), picture: z.string().nullable() }).optional(),
  /** Whether shares with the group wait until somebody with write access in it approves them. */
  needsApproval: z.boolean(),
  /** Whether a share of the caller would have to wait: the group needs approval, and they have no write access in it. */
  asksApproval: z.boolean(),
  created: Time,
  modified: Time,
})
export type Context = z.infer<typeof Context>

/** A user or group that is a member of a group, or with whom an item is shared. */
export const Member = z.object({
  context: Context.pick({
    id: true,
    displayName: true,
    description: true,
    contextTypeId: true,
    numMembers: true,
    asksApproval: true,
    user: true,
  }),
  hasWriteAccess: z.boolean(),
  hasAdminAccess: z.boolean(),
  /** The owner: listed first, cannot be changed. */
  isOwner: z.boolean(),
})
export type Member = z.infer<typeof Member>

/** A person with access to an item, and the shares that it comes from. */
export const Reader = z.object({
  context: Member.shape.context,
  hasWriteAccess: z.boolean(),
  hasAdminAccess: z.boolean(),
  /** Whether the item is shared with the person. */
  isDirect: z.boolean(),
  /** The groups that the item is shared with and that the person is in, also through other groups. */
  groups: z.array(z.object({ id: z.number().int(), displayName: z.string() })),
})
export type Reader = z.infer<typeof Reader>

const List = z.array(Context).optional()

const Lists = z.object({
  CompanyContexts: List,
  OrgUnitContexts: List,
  TeamContexts: List,
  ProjectContexts: List,
  UserContexts: List,
  TennantContexts: List,
  PromptContexts: List,
  DatasourceContexts: List,
  MediaContexts: List,
  CustInst: List,
})

const ListQuery = Page.extend({
  q: z.string().trim().max(200).optional(),
  /** Omits users from `assocContexts`, for lists of large groups. */
  brief: z.stringbool().default(false),
})

const ById = z.object({ id: Id })
const Description = text(5_000)
/** One of the ten types; only some can be created here. */
const TypeId = BodyId.max(10)

export const contexts = {
  types: call(routes.contexts.types, {
    summary: 'The ten types of contexts',
    data: z.object({ AllContextTypes: z.array(ContextType) }),
  }),
  search: call(routes.contexts.search, {
    summary:
      'People and groups one may share with, by name: those whose name begins with `q` first. `types` are ids with commas, `ids` picks some',
    large: 'page',
    query: ListQuery.extend({
      types: z
        .string()
        .regex(/^(10|[1-9])(,(10|[1-9])){0,9}$/)
        .optional(),
      ids: z
        .string()
        .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
        .optional(),
    }),
    data: z.object({ Contexts: z.array(Context) }),
    meta: PageMeta,
  }),
  list: call(routes.contexts.list, {
    summary:
      'The contexts of a type that one may share with (people and groups) or read (items), the newest first. `id` is the type’s word (company, orgunits, teams …); the field is named after it',
    large: 'page',
    params: z.object({ id: z.enum(Object.keys(CONTEXT_LISTS) as [ContextList, ...ContextList[]]) }),
    query: ListQuery,
    data: Lists,
    meta: PageMeta,
  }),
  members: call(routes.contexts.members, {
    summary:
      'Who is in a group, for its members and for administrators; with whom an item is shared, for those with admin access to it. The owner is first',
    params: ById,
    query: Page.extend({ q: z.string().trim().max(200).optional() }),
    data: z.object({ Members: z.array(Member) }),
    meta: PageMeta,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  readers: call(routes.contexts.readers, {
    summary:
      'Who has access to an item besides its owner, and through which shares; oneself alone without admin access to it. `throughGroups` leaves out who has it by a share of their own alone',
    large: 'page',
    params: ById,
    query: Page.extend({
      q: z.string().trim().max(200).optional(),
      throughGroups: z.stringbool().default(false),
    }),
    data: z.object({ Readers: z.array(Reader) }),
    meta: PageMeta,
    problems: ['NOT_FOUND'],
  }),
  create: call(routes.contexts.create, {
    summary: 'Create a group: an org unit (2) or a team (3). Its creator owns it',
    sessionOnly: true,
    permission: 'can_manage_contexts',
    status: 201,
    bodySchema: z.object({
      contextTypeId: TypeId,
      name: Name,
      description: Description.default(''),
      needsApproval: z.boolean().default(false),
      assocContexts: list(AssocContext, 5_000).optional(),
    }),
    data: z.object({ context: Context }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'WOULD_CONTAIN_ITSELF'],
  }),
  update: call(routes.contexts.update, {
    summary:
      'Change a group: its name, description, type, members, and whether shares with it need approval. `assocContexts` replaces the members',
    sessionOnly: true,
    params: ById,
    bodySchema: z.object({
      contextTypeId: TypeId.optional(),
      name: Name.optional(),
      description: Description.optional(),
      needsApproval: z.boolean().optional(),
      assocContexts: list(AssocContext, 5_000).optional(),
      /** The `modified` on which the change is based; refused with CONFLICT when the group has changed since. */
      ifModified: Time.optional(),
    }),
    data: z.object({ context: Context }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'CONFLICT', 'WOULD_CONTAIN_ITSELF'],
  }),
  changeMembers: call(routes.contexts.changeMembers, {
    summary:
      'Add many people to a group as members and remove others, in one transaction, by the ids of their contexts; who cannot be changed is left out and named',
    sessionOnly: true,
    params: ById,
    bodySchema: z.object({
      add: list(BodyId, BULK_USERS).default([]),
      remove: list(BodyId, BULK_USERS).default([]),
    }),
    data: z.object({
      added: z.array(z.number().int()),
      removed: z.array(z.number().int()),
      leftOut: z.array(LeftOut),
    }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  setMember: call(routes.contexts.setMember, {
    summary: 'Add one member to a group, or change what they may do with it',
    sessionOnly: true,
    params: z.object({ id: Id, assocContextId: Id }),
    bodySchema: z.object({
      hasWriteAccess: z.boolean().default(false),
      hasAdminAccess: z.boolean().default(false),
    }),
    data: z.object({ member: Member }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'WOULD_CONTAIN_ITSELF'],
  }),
  removeMember: call(routes.contexts.removeMember, {
    summary:
      'Leave an item or a group with one’s own context; end somebody else’s share of an item with admin access to it, their membership with write access to the group. An API token ends nobody else’s membership',
    params: z.object({ id: Id, assocContextId: Id }),
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'OWNER_CANNOT_LEAVE'],
  }),
  remove: call(routes.contexts.remove, {
    summary: 'Delete a group; what was shared with it is shared with it no more',
    sessionOnly: true,
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
} as const
