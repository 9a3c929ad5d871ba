import { Link, useLocation } from 'react-router'
import { useAdministers } from '#features/admin/administers.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import css from './navigation.module.css'

/** The link to the administration; hidden for users without access. */
export function AdminRow() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const administers = useAdministers()
  if (!administers) return null
  // The user's own profile does not belong to the administration.
  const within = /^\/(admin|users)(\/|$)/.test(pathname) && !pathname.startsWith('/users/me')
  return (
    <Link to="/admin" className={css.row} aria-current={within ? 'page' : undefined}>
      <Icon name="settings" />
      <span className="cut">{t('administration')}</span>
    </Link>
  )
}
