// While a dialog or drawer is open the page behind takes neither focus nor clicks; afterwards the focus goes back.
import { useEffect } from 'react'
import { returnFocus } from './focus-trail.ts'

let open = 0

/** Makes the page behind inert as long as `active`; dialogs themselves stand outside of it. */
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
      // After Mantine's own attempt, which knows only the one element that had the focus last.
      setTimeout(() => open === 0 && returnFocus(), 40)
    }
  }, [active])
}
