// While a dialog or drawer is open, the page behind is inert; afterwards the focus returns.
import { useEffect } from 'react'
import { returnFocus } from './focus-trail.ts'

/** How many dialogs and drawers cover the one document. */
let open = 0

/** Makes the page behind inert while `active`; dialogs are rendered outside of it. */
export function useInertPage(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined
    const page = document.getElementById('root')
    open += 1
    page?.setAttribute('inert', '')
    return () => {
      open -= 1
      if (open > 0) return
      page?.removeAttribute('inert')
      // After Mantine's own attempt, which knows only the last focused element.
      setTimeout(() => open === 0 && returnFocus(), 40)
    }
  }, [active])
}
