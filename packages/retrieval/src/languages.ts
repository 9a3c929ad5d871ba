// Recognises the language of a text by its letters and its most common words.

export type TextLanguage = 'en' | 'de' | 'bg'

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

/** Words that say little about a text. */
const STOP: Readonly<Record<TextLanguage, ReadonlySet<string>>> = {
  en: setOf(
    `a about above after again all also am an and any are as at be because been before being below between both but by
    can could did do does doing don down during each else ever few for from further get gets had has have having he her
    here hers him his how i if in into is it its itself just let ll me more most much my no nor not now of off on once
    one only or other our ours out over own please re s same shall she should so some such t than that the their theirs
    them then there these they this those through to too under until up us ve very was we were what when where which
    while who whom whose why will with would yes you your yours`,
  ),
  de: setOf(
    `ab aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus bei beim bereits bin
    bis bist bitte da dabei dadurch dafür daher damit dann daran darauf daraus darf darin das dass davon dazu dein deine
    dem den denen denn der deren des dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch dürfen
    ein eine einem einen einer eines er es etwa etwas euch euer für gegen gibt gilt hab habe haben hat hatte hatten hier
    hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in indem ins ist ja jede jedem jeden jeder jedes
    jetzt kann kannst kein keine keinem keinen keiner können könnte machen man mehr mein meine meinem meinen meiner mich
    mir mit muss müssen nach nicht nichts noch nun nur ob oder ohne sehr seid sein seine seinem seinen seiner seit selbst
    sich sie sind so sobald sofern solche soll sollen sollte sollten sondern sonst sowie um und uns unser unsere unter viel
    viele vom von vor wann war waren warum was weil welche welchem welchen welcher welches wem wen wenn wer werden wie
    wieder wir wird wo wofür woher wohin worden wurde wurden würde über zu zum zur zwischen`,
  ),
  bg: setOf(
    `а аз ако ала без беше би бил била били било бъде бъдат бях в вас ваш ваша ваше ваши ви вие във все всеки всички
    всичко всяка всяко вече го да дали до докато дори е един една едно едни ето за защо защото и из или им има имам имат
    иска й как каква какви какво какъв като кога когато кого което които кой който колко коя която къде към ли ме между ми
    мен мене много мога могат може можем можете моля моят моя мое мои му на над най нас наш наша наше наши не него нещо
    неща нея ни ние никой нито но някой някои няма обаче около освен от отново още по повече под поради почти пред преди
    през при пък с са само се сега си след смо според сред срещу съм със също та така такъв такава такива там твой те тези
    ти то това тогава този той толкова точно тук тъй тя тях у че често чрез ще щом щях я`,
  ),
}

/** Words of one language that are stop words of another: "war", "die". */
const CONTENT: Readonly<Record<TextLanguage, ReadonlySet<string>>> = {
  en: setOf('war waren die dies man hat bin alles gilt hier hin mine'),
  de: setOf('not all one shall down'),
  bg: setOf(''),
}

const LANGUAGES: readonly TextLanguage[] = ['en', 'de', 'bg']

/** Whether a word in lower case is one of any language's stop words and means nothing else in this language. */
export function isStopWord(word: string, language: TextLanguage): boolean {
  if (STOP[language].has(word)) return true
  return !CONTENT[language].has(word) && LANGUAGES.some((other) => STOP[other].has(word))
}

/** UTF-16 units of a text that are read. */
const READ = 20_000

/** Returns the language of a text, English when undecided. */
export const languageOf = (text: string): TextLanguage => decidedLanguage(text) ?? 'en'

/** Returns the language of a text, or undefined if its letters and stop words do not decide. */
export function decidedLanguage(text: string): TextLanguage | undefined {
  const read = text.slice(0, READ).normalize('NFKC').toLowerCase()
  const cyrillic = countOf(read, /\p{sc=Cyrillic}/gu)
  const latin = countOf(read, /\p{sc=Latin}/gu)
  if (cyrillic > latin) return 'bg'
  const words = read.match(/[\p{L}\p{M}]+/gu) ?? []
  const only = (one: TextLanguage, other: TextLanguage) =>
    words.filter((word) => STOP[one].has(word) && !STOP[other].has(word)).length
  const english = only('en', 'de')
  const german = only('de', 'en') + words.filter((word) => /[äöüß]/.test(word)).length
  return english === german ? undefined : english > german ? 'en' : 'de'
}

/**
 * Returns the languages for a question among those of the searched documents: its own, else all of them.
 */
export function questionLanguages(text: string, present: readonly TextLanguage[]): readonly TextLanguage[] {
  const decided = decidedLanguage(text)
  const all = LANGUAGES.filter((language) => present.includes(language))
  if (decided !== undefined && (all.includes(decided) || all.length === 0)) return [decided]
  return all.length === 0 ? LANGUAGES : all
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
