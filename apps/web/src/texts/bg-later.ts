import type { ResourceLanguage } from 'i18next'

/** The nouns beyond the first paint, each a file of its own. Where they are stands here: nobody reads three languages. */
export const later = import.meta.glob<ResourceLanguage[string]>(
  [
    './bg/*.json',
    '!./bg/{conversation,markdown,models,problems,projects,session,settings,shell,tabs,ui}.json',
  ],
  { import: 'default' },
)
