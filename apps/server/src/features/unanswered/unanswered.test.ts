// Questions that found nothing: reported by their askers, seen by those who may change the data source; and counted without text.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, TEST_QUESTION_LIMITS, type Datasource } from '@polylogue/contract'
import { askAll, openTalk, queryOf, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const { datasources, tabs, unanswered } = contract

let talk: Talk
let keeper: TestUser
beforeAll(async () => {
  talk = await openTalk([])
  keeper = await talk.app.deps.user({ firstName: 'Kim' })
})
afterAll(() => talk[Symbol.asyncDispose]())

async function ready(who = keeper): Promise<Datasource> {
  const content = Buffer.from('The canteen opens at noon.').toString('base64')
  const media = [{ name: 'canteen.txt', mime_type: 'text/plain', content }]
  const { data } = await who.client.call(datasources.create, { body: { name: 'Rules', media } })
  return vi.waitFor(
    async () => {
      const found = await who.client.call(datasources.get, { params: { id: data.datasource.id } })
      expect(found.data.datasource.status).toBe(2)
      return found.data.datasource
    },
    { timeout: 20_000, interval: 150 },
  )
}

/** Asks in a new tab with the data source; returns the message's id and notices. */
async function ask(who: TestUser, id: number, prompt: string) {
  const project = await talk.app.deps.project(who)
  const tab = await talk.app.deps.tab(who, project)
  await who.client.call(tabs.update, { params: { id: tab.id }, body: { defaultDatasourceId: id } })
  const message = queryOf(await askAll({ ...talk, anna: who }, 'echo', { projectTabId: tab.id, prompt }))
  return { messageId: message?.id ?? 0, notices: message?.notices ?? [] }
}

const list = async (id: number, who = keeper) =>
  (await who.client.call(unanswered.list, { params: { id } })).data
const report = (who: TestUser, id: number, messageId: number) =>
  who.client.call(unanswered.report, { params: { id }, body: { messageId } })

test('an unanswered question is listed only when its asker reports it, and equal ones are counted', async () => {
  const source = await ready()
  const { id } = source
  const [anna, ben] = [
    await talk.app.deps.user({ firstName: 'Anna' }),
    await talk.app.deps.user({ firstName: 'Ben' }),
  ]
  for (const who of [anna, ben]) await talk.app.deps.share(source, who)
  const first = await ask(anna, id, 'Where do zeppelins land?')
  expect(first.notices).toEqual([{ code: 'DATASOURCE_EMPTY', params: { name: 'Rules', datasourceId: id } }])
  const second = await ask(ben, id, '  where do ZEPPELINS land')
  const today = new Date().toISOString().slice(0, 10)
  expect(await list(id)).toEqual({ UnansweredQuestions: [], misses: [{ day: today, count: 2 }] })
  await report(anna, id, first.messageId)
  await report(anna, id, first.messageId)
  await report(ben, id, second.messageId)
  const own = await ask(keeper, id, 'Who feeds xylophones?')
  await report(keeper, id, own.messageId)
  const { UnansweredQuestions, misses } = await list(id)
  expect(misses).toEqual([{ day: today, count: 3 }])
  expect(UnansweredQuestions).toMatchObject([
    {
      q: 'Who feeds xylophones?',
      count: 1,
      people: [{ userId: keeper.id, name: expect.stringMatching(/^Kim /) as string }],
    },
    { q: 'where do ZEPPELINS land', count: 2 },
  ])
  expect(new Set(UnansweredQuestions[1]?.people.map(({ userId }) => userId))).toEqual(
    new Set([anna.id, ben.id]),
  )
  // The name is deleted with its account.
  const root = await talk.app.deps.user({ roleId: 1 })
  await root.client.call(contract.users.remove, { params: { id: anna.id }, query: { items: 'delete' } })
  expect((await list(id)).UnansweredQuestions[1]?.people).toEqual([
    { userId: ben.id, name: expect.stringMatching(/^Ben /) as string },
  ])
  const params = { id, questionId: UnansweredQuestions[1]?.id ?? 0 }
  await keeper.client.call(unanswered.dismiss, { params })
  expect((await list(id)).UnansweredQuestions.map(({ q }) => q)).toEqual(['Who feeds xylophones?'])
  await expect(keeper.client.call(unanswered.dismiss, { params })).rejects.toMatchObject({ status: 404 })
})

test('users can report only their own unanswered questions of this data source (otherwise 404)', async () => {
  const [source, other] = [await ready(), await ready()]
  const anna = await talk.app.deps.user()
  await talk.app.deps.share(source, anna)
  const { messageId } = await ask(anna, source.id, 'zeppelin')
  const answered = await ask(anna, source.id, 'When does the canteen open?')
  expect(answered.notices).toEqual([])
  const gone = { status: 404, code: 'NOT_FOUND' }
  await expect(report(anna, source.id, answered.messageId)).rejects.toMatchObject(gone)
  // Not even an administrator, or the owner of the data source, can report another user's question.
  await expect(report(keeper, source.id, messageId)).rejects.toMatchObject(gone)
  await expect(report(await talk.app.deps.user({ roleId: 1 }), source.id, messageId)).rejects.toMatchObject(
    gone,
  )
  await expect(report(anna, other.id, messageId)).rejects.toMatchObject(gone)
  expect((await list(source.id)).UnansweredQuestions).toEqual([])
  // A user who lost access can no longer report questions.
  await keeper.client.call(datasources.update, { params: { id: source.id }, body: { assocContexts: [] } })
  await expect(report(anna, source.id, messageId)).rejects.toMatchObject(gone)
})

test('a report can be withdrawn only by its asker, even after losing access', async () => {
  const source = await ready()
  const { id } = source
  const [anna, ben] = [await talk.app.deps.user(), await talk.app.deps.user()]
  for (const who of [anna, ben]) await talk.app.deps.share(source, who)
  const asked = [await ask(anna, id, 'zeppelin'), await ask(ben, id, 'zeppelin')]
  const [ofAnna, ofBen] = asked.map(({ messageId }) => messageId)
  const own = async (who: TestUser) =>
    (await who.client.call(unanswered.own, { params: { id } })).data.messageIds
  const withdraw = (who: TestUser, messageId = 0) =>
    who.client.call(unanswered.withdraw, { params: { id, messageId } })
  expect(await own(anna)).toEqual([])
  await report(anna, id, ofAnna ?? 0)
  await report(ben, id, ofBen ?? 0)
  expect([await own(anna), await own(ben), await own(keeper)]).toEqual([[ofAnna], [ofBen], []])
  const gone = { status: 404, code: 'NOT_FOUND' }
  await expect(withdraw(ben, ofAnna)).rejects.toMatchObject(gone)
  await expect(withdraw(keeper, ofAnna)).rejects.toMatchObject(gone)
  await withdraw(anna, ofAnna)
  expect((await list(id)).UnansweredQuestions).toMatchObject([{ count: 1, people: [{ userId: ben.id }] }])
  await expect(withdraw(anna, ofAnna)).rejects.toMatchObject(gone)
  await report(anna, id, ofAnna ?? 0)
  expect((await list(id)).UnansweredQuestions).toMatchObject([{ count: 2 }])
  await keeper.client.call(datasources.update, { params: { id }, body: { assocContexts: [] } })
  for (const [who, messageId] of [
    [anna, ofAnna],
    [ben, ofBen],
  ] as const) {
    await withdraw(who, messageId)
    expect(await own(who)).toEqual([])
  }
  expect((await list(id)).UnansweredQuestions).toEqual([])
})

test('only users with write access can list and dismiss reports', async () => {
  const source = await ready()
  const [reader, writer, stranger] = [
    await talk.app.deps.user(),
    await talk.app.deps.user(),
    await talk.app.deps.user({ roleId: 1 }),
  ]
  await talk.app.deps.share(source, reader)
  await talk.app.deps.share(source, writer, { write: true })
  const { messageId } = await ask(reader, source.id, 'zeppelin')
  await report(reader, source.id, messageId)
  const told = await list(source.id, writer)
  expect(told.UnansweredQuestions).toHaveLength(1)
  const params = { id: source.id, questionId: told.UnansweredQuestions[0]?.id ?? 0 }
  const denied = { status: 403, code: 'PERMISSION_DENIED' }
  await expect(list(source.id, reader)).rejects.toMatchObject(denied)
  await expect(reader.client.call(unanswered.dismiss, { params })).rejects.toMatchObject(denied)
  await expect(list(source.id, stranger)).rejects.toMatchObject({ status: 404 })
  // The question is deleted with its chat; the reported question stays.
  await talk.app.db.pool.query('DELETE FROM messages WHERE id = $1', [messageId])
  expect((await list(source.id, writer)).UnansweredQuestions).toHaveLength(1)
})

test('new reports of a user replace their own oldest ones, not those of other users', async () => {
  const source = await ready()
  const anna = await talk.app.deps.user()
  await talk.app.deps.share(source, anna)
  const { messageId } = await ask(anna, source.id, 'zeppelin')
  const fill = (userId: number, count: number) =>
    talk.app.db.pool.query(
      `INSERT INTO unanswered_questions (datasource_id, user_id, q, same)
        SELECT $1, $2::bigint, 'Question ' || n, decode(md5($2::bigint || ' ' || n), 'hex') FROM generate_series(1, $3::int) n`,
      [source.id, userId, count],
    )
  const stored = async (userId: number) => {
    const { rows } = await talk.app.db.pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM unanswered_questions WHERE datasource_id = $1 AND user_id = $2',
      [source.id, userId],
    )
    return rows[0]?.count
  }
  const { reports, reportsOfPerson } = TEST_QUESTION_LIMITS
  await fill(keeper.id, reports - reportsOfPerson)
  await fill(anna.id, reportsOfPerson)
  await report(anna, source.id, messageId)
  expect([await stored(keeper.id), await stored(anna.id)]).toEqual([
    reports - reportsOfPerson,
    reportsOfPerson,
  ])
  expect((await list(source.id)).UnansweredQuestions[0]?.q).toBe('zeppelin')
})

test('unanswered questions are counted for the last 30 days', async () => {
  const { id } = await ready()
  await talk.app.db.pool.query(
    `INSERT INTO datasource_misses SELECT $1, (now() AT TIME ZONE 'UTC')::date - n, n + 1 FROM generate_series(0, 40) n`,
    [id],
  )
  const { misses } = await list(id)
  expect(misses).toHaveLength(30)
  expect([misses[0]?.count, misses.at(-1)?.count]).toEqual([30, 1])
})

/** Returns what somebody was told of questions, the newest first. */
const toldOf = async (who: TestUser) => {
  const { data } = await who.client.call(contract.notifications.list, {
    params: { userId: who.id },
    query: {},
  })
  return data.notifications.map(({ kind, facts: { name, question, document }, notificationAsJson }) => {
    const { uri } = JSON.parse(notificationAsJson) as { uri: string | null }
    return { kind, name, question, ...(document === undefined ? {} : { document }), uri }
  })
}

/** Waits until everything that happened was told. */
const settled = () =>
  expect
    .poll(async () => (await talk.app.db.pool.query('SELECT FROM notification_events')).rowCount, {
      timeout: 20_000,
    })
    .toBe(0)

const QUESTION = 'Where do zeppelins land?'

/** Somebody reports a question to a data source, which they and others may read. */
async function reported({ readers = [] as TestUser[], writers = [] as TestUser[] } = {}) {
  const source = await ready()
  const anna = await talk.app.deps.user()
  for (const who of [anna, ...readers]) await talk.app.deps.share(source, who)
  for (const who of writers) await talk.app.deps.share(source, who, { write: true })
  const { messageId } = await ask(anna, source.id, QUESTION)
  await report(anna, source.id, messageId)
  await settled()
  const [found] = (await list(source.id)).UnansweredQuestions
  const params = { id: source.id, questionId: found?.id ?? 0 }
  const uri = `/datasources/${source.id}`
  const mediaId = source.media[0]?.media_id ?? 0
  const solve = (body: { mediaId?: number | null }, who = keeper) =>
    who.client.call(unanswered.solve, { params, body })
  return { source, anna, params, uri, mediaId, solve }
}

test('a report is told to those who may change the data source, and while it stands (NOTIFY-8)', async () => {
  const [writer, reader] = [await talk.app.deps.user(), await talk.app.deps.user()]
  const { source, anna, params, uri, solve } = await reported({ readers: [reader], writers: [writer] })
  const asked = { kind: 'unansweredAsked', name: 'Rules', question: QUESTION, uri }
  for (const who of [keeper, writer]) expect((await toldOf(who))[0]).toEqual(asked)
  await talk.app.deps.share(source, writer)
  expect((await toldOf(writer))[0]).toEqual({ ...asked, question: undefined })
  const denied = { status: 403, code: 'PERMISSION_DENIED' }
  for (const who of [anna, writer]) await expect(solve({}, who)).rejects.toMatchObject(denied)
  await solve({})
  await settled()
  expect(await toldOf(anna)).toEqual([{ kind: 'unansweredSolved', name: 'Rules', question: QUESTION, uri }])
  expect((await toldOf(keeper))[0]).toEqual({ ...asked, question: undefined })
  expect(await toldOf(reader)).toEqual([])
  expect((await list(params.id)).UnansweredQuestions).toEqual([])
  await expect(solve({})).rejects.toMatchObject({ status: 404 })
})

test('an answered question is told with the document that answers it, as far as one may read it (NOTIFY-8)', async () => {
  const { source, anna, uri, mediaId, solve } = await reported()
  const other = await ready()
  await expect(solve({ mediaId: other.media[0]?.media_id ?? 0 })).rejects.toMatchObject({ status: 404 })
  expect(await list(source.id)).toMatchObject({ UnansweredQuestions: [{ q: QUESTION }] })
  await solve({ mediaId })
  await settled()
  const told = { kind: 'unansweredSolved', name: 'Rules', question: QUESTION }
  expect(await toldOf(anna)).toEqual([{ ...told, document: 'canteen.txt', uri: `${uri}/media/${mediaId}` }])
  await keeper.client.call(datasources.update, { params: { id: source.id }, body: { assocContexts: [] } })
  expect(await toldOf(anna)).toContainEqual({ ...told, name: undefined, uri: null })
  await talk.app.deps.share(source, anna)
  await keeper.client.call(contract.media.remove, { params: { id: mediaId } })
  expect(await toldOf(anna)).toContainEqual({ ...told, uri })
})

test('a discarded question is told to nobody (NOTIFY-8)', async () => {
  const { anna, params } = await reported()
  await keeper.client.call(unanswered.dismiss, { params })
  await settled()
  expect(await toldOf(anna)).toEqual([])
  expect((await list(params.id)).UnansweredQuestions).toEqual([])
})
