import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { list, listsIn } from './test/lists.ts'

let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user({ firstName: 'Anna' })
})
afterAll(() => app.close())

const { share, told, kindsOf, sharePrompt } = listsIn(() => ({ app, anna }))

test('a share, a changed level and its end are told, with the name only while it may be read (NOTIFY-4, NOTIFY-2)', async () => {
  const bert = await app.deps.user()
  const project = await app.deps.project(anna, { name: 'Heating' })
  await share(project, [[bert, 'read']])
  await told()
  const actor: unknown = expect.stringMatching(/^Anna /)
  const [shared] = await list(bert)
  expect(shared).toMatchObject({
    kind: 'shared',
    facts: { actor, noun: 'chat', name: 'Heating', access: 'read' },
  })
  expect(JSON.parse(shared?.notificationAsJson ?? '')).toMatchObject({
    message: expect.stringMatching(/^Anna Person \d+ shared the chat “Heating” with you\.$/),
    uri: `/projects/${project.id}`,
  })
  await share(project, [[bert, 'admin']])
  expect(await kindsOf(bert)).toEqual(['accessChanged admin', 'shared read'])
  await share(project, [])
  expect(await kindsOf(bert)).toEqual(['accessEnded', 'accessChanged', 'shared'])
  const ended = await list(bert)
  expect(ended.map(({ facts }) => facts)).toEqual([{ actor }, { actor }, { actor }])
  expect(new Set(ended.map(({ rootId }) => rootId))).toEqual(new Set([ended[0]?.id]))
  await share(project, [[bert, 'write']])
  expect(await kindsOf(bert)).toEqual(['shared write 2', 'accessEnded', 'accessChanged admin'])
})

test('of another way nothing is told, of another way and level the level (NOTIFY-4)', async () => {
  const bert = await app.deps.user()
  const [team, further] = [await app.deps.group(3, [anna, bert]), await app.deps.group(3, [anna, bert])]
  const project = await app.deps.project(anna)
  await share(project, [[team, 'read']])
  expect(await kindsOf(bert)).toEqual(['shared read'])
  await share(project, [[further, 'read']])
  await share(project, [
    [bert, 'read'],
    [team, 'read'],
  ])
  expect(await kindsOf(bert)).toEqual(['shared read'])
  await share(project, [[further, 'write']])
  expect(await kindsOf(bert)).toEqual(['accessChanged write', 'shared read'])
})

test('the actor, the owner, strangers and blocked people are told nothing (NOTIFY-3)', async () => {
  const [bert, blocked, stranger] = [await app.deps.user(), await app.deps.user(), await app.deps.user()]
  const root = await app.deps.user({ roleId: 1 })
  const team = await app.deps.group(3, [anna, bert, blocked])
  await root.client.call(contract.users.setAccounts, { body: { ids: [blocked.id], enabled: false } })
  const project = await app.deps.project(anna)
  await share(project, [[bert, 'admin']])
  await told()
  await share(
    project,
    [
      [team, 'write'],
      [bert, 'admin'],
    ],
    bert,
  )
  expect(await kindsOf(bert)).toEqual(['shared admin'])
  for (const who of [anna, stranger, root]) expect(await kindsOf(who)).toEqual([])
  const { rows } = await app.db.pool.query('SELECT FROM notifications WHERE user_id = $1', [blocked.id])
  expect(rows).toEqual([])
})

test('whoever left an item is told of a new share with them, and of no end while they are away (NOTIFY-4)', async () => {
  const bert = await app.deps.user()
  const team = await app.deps.group(3, [anna, bert])
  const project = await app.deps.project(anna)
  await share(project, [[team, 'read']])
  const params = { id: project.context.id, assocContextId: bert.contextId }
  await bert.client.call(contract.contexts.removeMember, { params })
  expect(await kindsOf(bert)).toEqual(['shared'])
  await share(project, [
    [team, 'read'],
    [bert, 'read'],
  ])
  expect(await kindsOf(bert)).toEqual(['shared read 2'])
  await bert.client.call(contract.contexts.removeMember, { params })
  await anna.client.call(contract.projects.remove, { params: { id: project.id } })
  expect(await kindsOf(bert)).toEqual(['shared 2'])
})

test('those who could read a deleted item are told that their access ended (NOTIFY-4)', async () => {
  const [bert, clara] = [await app.deps.user(), await app.deps.user()]
  const team = await app.deps.group(3, [anna, clara])
  const project = await app.deps.project(anna, { name: 'Heating' })
  await share(project, [
    [bert, 'write'],
    [team, 'read'],
  ])
  await told()
  await anna.client.call(contract.projects.remove, { params: { id: project.id } })
  for (const who of [bert, clara]) expect(await kindsOf(who)).toEqual(['accessEnded', 'shared'])
  expect((await list(bert)).map(({ facts }) => facts.name)).toEqual([undefined, undefined])
  expect(await kindsOf(anna)).toEqual([])
})

describe('groups (NOTIFY-4)', () => {
  const lead = () => app.deps.user({ roleId: 8, firstName: 'Lea' })
  async function groupOf(owner: TestUser, name = 'Purchasing') {
    const body = { contextTypeId: 3, name, assocContexts: [] }
    return (await owner.client.call(contract.contexts.create, { body })).data.context.id
  }
  const join = (owner: TestUser, id: number, assocContextId: number) =>
    owner.client.call(contract.contexts.setMember, { params: { id, assocContextId }, body: {} })
  const end = (owner: TestUser, id: number, assocContextId: number) =>
    owner.client.call(contract.contexts.removeMember, { params: { id, assocContextId } })

  test('whoever joins a group or is in it no more is told once, whatever is shared with it', async () => {
    const [lea, bert] = [await lead(), await app.deps.user()]
    const id = await groupOf(lea)
    for (let count = 0; count < 3; count++)
      await share(await app.deps.project(anna), [[{ contextId: id }, 'read']]).catch(() => undefined)
    await join(lea, id, bert.contextId)
    await told()
    const [joined] = await list(bert)
    expect(joined).toMatchObject({ kind: 'groupJoined', facts: { noun: 'group', name: 'Purchasing' } })
    await end(lea, id, bert.contextId)
    expect(await kindsOf(bert)).toEqual(['groupLeft', 'groupJoined'])
    expect((await list(bert)).map(({ facts }) => facts.name)).toEqual([undefined, undefined])
    expect(await kindsOf(lea)).toEqual([])
  })

  test('whoever is in it in another way, too, is told nothing', async () => {
    const [lea, bert] = [await lead(), await app.deps.user()]
    const [outer, inner] = [await groupOf(lea), await groupOf(lea, 'Inner')]
    await join(lea, inner, bert.contextId)
    await join(lea, outer, inner)
    expect(await kindsOf(bert)).toEqual(['groupJoined', 'groupJoined'])
    await join(lea, outer, bert.contextId)
    await end(lea, outer, inner)
    expect(await kindsOf(bert)).toEqual(['groupJoined', 'groupJoined'])
    await lea.client.call(contract.contexts.remove, { params: { id: outer } })
    expect(await kindsOf(bert)).toEqual(['groupLeft', 'groupJoined', 'groupJoined'])
  })
})

test('whoever gets the items of a removed person is told how many, once (NOTIFY-4)', async () => {
  const [root, gone, bert] = [
    await app.deps.user({ roleId: 1 }),
    await app.deps.user(),
    await app.deps.user(),
  ]
  for (let count = 0; count < 3; count++) await app.deps.project(gone)
  const query = { items: 'handOver', to: bert.id } as const
  await root.client.call(contract.users.remove, { params: { id: gone.id }, query })
  expect(await kindsOf(bert)).toEqual(['handedOver'])
  expect((await list(bert))[0]?.facts).toMatchObject({ items: 3 })
})

test('guests are told nothing of kinds that they may not use (NOTIFY-3)', async () => {
  const [guest, staff] = [await app.deps.user({ roleId: 6 }), await app.deps.user()]
  const team = await app.deps.group(3, [anna, guest, staff])
  const { data } = await anna.client.call(contract.prompts.create, {
    body: { title: 'Heating', prompt: 'Hello', outputFormId: 1 },
  })
  await sharePrompt(data.Prompt.id, team.contextId)
  expect(await kindsOf(staff)).toEqual(['shared read'])
  const { rows } = await app.db.pool.query('SELECT FROM notifications WHERE user_id = $1', [guest.id])
  expect(rows).toEqual([])
  await share(await app.deps.project(anna), [[team, 'read']])
  expect(await kindsOf(guest)).toEqual(['shared read'])
})

test('a chat is called so, and a shared project a project', async () => {
  const bert = await app.deps.user()
  const [chat, project] = [
    await app.deps.project(anna, { type: 0 }),
    await app.deps.project(anna, { type: 1 }),
  ]
  await share(chat, [[bert, 'read']])
  await share(project, [[bert, 'read']])
  await told()
  expect((await list(bert)).map(({ facts }) => facts.noun)).toEqual(['project', 'chat'])
})

test('a kind that a person turned off is not made for them (NOTIFY-3)', async () => {
  const bert = await app.deps.user()
  await bert.client.call(contract.settings.setByName, {
    params: { id: bert.id },
    body: { settingName: 'notificationsOff', settingValue: 'accessChanged, shared' },
  })
  const project = await app.deps.project(anna)
  await share(project, [[bert, 'read']])
  await share(project, [[bert, 'write']])
  await share(project, [])
  expect(await kindsOf(bert)).toEqual(['accessEnded'])
})

test('a name that waits for approval is not told, but the approved one (NOTIFY-2)', async () => {
  const bert = await app.deps.user()
  const team = await app.deps.group(3, [anna, bert])
  const { data } = await anna.client.call(contract.prompts.create, {
    body: { title: 'Approved', prompt: 'Hello', outputFormId: 1 },
  })
  await sharePrompt(data.Prompt.id, team.contextId)
  await told()
  const name = async () => (await list(bert))[0]?.facts.name
  expect(await name()).toBe('Approved')
  await app.db.pool.query('UPDATE contexts SET needs_approval = true WHERE id = $1', [team.contextId])
  await anna.client.call(contract.prompts.update, {
    params: { id: data.Prompt.id },
    body: { title: 'Secret' },
  })
  expect(await name()).toBe('Approved')
})

test('a sign-in from a new device is told to the person, not the first one and not a new version (NOTIFY-9)', async () => {
  const bert = await app.deps.user()
  const signIn = (agent: string) =>
    fetch(`${app.url}/api/v1/auth/authenticate`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
        'user-agent': agent,
      },
      body: JSON.stringify({ userName: bert.email, userPassword: bert.password }),
    })
  await told()
  expect(await list(bert)).toEqual([])
  await signIn('Mozilla/5.0 Firefox/140.0')
  await signIn('Mozilla/5.0 Firefox/141.0')
  await told()
  expect(await list(bert)).toMatchObject([
    { kind: 'newDevice', count: 1, facts: { device: 'Mozilla/5.0 Firefox/140.0', address: '127.0.0.1' } },
  ])
  const count = async () => {
    await told()
    return (await list(bert)).reduce((sum, one) => sum + one.count, 0)
  }
  // Signing out keeps the device known; a session that was ended from elsewhere may have been a thief’s.
  const agent = 'Mozilla/5.0 Firefox/142.0'
  await app.db.pool.query(
    'UPDATE sessions SET revoked = now(), signed_out = true WHERE user_id = $1 AND agent LIKE $2',
    [bert.id, '%Firefox%'],
  )
  await signIn(agent)
  expect(await count()).toBe(1)
  await app.db.pool.query(
    'UPDATE sessions SET revoked = now(), signed_out = false WHERE user_id = $1 AND agent LIKE $2',
    [bert.id, '%Firefox%'],
  )
  await signIn(agent)
  expect(await count()).toBe(2)
  // Somebody who was away so long that no session is stored any more.
  await app.db.pool.query('DELETE FROM sessions WHERE user_id = $1 AND agent LIKE $2', [bert.id, '%Firefox%'])
  await signIn(agent)
  expect(await count()).toBe(3)
})
