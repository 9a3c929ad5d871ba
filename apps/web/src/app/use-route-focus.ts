import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusAfterRoute, isIdle } from '#lib/composer-focus.ts'

/** A page that loads has its heading later. */
const AGAIN_MS = 100
const TRIES = 50

/**
 * Moves the focus after a change of route to the new heading, or to the composer on a project's page; the first page keeps
 * its own focus.
 */
export function useRouteFocus(): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return undefined
    last.current = pathname
    // The page may still be loading, or may already have set the focus (a field, the composer). A followed link of the
    // navigation and a closing dialog give it up, and so does the heading, which a closing dialog may have given it.
    let timer: ReturnType<typeof setTimeout>
    const look = (tries: number) => {
      const { activeElement } = document
      const isFree = activeElement?.closest('nav, [aria-modal]') != null || isIdle(activeElement)
      if (focusAfterRoute({ isFree }) || !isFree) return
      const heading = document.querySelector<HTMLElement>('h1')
      if (heading) heading.focus({ preventScroll: true })
      else if (tries > 0) timer = setTimeout(() => look(tries - 1), AGAIN_MS)
    }
    timer = setTimeout(() => look(TRIES), 60)
    // What a person presses meanwhile, such as a menu of the tab row, keeps its focus.
    const stop = () => clearTimeout(timer)
    addEventListener('pointerdown', stop)
    return () => {
      stop()
      removeEventListener('pointerdown', stop)
    }
  }, [pathname])
}
