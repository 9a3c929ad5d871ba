import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type Project } from '@polylogue/contract'
import { livePage, type LivePage } from '#test/live-page.ts'
import { askAll, openStream, openTalk, queryIdOf, readStream, scripted, type Talk } from '#test/talk.ts'
import { PASSWORD, type TestUser } from '#test/test-app.ts'

const short = scripted({ tokens: 5, rate: 1_000 })
const endless = scripted({ endless: 1, rate: 100 })

let talk: Talk
beforeAll(async () => void (talk = await openTalk([short, endless])))
afterAll(() => talk[Symbol.asyncDispose]())

const live = (user: TestUser, userId = user.id) => livePage(talk.app, user, userId)

const whats = (page: LivePage) => page.messages.map(({ contextData }) => contextData['what'])
const about = (page: LivePage, context: number) => page.messages.filter((one) => one.context === context)

/** Publishes a change that every reader of `project` receives: earlier messages have arrived by then. */
async function mark(project: Project, owner: TestUser, pages: readonly LivePage[]): Promise<void> {
  const before = pages.map((page) => page.messages.length)
  const body = { description: crypto.randomUUID() }
  await owner.client.call(contract.projects.update, { params: { id: project.id }, body })
  for (const [index, page] of pages.entries())
    await expect.poll(() => whats(page).slice(before[index])).toContain('project')
}

/** Waits until earlier changes were pushed: later connections only receive new ones. */
async function settled(): Promise<void> {
  const project = await talk.app.deps.project(talk.anna)
  const page = await live(talk.anna)
  await talk.anna.client.call(contract.projects.remove, { params: { id: project.id } })
  const last = { what: 'deleted', projectId: project.id }
  await expect.poll(() => page.messages.map(({ contextData }) => contextData)).toContainEqual(last)
}

async function share(project: Project, owner: TestUser, contextIds: readonly number[]): Promise<void> {
  const assocContexts = contextIds.map((contextId) => ({
    contextId,
    hasReadAccess: true,
    hasWriteAccess: false,
    hasAdminAccess: false,
  }))
  await owner.client.call(contract.projects.update, { params: { id: project.id }, body: { assocContexts } })
}

test('another page of the same user gets one event for a question and one for its end', async () => {
  await settled()
  const page = await live(talk.anna)
  expect(page).toMatchObject({ status: 200, type: 'text/event-stream; charset=utf-8' })
  const queryId = queryIdOf(await askAll(talk, short))
  const { projectId, tabId } = talk
  const said = (what: string) => ({
    context: 5,
    uri: `/projects/${projectId}`,
    contextData: { what, projectId, tabId, messageId: queryId },
  })
  await expect.poll(() => whats(page)).toContain('ended')
  expect(about(page, 5)).toEqual([said('asked'), said('ended')])
  expect(new Set(about(page, 8).map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ context: 8, uri: '/projects', contextData: {} })]),
  )
})

test('the pages of a person, and no others, learn that a setting changed', async () => {
  const [bert, stranger] = [await talk.app.deps.user(), await talk.app.deps.user()]
  const pages = [await live(bert), await live(stranger)] as const
  const body = { settingName: 'firstSteps', settingValue: 'hidden' }
  await bert.client.call(contract.settings.setByName, { params: { id: bert.id }, body })
  const changed = { context: 18, uri: '/users/settings', contextData: {} }
  await expect.poll(() => about(pages[0], 18)).toEqual([changed])
  await mark(await talk.app.deps.project(stranger), stranger, [pages[1]])
  expect(about(pages[1], 18)).toEqual([])
})

test('a page that loads while something changes gets it with its first stream, and nothing of before', async () => {
  const [bert, stranger] = [await talk.app.deps.user(), await talk.app.deps.user()]
  const project = await talk.app.deps.project(bert)
  const opened = async (user: TestUser, since: number) =>
    livePage(talk.app, user, user.id, Math.ceil(performance.now() - since))
  const changed = {
    context: 5,
    uri: `/projects/${project.id}`,
    contextData: { what: 'project', projectId: project.id },
  }
  const loaded = performance.now()
  const params = { id: project.id }
  await bert.client.call(contract.projects.update, { params, body: { description: 'New' } })
  const root = await talk.app.deps.user({ roleId: 1 })
  await root.client.call(contract.models.sort, { body: { modelIds: [talk.tag(short).modelId] } })
  const [own, other] = [await opened(bert, loaded), await opened(stranger, loaded)]
  await expect.poll(() => about(own, 5)).toEqual([changed])
  await expect.poll(() => other.messages.map(({ uri }) => uri)).toContain('/models')
  expect(about(other, 5)).toEqual([])
  // Without a time, and after the change, nothing is repeated.
  const [later, plain] = [await opened(bert, performance.now() - 1), await live(bert)]
  await mark(project, bert, [later, plain])
  expect(about(plain, 5)).toHaveLength(1)
})

test('a page whose server does not know what changed since it loaded loses its stream, and reconnects', async () => {
  const dora = await talk.app.deps.user()
  const page = await livePage(talk.app, dora, dora.id, 60_000)
  await page.ended
  expect(page.status).toBe(200)
})

test('a page opened during an answer gets an event about it only if its user may read it', async () => {
  const [bert, stranger] = [await talk.app.deps.user(), await talk.app.deps.user()]
  const project = await talk.app.deps.project(talk.anna)
  const tab = await talk.app.deps.tab(talk.anna, project)
  await talk.app.deps.share(project, bert)
  const own = await talk.app.deps.project(stranger)
  const stream = await openStream(talk.app, talk.anna, {
    tagId: talk.tag(endless).id,
    payload: { projectTabId: tab.id, prompt: 'Go on.' },
  })
  const queryId = queryIdOf(await readStream(stream, (events) => events.length > 2))
  const pages = [await live(bert), await live(stranger)] as const
  await expect.poll(() => whats(pages[0])).toEqual(['asked'])
  expect(pages[0].messages).toEqual([
    {
      context: 5,
      uri: `/projects/${project.id}`,
      contextData: { what: 'asked', projectId: project.id, tabId: tab.id, messageId: queryId },
    },
  ])
  await mark(own, stranger, [pages[1]])
  expect(whats(pages[1])).not.toContain('asked')
  await talk.anna.client.call(contract.answers.stop, { params: { id: queryId } })
  await expect.poll(() => whats(pages[0])).toContain('ended')
  const late = await live(bert)
  await mark(project, talk.anna, [late])
  expect(whats(late)).not.toContain('asked')
})

test('users with a share, also through a group, get events; other users get none', async () => {
  const [bert, carl, stranger] = [
    await talk.app.deps.user(),
    await talk.app.deps.user(),
    await talk.app.deps.user(),
  ]
  const team = await talk.app.deps.group(3, [carl])
  const project = await talk.app.deps.project(talk.anna)
  const tab = await talk.app.deps.tab(talk.anna, project)
  await talk.app.deps.share(project, bert)
  await talk.app.deps.share(project, team)
  const others = await talk.app.deps.project(stranger)
  const [annas, berts, carls, strangers] = [
    await live(talk.anna),
    await live(bert),
    await live(carl),
    await live(stranger),
  ]
  await askAll(talk, short, { projectTabId: tab.id })
  for (const page of [annas, berts, carls]) {
    await expect.poll(() => whats(page)).toContain('ended')
    expect(whats(page)).toContain('asked')
  }
  await mark(others, stranger, [strangers])
  expect(strangers.messages.every(({ uri }) => uri === '/projects' || uri === `/projects/${others.id}`)).toBe(
    true,
  )
})

test('events do not reach users of another tenant', async () => {
  const wall = await talk.app.deps.group(6, [])
  const beyond = await talk.app.deps.user({ tenantContextId: wall.contextId })
  const project = await talk.app.deps.project(talk.anna)
  await talk.app.deps.share(project, { contextId: 1 })
  const own = await talk.app.deps.project(beyond)
  await settled()
  const [annas, beyonds] = [await live(talk.anna), await live(beyond)]
  await mark(project, talk.anna, [annas])
  await talk.anna.client.call(contract.projects.remove, { params: { id: project.id } })
  await expect.poll(() => whats(annas)).toContain('deleted')
  await mark(own, beyond, [beyonds])
  expect(about(beyonds, 5).map(({ uri }) => uri)).toEqual([`/projects/${own.id}`])
})

describe('a change of access is pushed to the affected users', () => {
  let project: Project
  let bert: TestUser
  let pages: { annas: LivePage; berts: LivePage; strangers: LivePage }
  let others: Project
  let stranger: TestUser

  async function begin(): Promise<void> {
    bert = await talk.app.deps.user()
    stranger = await talk.app.deps.user()
    others = await talk.app.deps.project(stranger)
    project = await talk.app.deps.project(talk.anna)
    await share(project, talk.anna, [bert.contextId])
    await settled()
    pages = { annas: await live(talk.anna), berts: await live(bert), strangers: await live(stranger) }
  }
  const strangerHeardNothing = async () => {
    await mark(others, stranger, [pages.strangers])
    expect(about(pages.strangers, 5)).toHaveLength(1)
    expect(about(pages.strangers, 2)).toEqual([])
  }

  test('when a share ends and starts again', async () => {
    await begin()
    await share(project, talk.anna, [])
    const said = { context: 2, uri: `/projects/${project.id}`, contextData: { projectId: project.id } }
    await expect.poll(() => about(pages.berts, 2)).toEqual([said])
    await expect.poll(() => about(pages.annas, 2)).toEqual([said])
    expect(about(pages.berts, 8)).toHaveLength(1)
    await share(project, talk.anna, [bert.contextId])
    await expect.poll(() => about(pages.berts, 2)).toEqual([said, said])
    await strangerHeardNothing()
  })

  test('when the project is deleted', async () => {
    await begin()
    await talk.anna.client.call(contract.projects.remove, { params: { id: project.id } })
    const said = {
      context: 5,
      uri: `/projects/${project.id}`,
      contextData: { projectId: project.id, what: 'deleted' },
    }
    await expect.poll(() => pages.berts.messages).toContainEqual(said)
    await expect.poll(() => pages.annas.messages).toContainEqual(said)
    await strangerHeardNothing()
  })
})

test('pushes an event when a tab is created, renamed, sorted or deleted', async () => {
  const project = await talk.app.deps.project(talk.anna)
  await settled()
  const page = await live(talk.anna)
  const tab = await talk.app.deps.tab(talk.anna, project)
  const said = (what: string) => ({
    context: 5,
    uri: `/projects/${project.id}`,
    contextData: { what, projectId: project.id, tabId: tab.id },
  })
  await expect.poll(() => page.messages).toEqual([said('tab')])
  await talk.anna.client.call(contract.tabs.update, {
    params: { id: tab.id },
    body: { name: 'Another name' },
  })
  await expect.poll(() => page.messages).toEqual([said('tab'), said('tab')])
  await talk.anna.client.call(contract.tabs.order, {
    params: { id: project.id },
    body: { tabIds: [tab.id] },
  })
  await expect.poll(() => whats(page)).toContain('project')
  await talk.anna.client.call(contract.tabs.remove, { params: { id: tab.id } })
  await expect.poll(() => page.messages.at(-1)).toEqual(said('tab-deleted'))
})

test('pushes an event when a message is rated or deleted', async () => {
  const queryId = queryIdOf(await askAll(talk, short))
  const page = await live(talk.anna)
  const { projectId, tabId } = talk
  const said = {
    context: 5,
    uri: `/projects/${projectId}`,
    contextData: { what: 'message', projectId, tabId, messageId: queryId },
  }
  const { client } = talk.anna
  await client.call(contract.queries.rate, { params: { id: queryId }, body: { rating: 1 } })
  await expect.poll(() => about(page, 5)).toContainEqual(said)
  await client.call(contract.queries.remove, { params: { id: queryId }, query: { versions: 'one' } })
  await expect
    .poll(() => about(page, 5).filter(({ contextData }) => contextData['what'] === 'message'))
    .toEqual([said, said])
})

test('pushes the end of an answer when it is stopped', async () => {
  const page = await live(talk.anna)
  const stream = await openStream(talk.app, talk.anna, {
    tagId: talk.tag(endless).id,
    payload: { projectTabId: talk.tabId, prompt: 'Go on.' },
  })
  const first = await readStream(stream, (events) => events.length > 2)
  await talk.anna.client.call(contract.answers.stop, { params: { id: queryIdOf(first) } })
  await expect.poll(() => whats(page)).toContain('ended')
})

test('pushes repeated changes within a moment once', async () => {
  const project = await talk.app.deps.project(talk.anna)
  await settled()
  const page = await live(talk.anna)
  await talk.app.db.transaction(async (_, client) => {
    const event = JSON.stringify({ type: 'item.changed', noun: 'project', id: project.id })
    for (let index = 0; index < 20; index++)
      await client.query(`SELECT pg_notify('polylogue', $1)`, [event.replace('}', `,"index":${index}}`)])
  })
  await expect.poll(() => page.messages.length).toBeGreaterThan(0)
  await mark(project, talk.anna, [page])
  expect(whats(page).filter((what) => what === 'project')).toHaveLength(2)
})

test('subscribing to another user’s events is refused with 404', async () => {
  const other = await talk.app.deps.user()
  expect((await live(other, talk.anna.id)).status).toBe(404)
  const superuser = await talk.app.deps.user({ roleId: 1 })
  expect((await live(superuser, talk.anna.id)).status).toBe(404)
})

test('a stream is closed when its session ends', async () => {
  const bert = await talk.app.deps.user()
  const page = await live(bert)
  const started = performance.now()
  await bert.client.call(contract.auth.logout)
  await page.ended
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('a user can open twenty streams; a closed one makes room for another', async () => {
  const bert = await talk.app.deps.user()
  const first = await live(bert)
  const others = await Promise.all(Array.from({ length: 19 }, () => live(bert)))
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
  expect((await live(bert)).status).toBe(429)
  expect((await live(talk.anna)).status).toBe(200)
  const again = await talk.app.nobody.call(contract.auth.authenticate, {
    body: { userName: bert.email, userPassword: PASSWORD },
  })
  await bert.client.call(contract.auth.logout)
  await first.ended
  await expect.poll(async () => (await live({ ...bert, token: again.data.access_token })).status).toBe(200)
})

test('joining, leaving or deleting a group closes the streams of the affected members only', async () => {
  const { deps } = talk.app
  const [lead, bert, carl] = [await deps.user({ roleId: 8 }), await deps.user(), await deps.user()]
  const { data } = await lead.client.call(contract.contexts.create, {
    body: { contextTypeId: 3, name: 'Team', assocContexts: [] },
  })
  const { id } = data.context
  const member = { params: { id, assocContextId: bert.contextId } }
  const inner = await deps.group(3, [carl])
  // The creator of a group is a member until they leave it.
  await lead.client.call(contract.contexts.removeMember, { params: { id, assocContextId: lead.contextId } })
  const [leads, first, carls] = [await live(lead), await live(bert), await live(carl)]
  await lead.client.call(contract.contexts.setMember, { ...member, body: {} })
  await first.ended
  const second = await live(bert)
  await lead.client.call(contract.contexts.removeMember, member)
  await second.ended
  await talk.app.db.pool.query('INSERT INTO associations (context_id, assoc_context_id) VALUES ($1, $2)', [
    id,
    inner.contextId,
  ])
  await lead.client.call(contract.contexts.remove, { params: { id } })
  await carls.ended
  const project = await deps.project(lead)
  await mark(project, lead, [leads])
})
