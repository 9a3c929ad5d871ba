// People: profile and permissions (shell specification, sections 3, 6, 7; readings 2 and 3).
import { z } from 'zod'
import { AssocContext, ItemContext } from './access.ts'
import { call } from './call.ts'
import { Id, Time } from './envelope.ts'
import { PERMISSIONS } from './permissions.ts'

export const Account = z.object({
  canUseUi: z.boolean(),
  canUseApi: z.boolean(),
  defaultRoleId: z.number().int(),
})

/** What everyone signed in may read of anybody not behind another tenant's wall. */
export const UserProfile = z.object({
  id: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
})

/** A person in full: one's own, or with can_list_users. */
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
  created: Time,
  modified: Time,
})
export type User = z.infer<typeof User>
export type UserProfile = z.infer<typeof UserProfile>

/** The licence of the installation; an unlimited one has no end. */
export const License = z.object({
  licenseType: z.string(),
  licenseEnd: z.string().nullable(),
  companyName: z.string(),
  /** True from one day after its last day. */
  expired: z.boolean(),
})
export type License = z.infer<typeof License>

const ById = z.object({ id: Id })

export const users = {
  license: call({
    method: 'GET',
    path: 'users/{id}/license',
    summary: 'The licence one works under',
    door: 'signed-in',
    params: ById,
    data: z.object({ License }),
    problems: ['NOT_FOUND'],
  }),
  get: call({
    method: 'GET',
    path: 'users/{id}',
    summary: 'A person: in full for oneself and with can_list_users, else the short profile',
    door: 'signed-in',
    params: ById,
    data: z.object({ user: z.union([User, UserProfile]) }),
    problems: ['NOT_FOUND'],
  }),
  permissions: call({
    method: 'GET',
    path: 'users/{id}/permissions',
    summary: 'A person’s role and permissions: one’s own, or with can_edit_user',
    door: 'signed-in',
    params: ById,
    data: z.object({
      Role: z.object({ id: z.number().int(), name: z.string() }),
      Permissions: z.array(z.enum(PERMISSIONS)),
    }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
} as const
