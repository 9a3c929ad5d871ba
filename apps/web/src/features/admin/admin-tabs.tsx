import { NavLink } from 'react-router'
import { useTranslation } from '../../lib/texts.ts'
import css from './admin-tabs.module.css'
import { useAdmin } from './use-admin.ts'

/** The pages of administration beside each other, as far as they open. */
export function AdminTabs() {
  const { t } = useTranslation('admin')
  const { open } = useAdmin()
  return (
    <nav className={css.tabs} aria-label={t('title')}>
      {open.map(({ name, to }) => (
        <NavLink key={name} to={to} className={css.tab ?? ''}>
          {t(`resources.${name}.tab`)}
        </NavLink>
      ))}
    </nav>
  )
}
