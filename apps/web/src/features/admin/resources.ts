// What there is to administer, and who may reach it (shell specification, section 6).
import { SUPERUSER, type User } from '@polylogue/contract'
import type { IconName } from '../../ui/icon.tsx'

export type ResourceName = 'users' | 'context-management' | 'audit'

type Person = Pick<User, 'permissions' | 'roleId'>

interface Resource {
  name: ResourceName
  to: string
  icon: IconName
  /** Who may open its page; everybody else is led to `/`. */
  opensFor: (person: Person) => boolean
  /** Who finds it among what there is to administer. */
  listedFor: (person: Person) => boolean
}

const isSuperuser = ({ roleId }: Person) => roleId === SUPERUSER
const may =
  (permission: User['permissions'][number]) =>
  ({ permissions }: Person) =>
    permissions.includes(permission)

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
  { name: 'audit', to: '/admin/audit', icon: 'shield-check', opensFor: isSuperuser, listedFor: isSuperuser },
]

/** What this person finds at `/admin`. */
export const listedFor = (person: Person): readonly Resource[] =>
  RESOURCES.filter((resource) => resource.listedFor(person))

/** The pages of administration that this person may open, by the side of each other. */
export const openFor = (person: Person): readonly Resource[] =>
  RESOURCES.filter((resource) => resource.opensFor(person))

/** Whether this person has a control centre at all. */
export const mayAdminister = (person: Person): boolean =>
  may('can_manage_users')(person) || may('can_manage_contexts')(person)
