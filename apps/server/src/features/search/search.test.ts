import { contract, type Find } from '@polylogue/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseBinned } from '#test/bin.ts'
import { serverUrl } from '#test/db-template.ts'
import { storeMessage } from '#test/messages.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { openLog } from '#platform/log.ts'
import { projectItem } from '#features/projects/index.ts'
import { searchFeature, type SearchService } from './index.ts'

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

async function find(who: TestUser, q: string, limit?: number): Promise<Find[]> {
  const query = limit === undefined ? { q } : { q, limit }
  return (await who.client.call(contract.search.find, { query })).data.Finds
}
const messagesOf = (finds: readonly Find[]) =>
  finds.filter(({ kind }) => kind === 'message').map(({ id }) => id)

/** Creates a user with a project, a tab, and messages of the given texts. */
async function talk(texts: readonly (string | [query: string, response: string])[], who?: TestUser) {
  const person = who ?? (await app.deps.user())
  const project = await app.deps.project(person, { name: 'Quorx' })
  const tab = await app.deps.tab(person, project, { name: 'Vlimb' })
  const ids: number[] = []
  for (const text of texts) {
    const [query, response] = typeof text === 'string' ? [text, ''] : text
    ids.push(await storeMessage(app.db, { tabId: tab.id, userId: person.id, query, response }))
  }
  await search.indexMessages(ids)
  return { person, project, tab, ids }
}

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

test.each([
  '%',
  '_',
  "'",
  '"',
  '"unfinished',
  `'; DROP TABLE messages; --`,
  '\\',
  '$$',
  '& | !',
  '!!!',
  'a & !b | (c <-> d:*)',
  ':*',
  'foo:*AB',
  '()',
  '🎉',
  '👩‍👩‍👧 family',
  '[[x]]',
  '\u0001o101',
  '\ud800',
  '-',
  '---',
  'OR',
  'or or or',
  'http://example.org/a?b=c&d=%20',
  '<b>x</b>',
  'pg_sleep(10)',
  'ａｂｃ',
  '中文搜索',
  'a'.repeat(500),
  'a '.repeat(249),
  '"a b c" -"d e" f OR "g h" i-j-k '.repeat(15),
])('accepts any operators and characters: %s', async (typed) => {
  const person = await nosy()
  expect(await find(person, typed)).toBeInstanceOf(Array)
})

let nosyPerson: Promise<TestUser> | undefined
/** Creates a user who searches for unusual input. */
function nosy(): Promise<TestUser> {
  nosyPerson ??= talk(['Some text of mine']).then(({ person }) => person)
  return nosyPerson
}

test('% and _ are not wildcards; empty and too long queries are refused with 400', async () => {
  const { person } = await talk(['A percent sign: 100%'])
  expect(await find(person, '%')).toEqual([])
  expect(await find(person, '%cent')).toEqual([])
  expect(await find(person, 'pe%t')).toEqual([])
  for (const q of ['', '   ', 'x'.repeat(501)])
    await expect(find(person, q)).rejects.toMatchObject({ status: 400 })
})

describe('access', () => {
  test('finds own and shared items, also by group; not after revocation or across tenants', async () => {
    const { person: anna, project, ids } = await talk(['The xylophone plan'])
    const reader = await app.deps.user()
    const member = await app.deps.user()
    const stranger = await app.deps.user()
    const superuser = await app.deps.user({ roleId: 1 })
    const tenant = await app.deps.group(6, [])
    const outsider = await app.deps.user({ tenantContextId: tenant.contextId })
    const team = await app.deps.group(3, [member])
    await app.deps.share(project, reader)
    await app.deps.share(project, team)
    await app.deps.share(project, outsider, { admin: true })
    for (const who of [anna, reader, member]) {
      expect(messagesOf(await find(who, 'xylophone'))).toEqual(ids)
      expect((await find(who, 'Vlimb Quorx OR Quorx')).map(({ kind }) => kind)).toContain('project')
    }
    for (const who of [stranger, superuser, outsider])
      for (const q of ['xylophone', 'Quorx', 'Vlimb', '-nothing'])
        expect((await find(who, q)).filter((found) => found.projectId === project.id)).toEqual([])
    await app.db.pool.query('DELETE FROM associations WHERE context_id = $1', [project.context.id])
    for (const who of [reader, member]) expect(await find(who, 'xylophone')).toEqual([])
    await anna.client.call(contract.projects.remove, { params: { id: project.id } })
    expect(await find(anna, 'xylophone')).toEqual([])
    await eraseBinned(anna, project)
    const { rows } = await app.db.pool.query('SELECT 1 FROM message_search WHERE message_id = $1', [ids[0]])
    expect(rows).toEqual([])
  })

  test('messages of other users with the same word do not displace results', async () => {
    const { person, ids } = await talk(['The word okapi'])
    for (let n = 0; n < 3; n++) await talk(Array.from({ length: 100 }, () => 'okapi okapi okapi'))
    expect(messagesOf(await find(person, 'okapi'))).toEqual(ids)
  })
})

describe('names', () => {
  test('and descriptions of projects and tabs rank before messages', async () => {
    const { person, project, tab, ids } = await talk(['The narwhal question'])
    await person.client.call(contract.projects.update, {
      params: { id: project.id },
      body: { description: 'All about narwhals' },
    })
    await person.client.call(contract.tabs.update, { params: { id: tab.id }, body: { name: 'Narwhal' } })
    const finds = await find(person, 'narwhal')
    expect(finds.map(({ kind, id }) => [kind, id])).toEqual([
      ['tab', tab.id],
      ['project', project.id],
      ['message', ids[0]],
    ])
    expect(finds[0]).toMatchObject({ title: 'Quorx · Narwhal', tabId: tab.id, highlight: '[[Narwhal]]' })
    expect(finds[1]).toMatchObject({ title: 'Quorx', tabId: null, highlight: 'Quorx All about [[narwhals]]' })
  })

  test('of tabs that say nothing besides their project are left out', async () => {
    const { person, project, tab } = await talk(['Who eats krill?'])
    const titled = async (name: string, q: string) => {
      await person.client.call(contract.tabs.update, { params: { id: tab.id }, body: { name } })
      return (await find(person, q)).map(({ kind, title }) => [kind, title])
    }
    for (const name of ['Tab 1', project.name])
      expect(await titled(name, 'krill')).toEqual([['message', 'Quorx']])
    expect(await titled('Tab 1', 'tab')).toEqual([])
    expect(await titled('Quorx', 'quorx')).toEqual([['project', 'Quorx']])
    await person.client.call(contract.tabs.update, {
      params: { id: tab.id },
      body: { description: 'Of whales' },
    })
    expect(await titled('Tab 1', 'whales')).toEqual([['tab', 'Quorx']])
  })
})

describe('the index', () => {
  test('contains the question at once, and the answer once it has ended', async () => {
    const { person, tab } = await talk([])
    const id = await storeMessage(app.db, {
      tabId: tab.id,
      userId: person.id,
      query: 'Why wombats',
      state: 0,
      response: '',
    })
    await search.indexMessages([id, 999_999])
    expect(messagesOf(await find(person, 'wombat'))).toEqual([id])
    await app.db.pool.query(
      `UPDATE messages SET state = 2, response_text = 'Because quokkas' WHERE id = $1`,
      [id],
    )
    expect(await find(person, 'quokka')).toEqual([])
    await search.indexMessages([id])
    expect(messagesOf(await find(person, 'quokka'))).toEqual([id])
    expect(messagesOf(await find(person, 'wombat'))).toEqual([id])
  })

  test('is completed after a crash', async () => {
    const { person, tab, ids } = await talk(['A first pangolin'])
    const late: number[] = []
    for (let n = 0; n < 120; n++)
      late.push(await storeMessage(app.db, { tabId: tab.id, userId: person.id, response: `pangolin ${n}` }))
    const half = await storeMessage(app.db, { tabId: tab.id, userId: person.id, query: 'pangolin', state: 1 })
    await search.indexMessages([half])
    await app.db.pool.query(`UPDATE messages SET state = 3, response_text = 'aardvark' WHERE id = $1`, [half])
    await search.catchUp(AbortSignal.timeout(10_000))
    expect(messagesOf(await find(person, 'pangolin', 100)).length).toBe(100)
    expect(messagesOf(await find(person, 'aardvark'))).toEqual([half])
    const { rows } = await app.db.pool.query<{ count: number }>(
      'SELECT count(*) FROM message_search WHERE message_id = ANY ($1)',
      [[...ids, ...late, half]],
    )
    expect(rows[0]?.count).toBe(122)
  })

  test.each([
    ['a million letters', 'x'.repeat(1_000_000)],
    ['words that are all different', distinct(1_000_000, 6, ' ')],
    ['hyphens', distinct(1_000_000, 6, '-')],
    ['addresses', 'http://a.example/b/c?d=e#f '.repeat(40_000)],
    ['a script without spaces', '漢字'.repeat(500_000)],
    ['different words of a script of three bytes', distinct(1_000_000, 2, ' ', 0x4e00)],
    ['emoji', '🎉👩‍👧 '.repeat(100_000)],
    ['quotes and backslashes', `'"\\:*&|!<->() `.repeat(60_000)],
  ])('accepts any text: %s', async (_, text) => {
    const { person, ids } = await talk([['capybara first', text]])
    expect(messagesOf(await find(person, 'capybara'))).toEqual(ids)
  })
})

/** Returns a text of this many characters whose words are all different. */
function distinct(length: number, letters: number, between: string, first = 97): string {
  const alphabet = first === 97 ? 26 : 2_000
  let text = ''
  for (let n = 0; text.length < length; n++) {
    let word = ''
    for (let i = 0, rest = n; i < letters; i++, rest = Math.floor(rest / alphabet))
      word += String.fromCodePoint(first + (rest % alphabet))
    text += word + between
  }
  return text
}

test('a message that cannot be indexed does not block the others', async () => {
  const { person, ids } = await talk(['Firstly fine', 'Unindexable words', 'Lastly fine'])
  await app.db.pool.query('DELETE FROM message_search WHERE message_id = ANY ($1)', [ids])
  await app.db.pool.query(
    `ALTER TABLE message_search ADD CONSTRAINT bad CHECK (NOT words @@ query_of('unindexable')) NOT VALID`,
  )
  await expect(search.indexMessages(ids)).rejects.toThrow(/constraint/)
  expect(messagesOf(await find(person, 'fine')).toSorted((a, b) => a - b)).toEqual([ids[0], ids[2]])
  await app.db.pool.query('ALTER TABLE message_search DROP CONSTRAINT bad')
})

// The embedded database runs one transaction at a time.
test.skipIf(!serverUrl)('indexing does not wait for a concurrent deletion', async () => {
  const { person, ids } = await talk(['plinthos one', 'plinthos two'])
  const [first = 0, second = 0] = ids
  await app.db.pool.query('DELETE FROM message_search WHERE message_id = ANY ($1::bigint[])', [ids])
  const deleted = Promise.withResolvers<void>()
  const indexed = Promise.withResolvers<void>()
  const deletion = app.db.transaction(async (tx) => {
    await tx.execute(sql`DELETE FROM messages WHERE id = ${first}`)
    deleted.resolve()
    await indexed.promise
  })
  await deleted.promise
  await search.indexMessages(ids)
  indexed.resolve()
  await deletion
  expect(messagesOf(await find(person, 'plinthos'))).toEqual([second])
})

test.skipIf(!serverUrl)(
  'a message that is indexed while its tab moves is found in its new place',
  async () => {
    const { tab, ids } = await talk(['mollusc one'])
    const owner = await app.deps.user()
    const to = await app.deps.project(owner)
    const later: object[] = []
    const enqueue = (_: unknown, __: string, moved: object) => Promise.resolve(void later.push(moved))
    const { service, jobs } = searchFeature({
      db: app.db,
      log: openLog('silent'),
      jobs: { enqueue },
      types: [projectItem],
    })
    const moved = Promise.withResolvers<void>()
    const waits = Promise.withResolvers<void>()
    const move = app.db.transaction(async (tx) => {
      await tx.execute(sql`UPDATE tabs SET project_id = ${to.id} WHERE id = ${tab.id}`)
      await service.moveTab(tx, tab.id)
      moved.resolve()
      await waits.promise
    })
    await moved.promise
    const indexed = service.indexMessages(ids)
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await expect.poll(async () => (await app.db.pool.query(waiting)).rows.length).toBe(1)
    waits.resolve()
    await Promise.all([move, indexed])
    for (const one of later) await jobs[0]?.run(one)
    expect(messagesOf(await find(owner, 'mollusc'))).toEqual(ids)
  },
)
