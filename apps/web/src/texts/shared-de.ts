import type { Texts } from '#lib/translations.ts'

/** The texts that the page of a share link shows at once in this language. */
export const nouns = import.meta.glob<Texts>('./de/{markdown,shared-page}.json', {
  eager: true,
  import: 'default',
})
