import { createContext, use } from 'react'
import { useMediaQuery } from '@mantine/hooks'
import type { PanelSection } from './sections.ts'

interface PanelState {
  /** The sections that the user may see. */
  sections: readonly PanelSection[]
  /** The chosen section; undefined when the user may see none. */
  section: PanelSection | undefined
  shown: boolean
  /** Whether it lies on the page instead of beside it. */
  over: boolean
  /** Counts how often the user opened it: each time it takes the focus. Zero if it is open since the page was loaded. */
  openings: number
  /** Opens it, with a section or the one that was chosen last. */
  open: (id?: PanelSection['id']) => void
  close: () => void
}

const nothing = () => undefined

export const PanelContext = createContext<PanelState>({
  sections: [],
  section: undefined,
  shown: false,
  over: false,
  openings: 0,
  open: nothing,
  close: nothing,
})

/** Returns the state of the side panel and the functions to change it. */
export const usePanel = () => use(PanelContext)

/** Id of the button that opens and closes the panel; it gets the focus back. */
export const PANEL_BUTTON = 'panel-button'

/** Returns whether the window is too narrow for the conversation and the panel beside it: the panel covers it then. */
export const useCovers = (): boolean =>
  useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
