// Titles that the chat's own model writes after the first answer, through HTTP (decision 100).
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { contract } from '@polylogue/contract'
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

const { answers, datasources, models, projects, providers, queries, settings, tabs, usage } = contract

const GOOD = scripted({ text: '**Title:** „Heizkosten im Vergleich.“\n\nMore.' }, 'script')
const LONG = scripted(
  { text: 'I would call this conversation something about the costs of heating a house' },
  'script',
)
const ENDLESS = scripted({ endless: 1, rate: 20 }, 'script')
const UNHURRIED = scripted({ text: 'Titles take their time', rate: 3 }, 'script')
const OUTSIDE = scripted({ text: 'Outside' }, 'script')
const REASONS = scripted({ text: '<think>What may this be?\nHeizen', finish: 1 }, 'script')
const HALF = scripted({ text: 'Here is a title:\nHeizkosten\nim Verg', finish: 1 }, 'script')
const SENTENCE = scripted(
  { text: 'I would call this conversation something about the costs of heating a house', rate: 10 },
  'script',
)
const SLOW = scripted({ text: 'It is slow to answer this one', rate: 5 }, 'script')

let talk: Talk
let external: ModelServer
let heard: string[] = []
/** What the external server received. */
const sent: string[] = []
let outside: { tag: number; slow: number; endless: number }
beforeAll(async () => {
  external = await startModelServer({
    models: [OUTSIDE, SLOW, ENDLESS, 'script'],
    openaiModels: [OUTSIDE, SLOW, ENDLESS].map((id) => ({ id, owned_by: 'vllm' })),
    heard: (body) => void sent.push(body),
  })
  talk = await openTalk([GOOD, LONG, ENDLESS, UNHURRIED, REASONS, HALF, SENTENCE], {
    file: { chatTitles: true },
    server: { heard: (body) => void heard.push(body) },
  })
  const root = await talk.app.deps.user({ roleId: 1 })
  const body = { name: 'Cloud', kind: 'openai' as const, addresses: [external.url], isLocal: false }
  await root.client.call(providers.create, { body })
  outside = await vi.waitFor(async () => {
    const { data } = await talk.anna.client.call(models.list)
    const tags = data.Models.filter(({ provider }) => provider === 'Cloud').flatMap((family) => family.tags)
    const [tag, slow, endless] = [OUTSIDE, SLOW, ENDLESS].map(
      (name) => tags.find(({ fullName }) => fullName === `${name}:latest`)?.id,
    )
    if (!tag || !slow || !endless) throw new Error('the models are not discovered')
    return { tag, slow, endless }
  })
})
let running: number[] = []
beforeEach(() => {
  heard = []
})
afterEach(async () => {
  for (const id of running) await talk.anna.client.call(answers.stop, { params: { id } })
  running = []
})
afterAll(async () => {
  await talk[Symbol.asyncDispose]()
  await external.close()
})

const { waitFor } = vi
const soon = { timeout: 20_000, interval: 20 }
/** A new chat as the page creates it. */
async function newChat(name = 'New chat', autoNamed = true) {
  const body = { name, autoNamed, type: 0 }
  const { project } = (await talk.anna.client.call(projects.create, { body })).data
  const made = await talk.anna.client.call(tabs.create, { params: { id: project.id }, body: {} })
  return { projectId: project.id, tabId: made.data.projecttab.id }
}
const nameOf = async (projectId: number) =>
  (await talk.anna.client.call(projects.get, { params: { id: projectId } })).data.project.name
const tabNameOf = async (id: number) =>
  (await talk.anna.client.call(tabs.get, { params: { id } })).data.projecttab.name
const prompt = 'Was kostet das Heizen?'
const ask = (name: string, projectTabId: number) => askAll(talk, name, { projectTabId, prompt })
/** The requests for titles that the local server received. */
const wanted = () => heard.filter((body) => body.includes('Write a title'))
/** Resolves when a later chat has its title: earlier ones, which wait in the same queue, have theirs or get none. */
async function settled() {
  const { projectId, tabId } = await newChat()
  await ask(GOOD, tabId)
  await waitFor(async () => expect(await nameOf(projectId)).toBe('Heizkosten im Vergleich'), soon)
}

test('the first answer’s model names the chat and its tab, cleaned, once, and is counted', async () => {
  const { projectId, tabId } = await newChat()
  const params = { id: projectId }
  const change = { name: 'Was kostet das', autoNamed: true }
  const { data } = await talk.anna.client.call(projects.update, { params, body: change })
  await ask(GOOD, tabId)
  await waitFor(async () => expect(await nameOf(projectId)).toBe('Heizkosten im Vergleich'), soon)
  await waitFor(async () => expect(await tabNameOf(tabId)).toBe('Heizkosten im Vergleich'), soon)
  expect(wanted()).toHaveLength(1)
  expect(wanted()[0]).toContain(prompt)
  await waitFor(async () => {
    const { total } = (await talk.anna.client.call(usage.ofUser, { params: { id: talk.anna.id }, query: {} }))
      .data.usage
    expect(total.prompts).toBe(2)
  }, soon)
  // A form that was open does not conflict, the page's own name comes too late, and no later answer asks again.
  await talk.anna.client.call(projects.update, { params, body: change })
  expect(await nameOf(projectId)).toBe('Heizkosten im Vergleich')
  const typed = { name: 'Typed', ifModified: data.project.modified }
  await talk.anna.client.call(projects.update, { params, body: typed })
  await ask(GOOD, tabId)
  await settled()
  expect(await nameOf(projectId)).toBe('Typed')
  expect(wanted()).toHaveLength(2)
})

test('tabs that are asked the same question get titles that differ', async () => {
  const { projectId, tabId } = await newChat()
  const others = [0, 1].map(() => talk.anna.client.call(tabs.create, { params: { id: projectId }, body: {} }))
  const ids = [tabId, ...(await Promise.all(others)).map(({ data }) => data.projecttab.id)]
  for (const id of ids) await ask(GOOD, id)
  const title = 'Heizkosten im Vergleich'
  const names = async () => (await Promise.all(ids.map(tabNameOf))).toSorted()
  await waitFor(async () => expect(await names()).toEqual([title, `${title} (2)`, `${title} (3)`]), soon)
  expect(await nameOf(projectId)).toBe(title)
})

test('a typed name stays, whether typed before the answer or while the title is written', async () => {
  const before = await newChat('Mine', false)
  await talk.anna.client.call(tabs.update, { params: { id: before.tabId }, body: { name: 'My tab' } })
  await ask(GOOD, before.tabId)
  const { projectId, tabId } = await newChat()
  await talk.app.db.pool.query("UPDATE providers SET at_once = 1 WHERE kind = 'openai' AND name <> 'Cloud'")
  const busy = await openStream(talk, talk.anna, {
    tagId: talk.tag(ENDLESS).id,
    payload: { prompt, projectTabId: await talk.newTab() },
  })
  running.push(queryIdOf(await readStream(busy, (events) => textOf(events).length > 5)))
  const asking = ask(GOOD, tabId)
  await talk.anna.client.call(projects.update, { params: { id: projectId }, body: { name: 'Typed' } })
  await talk.anna.client.call(tabs.update, { params: { id: tabId }, body: { name: 'Typed tab' } })
  for (const id of running.splice(0)) await talk.anna.client.call(answers.stop, { params: { id } })
  await asking
  await settled()
  expect([await nameOf(before.projectId), await tabNameOf(before.tabId)]).toEqual(['Mine', 'My tab'])
  expect([await nameOf(projectId), await tabNameOf(tabId)]).toEqual(['Typed', 'Typed tab'])
})

test('a name that is typed after the model was asked for the title stays', async () => {
  const { projectId, tabId } = await newChat()
  await ask(UNHURRIED, tabId)
  await waitFor(() => expect(wanted()).toHaveLength(1), soon)
  await talk.anna.client.call(projects.update, { params: { id: projectId }, body: { name: 'Typed' } })
  await waitFor(async () => expect(await tabNameOf(tabId)).toBe('Titles take their time'), soon)
  expect(await nameOf(projectId)).toBe('Typed')
})

test('a tab that was moved, and a message that was deleted, while its title is written name no chat', async () => {
  const [moved, deleted, other] = [await newChat(), await newChat(), await newChat('Other', false)]
  await ask(UNHURRIED, moved.tabId)
  await waitFor(() => expect(wanted()).toHaveLength(1), soon)
  await talk.app.db.pool.query('UPDATE tabs SET project_id = $1 WHERE id = $2', [
    other.projectId,
    moved.tabId,
  ])
  const asked = await ask(UNHURRIED, deleted.tabId)
  await waitFor(() => expect(wanted()).toHaveLength(2), soon)
  await talk.anna.client.call(queries.remove, { params: { id: queryIdOf(asked) } })
  await settled()
  await waitFor(() => expect(talk.server.stats().open).toBe(0), soon)
  const names = [await nameOf(moved.projectId), await nameOf(deleted.projectId), await tabNameOf(moved.tabId)]
  expect(names).not.toContain('Titles take their time')
})

test('a reply in place of an answer asks no model for a title, and the first answer then gets one', async () => {
  const media = [{ name: 'rules.txt', mime_type: 'text/plain', content: btoa('The door is locked at nine.') }]
  const body = { name: 'Rules', answersOnly: true, media }
  const { id } = (await talk.anna.client.call(datasources.create, { body })).data.datasource
  await waitFor(async () => {
    const found = await talk.anna.client.call(datasources.get, { params: { id } })
    expect(found.data.datasource.status).toBe(2)
  }, soon)
  const { projectId, tabId } = await newChat()
  const refused = { projectTabId: tabId, prompt: 'Who won the marathon in Tokyo?', datasourceId: id }
  expect(textOf(await askAll(talk, GOOD, refused))).toMatch(/say nothing about this/)
  await settled()
  expect(wanted()).toHaveLength(1)
  await ask(GOOD, tabId)
  await waitFor(async () => expect(await nameOf(projectId)).toBe('Heizkosten im Vergleich'), soon)
})

test('a chat that a program asks in is named after its first question, one that a person named is not', async () => {
  const [asked, named] = [await newChat(), await newChat('New chat', false)]
  for (const { tabId } of [asked, named]) await ask('Guide', tabId)
  await waitFor(async () => expect(await nameOf(asked.projectId)).toBe(prompt), soon)
  await ask('Guide', asked.tabId)
  await settled()
  expect([await nameOf(asked.projectId), await nameOf(named.projectId)]).toEqual([prompt, 'New chat'])
})

test('a reply that ends at the maximum length names nothing while it reasons, and only with its whole lines', async () => {
  const [reasons, half] = [await newChat('The question'), await newChat('The question')]
  await ask(REASONS, reasons.tabId)
  await ask(HALF, half.tabId)
  await waitFor(async () => expect(await nameOf(half.projectId)).toBe('Heizkosten'), soon)
  await settled()
  expect(await nameOf(reasons.projectId)).toBe('The question')
  expect(wanted()[0]).toMatch(/"max_tokens":1000\b/)
})

test('of two tabs that are answered at once each gets its title, and a chat the one that is good', async () => {
  const { projectId, tabId } = await newChat()
  const params = { id: projectId }
  const second = (await talk.anna.client.call(tabs.create, { params, body: {} })).data.projecttab.id
  await ask(UNHURRIED, tabId)
  await ask(GOOD, second)
  await waitFor(async () => expect(await tabNameOf(second)).toBe('Heizkosten im Vergleich'), soon)
  await waitFor(async () => expect(await tabNameOf(tabId)).toBe('Titles take their time'), soon)
  const typed = await newChat()
  for (const name of ['One', 'Two']) {
    const body = { name }
    const made = await talk.anna.client.call(tabs.create, { params: { id: typed.projectId }, body })
    await ask(name === 'One' ? SENTENCE : GOOD, made.data.projecttab.id)
  }
  await waitFor(async () => expect(await nameOf(typed.projectId)).toBe('Heizkosten im Vergleich'), soon)
})

test('Guide, a sentence and a person who switched titles off leave the question’s beginning', async () => {
  const guide = await newChat('The question')
  await ask('Guide', guide.tabId)
  const sentence = await newChat('The question')
  await ask(LONG, sentence.tabId)
  await waitFor(() => expect(wanted()).toHaveLength(1), soon)
  const set = (settingValue: string) =>
    talk.anna.client.call(settings.setByName, {
      params: { id: talk.anna.id },
      body: { settingName: 'chatTitles', settingValue },
    })
  await set('false')
  const off = await newChat('The question')
  await ask(GOOD, off.tabId)
  // Answers to other people are still followed by titles, and prove that the one above was looked at.
  const ben = await talk.app.deps.user()
  const project = await ben.client.call(projects.create, { body: { name: 'Ben', autoNamed: true, type: 0 } })
  const { id } = project.data.project
  const tab = await ben.client.call(tabs.create, { params: { id }, body: {} })
  const payload = { prompt, projectTabId: tab.data.projecttab.id }
  await readStream(await openStream(talk, ben, { tagId: talk.tag(GOOD).id, payload }))
  await waitFor(async () => {
    const found = await ben.client.call(projects.get, { params: { id } })
    expect(found.data.project.name).toBe('Heizkosten im Vergleich')
  }, soon)
  expect(wanted()).toHaveLength(2)
  await set('true')
  for (const { projectId } of [guide, sentence, off]) expect(await nameOf(projectId)).toBe('The question')
})

test('what became confidential is sent to no external model for a title, also while the title waits', async () => {
  await talk.app.db.pool.query("UPDATE providers SET at_once = 1 WHERE name = 'Cloud'")
  const media = [
    { name: 'vault.txt', mime_type: 'text/plain', content: btoa('The code of the vault is kestrel-7319.') },
  ]
  const body = { name: 'Vault', label: 'internal', media }
  const { id } = (await talk.anna.client.call(datasources.create, { body })).data.datasource
  await waitFor(async () => {
    const found = await talk.anna.client.call(datasources.get, { params: { id } })
    expect(found.data.datasource.status).toBe(2)
  }, soon)
  const secret = await newChat()
  const vault = { prompt: 'What is the code of the vault?', projectTabId: secret.tabId, datasourceId: id }
  const slow = await openStream(talk, talk.anna, { tagId: outside.slow, payload: vault })
  const payload = { prompt, projectTabId: await talk.newTab() }
  const next = await openStream(talk, talk.anna, { tagId: outside.endless, payload })
  expect(queryOf(await readStream(slow))?.state).toBe(2)
  // The question that waited has its turn before the title.
  running.push(queryIdOf(await readStream(next, (events) => textOf(events).length > 5)))
  expect(sent.filter((one) => one.includes('Write a title'))).toEqual([])
  await talk.anna.client.call(datasources.update, { params: { id }, body: { label: 'confidential' } })
  for (const one of running.splice(0)) await talk.anna.client.call(answers.stop, { params: { id: one } })
  const open = await newChat()
  const asked = { prompt, projectTabId: open.tabId }
  await readStream(await openStream(talk, talk.anna, { tagId: outside.tag, payload: asked }))
  await waitFor(async () => expect(await nameOf(open.projectId)).toBe('Outside'), soon)
  expect(sent.find((one) => one.includes('Write a title'))).toMatch(
    /"max_tokens":1000\b.*"enable_thinking":false/,
  )
  const titles = sent.filter((one) => one.includes('Write a title'))
  expect(titles).toHaveLength(1)
  expect(titles[0]).not.toContain('vault')
  expect(await nameOf(secret.projectId)).toBe('What is the code of the')
})
