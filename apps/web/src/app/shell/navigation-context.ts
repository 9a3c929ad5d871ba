import { createContext, use } from 'react'

interface NavigationState {
  /** Whether it stands beside the page. */
  shown: boolean
  small: boolean
  open: () => void
  /** Shows it where it is hidden, else hides it. */
  toggle: () => void
  /** The project's workspace has the window to itself: no navigation, no panels. */
  freed: boolean
  free: (freed: boolean) => void
  /** Distraction-free: bars and tabs are gone as well. */
  quiet: boolean
  setQuiet: (quiet: boolean) => void
}

const nothing = () => undefined

export const NavigationContext = createContext<NavigationState>({
  shown: true,
  small: false,
  open: nothing,
  toggle: nothing,
  freed: false,
  free: nothing,
  quiet: false,
  setQuiet: nothing,
})

/** What stands around the page, and changing it. */
export const useNavigationState = () => use(NavigationContext)
