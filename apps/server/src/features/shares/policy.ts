import { roleOf, SUPERUSER } from '@polylogue/contract'
import { LEVEL, type Person, type Policy } from '#access/index.ts'

/** Making and changing a link needs the access that sharing with people needs. */
export const sharePolicy = {
  thing: 'chat',
  needs: { share: LEVEL.admin },
} as const satisfies Policy

/** The owner of a link as they are now. */
export interface LinkOwner {
  readonly roleId: number
  readonly canUseUi: boolean
  /** Their access level on the project. */
  readonly level: number
}

/** Whether the owner of a link may still share its chat; read for every request, so that nothing has to end links. */
export function mayStillShare({ roleId, canUseUi, level }: LinkOwner): boolean {
  return (
    canUseUi &&
    level >= sharePolicy.needs.share &&
    (roleOf(roleId)?.permissions.includes('can_share') ?? false)
  )
}

/** Whoever manages people may end every link of their side. */
export function mayEndOthers(viewer: Person): boolean {
  return viewer.permissions.has('can_manage_users')
}

/** Only the super user sees links of people behind other tenants' walls (ACCESS-6). */
export function seesOverWalls(viewer: Person): boolean {
  return viewer.roleId === SUPERUSER
}
