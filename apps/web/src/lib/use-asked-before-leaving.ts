import { useEffect } from 'react'

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** Lets the browser ask before the page is closed or reloaded, while something would be lost. */
export function useAskedBeforeLeaving(needed: boolean): void {
  useEffect(() => {
    if (!needed) return undefined
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [needed])
}
