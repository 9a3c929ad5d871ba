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
    ['东京都', 'en', ['s东京', 'p东', 's京都', 'p京', 'p都']],
    ['東', 'en', ['s東', 'p東']],
    ['กินข้าว', 'en', ['sกิน', 'pกิ', 'sนข้', 'pน', 'sข้า', 'pข้', 'sาว', 'pา', 'pว']],
    ['𠮷野家', 'en', ['s𠮷野', 'p𠮷', 's野家', 'p野', 'p家']],
    ['Home‑Office Home–Office Home—Office', 'de', ['shom', 'phome', 'soffic', 'poffic', 'shomeoffic']],
    ['Home\u200bOffice', 'de', ['shom', 'phome', 'soffic', 'poffic', 'shomeoffic']],
    ['2020–2023', 'de', ['s2020', 'p2020', 's2023', 'p2023', 'w2020-2023']],
    ['Urlaub\u00a0und\u2009Reise', 'de', ['surlaub', 'purlau', 'wund', 'sreis', 'preise']],
    ['café cafe\u0301', 'en', ['scafe', 'pcafe']],
    ['co\u00adoperate', 'en', ['scooper', 'pcoope']],
    ['… — !', 'en', []],
    ['😀', 'en', []],
    ['war', 'en', ['swar', 'pwar']],
    ['war', 'de', ['wwar']],
  ])('%s in %s', (text, language, expected) => {
    expect(new Set(terms(text, language))).toEqual(new Set(expected))
  })

  test('the joined form of a hyphenated word equals the word written as one', () => {
    expect(terms('Home-Office', 'de')).toContain(terms('Homeoffice', 'de')[0])
    expect(terms('EN-1090')).toContain(terms('EN1090')[0])
  })

  test('a URL has only the terms of its words', () => {
    const address = 'https://example.com/a-long-path/with/many-parts/and-more.html'
    expect(terms(address).filter((term) => term.length > 12)).toEqual([])
    expect(terms(address)).toContain('sexampl')
  })

  test('capitals, decomposed accents and full-width letters give the same terms', () => {
    expect(terms('ＡＢＣ Größe', 'de')).toEqual(terms('abc gro\u0308ße', 'de'))
  })

  test.each([
    ['Müller Größe Äpfel Übung', 'de'],
    ['дейност ѝ съюз', 'bg'],
    ['café naïve', 'en'],
    ['プログラムが機能', 'en'],
    ['자유로운 한국어', 'en'],
    ['Donaudampf', 'de'],
  ] as const)(
    '“%s” has the same terms decomposed, and with characters that nobody sees',
    (text, language) => {
      const expected = new Set(terms(text.normalize('NFC'), language))
      expect(new Set(terms(text.normalize('NFD'), language))).toEqual(expected)
      const hidden = text
        .replace(/(?<=\p{L}\p{M}?)(?=\p{L})/gu, '\u00ad')
        .replace(/(?<=\p{L})(?=\p{L})/gu, '\u2060')
      expect(new Set(terms(hidden, language))).toEqual(expected)
    },
  )

  test('narrow Japanese letters are those of full width', () => {
    expect(terms('ﾌﾟﾛｸﾞﾗﾑ')).toEqual(terms('プログラム'))
  })

  test('terms of any text have a limited length, and words are scanned in order', () => {
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

/** German words with a plural on -s, and others that end with an -s of their own. */
const PLURALS = `taxi hotel auto kino foto büro kamera oma sofa handy hobby baby café menü shop laptop tipp app job team chef
  interview comic lkw azubi krimi ski kiwi safari bikini akku kilo silo radio konto pizza großraumtaxi firmenlaptop uni`
const ON_S = `preis ausweis kreis gleis haus kurs puls kies kurios kostenlos los moos grandios gas erdgas glas gips krebs hals
  beweis fuchs fels`

describe('stems', () => {
  test.each<[TextLanguage, string[]]>([
    ['en', ['connect', 'connected', 'connecting', 'connection', 'connections']],
    ['de', ['rechnung', 'rechnungen']],
    ...PLURALS.split(/\s+/).map((word): [TextLanguage, string[]] => ['de', [word, `${word}s`]]),
    ...ON_S.split(/\s+/).map((word): [TextLanguage, string[]] => ['de', [word, `${word}e`]]),
    ['de', ['ergebnis', 'ergebnisse']],
    ['de', ['haus', 'hauses', 'hause']],
    ['bg', ['учител', 'учителя', 'учителят', 'учители', 'учителите']],
    ['bg', ['съобщение', 'съобщения', 'съобщенията', 'съобщението']],
  ])('in %s are the same for %j', (language, words) => {
    expect(new Set(words.map((word) => stemOf(word, language))).size).toBe(1)
  })
})

describe('German words on -s', () => {
  test.each([
    ['eis', 'ei'],
    ['mais', 'mai'],
    ['reis', 'rei'],
    ['haus', 'hau'],
    ['basis', 'basi'],
    ['praxis', 'praxi'],
    ['bonus', 'bonu'],
    ['gas', 'ga'],
    ['los', 'lo'],
    ['kürbis', 'kürbi'],
    ['gips', 'gip'],
    ['zeugnis', 'zeugni'],
    ['kreis', 'krei'],
    ['kurs', 'kur'],
    ['puls', 'pul'],
  ])('“%s” keeps its letter', (word, cut) => {
    expect(stemOf(word, 'de')).not.toBe(cut)
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
  ])('of “%s” is detected as %s', (text, language) => {
    expect(decidedLanguage(text)).toBe(language)
    expect(languageOf(text)).toBe(language ?? 'en')
  })

  test.each<[string, TextLanguage[], TextLanguage[]]>([
    ['How do I share it?', ['en', 'de'], ['en']],
    ['How do I share it?', ['de', 'bg'], ['de', 'bg']],
    ['Reisekosten', ['bg', 'de', 'en'], ['en', 'de', 'bg']],
    ['Reisekosten', [], ['en', 'de', 'bg']],
    ['Как?', [], ['bg']],
  ])('of “%s” to a source in %j is searched as %j', (text, present, expected) => {
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

  test('stop words are used when there are no other words', () => {
    expect(words('To be or not to be').map(({ word, ignored }) => [word, ignored])).toEqual([
      ['To', false],
      ['be', false],
      ['or', false],
      ['not', false],
    ])
    expect(words('To be').map(({ terms: { whole } }) => whole)).toEqual(['wto', 'wbe'])
  })

  test('a word gets a stem for each language of the question', () => {
    const [word] = words('Teilungen', 'en', 'de')
    expect(word?.terms).toEqual({ stems: ['steilungen', 'steilung'], beginning: 'pteilu' })
  })

  test('a joined word is also searched as a whole', () => {
    expect(words('a@b.com').at(-1)).toMatchObject({ word: 'a@b.com', terms: { whole: 'wa@b.com' } })
  })

  test.each([
    ['en', 'Łódź', 'lodz'],
    ['en', 'Kapıcı', 'kapici'],
    ['en', 'smørrebrød', 'smorrebrod'],
    ['en', 'vélos', 'velo'],
    ['en', 'cafés', 'cafe'],
    ['en', 'φύλακας', 'ΦΥΛΑΚΑΣ'],
    ['en', 'المفاتيح', 'مفاتيح'],
    ['en', 'والدراجات', 'دراجات'],
  ] as const)('in %s, “%s” is found by “%s”', (language, text, question) => {
    const found = termsOf(text, language)
    const [word] = questionWords(question, [language])
    expect([...(word?.terms.stems ?? []), word?.terms.beginning ?? ''].some((term) => found.has(term))).toBe(
      true,
    )
  })

  test('only the last hundred words of a long question are used', () => {
    const numbers = Array.from({ length: 2_000 }, (_, index) => `n${index}`)
    const read = words(`first ${numbers.join(' ')}`)
    expect(read.some(({ word }) => word === 'first')).toBe(false)
    expect(read.filter(({ ignored }) => !ignored).map(({ word }) => word)).toEqual(numbers.slice(-100))
  })

  test('each word of a text is found by the same word in a question', () => {
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

  test('the version of the analysis is 3', () => {
    expect(ANALYSIS).toBe(3)
  })
})
