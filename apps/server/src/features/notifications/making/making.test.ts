import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type Project } from '@polylogue/contract'
import { openBus } from '#platform/bus.ts'
import { openLog } from '#platform/log.ts'
import { livePage } from '#test/live-page.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { projectItem } from '#features/projects/index.ts'
import { openMaking } from './making.ts'

const { notifications } = contract

let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user({ firstName: 'Anna' })
})
afterAll(() => app.close())

type Access = 'read' | 'write' | 'admin'
type Shares = readonly (readonly [{ contextId: number }, Access])[]

/** Replaces the shares of a project. */
async function share(project: Project, shares: Shares, by = anna): Promise<void> {
  const assocContexts = shares.map(([{ contextId }, access]) => ({
    contextId,
    hasReadAccess: true,
    hasWriteAccess: access !== 'read',
    hasAdminAccess: access === 'admin',
  }))
  await by.client.call(contract.projects.update, { params: { id: project.id }, body: { assocContexts } })
}

const list = async (who: TestUser) =>
  (await who.client.call(notifications.list, { params: { userId: who.id }, query: {} })).data.notifications

/** Waits until everything that happened so far was told. */
async function told(): Promise<void> {
  const left = async () => (await app.db.pool.query('SELECT FROM notification_events')).rowCount
  await expect.poll(left, { timeout: 20_000 }).toBe(0)
}

const kindsOf = async (who: TestUser) => {
  await told()
  return (await list(who)).map(({ kind, facts: { access }, count }) =>
    [kind, access, count > 1 ? count : ''].filter(Boolean).join(' '),
  )
}

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

async function sharePrompt(id: number, ...contextIds: number[]): Promise<void> {
  const read = { hasReadAccess: true, hasWriteAccess: false, hasAdminAccess: false }
  const assocContexts = contextIds.map((contextId) => ({ contextId, ...read }))
  await anna.client.call(contract.prompts.update, { params: { id }, body: { assocContexts } })
}

test('all members of large groups are told once, while one of them is removed (NOTIFY-6)', async () => {
  const members: TestUser[] = []
  for (let count = 0; count < 3; count++) members.push(await app.deps.user())
  const { rows } = await app.db.pool.query<{ contextId: number; id: number }>(
    `WITH made AS (INSERT INTO contexts (uuid, type_id, name, owner_context_id)
        SELECT gen_random_uuid(), 5, 'Many', 1 FROM generate_series(1, 450) RETURNING id),
      given AS (UPDATE contexts SET owner_context_id = made.id FROM made WHERE contexts.id = made.id)
    INSERT INTO users (uuid, context_id, first_name, last_name, username, email, password_hash, role_id)
      SELECT gen_random_uuid(), id, 'Many', 'Many', 'many' || id, 'many' || id || '@example.org', '', 4 FROM made
      RETURNING context_id AS "contextId", id`,
  )
  const team = await app.deps.group(3, [anna, ...members, ...rows])
  const [watcher, removed] = [members[0] ?? anna, rows[200]?.id ?? 0]
  const page = await livePage(app, watcher)
  const project = await app.deps.project(anna)
  // Somebody removes an account: their row stays locked until the others are told.
  await app.db.dedicated(async (client) => {
    if (app.db.kind === 'embedded') return
    await client.query('BEGIN')
    await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [removed])
    await share(project, [[team, 'read']])
    await expect
      .poll(() => page.messages.some(({ context }) => context === 14), { timeout: 20_000 })
      .toBe(true)
    await client.query('DELETE FROM users WHERE id = $1', [removed])
    await client.query('COMMIT')
  })
  if (app.db.kind === 'embedded') await share(project, [[team, 'read']])
  await told()
  const counted = await app.db.pool.query(
    'SELECT count(*)::int AS entries, count(DISTINCT user_id)::int AS people FROM notifications WHERE item_id = $1',
    [project.id],
  )
  const people = app.db.kind === 'embedded' ? 453 : 452
  expect(counted.rows).toEqual([{ entries: people, people }])
})

/** People of a group that is shared with, and the project. */
async function manyReaders(count: number) {
  const { rows } = await app.db.pool.query<{ contextId: number; id: number }>(
    `WITH made AS (INSERT INTO contexts (uuid, type_id, name, owner_context_id)
        SELECT gen_random_uuid(), 5, 'Many', 1 FROM generate_series(1, $1) RETURNING id),
      given AS (UPDATE contexts SET owner_context_id = made.id FROM made WHERE contexts.id = made.id)
    INSERT INTO users (uuid, context_id, first_name, last_name, username, email, password_hash, role_id)
      SELECT gen_random_uuid(), id, 'Many', 'Many', 'again' || id, 'again' || id || '@example.org', '', 4 FROM made
      RETURNING context_id AS "contextId", id`,
    [count],
  )
  return {
    people: rows,
    team: await app.deps.group(3, [anna, ...rows]),
    project: await app.deps.project(anna),
  }
}

const countedOf = async (itemId: number) =>
  (
    await app.db.pool.query(
      'SELECT count(*)::int AS entries, count(DISTINCT user_id)::int AS people FROM notifications WHERE item_id = $1',
      [itemId],
    )
  ).rows[0] as { entries: number; people: number }

test('a second process continues an event whose first one ends in the middle: nobody is told twice (NOTIFY-6)', async () => {
  const { team, project } = await manyReaders(650)
  const log = openLog('silent')
  const bus = await openBus({ db: app.db, log })
  const deps = { db: app.db, log, types: [projectItem], bus }
  // The process that stops tells one step; its end is what another one finds.
  const first = openMaking({ ...deps, db: stoppingAfter(1) })
  await share(project, [[team, 'read']])
  const second = openMaking(deps)
  await told()
  expect(await countedOf(project.id)).toEqual({ entries: 650, people: 650 })
  await first.close()
  await second.close()
  await bus.close()
})

/** A database whose transactions fail after some of them, as those of a killed process. */
function stoppingAfter(steps: number) {
  let left = steps
  const transaction: typeof app.db.transaction = (work, options) =>
    left-- > 0
      ? app.db.transaction(work, options)
      : app.db.transaction(async (tx, client) => {
          await work(tx, client)
          throw Object.assign(new Error('killed'), { code: '57P01' })
        }, options)
  return new Proxy(app.db, {
    get: (db, name) => (name === 'transaction' ? transaction : Reflect.get(db, name)),
  })
}

test('an event that fails holds up no other one, and is given up (NOTIFY-6)', async () => {
  const bert = await app.deps.user()
  const store = (attempts: number) =>
    app.db.pool.query(
      `INSERT INTO notification_events (kind, context_id, data, attempts) VALUES ('access', 1, '{}', $1) RETURNING id`,
      [attempts],
    )
  const { rows } = await store(0)
  const id = rows[0]?.['id'] as number
  await store(10)
  await share(await app.deps.project(anna), [[bert, 'read']])
  const attempts = async () =>
    (await app.db.pool.query('SELECT id::int, attempts FROM notification_events ORDER BY id')).rows
  await expect.poll(async () => (await list(bert)).length, { timeout: 20_000 }).toBe(1)
  await expect.poll(attempts, { timeout: 20_000 }).toEqual([{ id, attempts: expect.any(Number) as number }])
  expect((await attempts())[0]?.['attempts']).toBeGreaterThan(0)
  await app.db.pool.query('DELETE FROM notification_events WHERE id = $1', [id])
})

test('more than a step of locked accounts are told when they are free, without a hot loop (NOTIFY-6)', async () => {
  if (app.db.kind === 'embedded') return
  const { people, team, project } = await manyReaders(450)
  await app.db.dedicated(async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT FROM users WHERE id = ANY ($1) FOR UPDATE', [people.map(({ id }) => id)])
    await share(project, [[team, 'read']])
    const missed = async () =>
      (
        await app.db.pool.query(
          'SELECT FROM notification_events WHERE cardinality(missed) = 450 AND due > now()',
        )
      ).rowCount
    await expect.poll(missed, { timeout: 20_000 }).toBe(1)
    await client.query('COMMIT')
  })
  await told()
  expect(await countedOf(project.id)).toEqual({ entries: 450, people: 450 })
})

test('a locked account is told a moment later (NOTIFY-6)', async () => {
  const bert = await app.deps.user()
  const project = await app.deps.project(anna)
  await app.db.dedicated(async (client) => {
    if (app.db.kind === 'embedded') return
    await client.query('BEGIN')
    await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [bert.id])
    await share(project, [[bert, 'read']])
    const missed = async () =>
      (await app.db.pool.query('SELECT FROM notification_events WHERE cardinality(missed) > 0')).rowCount
    await expect.poll(missed, { timeout: 20_000 }).toBe(1)
    await client.query('COMMIT')
  })
  if (app.db.kind === 'embedded') await share(project, [[bert, 'read']])
  expect(await kindsOf(bert)).toEqual(['shared read'])
})

test('of more than 1,000, the oldest read ones are dropped (NOTIFY-5)', async () => {
  const bert = await app.deps.user()
  await app.db.pool.query('INSERT INTO notification_readers (user_id) VALUES ($1)', [bert.id])
  await app.db.pool.query(
    `INSERT INTO notifications (id, place, user_id, thread, kind, read)
      SELECT place, place, $1, 'old ' || place, 'shared', nth = 500
      FROM (SELECT nextval('notification_places') AS place, nth FROM generate_series(1, 1000) AS nth) AS old`,
    [bert.id],
  )
  await share(await app.deps.project(anna), [[bert, 'read']])
  await told()
  const { rows } = await app.db.pool.query(
    'SELECT count(*)::int AS all, count(*) FILTER (WHERE read)::int AS read FROM notifications WHERE user_id = $1',
    [bert.id],
  )
  expect(rows).toEqual([{ all: 1000, read: 0 }])
})

describe('approvals (NOTIFY-7)', () => {
  /** A group that asks for approval, in which Bert may write, and a prompt of Anna that she shares with it. */
  async function asked() {
    const [bert, clara] = [await app.deps.user({ firstName: 'Bert' }), await app.deps.user()]
    const team = await app.deps.group(3, [anna, bert, clara])
    const set = 'UPDATE associations SET can_write = true WHERE context_id = $1 AND assoc_context_id = $2'
    await app.db.pool.query(set, [team.contextId, bert.contextId])
    await app.db.pool.query('UPDATE contexts SET needs_approval = true WHERE id = $1', [team.contextId])
    const { data } = await anna.client.call(contract.prompts.create, {
      body: { title: 'Heating', prompt: 'Hello', outputFormId: 1 },
    })
    await sharePrompt(data.Prompt.id, team.contextId)
    await told()
    const waiting = await bert.client.call(contract.publications.list, { query: {} })
    return { bert, clara, team, promptId: data.Prompt.id, id: waiting.data.Publications[0]?.id ?? 0 }
  }
  const unread = async (who: TestUser) =>
    (await who.client.call(notifications.list, { params: { userId: who.id }, query: {} })).data.unread
  const latest = async (who: TestUser) => {
    await told()
    return (await list(who))[0]
  }
  const annas: unknown = expect.stringMatching(/^Anna /)
  const berts: unknown = expect.stringMatching(/^Bert /)

  test('a request is told to those who decide on it, until it is decided; the decision to its asker', async () => {
    const { bert, clara, id, promptId } = await asked()
    const [entry] = await list(bert)
    expect(entry).toMatchObject({
      kind: 'approvalAsked',
      facts: { actor: annas, noun: 'prompt', name: 'Heating' },
    })
    expect(JSON.parse(entry?.notificationAsJson ?? '')).toMatchObject({
      uri: `/notifications?dialog=publications&publication=${id}`,
    })
    expect(await kindsOf(clara)).toEqual([])
    const { data } = await bert.client.call(contract.publications.get, { params: { id } })
    const body = { ifMatch: data.Publication.etag }
    await bert.client.call(contract.publications.approve, { params: { id }, body })
    expect(await latest(anna)).toMatchObject({ kind: 'approved', facts: { actor: berts, name: 'Heating' } })
    expect(await kindsOf(bert)).toEqual([])
    expect(await unread(bert)).toBe(0)
    expect(await latest(clara)).toMatchObject({
      kind: 'shared',
      facts: { actor: berts, name: 'Heating', access: 'read' },
    })
    expect(promptId).toBeGreaterThan(0)
  })

  test('a declined request tells why, and one that is asked again is a new entry', async () => {
    const { bert, team, id, promptId } = await asked()
    await bert.client.call(contract.publications.decline, { params: { id }, body: { reason: 'Too long' } })
    expect(await latest(anna)).toMatchObject({
      kind: 'declined',
      facts: { actor: berts, name: 'Heating', why: 'Too long' },
    })
    expect(await kindsOf(bert)).toEqual([])
    await sharePrompt(promptId, team.contextId)
    expect(await kindsOf(bert)).toEqual(['approvalAsked 2'])
    await anna.client.call(contract.publications.remove, { params: { id } })
    expect(await kindsOf(bert)).toEqual([])
  })

  test('two requests of one prompt are two entries: the decision on one ends only that', async () => {
    const { bert, team, promptId, id } = await asked()
    const other = await app.deps.group(3, [anna, bert])
    const set = 'UPDATE associations SET can_write = true WHERE context_id = $1 AND assoc_context_id = $2'
    await app.db.pool.query(set, [other.contextId, bert.contextId])
    await app.db.pool.query('UPDATE contexts SET needs_approval = true WHERE id = $1', [other.contextId])
    await sharePrompt(promptId, team.contextId, other.contextId)
    expect(await kindsOf(bert)).toEqual(['approvalAsked', 'approvalAsked'])
    await bert.client.call(contract.publications.decline, { params: { id }, body: { reason: 'No' } })
    expect(await kindsOf(bert)).toEqual(['approvalAsked'])
    expect(await unread(bert)).toBe(1)
  })

  test('a request whose asker may no longer ask is no entry any more', async () => {
    const { bert, promptId } = await asked()
    expect(await unread(bert)).toBe(1)
    const clara = await app.deps.user()
    await app.db.pool.query(
      'UPDATE contexts SET owner_context_id = $2 WHERE id = (SELECT context_id FROM prompts WHERE id = $1)',
      [promptId, clara.contextId],
    )
    expect(await kindsOf(bert)).toEqual([])
    expect(await unread(bert)).toBe(0)
  })

  test('whoever may not decide any more reads no name', async () => {
    const { bert, team } = await asked()
    const set = 'UPDATE associations SET can_write = false WHERE context_id = $1 AND assoc_context_id = $2'
    await app.db.pool.query(set, [team.contextId, bert.contextId])
    expect((await list(bert)).map(({ facts }) => facts)).toEqual([{ actor: annas }])
  })
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
