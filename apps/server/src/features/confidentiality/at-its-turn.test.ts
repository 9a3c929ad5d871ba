// A level or a model's place that changes between asking and sending counts at the moment of sending (decision 86).
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

const CANARY = 'kestrel-7319'
const OUTSIDE = scripted({ text: 'Outside.' }, 'script')
const ENDLESS = scripted({ endless: 1, rate: 20 }, 'script')
const LOCAL_ENDLESS = scripted({ endless: 1, rate: 20 })

let talk: Talk
let external: ModelServer
let heard: string[] = []
let outside: { tag: number; endless: number }
/** The answers that take the one place of a provider. */
let running: number[] = []
beforeAll(async () => {
  external = await startModelServer({
    models: [OUTSIDE, ENDLESS, 'script'],
    // Only such servers can continue an answer.
    openaiModels: [OUTSIDE, ENDLESS].map((id) => ({ id, owned_by: 'vllm' })),
    heard: (body) => void heard.push(body),
  })
  talk = await openTalk([LOCAL_ENDLESS])
  const root = await talk.app.deps.user({ roleId: 1 })
  const body = { name: 'Cloud', kind: 'openai' as const, addresses: [external.url], isLocal: false }
  await root.client.call(contract.providers.create, { body })
  outside = await vi.waitFor(async () => {
    const { data } = await talk.anna.client.call(contract.models.list)
    const tags = data.Models.flatMap((family) => family.tags)
    const idOf = (name: string) => tags.find((tag) => tag.fullName === `${name}:latest`)?.id
    const [tag, endless] = [idOf(OUTSIDE), idOf(ENDLESS)]
    if (tag === undefined || endless === undefined) throw new Error('the models are not discovered')
    return { tag, endless }
  })
  await talk.app.db.pool.query("UPDATE providers SET at_once = 1 WHERE kind = 'openai'")
})
beforeEach(() => {
  heard = []
})
afterEach(async () => {
  for (const id of running) await stop(id)
  running = []
})
afterAll(async () => {
  await talk[Symbol.asyncDispose]()
  await external.close()
})

async function source(label = 'internal'): Promise<number> {
  const content = Buffer.from(`The code of the vault is ${CANARY}.`).toString('base64')
  const media = [{ name: 'vault.txt', mime_type: 'text/plain', content }]
  const { client } = talk.anna
  const { data } = await client.call(contract.datasources.create, { body: { name: 'Vault', label, media } })
  const { id } = data.datasource
  await vi.waitFor(
    async () => {
      const found = await client.call(contract.datasources.get, { params: { id } })
      expect(found.data.datasource.status).toBe(2)
    },
    { timeout: 20_000, interval: 100 },
  )
  return id
}

const raise = (id: number) =>
  talk.anna.client.call(contract.datasources.update, { params: { id }, body: { label: 'confidential' } })

type AskPayload = Partial<PromptPayload> & { projectTabId: number }
const open = (tagId: number, payload: AskPayload) =>
  openStream(talk, talk.anna, { tagId, payload: { prompt: 'What is the code of the vault?', ...payload } })
async function ask(tagId: number, payload: AskPayload) {
  const message = queryOf(await readStream(await open(tagId, payload)))
  if (!message) throw new Error('the answer has no message')
  return message
}
const askLocal = (payload: AskPayload) => ask(talk.tag('echo').id, payload)

const stop = (id: number) => talk.anna.client.call(contract.answers.stop, { params: { id } })
/** Takes the one place of a provider; returns what frees it. */
async function busy(tagId: number): Promise<() => Promise<unknown>> {
  const answer = await open(tagId, { projectTabId: await talk.newTab(), datasourceId: 0 })
  const id = queryIdOf(await readStream(answer, (events) => textOf(events).length > 5))
  running.push(id)
  return () => stop(id)
}
async function waiting(tagId: number, payload: AskPayload): Promise<number> {
  const isQueued = ({ data }: { data: string }) => data.includes('"queued"')
  const answer = await open(tagId, payload)
  if (!answer.ok) throw new Error(await answer.text())
  return queryIdOf(await readStream(answer, (events) => events.some(isQueued)))
}
const endOf = async (queryId: number) => {
  const events = await readStream(await openStream(talk, talk.anna, { queryId }))
  return { message: queryOf(events), last: events.at(-1) }
}

const REFUSED = { state: 3, errorCode: 'CONFIDENTIAL_TURN', confidential: true }

/** Runs `change` once, after the next statement of this name has read its rows and before the server sees them. */
function after(name: string, change: () => Promise<unknown>) {
  const { pool } = talk.app.db
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  let isDone = false
  const spied = async (...given: unknown[]) => {
    const found = await query(...given)
    const [asked] = given
    const isIt = typeof asked === 'object' && asked !== null && 'name' in asked && asked.name === name
    if (isIt && !isDone) {
      isDone = true
      await change()
    }
    return found
  }
  return vi.spyOn(pool, 'query').mockImplementation(spied as never)
}

test('a waiting continuation of a message that became confidential is refused at its turn', async () => {
  const id = await source()
  const tabId = await talk.newTab()
  const first = await askLocal({ projectTabId: tabId, datasourceId: id })
  expect(first.responseText).toContain(CANARY)
  const free = await busy(outside.endless)
  const again = { projectTabId: tabId, replacesQueryId: first.id, continues: true, datasourceId: 0 }
  const queryId = await waiting(outside.tag, again)
  heard = []
  await raise(id)
  await free()
  const { message, last } = await endOf(queryId)
  expect(message).toMatchObject(REFUSED)
  expect(last?.data).toContain('CONFIDENTIAL_TURN')
  expect(heard).toEqual([])
})

test('a question that waits for a local model is refused when that model is external at its turn', async () => {
  const id = await source('confidential')
  const tabId = await talk.newTab()
  const first = await askLocal({ projectTabId: tabId, datasourceId: id })
  const { pool } = talk.app.db
  const setLocal = (isLocal: boolean) =>
    pool.query("UPDATE providers SET is_local = $1 WHERE name = 'Cloud'", [isLocal])
  await pool.query('UPDATE model_tags SET is_local = true WHERE id = ANY ($1::bigint[])', [
    [outside.tag, outside.endless],
  ])
  await setLocal(true)
  const free = await busy(outside.endless)
  const again = { projectTabId: tabId, replacesQueryId: first.id, datasourceId: 0 }
  const queryId = await waiting(outside.tag, again)
  heard = []
  await setLocal(false)
  await free()
  expect((await endOf(queryId)).message).toMatchObject(REFUSED)
  expect(heard).toEqual([])
})

test.each([
  ['its earlier message was read', 'answers.earlier', 'regenerates'],
  ['its history was read', 'answers.history', 'follows'],
  ['its data source was read', 'search.question-before', 'searches'],
] as const)(
  'a level that is raised after %s counts for a question that does not wait',
  async (_, statement, how) => {
    const id = await source()
    const tabId = await talk.newTab()
    const first = await askLocal({ projectTabId: tabId, datasourceId: id })
    const payload = {
      regenerates: { projectTabId: tabId, replacesQueryId: first.id, datasourceId: 0 },
      follows: { projectTabId: tabId, datasourceId: 0 },
      searches: { projectTabId: await talk.newTab(), datasourceId: id },
    }[how]
    const spy = after(statement, () => raise(id))
    try {
      expect(await ask(outside.tag, payload)).toMatchObject(REFUSED)
    } finally {
      spy.mockRestore()
    }
    expect(heard).toEqual([])
  },
)

test('a question that is stopped while it waits for a local model counts as having what it may quote', async () => {
  const id = await source('confidential')
  const tabId = await talk.newTab()
  const first = await askLocal({ projectTabId: tabId, datasourceId: id })
  const other = await talk.newTab()
  const plain = await talk.newTab()
  const free = await busy(talk.tag(LOCAL_ENDLESS).id)
  const echo = talk.tag('echo').id
  const follows = await waiting(echo, { projectTabId: tabId, datasourceId: 0, prompt: `Why ${CANARY}?` })
  const searches = await waiting(echo, { projectTabId: other, datasourceId: id })
  const neither = await waiting(echo, { projectTabId: plain, datasourceId: 0 })
  const edits = await waiting(echo, { projectTabId: tabId, replacesQueryId: first.id, datasourceId: 0 })
  const stopped = await Promise.all([follows, searches, neither, edits].map(stop))
  await free()
  expect(stopped.map(({ data }) => [data.query.state, data.query.confidential])).toEqual([
    [4, true],
    [4, true],
    [4, false],
    [4, true],
  ])
  const again = { projectTabId: tabId, replacesQueryId: follows, datasourceId: 0 }
  expect((await open(outside.tag, again)).status).toBe(409)
  expect(heard).toEqual([])
})

test('a question that waited and was answered has only what its prompt had', async () => {
  const id = await source('confidential')
  const tabId = await talk.newTab()
  const prompt = `What is the code? ${'Really. '.repeat(400)}`
  await askLocal({ projectTabId: tabId, datasourceId: id, prompt })
  const free = await busy(talk.tag(LOCAL_ENDLESS).id)
  // The context has no room for the earlier turn.
  const options = { num_ctx: 256 }
  const echo = talk.tag('echo').id
  const short = await waiting(echo, { projectTabId: tabId, datasourceId: 0, prompt: 'Hi.', options })
  await free()
  const { message } = await endOf(short)
  expect(message).toMatchObject({ state: 2, confidential: false })
  expect(message?.responseText).not.toContain(CANARY)
})

test('a question to an external model that is stopped while it waits can be asked there again', async () => {
  const id = await source('confidential')
  const tabId = await talk.newTab()
  await askLocal({ projectTabId: tabId, datasourceId: id })
  const free = await busy(outside.endless)
  const queryId = await waiting(outside.tag, { projectTabId: tabId, datasourceId: 0, prompt: 'Hello?' })
  expect((await stop(queryId)).data.query).toMatchObject({ state: 4, confidential: false })
  await free()
  heard = []
  const again = { projectTabId: tabId, replacesQueryId: queryId, datasourceId: 0, prompt: 'Hello?' }
  expect(await ask(outside.tag, again)).toMatchObject({ state: 2, responseText: 'Outside.' })
  expect(heard.some((body) => body.includes(CANARY))).toBe(false)
})
