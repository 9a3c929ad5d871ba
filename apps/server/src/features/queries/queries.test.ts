import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  contract,
  EMPTY_ANSWER,
  foldAnswer,
  type AnswerEvent,
  type Message,
  type Project,
  type Tab,
} from '@polylogue/contract'
import { storeMessage } from '#test/messages.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { queriesFeature } from './index.ts'
import { configFileSchema } from '#config-file.ts'
import { openConfidentiality } from '#features/confidentiality/index.ts'
import { list } from './test/lists.ts'

let app: TestApp
let anna: TestUser
let reader: TestUser
let writer: TestUser
let admin: TestUser
let stranger: TestUser
let outsider: TestUser
let project: Project
let tab: Tab
beforeAll(async () => {
  app = await testApp({ pollSeconds: 1 })
  anna = await app.deps.user()
  reader = await app.deps.user()
  writer = await app.deps.user()
  admin = await app.deps.user()
  stranger = await app.deps.user()
  const tenant = await app.deps.group(6, [])
  outsider = await app.deps.user({ tenantContextId: tenant.contextId })
  project = await app.deps.project(anna)
  tab = await app.deps.tab(anna, project)
  await app.deps.share(project, reader)
  await app.deps.share(project, writer, { write: true })
  await app.deps.share(project, admin, { admin: true })
  await app.deps.share(project, outsider, { admin: true })
})
afterAll(() => app.close())

const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
const DENIED = { status: 403, code: 'PERMISSION_DENIED' }
const rate = async (who: TestUser, id: number, rating: -1 | 0 | 1): Promise<Message> =>
  (await who.client.call(contract.queries.rate, { params: { id }, body: { rating } })).data.query

async function logEvents(messageId: number, batches: AnswerEvent[][]): Promise<void> {
  let seq = 1
  for (const events of batches) {
    await app.db.pool.query('INSERT INTO answer_events VALUES ($1, $2, $3, $4)', [
      messageId,
      seq,
      seq + events.length - 1,
      JSON.stringify(events),
    ])
    seq += events.length
  }
}

describe('a tab’s messages', () => {
  test('have all fields when finished', async () => {
    const own = await app.deps.tab(anna, project)
    const id = await storeMessage(app.db, {
      tabId: own.id,
      userId: anna.id,
      query: 'Why?',
      response: 'Because.',
    })
    await app.db.pool.query(
      `UPDATE messages SET tokens_prompt = 7, tokens_response = 9, tokens_per_second = 12.5, response_ms = 700,
        overall_ms = 900, reasoning_text = 'Hm.', options = '{"temperature":0.5}', rating = 1,
        statistics = '{"historyDropped":2,"model":"x"}', sources = '[{"id":1,"title":"T","uri":"/help/x","quote":"Q"}]'
        WHERE id = $1`,
      [id],
    )
    const { messages } = await list(anna, own.id)
    expect(messages).toEqual([
      {
        id,
        queryId: id,
        uuId: messages[0]?.uuId,
        projectTabId: own.id,
        turnId: id,
        replacesQueryId: null,
        compareId: null,
        shownQueryIds: [],
        queryText: 'Why?',
        responseText: 'Because.',
        reasoningText: 'Hm.',
        state: 2,
        errorCode: null,
        errorMessage: null,
        rating: 1,
        options: { temperature: 0.5 },
        notices: [],
        attachments: [],
        sources: [{ id: 1, title: 'T', uri: '/help/x', quote: 'Q' }],
        confidential: false,
        userId: anna.id,
        modelId: 1,
        modelTagId: 1,
        modelName: 'Guide',
        modelTagName: 'latest',
        created: messages[0]?.created,
        tokenPerSeconds: 12.5,
        numTokPrompt: 7,
        numTokResponse: 9,
        responseTime: 700,
        overallResponseTime: 900,
        statistics: [
          { key: 'model', value: 'x' },
          { key: 'historyDropped', value: 2 },
        ],
        can: { rate: true, remove: true, stop: true },
      },
    ])
  })

  test('come newest page first, in ascending order, with the versions of a turn together', async () => {
    const own = await app.deps.tab(anna, project)
    const ids: number[] = []
    for (let i = 0; i < 5; i++) ids.push(await storeMessage(app.db, { tabId: own.id, userId: anna.id }))
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids
    const again = await storeMessage(app.db, { tabId: own.id, userId: anna.id, replaces: b })
    expect((await list(anna, own.id)).ids).toEqual([a, b, again, c, d, e])
    const newest = await list(anna, own.id, { limit: 2 })
    expect(newest.ids).toEqual([d, e])
    await storeMessage(app.db, { tabId: own.id, userId: anna.id })
    const older = await list(anna, own.id, { limit: 2, cursor: newest.nextCursor ?? '' })
    expect(older.ids).toEqual([again, c])
    const oldest = await list(anna, own.id, { limit: 2, cursor: older.nextCursor ?? '' })
    expect(oldest.ids).toEqual([a, b])
    expect(oldest.nextCursor).toBeNull()
    expect((await list(anna, own.id, { cursor: oldest.nextCursor ?? newest.nextCursor ?? '' })).ids).toEqual([
      a,
      b,
      again,
      c,
    ])
    await expect(list(anna, own.id, { cursor: 'nonsense' })).rejects.toMatchObject({ status: 400 })
  })

  test('have fewer per page when long; the cursor returns all', async () => {
    const long = await app.deps.tab(anna, project)
    const ids: number[] = []
    for (let count = 0; count < 6; count++) {
      const response = count === 5 ? 'newest' : 'x'.repeat(3_000_000)
      ids.push(await storeMessage(app.db, { tabId: long.id, userId: anna.id, response }))
    }
    const [one = 0, two = 0, three = 0, four = 0, five = 0, six = 0] = ids
    const first = await list(reader, long.id, { limit: 500 })
    expect(first.ids).toEqual([four, five, six])
    const second = await list(reader, long.id, { limit: 500, cursor: first.nextCursor ?? '' })
    expect(second.ids).toEqual([two, three])
    const third = await list(reader, long.id, { limit: 500, cursor: second.nextCursor ?? '' })
    expect([third.ids, third.nextCursor]).toEqual([[one], null])
  })

  test('fill a page alone when longer than a page', async () => {
    const long = await app.deps.tab(anna, project)
    const query = 'x'.repeat(9_000_000)
    const old = await storeMessage(app.db, { tabId: long.id, userId: anna.id })
    const id = await storeMessage(app.db, { tabId: long.id, userId: anna.id, query })
    const { ids, nextCursor } = await list(reader, long.id)
    expect(ids).toEqual([id])
    expect((await list(reader, long.id, { cursor: nextCursor ?? '' })).ids).toEqual([old])
  })

  test('are an empty list in an empty tab', async () => {
    const own = await app.deps.tab(anna, project)
    expect(await list(anna, own.id)).toMatchObject({ ids: [], nextCursor: null })
  })

  test('contain the text so far while another server answers', async () => {
    const own = await app.deps.tab(anna, project)
    const id = await storeMessage(app.db, { tabId: own.id, userId: anna.id, response: '', state: 0 })
    expect((await list(anna, own.id)).messages[0]).toMatchObject({ state: 0, responseText: '' })
    await logEvents(id, [
      [
        { type: 'text', text: '' },
        { type: 'reasoning', text: 'Let me ' },
      ],
      [
        { type: 'reasoning', text: 'think.' },
        { type: 'text', text: 'The ' },
      ],
      [{ type: 'text', text: 'answer' }],
    ])
    expect((await list(anna, own.id)).messages[0]).toMatchObject({
      state: 1,
      responseText: 'The answer',
      reasoningText: 'Let me think.',
    })
    await app.db.pool.query(`UPDATE messages SET state = 2, response_text = 'Stored' WHERE id = $1`, [id])
    expect((await list(anna, own.id)).messages[0]).toMatchObject({ state: 2, responseText: 'Stored' })
  })
})

describe('access', () => {
  test('reading needs read access to the project', async () => {
    for (const who of [anna, reader, writer, admin]) await list(who, tab.id)
    const superuser = await app.deps.user({ roleId: 1 })
    for (const who of [stranger, outsider, superuser])
      await expect(list(who, tab.id)).rejects.toMatchObject(NOT_FOUND)
    await expect(list(anna, 999_999)).rejects.toMatchObject(NOT_FOUND)
  })

  test('rating needs write access for own questions; the owner can rate any', async () => {
    const ofAnna = await storeMessage(app.db, { tabId: tab.id, userId: anna.id })
    const ofWriter = await storeMessage(app.db, { tabId: tab.id, userId: writer.id })
    const ofReader = await storeMessage(app.db, { tabId: tab.id, userId: reader.id })
    expect((await rate(anna, ofAnna, 1)).rating).toBe(1)
    expect((await rate(anna, ofWriter, -1)).rating).toBe(-1)
    expect((await rate(writer, ofWriter, 0)).rating).toBe(0)
    for (const [who, id, problem] of [
      [writer, ofAnna, DENIED],
      [admin, ofAnna, DENIED],
      [reader, ofReader, DENIED],
      [stranger, ofAnna, NOT_FOUND],
      [outsider, ofAnna, NOT_FOUND],
      [anna, 999_999, NOT_FOUND],
    ] as const)
      await expect(rate(who, id, -1)).rejects.toMatchObject(problem)
    const ratings = (await list(anna, tab.id)).messages.map(({ id, rating }) => [id, rating])
    expect(ratings).toEqual(
      expect.arrayContaining([
        [ofAnna, 1],
        [ofWriter, 0],
        [ofReader, 0],
      ]),
    )
  })

  test('a message lists the actions allowed to each reader, and the server enforces them', async () => {
    const own = await app.deps.tab(anna, project)
    const compareId = crypto.randomUUID()
    const ids = new Map<TestUser, number>()
    for (const who of [anna, writer, reader, admin])
      ids.set(who, await storeMessage(app.db, { tabId: own.id, userId: who.id }))
    await app.db.pool.query('UPDATE messages SET compare_id = $1 WHERE tab_id = $2', [compareId, own.id])
    for (const who of [anna, writer, admin, reader]) {
      const { data } = await who.client.call(contract.queries.compared, { params: { compareId } })
      const { messages } = await list(who, own.id)
      expect(data.Queries.map(({ id, can }) => [id, can])).toEqual(messages.map(({ id, can }) => [id, can]))
      for (const { id, can } of messages) {
        const mine = id === ids.get(who)
        expect(can, `${who.id} ${id}`).toEqual({
          rate: who === anna || (mine && who !== reader),
          remove: who === anna || who === admin || (mine && who === writer),
          stop: who === anna || who === admin || (mine && who === writer),
        })
        const rated = rate(who, id, 1)
        if (can.rate) expect((await rated).can).toEqual(can)
        else await expect(rated).rejects.toMatchObject(DENIED)
        const stopped = who.client.call(contract.answers.stop, { params: { id } })
        if (can.stop) await stopped
        else await expect(stopped).rejects.toMatchObject(DENIED)
      }
    }
    const removeBy = (who: TestUser, of: TestUser) =>
      who.client.call(contract.queries.remove, { params: { id: ids.get(of) ?? 0 }, query: {} })
    await expect(removeBy(writer, anna)).rejects.toMatchObject(DENIED)
    await expect(removeBy(reader, reader)).rejects.toMatchObject(DENIED)
    await removeBy(writer, writer)
    await removeBy(admin, reader)
  })

  test('a rating is 1, 0 or -1, and changes nothing else', async () => {
    const id = await storeMessage(app.db, { tabId: tab.id, userId: anna.id, query: 'Q', response: 'R' })
    for (const rating of [2, 0.5, '1', null] as unknown as 1[])
      await expect(rate(anna, id, rating)).rejects.toMatchObject({ status: 400 })
    const evil = {
      rating: 1 as const,
      responseText: 'Forged',
      queryText: 'Forged',
      userId: stranger.id,
      state: 3,
    }
    const { data } = await anna.client.call(contract.queries.rate, { params: { id }, body: evil })
    expect(data.query).toMatchObject({
      responseText: 'R',
      queryText: 'Q',
      userId: anna.id,
      state: 2,
      rating: 1,
    })
  })

  test('rating a running answer is refused with 409', async () => {
    for (const state of [0, 1]) {
      const id = await storeMessage(app.db, { tabId: tab.id, userId: anna.id, state })
      await expect(rate(anna, id, 1)).rejects.toMatchObject({ status: 409, code: 'STILL_ANSWERING' })
    }
  })
})

test('the service returns messages by id, and their location with the access level', async () => {
  const live = foldAnswer(EMPTY_ANSWER, { type: 'text', text: 'live text' })
  const id = await storeMessage(app.db, { tabId: tab.id, userId: writer.id, state: 0, response: '' })
  const { service } = queriesFeature({
    db: app.db,
    blobs: undefined as never,
    bus: undefined as never,
    jobs: undefined as never,
    // As the app's: prepared statements of one connection must agree.
    confidentiality: openConfidentiality(configFileSchema.parse({}).datasourceLabels),
    live: (messageId) => (messageId === id ? live : undefined),
  })
  const messages = await service.messages([id, 999_999])
  expect([...messages.values()]).toMatchObject([{ id, state: 1, responseText: 'live text' }])
  const viewer = {
    kind: 'person',
    userId: reader.id,
    contextId: reader.contextId,
    tenantContextId: null,
    roleId: 4,
    permissions: new Set<never>(),
    sessionId: '',
  } as const
  const place = { id, tabId: tab.id, projectId: project.id, projectOwnerId: anna.id, userId: writer.id }
  expect(await service.guarded(viewer, id)).toEqual({ ...place, promptId: 0, turnId: id, state: 0, level: 1 })
  expect(await service.getMessage(viewer, id)).toMatchObject({ responseText: 'live text' })
  const nobody = { ...viewer, userId: stranger.id, contextId: stranger.contextId }
  expect(await service.guarded(nobody, id)).toMatchObject({ level: 0 })
  await expect(service.getMessage(nobody, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
