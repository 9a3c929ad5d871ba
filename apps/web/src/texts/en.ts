import type { ResourceLanguage } from 'i18next'

const files = import.meta.glob<ResourceLanguage[string]>('./en/*.json', { eager: true, import: 'default' })

/** The texts of this language by noun: one file to load. */
export const texts: ResourceLanguage = Object.fromEntries(
  Object.entries(files).map(([path, keys]) => [path.slice(path.lastIndexOf('/') + 1, -5), keys]),
)
