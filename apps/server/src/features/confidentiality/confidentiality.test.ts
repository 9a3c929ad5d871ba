// What used a confidential data source reaches no external model, by any way: a canary in the documents, in a question that
// quotes them and in a file must never arrive at a scripted external server (decision 86).
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { contract, type Datasource, type Message, type PromptPayload } from '@polylogue/contract'
import { migrationsDir } from '#test/db.ts'
import { startModelServer, type ModelServer } from '#test/model-server/index.ts'
import {
  askAll,
  openStream,
  openTalk,
  queryIdOf,
  queryOf,
  readStream,
  scripted,
  textOf,
  type Talk,
} from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const { datasources, projects, queries, replays, tabs, translate, vectors } = contract

const CANARY = 'kestrel-7319'
const QUOTED = 'plover-5520'
const FILED = 'dunlin-8846'
const SECRETS = [CANARY, QUOTED, FILED]
const OUTSIDE = scripted({ text: 'Outside.' }, 'script')
const ENDLESS = scripted({ endless: 1, rate: 20 }, 'script')

let talk: Talk
let external: ModelServer
/** The bodies that the external server received. */
let heard: string[] = []
let outside: { tag: number; modelId: number; vectors: number; endless: number }
beforeAll(async () => {
  external = await startModelServer({
    models: [OUTSIDE, ENDLESS, 'script', 'embed-second'],
    heard: (body) => void heard.push(body),
  })
  talk = await openTalk([], { file: { translators: { model: `${OUTSIDE}:latest` } } })
  const root = await talk.app.deps.user({ roleId: 1 })
  const body = { name: 'Cloud', kind: 'openai' as const, addresses: [external.url], isLocal: false }
  await root.client.call(contract.providers.create, { body })
  const tagOf = (name: string) =>
    vi.waitFor(async () => {
      const { data } = await talk.anna.client.call(contract.models.list)
      const tag = data.Models.flatMap((family) => family.tags).find(
        (one) => one.fullName === `${name}:latest`,
      )
      if (!tag) throw new Error(`${name} is not discovered`)
      return tag
    })
  const { id: tag, modelId } = await tagOf(OUTSIDE)
  outside = { tag, modelId, vectors: (await tagOf('embed-second')).id, endless: (await tagOf(ENDLESS)).id }
  await root.client.call(vectors.update, { body: { modelTagId: outside.vectors } })
})
beforeEach(() => {
  heard = []
})
afterAll(async () => {
  await talk[Symbol.asyncDispose]()
  await external.close()
})

const call: TestUser['client']['call'] = (...asked) => talk.anna.client.call(...asked)

async function source(label: string, text = `The code of the vault is ${CANARY}.`): Promise<Datasource> {
  const media = [
    { name: 'vault.txt', mime_type: 'text/plain', content: Buffer.from(text).toString('base64') },
  ]
  const { data } = await call(datasources.create, { body: { name: 'Vault', label, media } })
  return vi.waitFor(
    async () => {
      const found = await call(datasources.get, { params: { id: data.datasource.id } })
      expect(found.data.datasource.status).toBe(2)
      return found.data.datasource
    },
    { timeout: 20_000, interval: 100 },
  )
}

type AskPayload = Partial<PromptPayload> & { projectTabId: number }

const ask = async (payload: AskPayload, tagId = talk.tag('echo').id) => {
  const full = { prompt: 'What is the code of the vault?', ...payload }
  const message = queryOf(await readStream(await openStream(talk, talk.anna, { tagId, payload: full })))
  if (!message) throw new Error('the answer has no message')
  return message
}
const askOutside = (payload: AskPayload) => ask(payload, outside.tag)
const refused = { status: 409, code: 'CONFIDENTIAL_TURN' }
const askRefused = (payload: AskPayload) =>
  expect(
    call(contract.answers.ask, {
      params: { id: outside.modelId },
      body: { prompt: 'What?', modelTagId: outside.tag, ...payload },
    }),
  ).rejects.toMatchObject(refused)

const notice = (message: Message) => message.notices.find(({ code }) => code === 'HISTORY_CONFIDENTIAL')
const messagesOf = async (id: number) => (await call(queries.list, { params: { id } })).data.Queries
const isSecret = (text: string) => SECRETS.some((secret) => text.includes(secret))
/** Asserts that the external server was asked at all, and received nothing confidential. */
const heardNothing = (requests = 1) => {
  expect(heard.length).toBeGreaterThanOrEqual(requests)
  expect(heard.filter(isSecret)).toEqual([])
}

/** A tab with two confidential turns: one that used the data source, and one that was answered with it as history. */
async function confidentialTab(): Promise<{ tabId: number; first: Message; second: Message; id: number }> {
  const { id } = await source('confidential')
  const tabId = await talk.newTab()
  const attachments = [{ name: 'plan.txt', mime_type: 'text/plain', base64: btoa(`The plan is ${FILED}.`) }]
  const first = await ask({ projectTabId: tabId, datasourceId: id, attachments })
  expect(first.responseText).toContain(CANARY)
  const second = await ask({ projectTabId: tabId, datasourceId: 0, prompt: `Why ${QUOTED}?` })
  expect(second.responseText).toContain(CANARY)
  expect([first.confidential, second.confidential]).toEqual([true, true])
  return { tabId, first, second, id }
}

test('history, continuing, regenerating and editing send nothing of confidential turns to an external model', async () => {
  const { tabId, first, second } = await confidentialTab()
  const other = await askOutside({ projectTabId: tabId, prompt: 'And in general?' })
  expect(notice(other)).toEqual({ code: 'HISTORY_CONFIDENTIAL', params: { count: 4, name: 'Cloud' } })
  expect(other).toMatchObject({ confidential: false, responseText: 'Outside.' })
  expect(other.statistics).toContainEqual({ key: 'historyConfidential', value: 4 })
  for (const replacesQueryId of [first.id, second.id]) {
    await askRefused({ projectTabId: tabId, replacesQueryId, prompt: second.queryText })
    await askRefused({ projectTabId: tabId, replacesQueryId, continues: true })
  }
  await askOutside({ projectTabId: tabId, replacesQueryId: other.id, shownQueryIds: [first.id, second.id] })
  heardNothing(2)
  const local = await ask({ projectTabId: tabId, prompt: 'And now?', datasourceId: 0 })
  expect(local.responseText).toContain(CANARY)
  expect([local.confidential, notice(local)]).toEqual([true, undefined])
})

test('a new version of a confidential turn stays confidential, whatever it uses', async () => {
  const { tabId, second } = await confidentialTab()
  const again = await ask({
    projectTabId: tabId,
    datasourceId: 0,
    replacesQueryId: second.id,
    prompt: QUOTED,
  })
  expect(again.confidential).toBe(true)
  await askOutside({ projectTabId: tabId, shownQueryIds: [again.id] })
  heardNothing()
})

test('comparing, copying, moving, importing and replaying keep confidential turns from an external model', async () => {
  const { tabId, first, second } = await confidentialTab()
  const params = { id: tabId }
  const { data: copied } = await call(tabs.copy, { params, body: { withMessages: true } })
  expect(copied.projecttab.confidential).toBe(true)
  const to = await talk.app.deps.project(talk.anna)
  await call(tabs.move, { params: { id: copied.projecttab.id }, body: { projectId: to.id } })
  const turns = (await messagesOf(tabId)).map(({ queryText, responseText, confidential }) => ({
    queryText,
    responseText,
    confidential,
  }))
  const imported = await call(projects.import, { body: { name: 'Import', chats: [{ name: 'Old', turns }] } })
  const { data: list } = await call(tabs.list, { params: { id: imported.data.project.id } })
  const importedTab = list.Projecttabs[0]?.id ?? 0
  const replay = (modelTagId: number, promptIds: number[]) =>
    call(replays.create, { body: { tabId, promptIds, modelTagId, tabName: 'Again' } })
  const ended = async (id: number) =>
    vi.waitFor(
      async () => {
        const { replay: found } = (await call(replays.get, { params: { id } })).data
        expect(found?.state).toBe('done')
        return found
      },
      { timeout: 20_000, interval: 50 },
    )
  const { data: inside } = await replay(talk.tag('echo').id, [second.id])
  await ended(inside.projecttab.id)
  expect(await messagesOf(inside.projecttab.id)).toMatchObject([{ confidential: true }])
  const compareId = randomUUID()
  for (const projectTabId of [tabId, copied.projecttab.id, importedTab, inside.projecttab.id])
    expect(notice(await askOutside({ projectTabId, compareId, prompt: 'Hello?' }))).toBeDefined()
  const [open] = (await messagesOf(tabId)).slice(-1)
  await expect(replay(outside.tag, [first.id, second.id])).rejects.toMatchObject(refused)
  const { data: sent } = await replay(outside.tag, [first.id, open?.id ?? 0, second.id])
  expect(await ended(sent.projecttab.id)).toMatchObject({ total: 3, done: 3, leftOut: 2 })
  expect((await messagesOf(sent.projecttab.id)).map(({ queryText }) => queryText)).toEqual(['Hello?'])
  heardNothing(5)
})

test('translating a confidential message and searching with vectors ask no external model', async () => {
  const { tabId, first } = await confidentialTab()
  const body = { targetLang: 'de', sourceText: first.responseText.slice(0, 500), queryId: first.id }
  await expect(call(translate.text, { body })).rejects.toMatchObject({
    status: 409,
    code: 'TRANSLATE_CONFIDENTIAL',
  })
  const stranger = await talk.app.deps.user()
  await expect(stranger.client.call(translate.text, { body })).rejects.toMatchObject({ status: 404 })
  expect(heard).toEqual([])
  const open = await source('internal', 'The canteen opens at noon.')
  await vi.waitFor(
    async () => {
      const { data } = await call(datasources.get, { params: { id: open.id } })
      expect(data.datasource.vectors?.state).toBe('ready')
    },
    { timeout: 20_000, interval: 100 },
  )
  const prompt = `When does the canteen open, ${QUOTED}?`
  const asked = await ask({ projectTabId: tabId, datasourceId: open.id, prompt })
  expect(asked.sources).not.toEqual([])
  await call(datasources.search, { params: { id: open.id }, body: { q: prompt, confidential: true } })
  heardNothing()
  const elsewhere = await talk.newTab()
  await ask({ projectTabId: elsewhere, datasourceId: open.id, prompt: 'When does the canteen open, really?' })
  expect(heard.some((one) => one.includes('really?'))).toBe(true)
})

test('a level that is raised later counts, also for what was answered with it and after the source is deleted', async () => {
  const { id } = await source('internal')
  const tabId = await talk.newTab()
  await ask({ projectTabId: tabId, datasourceId: id })
  await ask({ projectTabId: tabId, datasourceId: 0, prompt: 'And why?' })
  const before = await askOutside({ projectTabId: tabId, prompt: 'Before?' })
  expect([notice(before), heard.some(isSecret)]).toEqual([undefined, true])
  heard = []
  const withheld = async (prompt: string) =>
    notice(await askOutside({ projectTabId: tabId, prompt }))?.params['count']
  await call(datasources.update, { params: { id }, body: { label: 'confidential' } })
  // The question before was answered with the others as its history.
  expect(await withheld('Raised?')).toBe(6)
  await call(datasources.remove, { params: { id } })
  expect(await withheld('Deleted?')).toBe(6)
  heardNothing(2)
})

test('a level that is raised while a question waits for its turn counts at its turn', async () => {
  const { id } = await source('internal')
  const tabId = await talk.newTab()
  const attachments = [{ name: 'plan.txt', mime_type: 'text/plain', base64: btoa(`The plan is ${FILED}.`) }]
  const first = await ask({ projectTabId: tabId, datasourceId: id, prompt: `Why ${QUOTED}?`, attachments })
  const { pool } = talk.app.db
  await pool.query("UPDATE providers SET at_once = 1 WHERE name = 'Cloud'")
  const streamed = (tagId: number, payload: PromptPayload) => openStream(talk, talk.anna, { tagId, payload })
  const endless = await streamed(outside.endless, { projectTabId: await talk.newTab(), prompt: 'Count.' })
  const running = queryIdOf(await readStream(endless, (events) => textOf(events).length > 5))
  const again = { projectTabId: tabId, replacesQueryId: first.id, prompt: first.queryText, datasourceId: 0 }
  const waiting = queryIdOf(
    await readStream(await streamed(outside.tag, { ...again, attachments }), (events) =>
      events.some(({ data }) => data.includes('"queued"')),
    ),
  )
  heard = []
  await call(datasources.update, { params: { id }, body: { label: 'confidential' } })
  await call(contract.answers.stop, { params: { id: running } })
  const ended = queryOf(await readStream(await openStream(talk, talk.anna, { queryId: waiting })))
  expect(ended).toMatchObject({ id: waiting, state: 3, errorCode: 'CONFIDENTIAL_TURN', confidential: true })
  expect(heard).toEqual([])
  await pool.query("UPDATE providers SET at_once = NULL WHERE name = 'Cloud'")
})

test('a deleted source that was open is not confidential', async () => {
  const { id } = await source('internal')
  const tabId = await talk.newTab()
  await ask({ projectTabId: tabId, datasourceId: id })
  await call(datasources.remove, { params: { id } })
  expect(notice(await askOutside({ projectTabId: tabId, prompt: 'Hello?' }))).toBeUndefined()
  expect((await call(tabs.get, { params: { id: tabId } })).data.projecttab.confidential).toBe(false)
})

test('Guide’s quotes from a confidential source are confidential', async () => {
  const { id } = await source('confidential')
  const tabId = await talk.newTab()
  const quoted = queryOf(
    await askAll(talk, 'Guide', { projectTabId: tabId, datasourceId: id, prompt: 'code of the vault' }),
  )
  expect(quoted).toMatchObject({ confidential: true })
  expect(quoted?.responseText).toContain(CANARY)
  await askOutside({ projectTabId: tabId, prompt: 'Hello?' })
  heardNothing()
})

test('the upgrade marks the messages that used a data source, and the later ones of their tabs', async () => {
  const { tabId, id } = await confidentialTab()
  const { pool } = talk.app.db
  await pool.query(`UPDATE messages SET datasource_ids = '{}', confidential = false WHERE tab_id = $1`, [
    tabId,
  ])
  const flags = async () => (await messagesOf(tabId)).map(({ confidential }) => confidential)
  expect(await flags()).toEqual([false, false])
  const file = readdirSync(migrationsDir).find((name) => name.endsWith('-confidential-turns.sql')) ?? ''
  const migration = readFileSync(join(migrationsDir, file), 'utf8')
  await pool.query(migration.slice(migration.indexOf('UPDATE messages')))
  expect(await flags()).toEqual([true, true])
  await call(datasources.update, { params: { id }, body: { label: 'internal' } })
  expect(await flags()).toEqual([false, false])
})
