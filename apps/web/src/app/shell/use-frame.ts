// State of the page's frame: navigation, focus view, distraction-free mode.
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useNotices } from '#lib/notices.ts'
import { recall, remember } from '#lib/preferences.ts'
import { useAskedReadOnly } from '#lib/read-only.ts'
import { useTranslation } from '#lib/texts.ts'
import { useEscape } from '#lib/use-escape.ts'
import { useSmallScreen } from './use-small-screen.ts'

/** Returns the frame's state and the functions to change it. */
export function useFrame() {
  const { t } = useTranslation('shell')
  const notices = useNotices()
  const small = useSmallScreen()
  const { pathname } = useLocation()
  const readOnly = useAskedReadOnly()
  const [hidden, setHidden] = useState(() => recall('navigation') === 'hidden')
  const [drawer, setDrawer] = useState(false)
  const [freed, free] = useState(false)
  const [quiet, setQuiet] = useState(false)
  const [panel, setPanel] = useState(false)

  // The focus view ends outside of projects (PAGE-15).
  if (freed && !pathname.startsWith('/projects')) free(false)
  // A growing window shows the navigation next to the page; shrinking again does not open the drawer.
  if (drawer && (!small || readOnly)) setDrawer(false)

  const show = (visible: boolean) => {
    setHidden(!visible)
    if (visible) free(false)
    remember('navigation', visible ? null : 'hidden')
  }
  const beside = !small && !hidden && !freed && !quiet && !readOnly
  const enterOrLeave = (next: boolean) => {
    setQuiet(next)
    if (next) notices.show({ kind: 'info', title: t('quietOn'), text: t('quietOnText') })
    else notices.show({ kind: 'info', title: t('quietOff') })
  }
  useEscape(quiet, () => enterOrLeave(false))
  return {
    small,
    readOnly,
    shown: beside,
    drawer,
    setDrawer,
    freed,
    free,
    quiet,
    setQuiet: enterOrLeave,
    panel,
    setPanel,
    show,
    open: () => (small ? setDrawer(true) : show(true)),
    toggle: () => (small ? setDrawer(!drawer) : show(!beside)),
  }
}
