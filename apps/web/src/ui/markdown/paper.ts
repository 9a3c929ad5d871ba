import { createContext } from 'react'

/** Whether a text is rendered for an exported file, without interactive controls. */
export const PaperContext = createContext(false)
