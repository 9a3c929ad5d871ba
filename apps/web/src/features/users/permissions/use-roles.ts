import { SUPERUSER } from '@polylogue/contract/browser'
import { useTranslation } from '../../../lib/texts.ts'
import { useViewer } from '../../session/index.ts'
import { rolesToGive } from './list-rights.ts'

/** The name of a role in the interface's language; an unknown one keeps the server's. */
export function useRoleName(): (roleId: number, name?: string) => string {
  const { t } = useTranslation('user-list')
  return (roleId, name = '') => t(`roles.${roleId}` as 'roles.4', { defaultValue: name || String(roleId) })
}

/** The roles one may give to somebody, none above one's own. The super user's only to who has it: `was`. */
export function useRolesToGive(was: number): { value: string; label: string }[] {
  const nameOf = useRoleName()
  const { data: viewer } = useViewer()
  const roles = viewer ? rolesToGive(viewer) : []
  return [...new Set([...roles.filter((id) => id !== SUPERUSER || was === SUPERUSER), was])].map((id) => ({
    value: String(id),
    label: nameOf(id),
  }))
}
