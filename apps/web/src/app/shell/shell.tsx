import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useNavigation } from 'react-router'
import { RequireSession, useSessionWatch } from '../../features/session/index.ts'
import { NEW_PROJECT, NewProjectDialog } from '../../features/projects/index.ts'
import { useAppliedSettings } from '../../features/settings/index.ts'
import { useDialogs } from '../../lib/dialogs.ts'
import { recall, remember } from '../../lib/preferences.ts'
import type { SessionStore } from '../../lib/session.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Navigation } from './navigation.tsx'
import { NavigationContext } from './navigation-context.ts'
import css from './shell.module.css'
import { useSmallScreen } from './use-small-screen.ts'

const NavigationDrawer = lazyDialog(async () => (await import('./navigation-drawer.tsx')).NavigationDrawer)

/** Navigation, and beside it the page: top bar and content. Only for somebody signed in. */
export function Shell({ store }: { store: SessionStore }) {
  return (
    <RequireSession>
      <Frame store={store} />
    </RequireSession>
  )
}

function Frame({ store }: { store: SessionStore }) {
  const { t } = useTranslation('shell')
  const small = useSmallScreen()
  const [hidden, setHidden] = useState(() => recall('navigation') === 'hidden')
  const [drawer, setDrawer] = useState(false)
  const dialogs = useDialogs()
  const loading = useNavigation().state === 'loading'
  useSessionWatch(store)
  useAppliedSettings()

  const show = (visible: boolean) => {
    setHidden(!visible)
    remember('navigation', visible ? null : 'hidden')
  }
  const toggle = () => (small ? setDrawer(!drawer) : show(hidden))
  useShortcut('KeyS', toggle)
  useShortcut('KeyP', () => dialogs.show(NEW_PROJECT))
  const beside = !small && !hidden

  return (
    <NavigationContext value={{ shown: beside, small, open: () => (small ? setDrawer(true) : show(true)) }}>
      <a className={css.skip} href="#content">
        {t('skip')}
      </a>
      <div className={css.shell} data-alone={beside ? undefined : true}>
        {beside && <Navigation onHide={() => show(false)} />}
        <div className={css.body}>
          {loading && <div className="start-up" aria-hidden="true" />}
          <Outlet />
        </div>
      </div>
      {small && <NavigationDrawer opened={drawer} onClose={() => setDrawer(false)} />}
      <NewProjectDialog opened={dialogs.open === NEW_PROJECT} onClose={dialogs.close} />
    </NavigationContext>
  )
}
