import type { ResourceLanguage } from 'i18next'

// The nouns of the first paint; keep in sync with the exclusions of bg-lazy.ts.
const files = import.meta.glob<ResourceLanguage[string]>(
  './bg/{conversation,markdown,models,problems,projects,session,settings,shell,tabs,ui}.json',
  { eager: true, import: 'default' },
)

/** The texts of the first paint in this language, by noun, in one chunk. */
export const texts: ResourceLanguage = Object.fromEntries(
  Object.entries(files).map(([path, keys]) => [path.slice(path.lastIndexOf('/') + 1, -5), keys]),
)
