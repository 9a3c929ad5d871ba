import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useNavigationState } from './navigation-context.ts'
import { OfflineStrip } from './offline-strip.tsx'
import css from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

interface TopBarProps {
  /** Where this page belongs. */
  crumb?: { to: string; text: string }
  /** The page's `h1`, and what belongs beside it. */
  children: ReactNode
}

/** Breadcrumb and heading left, what belongs everywhere right. */
export function TopBar({ crumb, children }: TopBarProps) {
  const { t } = useTranslation('shell')
  const navigation = useNavigationState()
  return (
    <>
      <header className={css.bar}>
        {!navigation.shown && (
          <IconButton
            icon={navigation.small ? 'menu' : 'layout-sidebar'}
            iconSize={navigation.small ? 20 : 16}
            label={navigation.small ? t('openNavigation') : t('showNavigation')}
            keys={navigation.small ? undefined : 'Ctrl ⇧ S'}
            className={css.open}
            onClick={navigation.open}
          />
        )}
        <div className={css.crumb}>
          {crumb && !navigation.small && (
            <>
              <Link to={crumb.to} className={css.up}>
                {crumb.text}
              </Link>
              <Icon name="chevron-right" size={14} />
            </>
          )}
          {children}
        </div>
        <span className="sp" />
        {!navigation.small && <UserMenu />}
      </header>
      <OfflineStrip />
    </>
  )
}
