import { SUPERUSER } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'
import { useViewer } from '#features/session/index.ts'
import { rolesToGive } from './list-rights.ts'

/** Returns the translated name of a role; an unknown role keeps the server's name. */
export function useRoleName(): (roleId: number, name?: string) => string {
  const { t } = useTranslation('user-list')
  return (roleId, name = '') => t(`roles.${roleId}` as 'roles.4', { defaultValue: name || String(roleId) })
}

/**
 * Returns the roles that the viewer may assign, none above their own. Super user only for a user who has it already: `was`.
 */
export function useRolesToGive(was: number): { value: string; label: string }[] {
  const nameOf = useRoleName()
  const { data: viewer } = useViewer()
  const roles = viewer ? rolesToGive(viewer) : []
  return [...new Set([...roles.filter((id) => id !== SUPERUSER || was === SUPERUSER), was])].map((id) => ({
    value: String(id),
    label: nameOf(id),
  }))
}
