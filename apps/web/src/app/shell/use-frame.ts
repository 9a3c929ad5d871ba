// State of the page's frame: navigation, focus view, distraction-free mode.
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { useNotices } from '../../lib/notices.ts'
import { recall, remember } from '../../lib/preferences.ts'
import { useTranslation } from '../../lib/texts.ts'
import { useSmallScreen } from './use-small-screen.ts'

/** Returns the frame's state and the functions to change it. */
export function useFrame() {
  const { t } = useTranslation('shell')
  const notices = useNotices()
  const small = useSmallScreen()
  const { pathname } = useLocation()
  const [hidden, setHidden] = useState(() => recall('navigation') === 'hidden')
  const [drawer, setDrawer] = useState(false)
  const [freed, free] = useState(false)
  const [quiet, setQuiet] = useState(false)

  // The focus view ends outside of projects (shell specification, section 4).
  if (freed && !pathname.startsWith('/projects')) free(false)
  // A growing window shows the navigation next to the page; shrinking again does not open the drawer.
  if (drawer && !small) setDrawer(false)

  const show = (visible: boolean) => {
    setHidden(!visible)
    if (visible) free(false)
    remember('navigation', visible ? null : 'hidden')
  }
  const beside = !small && !hidden && !freed && !quiet
  const enterOrLeave = (next: boolean) => {
    setQuiet(next)
    if (next) notices.show({ kind: 'info', title: t('quietOn'), text: t('quietOnText') })
    else notices.show({ kind: 'info', title: t('quietOff') })
  }
  useEscape(quiet, () => enterOrLeave(false))
  return {
    small,
    shown: beside,
    drawer,
    setDrawer,
    freed,
    free,
    quiet,
    setQuiet: enterOrLeave,
    show,
    open: () => (small ? setDrawer(true) : show(true)),
    toggle: () => (small ? setDrawer(!drawer) : show(!beside)),
  }
}

/** Handles Escape when nothing else on the page uses it: no dialog, no menu, no field. */
function useEscape(active: boolean, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.ctrlKey || event.metaKey) return
    const others = document.querySelectorAll('[aria-modal="true"], [role="menu"], [role="listbox"]')
    // Closed overlays may still be in the document.
    if ([...others].some((other) => other.checkVisibility())) return
    act()
  })
  useEffect(() => {
    if (!active) return undefined
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [active])
}
