import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ANALYSIS,
  decidedLanguage,
  languageOf,
  questionLanguages,
  questionWords,
  termsOf,
  type TextLanguage,
} from './index.ts'
import { scanWords } from './scan.ts'
import { stemOf } from './stems.ts'

const terms = (text: string, language: TextLanguage = 'en') => [...termsOf(text, language).keys()]

describe('terms of a text', () => {
  test.each<[string, TextLanguage, string[]]>([
    ['Travelling costs', 'en', ['stravel', 'ptrave', 'scost', 'pcosts']],
    ['Reisekosten', 'de', ['sreisekost', 'preise']],
    ['Straße', 'de', ['sstrass', 'pstras']],
    ['Größe GRÖSSE', 'de', ['sgross', 'pgross']],
    ['учители', 'bg', ['sучител', 'pучите']],
    ['E1042', 'en', ['se1042', 'pe1042']],
    ['EN-1090', 'en', ['sen', 'pen', 's1090', 'p1090', 'sen1090']],
    ['Home-Office', 'en', ['shome', 'phome', 'soffic', 'poffic', 'shomeoffic']],
    ['10.5', 'en', ['s10', 'p10', 's5', 'p5', 'w10.5']],
    ['x@b.de', 'de', ['sx', 'px', 'sb', 'pb', 'sde', 'pde', 'wx@b.de']],
    ['10,5 and 3, 4', 'en', ['s10', 'p10', 's5', 'p5', 'w10,5', 'wand', 's3', 'p3', 's4', 'p4']],
    ['The ', 'en', ['wthe']],
    ['东京都', 'en', ['s东京', 's京都']],
    ['東', 'en', ['s東']],
    ['café cafe\u0301', 'en', ['scafé', 'pcafe']],
    ['co\u00adoperate', 'en', ['scooper', 'pcoope']],
    ['… — !', 'en', []],
    ['😀', 'en', []],
    ['war', 'en', ['swar', 'pwar']],
    ['war', 'de', ['wwar']],
  ])('%s in %s', (text, language, expected) => {
    expect(new Set(terms(text, language))).toEqual(new Set(expected))
  })

  test('the joined form of two words is the one word that others write', () => {
    expect(terms('Home-Office', 'de')).toContain(terms('Homeoffice', 'de')[0])
    expect(terms('EN-1090')).toContain(terms('EN1090')[0])
  })

  test('addresses of pages are their words alone', () => {
    const address = 'https://example.com/a-long-path/with/many-parts/and-more.html'
    expect(terms(address).filter((term) => term.length > 12)).toEqual([])
    expect(terms(address)).toContain('sexampl')
  })

  test('words in capitals, with accents apart and in full width are the same', () => {
    expect(terms('ＡＢＣ Größe', 'de')).toEqual(terms('abc gro\u0308ße', 'de'))
  })

  test('any text has terms of limited length, each word in its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        for (const language of ['en', 'de', 'bg'] as const)
          for (const term of terms(text, language)) expect(term.length).toBeLessThanOrEqual(1 + 64 * 18)
        let last = 0
        scanWords(text, (from, to, what) => {
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(text.length)
          if (what === 'word') expect(from).toBeGreaterThanOrEqual(last)
          if (what === 'word') last = to
        })
      }),
    )
  })
})

describe('stems', () => {
  test.each<[TextLanguage, string[]]>([
    ['en', ['connect', 'connected', 'connecting', 'connection', 'connections']],
    ['de', ['rechnung', 'rechnungen']],
    ['bg', ['учител', 'учителя', 'учителят', 'учители', 'учителите']],
    ['bg', ['съобщение', 'съобщения', 'съобщенията', 'съобщението']],
  ])('%s %j have one', (language, words) => {
    expect(new Set(words.map((word) => stemOf(word, language))).size).toBe(1)
  })
})

describe('the language of a text', () => {
  test.each<[string, TextLanguage | undefined]>([
    ['How do I share a chat with others?', 'en'],
    ['Wie teile ich einen Chat mit anderen?', 'de'],
    ['Как да споделя разговор?', 'bg'],
    ['Größe', 'de'],
    ['Reisekostenpauschale', undefined],
    ['', undefined],
    ['12345', undefined],
  ])('%s', (text, language) => {
    expect(decidedLanguage(text)).toBe(language)
    expect(languageOf(text)).toBe(language ?? 'en')
  })

  test.each<[string, TextLanguage[], TextLanguage[]]>([
    ['How do I share it?', ['en', 'de'], ['en']],
    ['How do I share it?', ['de', 'bg'], ['de', 'bg']],
    ['Reisekosten', ['bg', 'de', 'en'], ['en', 'de', 'bg']],
    ['Reisekosten', [], ['en', 'de', 'bg']],
    ['Как?', [], ['bg']],
  ])('%s of a source in %j is read in %j', (text, present, expected) => {
    expect(questionLanguages(text, present)).toEqual(expected)
  })
})

describe('words of a question', () => {
  const words = (text: string, ...languages: TextLanguage[]) =>
    questionWords(text, languages.length ? languages : ['en'])

  test('stop words are ignored, the others keep their spelling', () => {
    expect(words('How many Days of vacation?').map(({ word, ignored }) => [word, ignored])).toEqual([
      ['How', true],
      ['many', false],
      ['Days', false],
      ['of', true],
      ['vacation', false],
    ])
  })

  test('only stop words count as words', () => {
    expect(words('To be or not to be').map(({ word, ignored }) => [word, ignored])).toEqual([
      ['To', false],
      ['be', false],
      ['or', false],
      ['not', false],
    ])
    expect(words('To be').map(({ terms: { whole } }) => whole)).toEqual(['wto', 'wbe'])
  })

  test('a question in several languages has a stem for each', () => {
    const [word] = words('Teilungen', 'en', 'de')
    expect(word?.terms).toEqual({ stems: ['steilungen', 'steilung'], beginning: 'pteilu' })
  })

  test('a joined word is searched as a whole, too', () => {
    expect(words('a@b.com').at(-1)).toMatchObject({ word: 'a@b.com', terms: { whole: 'wa@b.com' } })
  })

  test('of a long question the end is read, and a hundred words of it', () => {
    const numbers = Array.from({ length: 2_000 }, (_, index) => `n${index}`)
    const read = words(`first ${numbers.join(' ')}`)
    expect(read.some(({ word }) => word === 'first')).toBe(false)
    expect(read.filter(({ ignored }) => !ignored).map(({ word }) => word)).toEqual(numbers.slice(-100))
  })

  test('a word of the text is found by the question', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const found = termsOf(text, 'de')
        for (const { terms: own, ignored } of questionWords(text, ['de']))
          if (!ignored)
            for (const term of [...own.stems, own.beginning, own.whole])
              if (term !== undefined) expect(found.has(term)).toBe(true)
      }),
    )
  })

  test('the analysis has a version', () => {
    expect(ANALYSIS).toBe(1)
  })
})
