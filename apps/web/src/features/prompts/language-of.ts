// Guesses the language of a prompt among those of the page. Pure.
import type { Language } from '#lib/language.ts'

/** More text than this does not make the guess better. */
const READ = 2_000

/** Frequent words of one of the two languages that are not words of the other. */
const WORDS: readonly (readonly [Language, ReadonlySet<string>])[] = [
  [
    'en',
    new Set(
      (
        'the of and to is are for with on this that these it you your my our from as by not or what which how please write ' +
        'summarise summarize explain list make give me a'
      ).split(' '),
    ),
  ],
  [
    'de',
    new Set(
      (
        'der das und ist nicht ein eine einen einem einer eines den dem des für mit auf von zu im zum zur diese dieser ' +
        'diesen dieses sie ihr wir ich wie oder bei aus nach bitte schreibe schreiben erkläre fasse nenne mir uns'
      ).split(' '),
    ),
  ],
]

/** Returns the language of a prompt without its placeholders; undefined when it is not clear. */
export function languageOf(prompt: string): Language | undefined {
  const text = prompt
    .slice(0, READ)
    .replaceAll(/\{\{[^{}\n]{0,200}\}\}/g, ' ')
    .toLowerCase()
  const words = text.match(/\p{L}+/gu) ?? []
  const cyrillic = words.filter((word) => /\p{Script=Cyrillic}/u.test(word))
  // These letters are Russian, Ukrainian, Serbian or Macedonian.
  if (cyrillic.length * 2 > words.length) return /[ыэёіїєґђјљњћџѓѕќ]/u.test(text) ? undefined : 'bg'
  const [first, second] = WORDS.map(([language, known]) => ({
    language,
    count: words.filter((word) => known.has(word)).length,
  })).toSorted((one, other) => other.count - one.count)
  return first && first.count > (second?.count ?? 0) ? first.language : undefined
}
