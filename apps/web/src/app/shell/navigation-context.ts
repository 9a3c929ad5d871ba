import { createContext, use } from 'react'

interface NavigationState {
  /** Whether it stands beside the page. */
  shown: boolean
  small: boolean
  open: () => void
}

export const NavigationContext = createContext<NavigationState>({
  shown: true,
  small: false,
  open: () => undefined,
})

/** Whether the navigation is shown, and how a page's top bar brings it back. */
export const useNavigationState = () => use(NavigationContext)
