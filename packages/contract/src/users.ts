// Users: profile and permissions (ACCOUNT-*).
import { z } from 'zod'
import { AssocContext, ItemContext } from './access.ts'
import { call } from './call.ts'
import { Email, Password } from './auth.ts'
import { BodyId, Id, Name, Nothing, Page, PageMeta, Time } from './envelope.ts'
import { list } from './list.ts'
import { ACCOUNT_STATES, BULK_REFUSALS, BULK_USERS, LAST_SEEN, PEOPLE_ORDERS } from './people-filters.ts'
import { PERMISSIONS } from './permissions.ts'
import { routes } from './routes.ts'

export const Account = z.object({
  canUseUi: z.boolean(),
  canUseApi: z.boolean(),
  defaultRoleId: z.number().int(),
})

/** The profile fields that every signed-in user can read, except across tenants. */
export const UserProfile = z.object({
  id: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  /** Version of the profile picture, renewed with every change; null without a picture. */
  picture: z.string().nullable(),
})

/** All fields of a user: for the user's own profile, or with can_list_users. */
export const User = UserProfile.extend({
  uuId: z.string(),
  email: z.string(),
  role: z.string(),
  roles: z.array(z.string()),
  roleId: z.number().int(),
  permissions: z.array(z.enum(PERMISSIONS)),
  projects: z.array(z.number().int()),
  context: ItemContext.extend({ assocContexts: z.array(AssocContext).optional() }),
  account: Account,
  /** Context of the user's tenant; null: the company itself. */
  tenantContextId: z.number().int().nullable(),
  /** An administrator set the password; it must be changed at the next sign-in. */
  mustChangePassword: z.boolean(),
  /** Last sign-in; null: never. */
  lastSignIn: Time.nullable(),
  created: Time,
  modified: Time,
})
export type User = z.infer<typeof User>

/** A user in the list, with what a list is filtered by. */
export const ListedUser = User.extend({
  /** Last use of a session or an API token; null: never. */
  lastSeen: Time.nullable(),
  /** The first of their groups by name, as far as the caller sees them. */
  groups: z.array(z.object({ id: z.number().int(), name: z.string() })),
  numGroups: z.number().int(),
})
export type ListedUser = z.infer<typeof ListedUser>
export type UserProfile = z.infer<typeof UserProfile>

/** The licence of the installation; without an end when unlimited. */
export const License = z.object({
  licenseType: z.string(),
  licenseEnd: z.string().nullable(),
  companyName: z.string(),
  /** True from the day after its last day. */
  expired: z.boolean(),
})
export type License = z.infer<typeof License>

const ById = z.object({ id: Id })

/** A user as the caller can see them: all fields, or the short profile. */
const Seen = z.union([User, UserProfile])

const AccountInput = z.object({
  canUseUi: z.boolean().optional(),
  canUseApi: z.boolean().optional(),
  defaultRoleId: z.number().int().optional(),
})

const NewUser = z.object({
  firstName: Name,
  lastName: Name,
  email: Email,
  /** Derived from the e-mail address when omitted. */
  username: Name.optional(),
  /** When omitted, the server generates 12 characters and returns them once. Must be changed at the first sign-in. */
  password: Password.optional(),
  password2: z.string().max(256).optional(),
  roleId: z.number().int().default(4),
  canUseUi: z.boolean().default(true),
  canUseApi: z.boolean().default(true),
  account: AccountInput.optional(),
  tenantContextId: BodyId.nullable().optional(),
})

const UserChange = z.object({
  firstName: Name.optional(),
  lastName: Name.optional(),
  /** Empty keeps the current one; an account can have none. */
  email: z.union([z.literal(''), Email]).optional(),
  username: Name.optional(),
  /** Empty keeps the current one. Users change their own with `users/{id}/password`. */
  password: z.union([z.literal(''), Password]).optional(),
  roleId: z.number().int().optional(),
  account: AccountInput.optional(),
  tenantContextId: BodyId.nullable().optional(),
  /** The `modified` on which the change is based; refused with CONFLICT when the user has changed since. */
  ifModified: Time.optional(),
})

/** Somebody whom a change of many left out, and why; the name is empty for ids that the caller does not see. */
export const LeftOut = z.object({ id: z.number().int(), name: z.string(), reason: z.enum(BULK_REFUSALS) })
export type LeftOut = z.infer<typeof LeftOut>

/** What happens to a deleted user's items: all deleted, all handed over, or only shared ones handed over. */
export const LEAVING_ITEMS = ['delete', 'handOver', 'handOverShared'] as const

/** The items that a deleted user would leave behind. */
export const OwnedItemCounts = z.object({
  chats: z.number().int(),
  projects: z.number().int(),
  /** Number of owned items that are shared. */
  shared: z.number().int(),
  /** Number of items per kind: chats, projects and every other noun that users own. */
  items: z.array(z.object({ name: z.string(), count: z.number().int() })),
  groups: z.number().int(),
})
export type OwnedItemCounts = z.infer<typeof OwnedItemCounts>

export const Picture = z.object({
  name: z.string(),
  mime_type: z.string(),
  /** Bytes. */
  size: z.number().int(),
  picture: z.string(),
})

/** Filters of the list of users; omitted ones do not apply. */
const PeopleFilter = z.object({
  /** Words of a name, the user name or the e-mail address, in any order, without regard to case and accents. */
  q: z.string().trim().max(200).optional(),
  roleId: z.coerce.number().int().min(1).max(100).optional(),
  status: z.enum(ACCOUNT_STATES).optional(),
  /** A group that they are in, directly or through its groups; 0: in no group that the caller sees. */
  groupId: z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
  lastSeen: z.enum(LAST_SEEN).optional(),
})

export const users = {
  list: call(routes.users.list, {
    summary:
      'The people one may see, the newest first, filtered. `q` are words of a name, the user name or the e-mail address. `total` counts them all; `offset` begins at a page instead of a cursor',
    large: 'page',
    permission: 'can_list_users',
    query: Page.extend({
      ...PeopleFilter.shape,
      sort: z.enum(PEOPLE_ORDERS).default('newest'),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      /** Names up to 100 groups of each instead of three. */
      groups: z.enum(['all']).optional(),
    }),
    data: z.object({ Users: z.array(ListedUser) }),
    meta: PageMeta.extend({ total: z.number().int() }),
    problems: ['NOT_FOUND'],
  }),
  create: call(routes.users.create, {
    summary: 'Create a person. Without a password the server generates one and returns it only once',
    sessionOnly: true,
    permission: 'can_create_user',
    status: 201,
    bodySchema: NewUser,
    data: z.object({ user: User, oneTimePassword: z.string().optional() }),
    problems: ['NAME_TAKEN', 'NOT_FOUND', 'PERMISSION_DENIED', 'SERVER_BUSY'],
  }),
  setAccounts: call(routes.users.setAccounts, {
    summary:
      'Disable or enable the accounts of many people in one transaction; those with a role above one’s own and oneself are left out and named',
    sessionOnly: true,
    permission: 'can_edit_user',
    bodySchema: z.object({
      ids: list(BodyId, BULK_USERS).min(1),
      /** false: they can use neither the page nor the API; true: who can use neither can use again what they could before. */
      enabled: z.boolean(),
    }),
    data: z.object({ changed: z.array(z.number().int()), leftOut: z.array(LeftOut) }),
    problems: ['PERMISSION_DENIED'],
  }),
  update: call(routes.users.update, {
    summary: 'Change a person: one’s own names, or with can_edit_user everything below one’s own role',
    sessionOnly: true,
    params: ById,
    bodySchema: UserChange,
    data: z.object({ User: Seen }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'NAME_TAKEN', 'CONFLICT', 'SERVER_BUSY'],
  }),
  belongings: call(routes.users.belongings, {
    summary: 'How much a person would leave behind: one’s own, or with can_delete_user',
    params: ById,
    data: z.object({ Belongings: OwnedItemCounts }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  remove: call(routes.users.remove, {
    summary:
      'Remove a person for good. `items` says what becomes of what they own; without it, somebody who shares anything is kept and ITEMS_UNDECIDED answered',
    sessionOnly: true,
    params: ById,
    query: z.object({ items: z.enum(LEAVING_ITEMS).optional(), to: Id.optional() }),
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'ITEMS_UNDECIDED', 'LAST_SUPERUSER'],
  }),
  picture: call(routes.users.picture, {
    summary: 'What a profile picture is; 404 NONE_FOUND without one',
    params: ById,
    data: Picture,
    problems: ['NOT_FOUND', 'NONE_FOUND'],
  }),
  pictureBytes: call(routes.users.pictureBytes, {
    summary: 'The bytes of a profile picture in base64; 404 NONE_FOUND without one',
    params: ById,
    data: z.object({ content: z.string(), mime_type: z.string() }),
    problems: ['NOT_FOUND', 'NONE_FOUND'],
  }),
  setPicture: call(routes.users.setPicture, {
    summary:
      'Set one’s own profile picture: a JPEG or PNG of less than 512,000 bytes, kept without its metadata',
    sessionOnly: true,
    status: 201,
    body: 'upload',
    params: ById,
    bodySchema: z.object({
      name: z.string().max(500),
      base64: z.string().max(1_400_000),
      mime_type: z.string().max(100),
      size: z.number().optional(),
    }),
    data: z.object({ profilepic: Picture }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'PICTURE_TOO_LARGE', 'PICTURE_REFUSED'],
  }),
  removePicture: call(routes.users.removePicture, {
    summary: 'Remove a profile picture: one’s own, or with can_edit_user somebody’s who misuses it',
    sessionOnly: true,
    params: ById,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  license: call(routes.users.license, {
    summary: 'The licence one works under',
    params: ById,
    data: z.object({ License }),
    problems: ['NOT_FOUND'],
  }),
  get: call(routes.users.get, {
    beforePasswordChange: true,
    summary: 'A person: in full for oneself and with can_list_users, else the short profile',
    params: ById,
    data: z.object({ user: Seen }),
    problems: ['NOT_FOUND'],
  }),
  permissions: call(routes.users.permissions, {
    summary: 'A person’s role and permissions: one’s own, or with can_edit_user',
    params: ById,
    data: z.object({
      Role: z.object({ id: z.number().int(), name: z.string() }),
      Permissions: z.array(z.enum(PERMISSIONS)),
    }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
} as const
