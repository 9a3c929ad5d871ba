import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '#test/test-app.ts'
import { openLog } from '#platform/log.ts'
import { projectItem } from '#features/projects/index.ts'
import { searchFeature, type SearchService } from './index.ts'
import { find, messagesOf, searchIn } from './test/messages.ts'

let app: TestApp
let statements: string[] = []
let search: SearchService
beforeAll(async () => {
  app = await testApp({ onStatement: (statement) => void statements.push(statement) })
  search = searchFeature({
    db: app.db,
    log: openLog('silent'),
    jobs: { enqueue: () => Promise.resolve() },
    types: [projectItem],
  }).service
})
afterAll(() => app.close())

const { talk } = searchIn(() => ({ app, search }))

describe('scripts without spaces between words', () => {
  test.each([
    [
      '今天天气真好，我们去公园吧',
      ['天气', '公园', '天气真好', '今天 公园', '"我们去"', '今天天气真好，我们'],
      ['气天', '公天', '-天气 公园'],
    ],
    ['病院は機能していない。カタカナ', ['病院', '機能', 'していない', 'カナ'], ['院病', 'ナカ']],
    ['우리는 자유를 사랑한다', ['자유', '우리', '사랑', '자유를 사랑'], ['유자']],
    ['วันนี้อากาศดีมาก', ['อากาศ', 'วันนี้', 'ดี'], ['กาอา']],
    ['Das Modell GPT模型 ist 𠮷野家', ['模型', 'GPT模型', 'modell 模型', '𠮷野'], ['型模']],
  ])('are found inside %s', async (text, found, missed) => {
    const { person, ids } = await talk([text, 'something else, 无关'])
    for (const words of found) expect(messagesOf(await find(person, words)), words).toEqual([ids[0]])
    for (const words of missed) expect(messagesOf(await find(person, words)), words).toEqual([])
  })

  test('are quoted as they are written, with the match marked once', async () => {
    const { person } = await talk([`${'很长的话。'.repeat(400)}今天天气真好，我们去公园吧。`])
    const [found] = await find(person, '天气')
    expect(found?.highlight).toContain('今天[[天气]]真好，我们')
  })

  test('are found in names', async () => {
    const person = await app.deps.user()
    await app.deps.project(person, { name: '上海出差报告' })
    expect((await find(person, '出差')).map(({ title }) => title)).toEqual(['上海出差报告'])
  })
})

describe('characters that nobody sees or tells apart', () => {
  test.each([
    ['Die Donau\u00addampf\u00adfahrt endet', ['Donaudampffahrt', 'Donau\u00addampffahrt']],
    ['Regeln zum Home‑Office', ['Home-Office', 'Home–Office', '"Home-Office"', 'office']],
    ['Regeln zum Home-Office', ['Home‐Office', 'Home−Office']],
    ['Die ko\u2060operative Schule', ['kooperative']],
    ['Von 2020–2023, Montag–Freitag', ['2023', '2020–2023', 'freitag', 'Montag-Freitag']],
    ['Gro\u0308ße\u00a0und\u2009Gewicht', ['Größe', 'Gewicht']],
    ['Größe und Gewicht', ['Gro\u0308ße']],
  ])('are read alike in %s', async (text, found) => {
    const { person, ids } = await talk([text, 'something else'])
    for (const words of found) expect(messagesOf(await find(person, words)), words).toEqual([ids[0]])
  })
})

describe('accents (MESSAGE-9)', () => {
  test.each([
    ['Herr Weiß kommt', 'Weiß', ['weiss', 'WEISS', 'Weiß', 'weis']],
    ['Herr Weiss kommt', 'Weiss', ['Weiß', 'weiss']],
    ['Un café à Paris', 'café', ['cafe', 'CAFÉ', 'cafe\u0301', '"un cafe a paris"', 'cafe paris']],
    ['Un cafe\u0301 noir', 'cafe\u0301', ['cafe', 'café', 'cafes']],
    ['Deux cafés noirs', 'cafés', ['cafe', 'cafés', 'cafes']],
    ['A cafe in town', 'cafe', ['café', 'cafés']],
    ['Zürich ist schön', 'Zürich', ['Zurich', 'zuri', 'Zu\u0308rich']],
    ['Zurich is near', 'Zurich', ['Zürich', 'züri']],
    ['Jedziemy do Łodzi', 'Łodzi', ['lodzi', 'Łodzi', 'łod']],
    ['Smørrebrød til frokost', 'Smørrebrød', ['smorrebrod', 'smørre']],
    ['Kapıcı geldi', 'Kapıcı', ['kapici', 'kapıcı']],
    ["Une œuvre d'art", 'œuvre', ['oeuvre', 'œuvre', 'oeuv']],
    ['Les élèves et les éléments', 'élèves', ['eleves', 'eleve', 'élève']],
    ['Fédérations sportives', 'Fédérations', ['federat', 'Fédérat', 'federation']],
    ['El niño pequeño', 'niño', ['nino', 'niño']],
    ['Þór og Guðrún', 'Guðrún', ['gudrun', 'guðr']],
    ['Η Αθήνα το βράδυ', 'Αθήνα', ['αθηνα', 'ΑΘΗΝΑ']],
    ['السَّلَامُ عليكم', 'السَّلَامُ', ['السلام']],
    ['Все ещё здесь', 'ещё', ['еще', 'ещё']],
  ])('“%s”: %s is found and marked by %s', async (text, marked, found) => {
    const { person, ids } = await talk([text, 'something else'])
    for (const words of found) {
      const finds = await find(person, words)
      expect(messagesOf(finds), words).toEqual([ids[0]])
      expect(finds[0]?.highlight.normalize('NFC'), words).toContain(`[[${marked.normalize('NFC')}]]`)
    }
  })

  test('rank the word as it was typed first, and keep exclusions', async () => {
    const { person, ids } = await talk(['Es war schon da', 'Es war schön da', 'Un cafe la', 'Un café là'])
    expect(messagesOf(await find(person, 'schön'))).toEqual([ids[1], ids[0]])
    expect(messagesOf(await find(person, 'café'))).toEqual([ids[3], ids[2]])
    expect(messagesOf(await find(person, 'un -café'))).toEqual([ids[2]])
    expect(messagesOf(await find(person, 'war -schön'))).toContain(ids[0])
  })

  test('of far inside a long answer are quoted there', async () => {
    const filler = 'lorem ipsum größer straße '.repeat(1_500)
    const { person, ids } = await talk([['Long', `${filler} un éléphant rose ${filler}`]])
    const finds = await find(person, 'elephant')
    expect(messagesOf(finds)).toEqual(ids)
    expect(finds[0]?.highlight).toContain('[[éléphant]] rose')
  })

  test('make no difference in names', async () => {
    const person = await app.deps.user()
    await app.deps.project(person, { name: 'Café Łódź' })
    for (const q of ['cafe', 'lodz', 'cafe lodz'])
      expect(
        (await find(person, q)).map(({ title }) => title),
        q,
      ).toEqual(['Café Łódź'])
    expect((await find(person, 'lodz'))[0]?.highlight).toBe('Café [[Łódź]]')
  })

  test('make no difference to words of an index that was built before', async () => {
    const { person, ids } = await talk(['Une fenêtre ouverte'])
    await app.db.pool.query(
      `UPDATE message_search SET words = to_tsvector('simple', 'Une fenêtre ouverte')
        || array_to_tsvector(ARRAY[E'\\x01o' || owner_context_id, E'\\x01a0', E'\\x01b0']) WHERE message_id = $1`,
      [ids[0]],
    )
    expect(messagesOf(await find(person, 'fenêtre'))).toEqual(ids)
  })
})

describe('words', () => {
  test('are quoted ten in a statement, so that statements of others come between', async () => {
    const { person } = await talk(Array.from({ length: 25 }, () => `zorgle ${'x y '.repeat(24_000)}`))
    statements = []
    const finds = await find(person, 'zorgle', 100)
    expect(finds.map(({ highlight }) => highlight.slice(0, 14))).toEqual(
      Array.from({ length: 25 }, () => '[[zorgle]] x y'),
    )
    expect(statements.filter((name) => name === 'search.quotes')).toHaveLength(3)
  })

  test('in names are quoted ten in a statement, too, each in its own', async () => {
    const person = await app.deps.user()
    for (let number = 0; number < 25; number += 1) await app.deps.project(person, { name: `Plumf ${number}` })
    statements = []
    const finds = await find(person, 'plumf', 100)
    expect(
      finds.map(({ title, highlight }) => highlight.startsWith(title.replace('Plumf', '[[Plumf]]'))),
    ).toEqual(Array.from({ length: 25 }, () => true))
    expect(statements.filter((name) => name === 'search.quotes.names')).toHaveLength(3)
  })

  test('are found in question and answer, marked in an excerpt, with their location', async () => {
    const { person, project, tab, ids } = await talk([
      ['How do tardigrades survive?', 'They dry out.'],
      ['Something else', 'About a tardigrade, in passing, and many other animals'],
      'Nothing of it',
    ])
    const finds = await find(person, 'tardigrade')
    expect(messagesOf(finds)).toEqual([ids[1], ids[0]])
    expect(finds[0]).toMatchObject({ projectId: project.id, tabId: tab.id, title: 'Quorx · Vlimb' })
    expect(finds.map(({ highlight }) => highlight)).toEqual([
      // The exact typed form ranks above another form of the word.
      'Something else About a [[tardigrade]], in passing, and many other animals',
      'How do [[tardigrades]] survive? They dry out.',
    ])
    expect(finds[0]?.rank).toBeGreaterThan(finds[1]?.rank ?? 1)
  })

  test.each([
    ['run', 'She was running home', 'running'],
    ['houses', 'A house of cards', 'house'],
    ['Haus', 'Zwei Häuser am See', 'Häuser'],
    ['laufen', 'Er läuft nicht, sie laufen', 'laufen'],
    ['Übersetzungen', 'Eine Übersetzung bitte', 'Übersetzung'],
    ['прозорец', 'Отвори прозорец', 'прозорец'],
    ['the', 'What the sign says', 'the'],
    ['E1042', 'Error E1042 appeared', 'E1042'],
    ['RUNNING', 'running shoes', 'running'],
    ['jane@example.org', 'Write to jane@example.org now', 'jane@example.org'],
    ['10.5', 'Version 10.5 of it', '10.5'],
    ['Volta', 'The engine Voltaris is new', 'Voltaris'],
    ['Brück', 'Frau Brückner kommt', 'Brückner'],
    ['прозо', 'Отвори прозореца', 'прозореца'],
    ['E10', 'Error E1042 appeared', 'E1042'],
  ])('%s finds “%s”', async (typed, text, marked) => {
    const { person, ids } = await talk([text, 'Something of no interest'])
    const finds = await find(person, typed)
    expect(messagesOf(finds)).toEqual([ids[0]])
    expect(finds[0]?.highlight).toContain(`[[${marked}]]`)
  })

  test('are one word in capitals and with a final sigma, and in letters of one or two characters', async () => {
    const { person, ids } = await talk(['Ο Γιώργος ρωτά', 'Ο ΓΙΏΡΓΟΣ ρωτά', 'Zwei Bäume', 'Zwei Ba\u0308ume'])
    for (const q of ['Γιώργος', 'ΓΙΏΡΓΟΣ'])
      expect(messagesOf(await find(person, q)).toSorted((a, b) => a - b)).toEqual(ids.slice(0, 2))
    for (const q of ['Bäume', 'Ba\u0308ume'])
      expect(messagesOf(await find(person, q)).toSorted((a, b) => a - b)).toEqual(ids.slice(2))
  })

  test('rank above words that only begin with them; match exactly when quoted or excluded', async () => {
    const { person, ids } = await talk(['voltaris houses', 'volta house', 'the volta river', 'voltage only'])
    const [begun, whole, river, other] = ids
    expect(messagesOf(await find(person, 'volta'))).toEqual([
      ...messagesOf(await find(person, '"volta"')),
      other,
      begun,
    ])
    expect(messagesOf(await find(person, 'volta hous')).toSorted((a, b) => a - b)).toEqual([begun, whole])
    expect(messagesOf(await find(person, 'volta -volt')).toSorted((a, b) => a - b)).toEqual(ids)
    expect(messagesOf(await find(person, 'volta -voltaris')).toSorted((a, b) => a - b)).toEqual([
      whole,
      river,
      other,
    ])
    expect(messagesOf(await find(person, '"volta ri"'))).toEqual([])
    expect(messagesOf(await find(person, 'vo'))).toEqual([])
  })

  test('are shown in an excerpt without Markdown', async () => {
    const { person } = await talk([
      [
        'Q',
        '## **Zebrax** plan\n\n- *one* [item](https://x.example/a_(b)) of `code`\n> quoted __bold__ text\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n```js\nsnake_case * 2\n```',
      ],
    ])
    const [found] = await find(person, 'zebrax')
    expect(found?.highlight).toBe('[[Zebrax]] plan one item of code quoted bold text a · b 1 · 2 js snake')
  })

  test('can be combined: all words, quoted phrases, exclusion and OR', async () => {
    const { person, ids } = await talk(['red green blue', 'green red', 'red yellow', 'well-known things'])
    const [a, b, c, d] = ids
    const found = async (q: string) => messagesOf(await find(person, q)).toSorted((x, y) => x - y)
    expect(await found('red green')).toEqual([a, b])
    expect(await found('"red green"')).toEqual([a])
    expect(await found('red -green')).toEqual([c])
    expect(await found('red -"red green"')).toEqual([b, c])
    expect(await found('yellow OR blue')).toEqual([a, c])
    expect(await found('well-known')).toEqual([d])
    expect(await found('-red')).toEqual([d])
  })

  test('are quoted from far inside a long answer', async () => {
    const filler = 'lorem ipsum dolor sit amet '.repeat(1_000)
    const { person, ids } = await talk([['Long', `${filler} the axolotls regrow limbs ${filler}`]])
    const finds = await find(person, 'axolotl')
    expect(messagesOf(finds)).toEqual(ids)
    expect(finds[0]?.highlight).toContain('[[axolotls]] regrow')
    expect(finds[0]?.highlight.length).toBeLessThan(1_000)
  })

  test('are marked without interpreting brackets and markup of the text', async () => {
    const { person } = await talk(['[[fake]] <b>zorblax</b> ]] <script>alert(1)</script>'])
    const [found] = await find(person, 'zorblax')
    expect(found?.highlight).toContain('[ [fake] ]')
    expect(found?.highlight).toContain('[[zorblax]]')
  })
})
