// What a link shows (SHARE-1, SHARE-4, SHARE-5).
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedChats, type SharedTests } from '#test/shared-chat.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { shares, queries, tabs } = contract

let app: TestApp
let owner: TestUser
let other: TestUser
let to: SharedTests
beforeAll(async () => {
  app = await testApp({ file: { httpShareEnabled: true, limits: { requestsPerMinute: 100_000 } } })
  owner = await app.deps.user({ firstName: 'Olga' })
  other = await app.deps.user()
  to = sharedChats({ app, owner, other })
})
afterAll(() => app.close())

const questions = async (hash: string, query = {}) =>
  (await to.messages(hash, query)).map(({ question }) => question)
const change = (id: number, body: object) =>
  owner.client.call(shares.update, { params: { id }, body: body as never })

test('title, model and messages in order, and nothing that was not chosen', async () => {
  const { tabId, ask } = await to.chat({ tab: 'Bulky waste' })
  const first = await ask('When?')
  await ask('Where?')
  await app.db.pool.query(
    `UPDATE messages SET reasoning_text = 'secret thoughts', sources = $2 WHERE id = $1`,
    [
      first,
      JSON.stringify([
        { id: 1, title: 'Fees', uri: '/datasources/9/media/8', place: 'p. 2', quote: 'four euros' },
      ]),
    ],
  )
  const { hash, uri } = await to.share({ tabId })
  expect(uri).toBe(`/share/chats/${hash}`)
  const time = expect.any(String) as string
  expect(await to.page(hash)).toEqual({
    title: 'Bulky waste',
    isProject: false,
    chats: [
      {
        index: 0,
        name: 'Bulky waste',
        modelName: 'Guide',
        modelTagName: 'latest',
        messageCount: 2,
        firstMessage: time,
        lastMessage: time,
      },
    ],
    goesOn: false,
    sharedAt: time,
    expires: null,
    sharedBy: null,
    omitted: 0,
    projectId: null,
    canCopy: true,
  })
  expect(await to.messages(hash)).toEqual([
    {
      position: 0,
      question: 'When?',
      answer: 'Re: When?',
      reasoning: null,
      state: 2,
      created: time,
      modelName: 'Guide',
      modelTagName: 'latest',
      askedBy: null,
      sources: [{ number: 1, title: 'Fees', place: 'p. 2', quote: null }],
      files: [],
    },
    expect.objectContaining({ position: 1, question: 'Where?', sources: [] }),
  ])
  const all = await to.share({ tabId, names: true, reasoning: true, passages: true })
  expect(await to.page(all.hash)).toMatchObject({ sharedBy: expect.stringMatching(/^Olga /) as string })
  expect((await to.messages(all.hash))[0]).toMatchObject({
    reasoning: 'secret thoughts',
    askedBy: expect.stringMatching(/^Olga /) as string,
    sources: [{ quote: 'four euros' }],
  })
  expect((await to.page(hash, owner)).projectId).toEqual(expect.any(Number))
})

test('no reply has an id that another call takes', async () => {
  const { tabId, ask } = await to.chat()
  await ask('Who?')
  const { hash } = await to.share({
    tabId,
    audience: 'anybody',
    names: true,
    reasoning: true,
    passages: true,
  })
  const replies = [await to.bare(hash), await to.bare(`${hash}/messages`), await to.bare(hash, to.as(other))]
  const known = ['index', 'messageCount', 'position', 'number', 'omitted', 'state', 'key', 'size', 'before']
  for (const { status, text } of replies) {
    expect(status).toBe(200)
    JSON.parse(text, (key: string, value: unknown) => {
      if (typeof value === 'number') expect(known).toContain(key)
      if (value !== null) expect(key).not.toMatch(/^id$|Id$|uri|uuid/i)
      return value
    })
  }
})

describe('a link that does not go on with its chat', () => {
  test('shows the messages and versions of its moment until it is renewed; what is deleted is gone', async () => {
    const { tabId, ask } = await to.chat()
    const first = await ask('One')
    const gone = await ask('Two')
    const { id, hash } = await to.share({ tabId })
    await ask('One, better', { replaces: first })
    await ask('Three')
    expect(await questions(hash)).toEqual(['One', 'Two'])
    await owner.client.call(queries.remove, { params: { id: gone }, query: {} })
    expect(await questions(hash)).toEqual(['One'])
    await owner.client.call(tabs.update, { params: { id: tabId }, body: { name: 'Dismissals' } })
    expect((await to.page(hash)).title).toBe('Collection')
    const before = (await to.page(hash)).sharedAt
    await change(id, { names: true })
    expect(await questions(hash)).toEqual(['One'])
    await change(id, { renew: true })
    expect(await questions(hash)).toEqual(['One, better', 'Three'])
    expect((await to.page(hash)).title).toBe('Dismissals')
    expect((await to.page(hash)).sharedAt).not.toBe(before)
    expect((await to.page(hash)).chats[0]?.messageCount).toBe(2)
  })

  test('leaves out a question that was being stored meanwhile, though its id is smaller', async () => {
    const { tabId, ask } = await to.chat()
    await ask('First')
    const next = "SELECT nextval(pg_get_serial_sequence('messages', 'id'))::float8 AS id"
    const { rows } = await app.db.pool.query<{ id: number }>(next)
    await ask('Last')
    const { hash } = await to.share({ tabId })
    const late = await ask('Late')
    await app.db.pool.query('UPDATE messages SET id = $1, turn_id = $1 WHERE id = $2', [rows[0]?.id, late])
    expect(await questions(hash)).toEqual(['First', 'Last'])
    expect(await questions((await to.share({ tabId })).hash)).toEqual(['First', 'Late', 'Last'])
  })

  test('leaves out an answer that was still being written, and one that goes on shows it', async () => {
    const { tabId, ask } = await to.chat()
    await ask('Done')
    const running = await ask('Running', { state: 1 })
    const frozen = await to.share({ tabId })
    const goesOn = await to.share({ tabId, goesOn: true })
    expect((await to.messages(goesOn.hash)).map(({ state }) => state)).toEqual([2, 1])
    await app.db.pool.query('UPDATE messages SET state = 2 WHERE id = $1', [running])
    expect(await questions(frozen.hash)).toEqual(['Done'])
    expect(await questions(goesOn.hash)).toEqual(['Done', 'Running'])
  })

  test('of a project shows no tab that came later, whatever the age of its messages', async () => {
    const { project, tab, ask } = await to.chat()
    await ask('Here')
    const { id, hash } = await to.share({ project: project.id })
    const elsewhere = await to.chat({ tab: 'Elsewhere' })
    await elsewhere.ask('There')
    await owner.client.call(tabs.move, { params: { id: elsewhere.tabId }, body: { projectId: project.id } })
    await owner.client.call(tabs.copy, { params: { id: tab.id }, body: { withMessages: true } })
    expect((await to.page(hash)).chats.map(({ name }) => name)).toEqual(['Collection'])
    await change(id, { goesOn: true })
    expect((await to.page(hash)).chats).toHaveLength(3)
    await change(id, { goesOn: false })
    expect((await to.page(hash)).chats).toHaveLength(3)
    await owner.client.call(tabs.remove, { params: { id: tab.id } })
    expect((await to.page(hash)).chats).toHaveLength(2)
  })
})

test('a link that goes on shows the newest versions as they come', async () => {
  const { tabId, ask } = await to.chat()
  const first = await ask('One')
  const { hash } = await to.share({ tabId, goesOn: true })
  await ask('Two')
  await ask('One, better', { replaces: first })
  expect(await questions(hash)).toEqual(['One, better', 'Two'])
  expect(await to.page(hash)).toMatchObject({ goesOn: true, sharedAt: null })
})

test('messages come in pages by position, each once', async () => {
  const { tabId, ask } = await to.chat()
  for (let count = 0; count < 25; count++) await ask(`Q${count}`)
  const { hash } = await to.share({ tabId })
  const seen: string[] = []
  let before: number | null = null
  do {
    const query: object = { limit: 10, ...(before === null ? {} : { before }) }
    const reply = await other.client.call(shares.messages, { params: { hash }, query })
    seen.unshift(...reply.data.messages.map(({ question }) => question))
    before = reply.meta.before
  } while (before !== null)
  expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `Q${index}`))
  expect(await to.messages(hash, { before: 0 })).toEqual([])
  expect(await to.messages(hash, { chat: 1 })).toEqual([])
})

test('a name that comes from a confidential first question is shown nowhere, not even in a copy', async () => {
  const { tabId, ask } = await to.chat()
  const secret = await ask('Who earns what?')
  await ask('Public')
  const [frozen, goesOn] = [await to.share({ tabId }), await to.share({ tabId, goesOn: true })]
  expect((await to.page(frozen.hash)).title).not.toBe('')
  await app.db.pool.query('UPDATE messages SET confidential = true WHERE id = $1', [secret])
  for (const { hash } of [frozen, goesOn]) {
    expect(await to.page(hash)).toMatchObject({ title: '', chats: [{ name: '' }] })
    const { projectId } = (await other.client.call(shares.copy, { params: { hash } })).data
    const params = { id: projectId }
    expect((await other.client.call(contract.projects.get, { params })).data.project.name).toBe('Shared chat')
    const { Projecttabs } = (await other.client.call(tabs.list, { params })).data
    expect(Projecttabs.map(({ name }) => name)).toEqual(['Shared chat'])
  }
})

test('an answer is shown once it has a first word: before, it is not known whether it is confidential', async () => {
  const { tabId, ask } = await to.chat()
  const begun = await ask('Begun', { state: 1 })
  await app.db.pool.query(`UPDATE messages SET response_text = '' WHERE id = $1`, [begun])
  const { hash } = await to.share({ tabId, goesOn: true })
  expect(await questions(hash)).toEqual([])
  await app.db.pool.query(`UPDATE messages SET response_text = 'A' WHERE id = $1`, [begun])
  expect(await questions(hash)).toEqual(['Begun'])
})

test('a turn with a confidential source is left out whole, now or afterwards, with its file, and counted', async () => {
  const { tabId, ask } = await to.chat()
  await ask('Public')
  const withFile = await to.asked(tabId, { name: 'salary.txt', text: 'A salary' })
  const later = await ask('Later')
  const { id: sourceId } = (
    await owner.client.call(contract.datasources.create, { body: { name: 'Salaries', media: [] } })
  ).data.datasource
  await app.db.pool.query('UPDATE messages SET datasource_ids = ARRAY[$2::bigint] WHERE id = ANY ($1)', [
    [withFile, later],
    sourceId,
  ])
  const { hash } = await to.share({ tabId, files: [{ queryId: withFile, index: 0 }] })
  expect(await questions(hash)).toEqual(['Public', 'Read salary.txt', 'Later'])
  expect((await to.bare(`${hash}/files/0`, to.as(other))).status).toBe(200)
  await owner.client.call(contract.datasources.update, {
    params: { id: sourceId },
    body: { label: 'confidential' },
  })
  expect(await questions(hash)).toEqual(['Public'])
  expect(await to.page(hash)).toMatchObject({ omitted: 2, chats: [{ messageCount: 1 }] })
  expect((await to.bare(`${hash}/files/0`, to.as(other))).status).toBe(404)
  expect(await to.messages(hash, {}, owner)).toHaveLength(1)
  // Pages stay full although messages are left out.
  expect((await to.messages(hash, { limit: 1 })).map(({ position }) => position)).toEqual([0])
})

describe('files', () => {
  test('of the choice open for the holder, in a form that no browser runs, and end with the link', async () => {
    const { tabId } = await to.chat()
    const name = '../../"evil"\r\nSet-Cookie: a=b\u202e.svg'
    const svg = await to.asked(tabId, {
      name: 'x.svg',
      mimeType: 'image/svg+xml',
      text: '<svg onload="a()"/>',
    })
    await app.db.pool.query('UPDATE attachments SET name = $2 WHERE message_id = $1', [svg, name])
    await to.asked(tabId, { name: 'hidden.txt', text: 'Hidden' })
    const { id, hash } = await to.share({ tabId, audience: 'anybody', files: [{ queryId: svg, index: 0 }] })
    const [shown, hidden] = await to.messages(hash)
    expect(shown?.files).toEqual([{ key: 0, name, size: 19, mimeType: 'image/svg+xml' }])
    expect(hidden?.files).toEqual([])
    const file = await to.bare(`${hash}/files/0`, { headers: { range: 'bytes=0-3', 'if-none-match': '*' } })
    expect([file.status, file.text]).toEqual([200, '<svg onload="a()"/>'])
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining('sandbox') as string,
    })
    const disposition = file.headers.get('content-disposition')
    expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w%.-]+$/)
    expect(file.headers.get('set-cookie')).toBeNull()
    for (const position of ['1', '999', '-1', 'x', '0x0', '__proto__'])
      expect([400, 404]).toContain((await to.bare(`${hash}/files/${position}`)).status)
    await owner.client.call(shares.remove, { params: { id } })
    expect((await to.bare(`${hash}/files/0`)).status).toBe(404)
  })

  test('that are gone from the chat do not keep its link from being changed', async () => {
    const { tabId, ask } = await to.chat()
    await ask('Stays')
    const queryId = await to.asked(tabId, { name: 'gone.txt', text: 'Gone' })
    const files = [{ queryId, index: 0 }]
    const { id } = await to.share({ tabId, files })
    await app.db.pool.query('DELETE FROM messages WHERE id = $1', [queryId])
    expect((await change(id, { files, names: false })).data.share.files).toEqual([])
  })

  test('of another chat cannot be chosen', async () => {
    const [here, there] = [await to.chat(), await to.chat()]
    const queryId = await to.asked(there.tabId, { name: 'a.txt', text: 'A' })
    for (const files of [[{ queryId, index: 0 }], [{ queryId: 1e15, index: 0 }]])
      await expect(to.share({ tabId: here.tabId, files })).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
      })
    const { id } = await to.share({ tabId: here.tabId })
    await expect(change(id, { files: [{ queryId, index: 0 }] })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })
})
