// The telling words of a text, in the languages that the help is written in: without the words that say nothing, and
// without the endings that questions and headings differ by.

const EMPTY: Record<string, ReadonlySet<string>> = {
  en: setOf(
    'a about again an and any are as at be been but by can could did do does else for from had has have how i if ' +
      'in into is it its me more my no not of ok okay on or our please should so some tell thank thanks than that ' +
      'the their them then there these they this those to up was we what when where which who why will with would ' +
      'you your',
  ),
  de: setOf(
    'aber alle als am an auch auf aus bei beim bin bitte da dann das dass dem den der des die dies diese diesem ' +
      'diesen dieser dir du ein eine einem einen einer eines er es fur gibt habe haben hat ich ihr ihre ihrem ihren ' +
      'ihrer im in ist ja kann konnen man mehr mein meine meinem meinen meiner mich mir mit muss nach nicht noch ' +
      'nur ob oder sein sich sie sind so uber um und uns unser vom von war warum was welche welchem welchen welcher ' +
      'welches wenn wer werden wie wir weiter wird wo woher wohin zu zum zur',
  ),
  bg: setOf(
    'а аз ако без беше би в вас ви във все всеки го да до е за защо и из или им имам има как каква какво какъв ' +
      'каква кои коя кое кога кои към ли ме ми мога може можем моля моят моя мое мои му на над не него нещо ни но ' +
      'някой още о от по повече под при с са се си след със съм така там те това този тази тези то той тя тук че ще ' +
      'я',
  ),
}

/** Endings, longest first; what is left of a word keeps at least `least` letters. */
const ENDINGS: Record<string, { ending: RegExp; least: number }> = {
  en: { ending: /(?:ing|edly|ed|ies|es|s|ly)$/, least: 3 },
  de: { ending: /(?:erinnen|ungen|ern|est|em|en|er|es|et|st|e|n|s|t)$/, least: 3 },
  bg: {
    ending:
      /(?:овете|евете|яването|аването|янето|ваме|вате|ията|ите|ият|ове|еве|ането|яне|ане|ене|ата|ята|ъта|ето|ото|ват|ва|ът|ят|та|то|те|ам|ям|ия|ие|ии|а|я|о|е|и|м|ш)$/,
    least: 3,
  },
}

/** The telling words of a text, lower-case, without accents and the commonest endings. */
export function words(text: string, language = 'en'): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const empty = EMPTY[language] ?? EMPTY['en']
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length > 1 && !empty?.has(word))
    .map((word) => stem(word, language))
}

function stem(word: string, language: string): string {
  const { ending, least } = ENDINGS[language] ?? { ending: /$^/, least: 3 }
  const found = ending.exec(word)?.[0]
  if (!found || word.length - found.length < least) return word
  if (found === 'ies') return `${word.slice(0, -3)}y`
  const rest = word.slice(0, -found.length)
  return language === 'en' ? rest.replace(/([^aeiousl])\1$/, '$1') : rest
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.normalize('NFKD').replace(/\p{M}/gu, '').split(' '))
}
