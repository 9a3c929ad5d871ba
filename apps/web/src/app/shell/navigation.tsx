import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router'
import { NEW_PROJECT, ProjectsByTime } from '../../features/projects/index.ts'
import { ThemeSwitch } from '../../features/settings/index.ts'
import { useToday } from '../../lib/today.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { APP_NAME } from '../app-name.ts'
import css from './navigation.module.css'

/** The navigation beside the page. */
export function Navigation({ onHide }: { onHide: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <nav className={css.navigation} aria-label={t('navigation')}>
      <div className={css.head}>
        <Link to="/" className={css.home}>
          <Mark name={APP_NAME} />
        </Link>
        <span className="sp" />
        <IconButton icon="layout-sidebar" label={t('hideNavigation')} keys="Ctrl ⇧ S" onClick={onHide} />
      </div>
      <NavigationContent />
    </nav>
  )
}

/** What the navigation leads to; `foot` is what a small screen adds before the last line. */
export function NavigationContent({ foot }: { foot?: ReactNode }) {
  const { t } = useTranslation('shell')
  const { search } = useLocation()
  const withDialog = new URLSearchParams(search)
  withDialog.set('dialog', NEW_PROJECT)
  return (
    <>
      <div className={css.top}>
        <Link to={`?${withDialog}`} className={css.row}>
          <Icon name="edit" />
          <span className="cut">{t('newProject')}</span>
          <span className="sp" />
          <kbd className={css.keys}>Ctrl ⇧ P</kbd>
        </Link>
        <NavLink to="/projects" end className={css.row ?? ''}>
          <Icon name="folders" />
          <span className="cut">{t('projects')}</span>
        </NavLink>
      </div>
      <div className={css.list}>
        <ProjectsByTime />
      </div>
      <div className={css.foot}>
        <NavLink to="/help/getting-started" className={css.row ?? ''}>
          <Icon name="help-circle" />
          <span className="cut">{t('help')}</span>
        </NavLink>
        {foot}
        <div className={css.legal}>
          <span className="cut">
            {t('legal', { year: useToday().getFullYear(), version: __APP_VERSION__ })}
          </span>
          <span className="sp" />
          <ThemeSwitch small />
        </div>
      </div>
    </>
  )
}
