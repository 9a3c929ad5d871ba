// What the edit dialog holds of a person, and what of it is sent.
import { ROLES } from '@polylogue/contract'
import type { UserChange } from './api.ts'
import { isWhole, type Seen } from './use-user.ts'

export interface UserValues {
  firstName: string
  lastName: string
  email: string
  username: string
  roleId: number
  canUseUi: boolean
  canUseApi: boolean
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
    password: '',
  }
}

/** What is sent: of oneself the names alone. */
export function changeOf(values: UserValues, own: boolean, ifModified: string | undefined): UserChange {
  const { firstName, lastName, email, username, roleId, canUseUi, canUseApi, password } = values
  const names = { firstName, lastName, ...(ifModified ? { ifModified } : {}) }
  if (own) return names
  return { ...names, email: email.trim(), username, roleId, account: { canUseUi, canUseApi }, password }
}

/** What is stored where it differs from the form, by field. */
export function differences(
  stored: Seen,
  values: UserValues,
): { name: Exclude<keyof UserValues, 'password'>; value: string | boolean }[] {
  const theirs = valuesOf(stored)
  return (['firstName', 'lastName', 'email', 'username', 'roleId', 'canUseUi', 'canUseApi'] as const)
    .filter((name) => theirs[name] !== values[name] && (isWhole(stored) || values[name] !== ''))
    .map((name) => {
      const value = theirs[name]
      return { name, value: typeof value === 'number' ? roleName(value) : value }
    })
}

const roleName = (roleId: number): string => ROLES.find(({ id }) => id === roleId)?.name ?? String(roleId)
