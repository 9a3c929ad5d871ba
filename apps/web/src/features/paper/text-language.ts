// Guesses the language of a text, so that a word processor hyphenates it by the right rules.
import type { Paper } from './paper.ts'

const WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set('the and of to is in that for with are not this you'.split(' ')),
  de: new Set('der die das und ist nicht ein eine mit für auf sich den zu von'.split(' ')),
  fr: new Set('le les des et est une pour dans que pas vous du sur'.split(' ')),
  es: new Set('el los las y es una para que no con por del se'.split(' ')),
  it: new Set('il gli e è una per che non con del della di sono'.split(' ')),
}
/** Letters that Bulgarian does not have. */
const RUSSIAN = /[ыэё]/i
/** Characters that are looked at. */
const READ = 5_000
/** Fewer known words say nothing. */
const LEAST = 3

/** Returns the code of the text's language; undefined where it is not clear. */
export function languageOf(text: string): string | undefined {
  const words =
    text
      .slice(0, READ)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  const cyrillic = words.filter((word) => /^\p{Script=Cyrillic}+$/u.test(word))
  if (cyrillic.length > words.length / 2) return cyrillic.some((word) => RUSSIAN.test(word)) ? 'ru' : 'bg'
  const counts = Object.entries(WORDS).map(
    ([language, known]) => [language, words.filter((word) => known.has(word)).length] as const,
  )
  const [best, next] = counts.toSorted((one, other) => other[1] - one[1])
  return best && best[1] >= LEAST && best[1] > (next?.[1] ?? 0) ? best[0] : undefined
}

/** Returns the language that most of the text is in, for hyphenation. */
export function languageOfPaper({ chats, language }: Paper): string {
  const counts = new Map<string, number>()
  for (const { answer } of chats.flatMap(({ messages }) => messages)) {
    const found = languageOf(answer)
    if (found) counts.set(found, (counts.get(found) ?? 0) + 1)
  }
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? language
}
