// What a new chat is called until its first question names it.

const NAMES: Readonly<Record<string, string>> = { en: 'New chat', de: 'Neuer Chat', bg: 'Нов чат' }

/** The name that a new chat is made with in a language; a language of an installation's own has the English one. */
export const provisionalName = (language: string): string => NAMES[language] ?? 'New chat'

/** Whether a name is one that nobody chose. The page may speak another language by now. */
export const isProvisionalName = (name: string): boolean => Object.values(NAMES).includes(name)

/** The name that one's default project is made with. */
export const DEFAULT_NAME = 'Default'
