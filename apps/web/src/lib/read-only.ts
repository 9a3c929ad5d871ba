// Read-only mode (SHARE-14): the page without navigation, controls of tabs and the message field. It gives and takes no rights.
import { createContext, use, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Event of `window` that starts the mode, or ends it if its `detail` is false. `r=true` in the address starts it, too. */
const EVENT = 'polylogue:read-only'

/** What the frame of the page provides. */
export const ReadOnlyMode = createContext(false)

export const useReadOnlyMode = (): boolean => use(ReadOnlyMode)

export const isReadOnlyAddress = (search: string): boolean => new URLSearchParams(search).get('r') === 'true'

/** Returns whether the address or an event asks for the mode. */
export function useAskedReadOnly(): boolean {
  const [asked, setAsked] = useState(false)
  const { search } = useLocation()
  useEffect(() => {
    const hear = (event: Event) => setAsked((event as CustomEvent<unknown>).detail !== false)
    addEventListener(EVENT, hear)
    return () => removeEventListener(EVENT, hear)
  }, [])
  return asked || isReadOnlyAddress(search)
}
