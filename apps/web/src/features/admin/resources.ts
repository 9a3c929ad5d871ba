// The administration resources and who may access them (PAGE-15).
import type { User } from '@polylogue/contract'
import { SUPERUSER } from '@polylogue/contract/browser'
import type { IconName } from '#ui/icon.tsx'
import { useViewer } from '#features/session/index.ts'
import { useAdministers } from './administers.ts'

export type ResourceName =
  | 'models-crud'
  | 'providers'
  | 'users'
  | 'context-management'
  | 'token-management'
  | 'audit'
  | 'system'
  | 'configuration'
  | 'branding'
  | 'shares'
  | 'announcements'

type Person = Pick<User, 'permissions' | 'roleId'>

interface Resource {
  name: ResourceName
  to: string
  icon: IconName
  /** Who may open its page; everyone else is redirected to `/`. */
  opensFor: (person: Person) => boolean
  /** Who sees it in the administration overview. */
  listedFor: (person: Person) => boolean
}

const isSuperuser = ({ roleId }: Person) => roleId === SUPERUSER
const may =
  (permission: User['permissions'][number]) =>
  ({ permissions }: Person) =>
    permissions.includes(permission)

/** Managing models needs all seven model permissions. */
const MODEL_RIGHTS = [
  'can_deploy_model',
  'can_undeploy_model',
  'can_activate_model',
  'can_deactivate_model',
  'can_update_model',
  'can_delete_model',
  'can_sort_model',
] as const
const managesModels = (person: Person) => MODEL_RIGHTS.every((right) => may(right)(person))

const RESOURCES: readonly Resource[] = [
  {
    name: 'users',
    to: '/users',
    icon: 'users',
    opensFor: may('can_list_users'),
    listedFor: (person) => may('can_manage_users')(person) && may('can_list_users')(person),
  },
  {
    name: 'context-management',
    to: '/admin/context-management',
    icon: 'sitemap',
    opensFor: may('can_manage_contexts'),
    listedFor: may('can_manage_contexts'),
  },
  {
    name: 'models-crud',
    to: '/admin/models-crud',
    icon: 'cpu',
    opensFor: managesModels,
    listedFor: isSuperuser,
  },
  {
    name: 'providers',
    to: '/admin/providers',
    icon: 'server',
    opensFor: managesModels,
    listedFor: isSuperuser,
  },
  {
    name: 'token-management',
    to: '/admin/token-management',
    icon: 'key',
    opensFor: may('can_manage_tokens'),
    listedFor: may('can_manage_tokens'),
  },
  {
    name: 'shares',
    to: '/admin/shares',
    icon: 'link',
    opensFor: may('can_manage_users'),
    listedFor: may('can_manage_users'),
  },
  {
    name: 'announcements',
    to: '/admin/announcements',
    icon: 'speakerphone',
    opensFor: may('can_manage_users'),
    listedFor: may('can_manage_users'),
  },
  { name: 'audit', to: '/admin/audit', icon: 'shield-check', opensFor: isSuperuser, listedFor: isSuperuser },
  {
    name: 'system',
    to: '/admin/system',
    icon: 'activity',
    opensFor: may('can_view_system'),
    listedFor: may('can_view_system'),
  },
  {
    name: 'configuration',
    to: '/admin/configuration',
    icon: 'settings',
    opensFor: may('can_view_system'),
    listedFor: may('can_view_system'),
  },
  { name: 'branding', to: '/admin/branding', icon: 'palette', opensFor: isSuperuser, listedFor: isSuperuser },
]

/** Returns the resources that this user sees at `/admin`. */
export const listedFor = (person: Person): readonly Resource[] =>
  RESOURCES.filter((resource) => resource.listedFor(person))

/** Returns the administration pages that this user may open, for the tab bar. */
export const openFor = (person: Person): readonly Resource[] =>
  RESOURCES.filter((resource) => resource.opensFor(person))

/** Returns whether the user has an administration area and which pages open; none until the user is loaded. */
export function useAdmin(): { administers: boolean; open: ReturnType<typeof openFor> } {
  const { data: viewer } = useViewer()
  return { administers: useAdministers(), open: viewer ? openFor(viewer) : [] }
}
