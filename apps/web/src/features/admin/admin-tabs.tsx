import { NavLink } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import css from './admin-tabs.module.css'
import { useAdmin } from './resources.ts'

/** Links between the administration pages that the user may open. */
export function AdminTabs() {
  const { t } = useTranslation('admin')
  const { open } = useAdmin()
  return (
    <nav className={css.tabs} aria-label={t('title')} data-tabs>
      {open.map(({ name, to }) => (
        <NavLink key={name} to={to} className={css.tab ?? ''}>
          {t(`resources.${name}.tab`)}
        </NavLink>
      ))}
    </nav>
  )
}
