import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusAfterRoute } from '../lib/composer-focus.ts'

/**
 * After a change of route a screen reader begins at the new page's heading, on a project's page in the field one writes in; the
 * first page keeps its own focus.
 */
export function useRouteFocus(): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return undefined
    last.current = pathname
    // The page may still be on its way, or have put the focus where it is needed (a field, the composer).
    const timer = setTimeout(() => {
      const { activeElement } = document
      const isFree =
        !activeElement ||
        activeElement === document.body ||
        !activeElement.isConnected ||
        isOutside(activeElement)
      if (focusAfterRoute({ isFree }) || !isFree) return
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    }, 60)
    return () => clearTimeout(timer)
  }, [pathname])
}

/** A link of the navigation, or of a dialog that closes, that was just followed gives the focus on to the page it opened. */
const isOutside = (element: Element) => element.closest('nav, [aria-modal]') !== null
