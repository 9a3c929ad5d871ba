// Roles and their permissions (ROLE-1). Only the server decides by this table; the page uses what the server sends.

export const PERMISSIONS = [
  'can_deploy_model',
  'can_undeploy_model',
  'can_activate_model',
  'can_deactivate_model',
  'can_update_model',
  'can_delete_model',
  'can_sort_model',
  'can_manage_tokens',
  'can_delete_user',
  'can_edit_user',
  'can_edit_users',
  'can_create_user',
  'can_manage_users',
  'can_list_users',
  'can_manage_contexts',
  'can_use_chatbots',
  'can_use_datasources',
  'can_use_prompts',
  'can_use_custinsts',
  'can_use_translate',
  'can_share',
  'can_use_chat',
  'can_view_system',
] as const

export type Permission = (typeof PERMISSIONS)[number]

const MODELS = PERMISSIONS.slice(0, 7)
const PEOPLE = PERMISSIONS.slice(7, 13)
const LEADING = PERMISSIONS.slice(13, 15)
const WORKING = PERMISSIONS.slice(15, 21)
const CHAT = PERMISSIONS.slice(21, 22)
const OPERATING = PERMISSIONS.slice(22)

export interface Role {
  id: number
  name: string
  permissions: readonly Permission[]
}

/** The roles by id. A lower number means more permissions; a user cannot assign a role above their own. */
export const ROLES: readonly Role[] = [
  {
    id: 1,
    name: 'Superuser',
    permissions: [...MODELS, ...PEOPLE, ...LEADING, ...WORKING, ...CHAT, ...OPERATING],
  },
  { id: 3, name: 'Administrator', permissions: [...PEOPLE, ...LEADING, ...WORKING, ...CHAT] },
  { id: 8, name: 'Team lead', permissions: [...LEADING, ...WORKING, ...CHAT] },
  { id: 4, name: 'Staff member', permissions: [...WORKING, ...CHAT] },
  { id: 6, name: 'Guest', permissions: CHAT },
]

export const SUPERUSER = 1
export const ADMINISTRATOR = 3

/** Returns the role of an id; undefined for an unknown id. */
export function roleOf(id: number): Role | undefined {
  return ROLES.find((role) => role.id === id)
}
