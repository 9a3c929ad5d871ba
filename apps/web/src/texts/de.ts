import type { ResourceLanguage } from 'i18next'

// The nouns of the first paint; de-later.ts leaves the same ones out.
const files = import.meta.glob<ResourceLanguage[string]>(
  './de/{conversation,markdown,models,problems,projects,session,settings,shell,tabs,ui}.json',
  { eager: true, import: 'default' },
)

/** What the first paint says in this language, by noun: one file to load. */
export const texts: ResourceLanguage = Object.fromEntries(
  Object.entries(files).map(([path, keys]) => [path.slice(path.lastIndexOf('/') + 1, -5), keys]),
)
