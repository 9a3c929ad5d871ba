// kill -9 under load, a clean stop, and the data afterwards.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type Client } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../model-server/index.ts'
import { again, askHere, begin, messagesHere, slowModel, type Fixture } from './fixture.ts'

let modelServer: ModelServer
let fixture: Fixture
const GRACE_SECONDS = 1
let folder: string
const env = () => ({ OPENAI_BASE_URL: modelServer.url, POLYLOGUE_CONFIG: join(folder, 'config.json') })

beforeAll(async () => {
  modelServer = await startModelServer({ models: [slowModel, 'mock'] })
  folder = await mkdtemp(join(tmpdir(), 'polylogue-crash-'))
  await writeFile(env().POLYLOGUE_CONFIG, JSON.stringify({ shutdownGraceSeconds: GRACE_SECONDS }))
  fixture = await begin(modelServer, env())
})
afterAll(async () => {
  await fixture.product[Symbol.asyncDispose]()
  await modelServer.close()
  await rm(folder, { recursive: true, force: true })
})

interface Heard {
  queryId: number
  text: string
}

/** Asks several questions at once and reads their events until the connection breaks. */
function load(count: number): { heard: Heard[]; broken: Promise<unknown> } {
  const heard: Heard[] = []
  const leave = new AbortController()
  const streams = Array.from({ length: count }, async (_, index) => {
    const one: Heard = { queryId: 0, text: '' }
    for await (const { queryId, event } of askHere(fixture, { prompt: `Question ${index}` }, leave.signal)) {
      if (one.queryId === 0) heard.push(one)
      one.queryId = queryId
      if (event.type === 'text') one.text += event.text
    }
  })
  void fixture.product.ended.then(() => leave.abort())
  return { heard, broken: Promise.allSettled(streams) }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** A user signed in at the product, which keeps its port across restarts. */
async function signedIn(userName: string, userPassword: string): Promise<Client> {
  const { data } = await createClient({ baseUrl: fixture.product.url }).call(contract.auth.authenticate, {
    body: { userName, userPassword },
  })
  return createClient({ baseUrl: fixture.product.url, token: () => data.access_token })
}

test('after kill -9 every acknowledged question is stored once, interrupted and with its text', async () => {
  for (const length of [40, 100, 160]) {
    const before = new Set((await messagesHere(fixture)).map((message) => message.id))
    const { heard, broken } = load(6)
    await until(() => heard.length === 6 && heard.every((one) => one.text.length > length))
    await fixture.product.kill()
    await broken
    fixture = await again(fixture, env())
    const messages = (await messagesHere(fixture)).filter((message) => !before.has(message.id))
    expect(new Set(messages.map((message) => message.id))).toEqual(new Set(heard.map((one) => one.queryId)))
    expect(messages).toHaveLength(6)
    for (const message of messages) {
      const text = heard.find((one) => one.queryId === message.id)?.text ?? ''
      expect(message).toMatchObject({ state: 3, errorCode: 'INTERRUPTED' })
      expect(text.startsWith(message.responseText) || message.responseText.startsWith(text)).toBe(true)
      // At most the data of one log tick and one event in flight is lost.
      expect(text.length - message.responseText.length).toBeLessThan(400)
    }
  }
})

test('an interrupted answer is returned with its partial text and ends with INTERRUPTED', async () => {
  const message = (await messagesHere(fixture)).at(-1)
  const { data } = await fixture.client.call(contract.answers.stop, { params: { id: message?.id ?? 0 } })
  expect(data.query).toMatchObject({
    state: 3,
    errorCode: 'INTERRUPTED',
    responseText: message?.responseText,
  })
  const response = await fetch(`${fixture.product.url}/api/v1/prompts/streams/${message?.id}`, {
    headers: { authorization: `Bearer ${fixture.tokens.access_token}`, 'x-requested-with': 'XMLHttpRequest' },
  })
  const wire = await response.text()
  expect(wire).toMatch(/event: Error\ndata: \{.*"errorCode":"INTERRUPTED"/)
})

test('after kill -9 a user counts as present only when their page reports again', async () => {
  const { data: made } = await fixture.client.call(contract.users.create, {
    body: { firstName: 'Bert', lastName: 'Reader', email: 'bert@example.org', roleId: 4 },
  })
  const bert = await signedIn('bert@example.org', made.oneTimePassword ?? '')
  const newPassword = 'Noch-ein-guter-Satz-43'
  const passwords = { oldPassword: made.oneTimePassword ?? '', newPassword }
  await bert.call(contract.auth.changePassword, { params: { id: made.user.id }, body: passwords })
  const { data } = await fixture.client.call(contract.projects.create, {
    body: { name: 'Shared', type: 2, assocContexts: [{ contextId: made.user.context.id }] },
  })
  const page = () => ({ params: { id: data.project.id, visitId: crypto.randomUUID() } })
  const [annas, berts, closed] = [page(), page(), page()]
  const seenByAnna = async () => (await fixture.client.call(contract.presence.update, annas)).data.count
  const reader = await signedIn('bert@example.org', newPassword)
  for (const one of [berts, closed]) await reader.call(contract.presence.update, one)
  expect(await seenByAnna()).toBe(1)
  await fixture.product.kill()
  fixture = await again(fixture, env())
  expect(await seenByAnna()).toBe(0)
  await reader.call(contract.presence.update, berts)
  // Arrivals are gathered for a moment before the cached list of readers is renewed.
  await expect.poll(seenByAnna, { timeout: 10_000 }).toBe(1)
  // The page of the crashed process no longer counts: the user leaves with their last page.
  await reader.call(contract.presence.remove, berts)
  expect(await seenByAnna()).toBe(0)
})

test('SIGTERM ends cleanly within the grace time and 5 s; running answers are saved', async () => {
  const { heard, broken } = load(2)
  await until(() => heard.length === 2 && heard.every((one) => one.text.length > 40))
  const began = performance.now()
  expect(await fixture.product.stop()).toBe(0)
  expect(performance.now() - began).toBeLessThan((GRACE_SECONDS + 5) * 1_000)
  await broken
  fixture = await again(fixture, env())
  const ended = (await messagesHere(fixture)).filter((message) =>
    heard.some((one) => one.queryId === message.id),
  )
  expect(ended).toHaveLength(2)
  for (const message of ended) {
    const text = heard.find((one) => one.queryId === message.id)?.text ?? ''
    expect(message.state).toBe(3)
    expect(message.responseText.startsWith(text)).toBe(true)
  }
})
