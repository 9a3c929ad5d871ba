// Golden sets, their judges and comparing: the ways in which several models get the same text. A canary in a data source for
// local models only, and in the turns that used it, must never arrive at a scripted external server (decision 86).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { API_ROOT, contract, type Check, type GoldenRun, type PromptPayload } from '@polylogue/contract'
import { startModelServer, type ModelServer } from '#test/model-server/index.ts'
import { openStream, openTalk, queryOf, readStream, scripted, type Talk } from '#test/talk.ts'

const { datasources, goldensets, projects, tabs } = contract

const CANARY = 'kestrel-7319'
const QUESTION = 'What is the code of the vault?'
const OUTSIDE = scripted({ text: '{"passed": true, "reason": "Fine."}' }, 'script')

let talk: Talk
let external: ModelServer
/** The bodies that the external server received. */
let heard: string[] = []
let outside: number
let datasourceId: number
beforeAll(async () => {
  external = await startModelServer({ models: [OUTSIDE, 'script'], heard: (body) => void heard.push(body) })
  talk = await openTalk([])
  const root = await talk.app.deps.user({ roleId: 1 })
  const body = { name: 'Cloud', kind: 'openai' as const, addresses: [external.url], isLocal: false }
  await root.client.call(contract.providers.create, { body })
  outside = await vi.waitFor(async () => {
    const { data } = await talk.anna.client.call(contract.models.list)
    const found = data.Models.flatMap(({ tags }) => tags).find(
      ({ fullName }) => fullName === `${OUTSIDE}:latest`,
    )
    if (!found) throw new Error('the external model is not discovered')
    return found.id
  })
  datasourceId = await vault()
})
beforeEach(() => {
  heard = []
})
afterAll(async () => {
  await talk[Symbol.asyncDispose]()
  await external.close()
})

async function vault(): Promise<number> {
  const content = Buffer.from(`The code of the vault is ${CANARY}.`).toString('base64')
  const media = [{ name: 'vault.txt', mime_type: 'text/plain', content }]
  const body = { name: 'Vault', label: 'confidential', media }
  const { data } = await talk.anna.client.call(datasources.create, { body })
  const params = { id: data.datasource.id }
  await vi.waitFor(
    async () => {
      const found = await talk.anna.client.call(datasources.get, { params })
      expect(found.data.datasource.status).toBe(2)
    },
    { timeout: 20_000, interval: 100 },
  )
  return params.id
}

const ask = async (tagId: number, payload: Partial<PromptPayload> & { projectTabId: number }) => {
  const full = { prompt: QUESTION, ...payload }
  const message = queryOf(await readStream(await openStream(talk, talk.anna, { tagId, payload: full })))
  if (!message) throw new Error('the answer has no message')
  return message
}

/** Sends fields that the contract does not have, as a program could. */
async function post(path: string, body: object): Promise<unknown> {
  const reply = await fetch(`${talk.app.url}${API_ROOT}/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${talk.anna.token}`,
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  expect(reply.status).toBe(201)
  return ((await reply.json()) as { messageContent: { data: unknown } }).messageContent.data
}

async function ended({ goldensetId, id }: GoldenRun) {
  const params = { id: goldensetId, runId: id }
  await vi.waitFor(
    async () => {
      const { data } = await talk.anna.client.call(goldensets.run, { params })
      expect(data.GoldenRun.state).toBe('done')
    },
    { timeout: 20_000, interval: 50 },
  )
  return (await talk.anna.client.call(goldensets.results, { params })).data.GoldenResults
}

test('a golden set reads no data source and no earlier turn, whatever it is sent with, and neither does its judge', async () => {
  const { client } = talk.anna
  const tabId = await talk.newTab()
  await client.call(tabs.update, { params: { id: tabId }, body: { defaultDatasourceId: datasourceId } })
  const quoted = await ask(talk.tag('echo').id, { projectTabId: tabId, datasourceId })
  expect(quoted).toMatchObject({ confidential: true, sources: [{}] })
  const smuggled = {
    datasourceId,
    dataSourceId: datasourceId,
    defaultDatasourceId: datasourceId,
    amountOfChunks: 10,
    projectTabId: tabId,
    tabId,
    queryId: quoted.id,
    replacesQueryId: quoted.id,
    shownQueryIds: [quoted.id],
    messages: [{ role: 'user', content: quoted.responseText }],
  }
  const saved = (await post('prompts', {
    title: 'Vault',
    prompt: QUESTION,
    outputFormId: 1,
    ...smuggled,
    promptOptions: { temperature: 0, ...smuggled },
  })) as { Prompt: { id: number } }
  const checks: Check[] = [{ kind: 'judge', modelTagId: outside, rule: 'It names the code.' }]
  const fields = { title: 'Vault', prompt: QUESTION, ...smuggled }
  const made = (await post('goldensets', {
    name: 'Vault',
    ...smuggled,
    prompts: [
      { promptId: saved.Prompt.id, checks, ...fields },
      { promptId: 0, checks, ...fields },
    ],
  })) as { GoldenSet: { id: number } }
  const modelTagIds = [talk.tag('echo').id, outside]
  const begun = (await post(`goldensets/${made.GoldenSet.id}/runs`, { modelTagIds, ...smuggled })) as {
    GoldenRun: GoldenRun
  }
  const results = await ended(begun.GoldenRun)
  expect(results).toHaveLength(2)
  const answers = results.flatMap((one) => one.answers)
  expect(answers.map(({ state, sources }) => [state, sources])).toEqual(Array(4).fill(['done', []]))
  expect(answers.flatMap(({ outcomes }) => outcomes.map(({ passed }) => passed))).toEqual(Array(4).fill(true))
  expect(answers.some(({ responseText }) => responseText.includes(CANARY))).toBe(false)
  // Two answers of the external model, and four verdicts of it.
  expect(heard.filter((body) => body.includes(QUESTION))).toHaveLength(6)
  expect(heard.filter((body) => body.includes(CANARY))).toEqual([])
})

test('comparing asks an external model without the confidential source of the form, the tab or the project', async () => {
  const { client } = talk.anna
  const compareId = randomUUID()
  const project = await talk.app.deps.project(talk.anna)
  const params = { id: project.id }
  await client.call(projects.update, { params, body: { defaultDatasourceId: datasourceId } })
  const [inside, chosen, byTab, byProject] = await Promise.all(
    Array.from({ length: 4 }, async () => (await talk.app.deps.tab(talk.anna, project)).id),
  )
  await client.call(tabs.update, { params: { id: byTab ?? 0 }, body: { defaultDatasourceId: datasourceId } })
  const asked = { prompt: QUESTION, compareId }
  const local = await ask(talk.tag('echo').id, { ...asked, projectTabId: inside ?? 0, datasourceId })
  expect(local).toMatchObject({ confidential: true, compareId })
  expect(local.responseText).toContain(CANARY)
  const answers = [
    await ask(outside, { ...asked, projectTabId: chosen ?? 0, datasourceId }),
    await ask(outside, { ...asked, projectTabId: byTab ?? 0 }),
    await ask(outside, { ...asked, projectTabId: byProject ?? 0 }),
    // The answer of the local model is in this tab, with the same comparison.
    await ask(outside, { ...asked, projectTabId: inside ?? 0, datasourceId }),
  ]
  expect(answers.map(({ sources }) => sources)).toEqual([[], [], [], []])
  const noticed = answers.map(({ notices }) => notices.map(({ code }) => code))
  const withheld = 'DATASOURCE_CONFIDENTIAL'
  expect(noticed).toEqual([[withheld], [withheld], [withheld], [withheld, 'HISTORY_CONFIDENTIAL']])
  expect(heard.filter((body) => body.includes(QUESTION)).length).toBeGreaterThanOrEqual(4)
  expect(heard.filter((body) => body.includes(CANARY))).toEqual([])
})
