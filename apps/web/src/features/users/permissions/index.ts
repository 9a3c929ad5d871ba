export { type Rights, rightsOf } from './account-rights.ts'
export { type Grant, mayDelete, mayEdit, rolesToGive } from './list-rights.ts'
export { useRoleName, useRolesToGive } from './use-roles.ts'
