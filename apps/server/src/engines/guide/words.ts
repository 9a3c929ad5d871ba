// Extracts the content words of a text, in the languages of the help: without stop words and without the endings in which
// questions and headings differ.

const EMPTY: Record<string, ReadonlySet<string>> = {
  en: setOf(
    'a about again an and any are as at be been but by can could did do does else for from had has have here how i if ' +
      'in into is it its me more my no not of ok okay on or our please should so some tell thank thanks than that ' +
      'the their them then there these they this those to up use was we what when where which who why will with would ' +
      'you your',
  ),
  de: setOf(
    'aber alle als am an auch auf aus bei beim bin bitte da dann das dass dem den der des die dies diese diesem ' +
      'diesen dieser dir du ein eine einem einen einer eines er es fur gibt habe haben hat hier ich ihr ihre ihrem ihren ' +
      'ihrer im in ist ja kann kannst konnen konnt man mehr mein meine meinem meinen meiner mich mir mit muss nach nicht noch ' +
      'nur ob oder sein sich sie sind so soll sollte uber um und uns unser vom von war warum was welche welchem welchen welcher ' +
      'welches wenn wer werden wie wir weiter wird wo woher wohin zu zum zur',
  ),
  bg: setOf(
    'а аз ако без беше би в вас ви във все всеки го да до е за защо и из или им имам има как каква какво какъв ' +
      'колко кои коя кое кога кои към ли ме ми мога могат може можем можеш можете моля моят моя мое мои му на над не него нещо ни но ' +
      'някой още о от по повече под при с са се си след със съм така там те това този тази тези то той тя тук че ще ' +
      'я',
  ),
}

/** Suffixes, longest first, removed in several steps; at least three letters of a word remain. */
const ENDINGS: Record<string, readonly RegExp[]> = {
  en: [/(?:ing|edly|ed|ies|es|s|ly)$/],
  // “Änderungen” and “ändere”, “Verwaltung” and “verwalten”.
  de: [/(?:erinnen|innen|ern|em|er|en|es|st|e|n|s|t)$/, /(?:ung|er|en|et|t)$/],
  bg: [
    /(?:овете|евете|яването|аването|янето|ваме|вате|ията|ите|ият|ове|еве|уването|ването|ането|яване|уване|аване|иване|ване|увам|вам|яне|ане|ене|ата|ята|ъта|ето|ото|ват|ва|ът|ят|та|то|те|ам|ям|ия|ие|ии|а|я|о|е|и|м|ш)$/,
  ],
}
const LEAST = 3

/** Returns the content words of a text in lower case, without accents and the most common suffixes. */
export function words(text: string, language = 'en'): string[] {
  const empty = EMPTY[language] ?? EMPTY['en']
  return plainWords(text)
    .filter((word) => word.length > 1 && !empty?.has(word))
    .map((word) => stem(word, language))
}

/** Separable prefixes that German verbs leave at the end of a sentence, without accents. */
const LEFT_BEHIND = new Set('ab an auf aus ein heraus herunter hinzu hoch um weg zu zuruck'.split(' '))

/** Returns the stop words of a text, which make the difference between short questions such as “What is this?”. */
export function stopWords(text: string, language: string): string[] {
  const empty = EMPTY[language] ?? EMPTY['en']
  return plainWords(text).filter((word) => empty?.has(word) || isLeftBehind(word, language))
}

/** Whether a word is only the prefix of a German verb, which says little without it. */
export const isLeftBehind = (word: string, language: string): boolean =>
  language === 'de' && LEFT_BEHIND.has(word)

const plainWords = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Guesses the verb of a German question: “hinzufüg” from “Wie füge ich einen Tab hinzu?”. Other combinations match no word.
 */
export function rejoined(question: string, language: string): string[] {
  if (language !== 'de') return []
  return question.split(/[.?!,;:]/).flatMap((sentence) => {
    const parts = plainWords(sentence)
    const last = parts.at(-1) ?? ''
    return LEFT_BEHIND.has(last)
      ? words(
          parts
            .slice(0, -1)
            .map((part) => last + part)
            .join(' '),
          language,
        )
      : []
  })
}

function stem(word: string, language: string): string {
  const rest = (ENDINGS[language] ?? []).reduce(withoutEnding, word)
  if (language === 'en') return withoutE(rest === word ? rest : rest.replace(/([^aeiousl])\1$/, '$1'))
  // “Смяна” and “сменя”, “свързване” and “свържа”.
  return language === 'bg' ? rest.replace(/я(?=.$)/, 'е').replace(/ж$/, 'з') : rest
}

/** “change” and “changing”, “colleague” and “colleagues”. */
const withoutE = (word: string) => (word.length > LEAST ? word.replace(/e$/, '') : word)

function withoutEnding(word: string, endings: RegExp): string {
  const found = endings.exec(word)?.[0]
  if (!found || word.length - found.length < LEAST) return word
  return found === 'ies' ? `${word.slice(0, -3)}y` : word.slice(0, -found.length)
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.normalize('NFKD').replace(/\p{M}/gu, '').split(' '))
}
