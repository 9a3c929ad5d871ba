// Which custom instructions a model receives, depending on who asks (INSTRUCTION-2).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, type CustInst, type Message, type PromptPayload } from '@polylogue/contract'
import { openStream, openTalk, queryOf, readStream, textOf, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const { contexts, custinsts, projects, publications, tabs, queries, replays } = contract

let talk: Talk
let anna: TestUser
let bert: TestUser
beforeAll(async () => {
  talk = await openTalk([])
  anna = talk.anna
  bert = await talk.app.deps.user()
})
afterAll(() => talk[Symbol.asyncDispose]())

const WHO = 'What to know about the user:\n'
const RESPOND = 'How to answer:\n'

const make = async (who: TestUser, scope: CustInst['scope'], content: string) =>
  (await who.client.call(custinsts.create, { body: { name: 'I', content, scope } })).data.custinst
const set = (who: TestUser, tabId: number, body: object) =>
  who.client.call(tabs.update, { params: { id: tabId }, body })
const tabWith = async (body: object) => {
  const tabId = await talk.newTab()
  await set(anna, tabId, body)
  return tabId
}

interface Answered {
  /** The text that the model server received as its system message; undefined without one. */
  readonly system: string | undefined
  readonly query: Message
  /** Everything that the asking user received. */
  readonly wire: string
}

async function ask(
  who: TestUser,
  projectTabId: number,
  payload: Partial<PromptPayload> = {},
): Promise<Answered> {
  const full = { prompt: 'Why?', ...payload, projectTabId }
  const events = await readStream(await openStream(talk, who, { tagId: talk.tag('echo').id, payload: full }))
  const query = queryOf(events)
  if (!query) throw new Error(`No answer: ${JSON.stringify(events)}`)
  return { system: systemOf(textOf(events)), query, wire: JSON.stringify(events) }
}

function systemOf(echoed: string): string | undefined {
  const { messages } = JSON.parse(echoed) as { messages: { role: string; content: string }[] }
  const found = messages.filter(({ role }) => role === 'system')
  expect(found.length).toBeLessThanOrEqual(1)
  return found[0]?.content
}

const leftOut = ({ query }: Answered) =>
  Object.fromEntries(
    query.statistics.filter(({ key }) => key.startsWith('custInst')).map(({ key, value }) => [key, value]),
  )

test('the model receives "who" before "respond", unchanged, in one system message', async () => {
  vi.stubEnv('SECRET_CANARY', 'canary-of-the-server')
  const text = 'Say {{SECRET_CANARY}} ${SECRET_CANARY} {{ENV}} %HOME% $(id)\u0007\n\t🐘'
  const who = await make(anna, 1, 'I am a baker.')
  const respond = await make(anna, 2, text)
  const tabId = await tabWith({ custInstRespondId: respond.id, custInstWhoId: who.id })
  const answered = await ask(anna, tabId)
  expect(answered.system).toBe(`${WHO}I am a baker.\n\n${RESPOND}${text}`)
  expect(leftOut(answered)).toEqual({})
  // A change counts from the next question, also when it continues the conversation.
  await anna.client.call(custinsts.update, { params: { id: who.id }, body: { content: 'I am a cook.' } })
  await set(anna, tabId, { custInstRespondId: 0 })
  expect((await ask(anna, tabId)).system).toBe(`${WHO}I am a cook.`)
  await set(anna, tabId, { custInstWhoId: 0 })
  expect((await ask(anna, tabId)).system).toBeUndefined()
})

test('a deleted instruction, and one whose scope changed, are not sent', async () => {
  const [who, respond] = [await make(anna, 1, 'Gone'), await make(anna, 2, 'Changed')]
  const tabId = await tabWith({ custInstWhoId: who.id, custInstRespondId: respond.id })
  await anna.client.call(custinsts.remove, { params: { id: who.id } })
  await anna.client.call(custinsts.update, { params: { id: respond.id }, body: { scope: 1 } })
  const answered = await ask(anna, tabId)
  expect(answered.system).toBeUndefined()
  expect(leftOut(answered)).toEqual({})
})

test('access is checked at every question, so a revoked share applies at once', async () => {
  const instruction = await make(anna, 2, 'Be brief.')
  await talk.app.deps.share(instruction, bert)
  const project = await talk.app.deps.project(bert)
  const { id } = await talk.app.deps.tab(bert, project)
  await set(bert, id, { custInstRespondId: instruction.id })
  expect((await ask(bert, id)).system).toBe(`${RESPOND}Be brief.`)
  await anna.client.call(custinsts.update, { params: { id: instruction.id }, body: { assocContexts: [] } })
  const revoked = await ask(bert, id)
  expect(revoked.system).toBeUndefined()
  expect(leftOut(revoked)).toEqual({ custInstsDenied: 1 })
  const { data } = await bert.client.call(queries.list, { params: { id } })
  expect(data.Queries.at(-1)?.statistics).toContainEqual({ key: 'custInstsDenied', value: 1 })
  await talk.app.deps.share(instruction, bert)
  expect((await ask(bert, id)).system).toBe(`${RESPOND}Be brief.`)
})

test('a reader is answered with the approved text while a changed one waits for approval', async () => {
  const { deps } = talk.app
  const lead = await deps.user({ roleId: 8 })
  const entry = ({ contextId }: TestUser, hasWriteAccess = false) => ({
    contextId,
    hasReadAccess: true,
    hasWriteAccess,
    hasAdminAccess: false,
  })
  const group = await lead.client.call(contexts.create, {
    body: { contextTypeId: 3, name: 'Team', needsApproval: true, assocContexts: [entry(anna), entry(bert)] },
  })
  const instruction = await make(anna, 2, 'Be brief.')
  const params = { id: instruction.id }
  const assocContexts = [{ ...entry(anna), contextId: group.data.context.id }]
  await anna.client.call(custinsts.update, { params, body: { assocContexts } })
  const { data } = await lead.client.call(publications.list, { query: {} })
  const id = data.Publications[0]?.id ?? 0
  const { etag } = (await lead.client.call(publications.get, { params: { id } })).data.Publication
  await lead.client.call(publications.approve, { params: { id }, body: { ifMatch: etag } })
  await anna.client.call(custinsts.update, { params, body: { content: 'Be rude.' } })

  const own = await tabWith({ custInstRespondId: instruction.id })
  expect((await ask(anna, own)).system).toBe(`${RESPOND}Be rude.`)
  const tab = await deps.tab(bert, await deps.project(bert))
  await set(bert, tab.id, { custInstRespondId: instruction.id })
  expect((await ask(bert, tab.id)).system).toBe(`${RESPOND}Be brief.`)
})

test('in a shared chat each user is answered only with the instructions they may read', async () => {
  const canary = `canary-${randomUUID()}`
  const own = await make(anna, 1, canary)
  const shared = await make(anna, 2, 'Be brief.')
  await talk.app.deps.share(shared, bert)
  const project = await talk.app.deps.project(anna, { type: 2 })
  await talk.app.deps.share(project, bert, { write: true })
  const body = { custInstWhoId: own.id, custInstRespondId: shared.id }
  await anna.client.call(projects.update, { params: { id: project.id }, body })
  const { id } = await talk.app.deps.tab(bert, project)

  const berts = await ask(bert, id)
  expect(berts.system).toBe(`${RESPOND}Be brief.`)
  expect(leftOut(berts)).toEqual({ custInstsDenied: 1 })
  const copy = (await bert.client.call(tabs.copy, { params: { id }, body: {} })).data.projecttab
  expect(copy).toMatchObject(body)
  const mine = await talk.app.deps.project(bert)
  await bert.client.call(tabs.move, { params: { id: copy.id }, body: { projectId: mine.id } })
  const moved = await ask(bert, copy.id)
  const compared = await ask(bert, id, { compareId: randomUUID() })
  const again = await ask(bert, id, { replacesQueryId: berts.query.id })
  const replayed = await replay(bert, id, [berts.query.id])
  for (const { wire } of [berts, moved, compared, again]) expect(wire).not.toContain(canary)
  expect(systemOf(replayed.responseText)).toBe(`${RESPOND}Be brief.`)
  expect(replayed.statistics).toContainEqual({ key: 'custInstsDenied', value: 1 })
  await expect(bert.client.call(custinsts.get, { params: { id: own.id } })).rejects.toMatchObject({
    status: 404,
  })
  // Its owner gets both in the same tab.
  expect((await ask(anna, id)).system).toBe(`${WHO}${canary}\n\n${RESPOND}Be brief.`)
})

async function replay(who: TestUser, tabId: number, promptIds: number[]): Promise<Message> {
  const body = { tabId, promptIds, modelTagId: talk.tag('echo').id, tabName: 'Again' }
  const { id } = (await who.client.call(replays.create, { body })).data.projecttab
  const state = async () => (await who.client.call(replays.get, { params: { id } })).data.replay?.state
  await expect.poll(state).toBe('done')
  const { data } = await who.client.call(queries.list, { params: { id } })
  return data.Queries.at(-1)!
}

test('a replay uses the instructions of its tab, not of the project', async () => {
  const [ofTab, ofProject] = [await make(anna, 2, 'Be brief.'), await make(anna, 2, 'Be long.')]
  const project = await talk.app.deps.project(anna)
  const { id: tabId } = await talk.app.deps.tab(anna, project)
  await set(anna, tabId, { custInstRespondId: ofTab.id })
  const body = { custInstRespondId: ofProject.id }
  await anna.client.call(projects.update, { params: { id: project.id }, body })
  const { query } = await ask(anna, tabId)
  expect(systemOf((await replay(anna, tabId, [query.id])).responseText)).toBe(`${RESPOND}Be brief.`)
})

test('an instruction that does not fit is omitted completely, and the answer reports it', async () => {
  const who = await make(anna, 1, 'I am a baker.')
  const long = await make(anna, 2, 'Be brief. '.repeat(400))
  const tabId = await tabWith({ custInstWhoId: who.id, custInstRespondId: long.id })
  const answered = await ask(anna, tabId, { options: { num_ctx: 1_024 } })
  expect(answered.system).toBe(`${WHO}I am a baker.`)
  expect(leftOut(answered)).toEqual({ custInstsDropped: 1 })
  // It counts against the budget: earlier messages make room for it.
  const wide = await ask(anna, tabId, { options: { num_ctx: 4_096 } })
  expect(wide.system).toContain(RESPOND)
  expect(leftOut(wide)).toEqual({})
})
