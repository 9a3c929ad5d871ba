import type { Texts } from '#lib/translations.ts'

/** The texts of the first paint in this language, in one chunk; keep in sync with the exclusions of de-lazy.ts. */
export const nouns = import.meta.glob<Texts>(
  './de/{conversation,markdown,models,problems,projects,session,settings,shell,tabs,ui}.json',
  { eager: true, import: 'default' },
)

/** The texts of the kinds of items that the navigation and the palette need. */
export const kinds = import.meta.glob<Texts>('./de/*.kind.json', {
  eager: true,
  import: 'default',
})
