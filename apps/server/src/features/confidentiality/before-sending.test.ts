// Work beside answers decides again directly before it sends a text: translations, vectors and replays (decision 86).
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { contract, type PromptPayload } from '@polylogue/contract'
import { startModelServer, type ModelServer } from '#test/model-server/index.ts'
import {
  openStream,
  openTalk,
  queryIdOf,
  queryOf,
  readStream,
  scripted,
  textOf,
  type Talk,
} from '#test/talk.ts'

const { answers, datasources, models, providers, queries, replays, translate, vectors } = contract

const CANARY = 'kestrel-7319'
const OUTSIDE = scripted({ text: 'Outside.' }, 'script')
const ENDLESS = scripted({ endless: 1, rate: 20 }, 'script')

let talk: Talk
let external: ModelServer
let heard: string[] = []
let outside: { tag: number; endless: number }
beforeAll(async () => {
  external = await startModelServer({
    models: [OUTSIDE, ENDLESS, 'script', 'embed-second'],
    heard: (body) => void heard.push(body),
  })
  talk = await openTalk([], { file: { translators: { model: `${OUTSIDE}:latest` } } })
  const root = await talk.app.deps.user({ roleId: 1 })
  const body = { name: 'Cloud', kind: 'openai' as const, addresses: [external.url], isLocal: false }
  await root.client.call(providers.create, { body })
  const [tag, endless, embedding] = await vi.waitFor(async () => {
    const { data } = await talk.anna.client.call(models.list)
    const tags = data.Models.flatMap((family) => family.tags)
    return [OUTSIDE, ENDLESS, 'embed-second'].map((name) => {
      const found = tags.find(({ fullName }) => fullName === `${name}:latest`)
      if (!found) throw new Error(`${name} is not discovered`)
      return found.id
    })
  })
  outside = { tag: tag ?? 0, endless: endless ?? 0 }
  await root.client.call(vectors.update, { body: { modelTagId: embedding ?? 0 } })
  await talk.app.db.pool.query("UPDATE providers SET at_once = 1 WHERE name = 'Cloud'")
})
beforeEach(() => {
  heard = []
})
afterAll(async () => {
  await talk[Symbol.asyncDispose]()
  await external.close()
})

const PATIENT = { timeout: 20_000, interval: 50 }

const get = async (id: number) =>
  (await talk.anna.client.call(datasources.get, { params: { id } })).data.datasource
async function source(state: 'ready' | 'confidential' = 'ready'): Promise<number> {
  const content = Buffer.from(`The code of the vault is ${CANARY}.`).toString('base64')
  const media = [{ name: 'vault.txt', mime_type: 'text/plain', content }]
  const body = { name: 'Vault', label: 'internal', media }
  const { id } = (await talk.anna.client.call(datasources.create, { body })).data.datasource
  await vi.waitFor(async () => {
    const found = await get(id)
    expect([found.status, found.mediaWaiting, found.vectors?.state]).toEqual([2, 0, state])
  }, PATIENT)
  return id
}
const raise = (id: number) =>
  talk.anna.client.call(datasources.update, { params: { id }, body: { label: 'confidential' } })

const open = (tagId: number, payload: PromptPayload) => openStream(talk, talk.anna, { tagId, payload })
async function ask(tagId: number, payload: PromptPayload) {
  const message = queryOf(await readStream(await open(tagId, payload)))
  if (!message) throw new Error('the answer has no message')
  return message
}
const askLocal = (projectTabId: number, datasourceId: number, prompt = 'What is the code of the vault?') =>
  ask(talk.tag('echo').id, { projectTabId, datasourceId, prompt })

/** The answer that takes the one place of the external provider. */
let running: number | undefined
async function busy(): Promise<void> {
  const payload = { projectTabId: await talk.newTab(), datasourceId: 0, prompt: 'Count.' }
  const answer = await open(outside.endless, payload)
  running = queryIdOf(await readStream(answer, (events) => textOf(events).length > 5))
}
async function free(): Promise<void> {
  if (running !== undefined) await talk.anna.client.call(answers.stop, { params: { id: running } })
  running = undefined
}
afterEach(free)

/** Runs `change` once, after the next statement with this text or name has read its rows and before the server sees them. */
function after(statement: string, change: () => Promise<unknown>) {
  const { pool } = talk.app.db
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  let isDone = false
  const spied = async (...given: unknown[]) => {
    const found = await query(...given)
    if (isDone || !JSON.stringify(given[0]).includes(JSON.stringify(statement).slice(1, -1))) return found
    isDone = true
    await change()
    return found
  }
  const spy = vi.spyOn(pool, 'query').mockImplementation(spied as never)
  return { isDone: () => isDone, [Symbol.dispose]: () => spy.mockRestore() }
}

test('a message that became confidential while its translation waited is not sent', async () => {
  const id = await source()
  const { id: queryId, responseText } = await askLocal(await talk.newTab(), id)
  const body = { targetLang: 'de', sourceText: responseText.slice(0, 500), queryId }
  await busy()
  heard = []
  using decided = after('(messages.confidential OR', async () => undefined)
  void decided
  const translating = talk.anna.client.call(translate.text, { body }).catch((error: unknown) => error)
  await vi.waitFor(async () => expect(decided.isDone()).toBe(true), PATIENT)
  await raise(id)
  await free()
  expect(await translating).toMatchObject({ status: 409, code: 'TRANSLATE_CONFIDENTIAL' })
  expect(heard).toEqual([])
})

test('documents that became confidential while their vectors waited are not sent', async () => {
  let raised = 0
  using spy = after('context, note', async () => {
    const { rows } = await talk.app.db.pool.query<{ id: number }>('SELECT max(id) AS id FROM datasources')
    raised = rows[0]?.id ?? 0
    await raise(raised)
  })
  const id = await source('confidential')
  expect([spy.isDone(), raised]).toEqual([true, id])
  expect(heard).toEqual([])
})

test.each([
  ['its documents were', 'vectors.searched', false],
  ['an earlier message was', 'search.question-before', true],
] as const)(
  'a question has no vector when %s made confidential meanwhile',
  async (_, statement, isEarlier) => {
    const id = await source()
    const used = isEarlier ? await source() : id
    const tabId = await talk.newTab()
    if (isEarlier) await askLocal(tabId, used)
    heard = []
    using spy = after(statement, () => raise(used))
    const message = await askLocal(
      tabId,
      id,
      `Who knows the code of the vault${isEarlier ? ', please' : ''}?`,
    )
    expect([spy.isDone(), message.state]).toEqual([true, 2])
    expect(message.sources).not.toEqual([])
    expect(heard).toEqual([])
  },
)

test('a question whose message became confidential meanwhile is not translated by an external model', async () => {
  const [used, opened] = [await source(), await source()]
  const projectTabId = await talk.newTab()
  const { id: replacesQueryId } = await askLocal(projectTabId, used)
  heard = []
  using spy = after('search.question-before', () => raise(used))
  const prompt = 'Wie lautet der geheime Code für den Tresor im Keller, und wer kennt ihn noch?'
  const payload = { projectTabId, replacesQueryId, datasourceId: opened, prompt }
  expect(await ask(outside.tag, payload)).toMatchObject({ state: 3, errorCode: 'CONFIDENTIAL_TURN' })
  expect(spy.isDone()).toBe(true)
  expect(heard).toEqual([])
})

test('a reported question of a confidential message stays so for whoever tests it, whatever they send', async () => {
  const { client } = talk.anna
  const [secret, opened] = [await source(), await source()]
  await raise(secret)
  const projectTabId = await talk.newTab()
  await askLocal(projectTabId, secret)
  heard = []
  const q = 'Who else knows zeppelin-7319?'
  const { id: messageId, notices } = await askLocal(projectTabId, opened, q)
  expect(notices).not.toEqual([])
  await client.call(contract.unanswered.report, { params: { id: opened }, body: { messageId } })
  const search = (text: string) =>
    client.call(datasources.search, { params: { id: opened }, body: { q: text } })
  await search(q)
  await search(q.toUpperCase())
  const params = { id: opened }
  await client.call(contract.testQuestions.create, { params, body: { q, expected: null } })
  // Without its report and its message, too.
  await client.call(contract.unanswered.withdraw, { params: { id: opened, messageId } })
  await client.call(queries.remove, { params: { id: messageId } })
  await client.call(contract.testQuestions.run, { params })
  await vi.waitFor(async () => {
    const { data } = await client.call(contract.testQuestions.runs, { params })
    expect(data.TestRuns[0]?.state).toBe('done')
  }, PATIENT)
  await search(q)
  expect(heard.filter((body) => /zeppelin/i.test(body))).toEqual([])
  // Other questions get their vectors as before.
  await search('Where is the harbour?')
  await expect.poll(() => heard.some((body) => body.includes('harbour')), PATIENT).toBe(true)
})

test('a reported question becomes confidential with a source that its message used, also when the message is gone', async () => {
  const { client } = talk.anna
  const [used, opened] = [await source(), await source()]
  const projectTabId = await talk.newTab()
  await askLocal(projectTabId, used)
  const q = 'Who also knows airship-7319?'
  const { id: messageId } = await askLocal(projectTabId, opened, q)
  const params = { id: opened }
  await client.call(contract.unanswered.report, { params, body: { messageId } })
  await client.call(contract.testQuestions.create, { params, body: { q, expected: null } })
  await raise(used)
  await client.call(queries.remove, { params: { id: messageId } })
  heard = []
  const search = (text: string) => client.call(datasources.search, { params, body: { q: text } })
  await search(q)
  const rows = await talk.app.db.pool.query('DELETE FROM unanswered_questions WHERE datasource_id = $1', [
    opened,
  ])
  expect(rows.rowCount).toBe(1)
  // Now only the test question is left of it.
  await search(q.toUpperCase())
  await client.call(contract.testQuestions.run, { params })
  await vi.waitFor(async () => {
    const { data } = await client.call(contract.testQuestions.runs, { params })
    expect(data.TestRuns[0]?.state).toBe('done')
  }, PATIENT)
  expect(heard.filter((body) => /airship/i.test(body))).toEqual([])
})

test('a replay counts a question that became confidential while it waited as left out', async () => {
  const id = await source()
  const tabId = await talk.newTab()
  const first = await askLocal(tabId, id)
  const second = await askLocal(await talk.newTab(), 0, 'Hello?')
  await talk.app.db.pool.query('UPDATE messages SET tab_id = $1 WHERE id = $2', [tabId, second.id])
  await busy()
  heard = []
  const body = { tabId, promptIds: [first.id, second.id], modelTagId: outside.tag, tabName: 'Again' }
  const made = (await talk.anna.client.call(replays.create, { body })).data.projecttab
  const params = { id: made.id }
  const replay = async () => (await talk.anna.client.call(replays.get, { params })).data.replay
  await vi.waitFor(async () => expect((await replay())?.queryId).not.toBeNull(), PATIENT)
  await raise(id)
  await free()
  await vi.waitFor(async () => expect((await replay())?.state).toBe('done'), PATIENT)
  expect(await replay()).toMatchObject({ total: 2, done: 2, leftOut: 1 })
  expect(heard.filter((one) => one.includes(CANARY))).toEqual([])
  const { data } = await talk.anna.client.call(queries.list, { params })
  expect(data.Queries.map(({ errorCode }) => errorCode)).toEqual(['CONFIDENTIAL_TURN', null])
})
