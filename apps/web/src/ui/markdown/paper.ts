import { createContext } from 'react'

/** Whether a text is rendered to be taken away: as a file, where nothing can be pressed. */
export const PaperContext = createContext(false)
