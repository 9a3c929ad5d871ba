import type { Texts } from '#lib/translations.ts'

/** Loaders of the nouns that the first paint does not need, one file each. Only the files of this language are listed. */
export const lazyTexts = import.meta.glob<Texts>(
  [
    './bg/*.json',
    '!./bg/*.kind.json',
    '!./bg/{conversation,markdown,models,problems,projects,session,settings,shell,tabs,ui}.json',
  ],
  { import: 'default' },
)
