import { Suspense, type ReactNode } from 'react'
import { Link } from 'react-router'
import { BookmarkMenu } from '#features/bookmarks/bookmark-menu.tsx'
import { NotificationBell } from '#features/notifications/index.ts'
import { useShortcutLabel } from '#lib/shortcuts.ts'
import { lazyView } from '#lib/load-code.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PanelButton } from '../panel/panel-button.tsx'
import { MoreMenu } from './more-menu.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { useNavigationState } from './navigation-context.ts'
import { OfflineStrip } from './offline-strip.tsx'
import { QuietBar } from './quiet-bar.tsx'
import css from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

const ReadOnlyBar = lazyView(async () => (await import('./read-only-bar.tsx')).ReadOnlyBar)

interface TopBarProps {
  /** The text of the page's `h1`. */
  heading: string
  /** The breadcrumb of the parent page. */
  crumb?: { to: string; text: string }
  /** Icon buttons of this page, five at most. */
  tools?: ReactNode
  /** The page's own entries, first in the More menu. */
  menu?: ReactNode
  /** Whether the page shows its heading itself, below the bar. */
  headingBelow?: boolean
  /** The page's `h1` and content next to it; nothing where the page shows its heading itself. */
  children: ReactNode
}

/** Breadcrumb and heading at the left, then the page's own tools, then the global ones. */
export function TopBar({ heading, crumb, tools, menu, headingBelow = false, children }: TopBarProps) {
  const { t } = useTranslation('shell')
  const keys = useShortcutLabel()
  const navigation = useNavigationState()
  if (navigation.readOnly)
    return (
      <>
        <Suspense fallback={null}>
          <ReadOnlyBar heading={headingBelow ? undefined : heading} />
        </Suspense>
        <OfflineStrip />
      </>
    )
  if (navigation.quiet)
    return (
      <QuietBar heading={headingBelow ? undefined : heading} onLeave={() => navigation.setQuiet(false)} />
    )
  return (
    <>
      <header className={css.bar}>
        {!navigation.shown && (
          <IconButton
            icon={navigation.small ? 'menu' : 'layout-sidebar'}
            iconSize={navigation.small ? 20 : 16}
            label={navigation.small ? t('openNavigation') : t('showNavigation')}
            keys={navigation.small ? undefined : keys('KeyS')}
            className={css.open}
            data-tour="open-navigation"
            onClick={navigation.open}
          />
        )}
        <div className={css.crumb}>
          {crumb && (!navigation.small || !children) && (
            <>
              <Link to={crumb.to} className={css.up}>
                {crumb.text}
              </Link>
              {children && <Icon name="chevron-right" size={14} />}
            </>
          )}
          {children}
        </div>
        <span className="sp" />
        {tools}
        {tools && !navigation.small && <span className={css.rule} />}
        <NotificationBell />
        {!navigation.small && <BookmarkMenu />}
        <MoreMenu>{menu}</MoreMenu>
        {!navigation.small && <PanelButton />}
        {!navigation.small && <ModeSwitch />}
        {!navigation.small && <UserMenu />}
      </header>
      <OfflineStrip />
    </>
  )
}

/** Keeps the place of the top bar until the page brings its own. */
export function TopBarPlace() {
  const { quiet, readOnly } = useNavigationState()
  return (
    <>
      {!quiet && !readOnly && <div className={css.bar} />}
      <OfflineStrip />
    </>
  )
}
