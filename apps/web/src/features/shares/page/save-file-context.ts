import { createContext } from 'react'

/** Downloads a file of a message by its key and name. A context, so that work in progress renders no message again. */
export const SaveFileContext = createContext<(key: number, name: string) => void>(() => undefined)
