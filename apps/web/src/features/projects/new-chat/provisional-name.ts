// Names of a new chat until its first question names it.

const NAMES: Readonly<Record<string, string>> = { en: 'New chat', de: 'Neuer Chat', bg: 'Нов чат' }

/** Returns the name of a new chat in a language; custom languages use the English name. */
export const provisionalName = (language: string): string => NAMES[language] ?? 'New chat'

/** Whether a name is provisional in any language, because the user may have switched it since. */
export const isProvisionalName = (name: string): boolean => Object.values(NAMES).includes(name)

/** Name of a new default project. */
export const DEFAULT_NAME = 'Default'
