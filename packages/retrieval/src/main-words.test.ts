import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  bucketOf,
  missingWords,
  openJudgement,
  questionWords,
  rankSegments,
  readPostings,
  scorePassages,
  type Candidate,
  type TextLanguage,
} from './index.ts'
import { segmentOf } from './test/segments.ts'

async function ask(question: string, texts: readonly string[], language: TextLanguage, before = '') {
  const languages = [language]
  const segment = segmentOf(
    texts.map((text) => [text]),
    1,
    language,
  )
  const asked = questionWords(`${before}\n${question}`, languages)
  const { words, best } = rankSegments({ words: asked, segments: [segment] })
  const candidates = best.map((chunk): Candidate => ({
    ...chunk,
    context: '',
    text: texts[chunk.chunkId - 1]!,
    language,
  }))
  const { scored } = await scorePassages({ words, candidates, pause: setImmediate })
  const looked: string[] = []
  const missing = await missingWords({
    languages,
    words,
    own: questionWords(question, languages).filter(({ ignored }) => !ignored),
    passages: scored.map(({ why }) => why.terms),
    has: (terms) => {
      looked.push(...terms)
      const isIn = (term: string) => readPostings(segment.postings(bucketOf(term, segment.buckets))!, term)
      return Promise.resolve(new Set(terms.filter(isIn)))
    },
  })
  const judge = openJudgement({ words, languages, missing, isForeign: false })
  return { missing, looked, judged: scored.map(judge) }
}

const HOUSE = [
  'Der Urlaub dauert 30 Tage im Jahr. Eltern bekommen einen Zuschuss.',
  'Das Fahrrad steht im Keller. Der Dienst beginnt um acht Uhr.',
]

test.each<[string, string[]]>([
  // “Eltern” is another word, and “Zeit” is the end of many.
  ['Wie lange dauert Elternzeit?', ['Elternzeit']],
  ['Wann ist Elternzeit, und wer bezahlt Mutterschutz?', ['Elternzeit', 'Mutterschutz']],
  // The end of a compound says what it is.
  ['Wann beginnt der Spätdienst?', []],
  ['Wer hat Bereitschaftsdienst?', []],
  ['Wie lang ist der Urlaub?', []],
  // One of two main words is known.
  ['Wer reinigt das Fahrrad mit Dampfstrahl?', []],
  // All its words are common.
  ['Wie viel kostet das im Jahr?', []],
])('finds the main words of a German question that no text has: %s', async (question, expected) => {
  expect((await ask(question, HOUSE, 'de')).missing).toEqual(expected)
})

test.each<[string, TextLanguage, string[]]>([
  ['How long is parental leave?', 'en', ['parental']],
  ['How long is the vacation of apprentices?', 'en', []],
  ['Колко трае майчинството?', 'bg', ['майчинството']],
  ['Какви са отпуските?', 'bg', []],
])('in English and Bulgarian, forms of a word count: %s', async (question, language, expected) => {
  const texts =
    language === 'en'
      ? ['Vacations have 30 days. You leave the key at the desk.', 'An apprentice is paid monthly.']
      : ['Отпускът е 30 дни и се дава от ръководителя.', 'Дните са работни и трае една седмица.']
  expect((await ask(question, texts, language)).missing).toEqual(expected)
})

test.each<[string, TextLanguage, string, string[]]>([
  // A family is what this text is about; that a text has none says nothing.
  ['Отговарям ли за кредит, взет за семейството?', 'bg', 'Нуждите на семейството се поемат от двамата.', []],
  ['Отговарям ли за кредит, взет за семейството?', 'bg', 'Отпускът е 30 дни.', ['кредит', 'взет']],
  ['Wer bezahlt die Musikstunden der Kinder?', 'de', 'Kinder haben einen Platz im Hort.', []],
  ['Wer bezahlt die Musikstunden der Kinder?', 'de', 'Der Hort hat Platz.', ['Musikstunden']],
])(
  'a general noun that a text has speaks for the question: %s',
  async (question, language, text, expected) => {
    expect((await ask(question, [text], language)).missing).toEqual(expected)
  },
)

test('of a question that is read with the one before it, its own main words count, if it has some', async () => {
  const before = 'How long is parental leave?'
  const texts = ['A laptop is replaced after four years.']
  expect((await ask('Who pays a laptop?', texts, 'en', before)).missing).toEqual([])
  expect((await ask('And who pays for a zeppelin?', texts, 'en', before)).missing).toEqual(['zeppelin'])
  expect((await ask('And why?', texts, 'en', before)).missing).toEqual(['parental'])
})

test('pairs of letters of scripts without spaces are no missing words', async () => {
  expect((await ask('天气怎么样', ['今天天气真好'], 'en')).missing).toEqual([])
})

test('all passages of a question without its main words are weak, and those of others are not', async () => {
  const without = await ask('How long is parental leave?', ['You leave the key at the desk.'], 'en')
  expect(without.judged.map(({ lacksWords, why }) => [lacksWords, why.weak])).toEqual([[true, true]])
  const known = await ask('Who keeps the key?', ['You leave the key at the desk.'], 'en')
  expect(known.judged.map(({ lacksWords, why }) => [lacksWords, why.weak])).toEqual([[false, false]])
})

test('looks up the ends of few words, and of none that is too long', async () => {
  const words = Array.from({ length: 30 }, (_, at) => `Zx${'qv'.repeat(3 + at)}`)
  const { missing, looked } = await ask(`${words.join(' ')} Tage`, HOUSE, 'de')
  expect(missing).toHaveLength(5)
  expect(looked.length).toBeLessThan(5 * 40)
})
