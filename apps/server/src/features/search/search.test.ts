import { contract } from '@polylogue/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseBinned } from '#test/bin.ts'
import { serverUrl } from '#test/db-template.ts'
import { storeMessage } from '#test/messages.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { openLog } from '#platform/log.ts'
import { projectItem } from '#features/projects/index.ts'
import { searchFeature, type SearchService } from './index.ts'
import { find, messagesOf, searchIn } from './test/messages.ts'

let app: TestApp
let search: SearchService
beforeAll(async () => {
  app = await testApp()
  search = searchFeature({
    db: app.db,
    log: openLog('silent'),
    jobs: { enqueue: () => Promise.resolve() },
    types: [projectItem],
  }).service
})
afterAll(() => app.close())

const { talk } = searchIn(() => ({ app, search }))

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
