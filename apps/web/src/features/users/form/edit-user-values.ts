// Converts a user between form values and request body.
import { ROLES } from '@polylogue/contract/browser'
import type { UserChange } from '../api.ts'
import { isWhole, type Seen } from '../use-user.ts'

export interface UserValues {
  firstName: string
  lastName: string
  email: string
  username: string
  roleId: number
  canUseUi: boolean
  canUseApi: boolean
  tenantContextId: number | null
  /** Empty keeps the current one. */
  password: string
}

export function valuesOf(user: Seen): UserValues {
  const { firstName, lastName, username } = user
  const whole = isWhole(user)
  return {
    firstName,
    lastName,
    username,
    email: whole ? user.email : '',
    roleId: whole ? user.roleId : 0,
    canUseUi: whole && user.account.canUseUi,
    canUseApi: whole && user.account.canUseApi,
    tenantContextId: whole ? user.tenantContextId : null,
    password: '',
  }
}

/** Returns the request body; for the user's own account only the names. */
export function changeOf(values: UserValues, own: boolean, ifModified: string | undefined): UserChange {
  const { firstName, lastName, email, username, roleId, canUseUi, canUseApi, tenantContextId, password } =
    values
  const names = { firstName, lastName, ...(ifModified ? { ifModified } : {}) }
  if (own) return names
  const account = { canUseUi, canUseApi }
  return { ...names, email: email.trim(), username, roleId, account, tenantContextId, password }
}

/** Returns the stored values that differ from the form, by field. */
export function differences(
  stored: Seen,
  values: UserValues,
  tenantName: (id: number | null) => string,
): { name: Exclude<keyof UserValues, 'password'>; value: string | boolean }[] {
  const theirs = valuesOf(stored)
  return FIELDS.filter(
    (name) => theirs[name] !== values[name] && (isWhole(stored) || values[name] !== ''),
  ).map((name) => {
    if (name === 'tenantContextId') return { name, value: tenantName(theirs[name]) }
    if (name === 'roleId') return { name, value: roleName(theirs[name]) }
    return { name, value: theirs[name] }
  })
}

const FIELDS = [
  'firstName',
  'lastName',
  'email',
  'username',
  'roleId',
  'canUseUi',
  'canUseApi',
  'tenantContextId',
] as const

const roleName = (roleId: number): string => ROLES.find(({ id }) => id === roleId)?.name ?? String(roleId)
