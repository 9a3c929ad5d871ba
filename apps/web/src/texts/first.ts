import type { Language } from '#lib/language.ts'
import type { Texts } from '#lib/translations.ts'

type Files = Readonly<Record<string, Texts>>

/** Loads the texts of the first paint, one chunk per language. */
export const firstTexts: Record<Language, () => Promise<{ texts: Texts }>> = {
  en: async () => collected(await import('./en.ts')),
  de: async () => collected(await import('./de.ts')),
  bg: async () => collected(await import('./bg.ts')),
}

/** By noun. The noun `kinds` has those of all `{noun}.kind.json`: they are known before the other texts of a kind of item. */
const collected = ({ nouns, kinds }: { nouns: Files; kinds: Files }) => ({
  texts: { ...byName(nouns), kinds: byName(kinds) },
})

/** By the name of the file up to its first dot. */
const byName = (files: Files): Texts =>
  Object.fromEntries(Object.entries(files).map(([path, keys]) => [nameOf(path), keys]))

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).split('.', 1)[0] ?? path
