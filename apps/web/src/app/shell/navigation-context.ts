import { createContext, use } from 'react'

interface NavigationState {
  /** Whether it is shown next to the page. */
  shown: boolean
  small: boolean
  /** Read-only mode: without navigation, tools, controls of tabs and the message field (SHARE-14). */
  readOnly: boolean
  open: () => void
  /** Shows or hides it. */
  toggle: () => void
  /** Focus view: the workspace fills the window, without navigation and panels. */
  freed: boolean
  free: (freed: boolean) => void
  /** Distraction-free: bars and tabs are hidden too. */
  quiet: boolean
  setQuiet: (quiet: boolean) => void
  /** Whether the side panel is open beside pages without a chat, until it is closed or the page is loaded again. */
  panel: boolean
  setPanel: (open: boolean) => void
}

const nothing = () => undefined

export const NavigationContext = createContext<NavigationState>({
  shown: true,
  small: false,
  readOnly: false,
  open: nothing,
  toggle: nothing,
  freed: false,
  free: nothing,
  quiet: false,
  setQuiet: nothing,
  panel: false,
  setPanel: nothing,
})

/** Returns the state of the page's frame and the functions to change it. */
export const useNavigationState = () => use(NavigationContext)
