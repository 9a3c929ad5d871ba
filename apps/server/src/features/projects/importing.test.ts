import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { contract, type CallInput, type Project } from '@polylogue/contract'
import { openDiskBlobs } from '#platform/blobs/disk.ts'
import { systemClock } from '#platform/clock.ts'
import { clearImports } from './importing.ts'
import { IMPORTING_TYPE } from './imports-store.ts'
import { eraseBinned } from '#test/bin.ts'
import { anotherServer } from '#test/another-server.ts'
import { serverUrl } from '#test/db.ts'
import { holdAfter } from '#test/held-steps.ts'
import { bring, turnsOf } from '#test/imports.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let app: TestApp
let anna: TestUser
let ben: TestUser
beforeAll(async () => {
  app = await testApp({ file: { limits: { importCharacters: 3_000_000, requestsPerMinute: 100_000 } } })
  anna = await app.deps.user()
  ben = await app.deps.user()
})
afterAll(() => app.close())

test('an import with too many characters is refused with 413 and stores nothing', async () => {
  await expect(bring(anna, turnsOf(31, 100_000))).rejects.toMatchObject({
    code: 'IMPORT_TOO_LARGE',
    status: 413,
  })
  const { rows } = await app.db.pool.query('SELECT 1 FROM projects WHERE owner_id = $1', [anna.id])
  expect(rows).toEqual([])
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
)
const blobs = () => openDiskBlobs(join(app.db.dataDir, 'blobs'))
const blobsOf = async (project: Project) =>
  (
    await app.db.pool.query<{ blob: string }>(
      `SELECT blob FROM attachments JOIN messages ON messages.id = message_id JOIN tabs ON tabs.id = tab_id
        WHERE project_id = $1`,
      [project.id],
    )
  ).rows.map(({ blob }) => blob)

test('pictures become files of their question and go with the chat; what is none is left out and counted', async () => {
  const pictures = [
    { name: 'mast.png', mime_type: 'image/png', base64: PNG.toString('base64') },
    { name: 'page.png', mime_type: 'image/png', base64: Buffer.from('<html>').toString('base64') },
    { name: 'drawing.svg', mime_type: 'image/svg+xml', base64: Buffer.from('<svg/>').toString('base64') },
    { name: 'list.txt', mime_type: 'text/plain', base64: Buffer.from('a list').toString('base64') },
  ]
  const turns = [
    { queryText: 'What is this?', responseText: 'A mast.', created: '2024-05-01T10:00:00.000Z', pictures },
    { queryText: 'And now?', responseText: 'Nothing.' },
  ]
  const body = { name: 'Old', chats: [{ name: 'Pictures', turns }] }
  const { data } = await anna.client.call(contract.projects.import, { body })
  expect(data).toMatchObject({ imported: 1, picturesLeftOut: 3 })
  const { data: tabs } = await anna.client.call(contract.tabs.list, { params: { id: data.project.id } })
  const { data: found } = await anna.client.call(contract.queries.list, {
    params: { id: tabs.Projecttabs[0]?.id ?? 0 },
  })
  const [first, second] = found.Queries.toSorted((a, b) => a.id - b.id)
  expect(first?.attachments).toMatchObject([{ name: 'mast.png', mime_type: 'image/png', size: PNG.length }])
  expect(second?.attachments).toEqual([])
  const [blob = ''] = await blobsOf(data.project)
  expect(Buffer.from((await blobs().find(blob)) ?? [])).toEqual(PNG)
  await anna.client.call(contract.projects.remove, { params: { id: data.project.id } })
  await eraseBinned(anna, data.project)
  await expect.poll(() => blobs().find(blob)).toBeUndefined()
})

test('runs one import per user, queues two, and refuses the next with a retry time', async () => {
  const release = holdAfter(app.db, ({ project }) => project?.type === IMPORTING_TYPE)
  onTestFinished(release)
  const ended: unknown[] = []
  const sent = Array.from({ length: 4 }, () =>
    bring(anna, turnsOf(1, 100))
      .catch((error: unknown) => error)
      .then((result) => ended.push(result)),
  )
  await expect.poll(() => ended).toEqual([expect.objectContaining({ code: 'SERVER_BUSY', retryAfter: 30 })])
  release()
  await Promise.all(sent)
  expect(ended.filter((one) => one instanceof Error)).toHaveLength(1)
})

test('a client that disconnects while its import waits leaves the queue', async () => {
  const dora = await app.deps.user()
  const names = async (type: number) =>
    (
      await app.db.pool.query<{ name: string }>(
        'SELECT name FROM projects WHERE owner_id = $1 AND type = $2 ORDER BY id',
        [dora.id, type],
      )
    ).rows.map(({ name }) => name)
  const running = bring(dora, turnsOf(30, 78_000))
  await expect.poll(() => names(-1)).toEqual(['Old'])
  const gone = new AbortController()
  const waiting = ['One', 'Two', 'Three'].map((name) =>
    fetch(`${app.url}/api/v1/projects/import`, {
      method: 'POST',
      body: JSON.stringify({ name, chats: [{ name, turns: turnsOf(1, 10) }] }),
      headers: {
        authorization: `Bearer ${dora.token}`,
        'x-requested-with': 'XMLHttpRequest',
        'content-type': 'application/json',
      },
      signal: gone.signal,
    }).then(
      ({ status }) => status,
      () => 0,
    ),
  )
  // The rejection of this one shows that the other two are waiting.
  expect(await Promise.race(waiting)).toBe(503)
  gone.abort()
  expect((await Promise.all(waiting)).filter((status) => status === 0)).toHaveLength(2)
  await running
  await bring(dora, turnsOf(1, 10))
  expect([...(await names(0)), ...(await names(2))]).toEqual(['Old', 'Old'])
}, 60_000)

test('a failed import, or one of a crashed process, leaves nothing behind', async () => {
  const projects = async () =>
    (await app.db.pool.query<{ id: number }>('SELECT id FROM projects WHERE owner_id = $1', [ben.id])).rows
  await app.db.pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF new.query_text = 'Q3' THEN RAISE 'full'; END IF; RETURN new; END $$`)
  await app.db.pool.query(
    'CREATE TRIGGER fail BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION fail()',
  )
  await expect(bring(ben, turnsOf(5, 70_000))).rejects.toMatchObject({ status: 500 })
  await app.db.pool.query('DROP TRIGGER fail ON messages')
  expect(await projects()).toEqual([])
  const project = await bring(ben, turnsOf(2, 10))
  const forgetBlobs = vi.fn(() => Promise.resolve())
  const clear = () => clearImports({ db: app.db, clock: systemClock, queries: { forgetBlobs } })
  const { data: tabs } = await ben.client.call(contract.tabs.list, { params: { id: project.id } })
  await clear()
  expect(await projects()).toHaveLength(1)
  await app.db.pool.query(
    `UPDATE projects SET type = -1, created = now() - interval '2 hours' WHERE id = $1`,
    [project.id],
  )
  await clear()
  expect(await projects()).toEqual([])
  // The bytes of its pictures go with it.
  expect(forgetBlobs.mock.calls).toMatchObject([[{}, tabs.Projecttabs.map(({ id }) => id)]])
  const { rows } = await app.db.pool.query('SELECT 1 FROM contexts WHERE id = $1', [project.context.id])
  expect(rows).toEqual([])
})

describe('chats of their own', () => {
  const chat = (name: string, day: number, more: object = {}) => ({
    name,
    turns: ['09:00', '10:00'].map((hour) => ({
      queryText: `Question of ${name} at ${hour}`,
      responseText: 'A',
      created: `2025-03-${String(day).padStart(2, '0')}T${hour}:00.000Z`,
    })),
    ...more,
  })
  const listOf = async (who: TestUser) =>
    (await who.client.call(contract.projects.list, { params: { id: who.id }, query: {} })).data.Projects
  type Chats = CallInput<typeof contract.projects.import>['body']['chats']
  const separately = async (who: TestUser, chats: Chats, more: object = {}) =>
    (
      await who.client.call(contract.projects.import, {
        body: { name: 'Old', chats, separately: true, skipKnown: true, ...more },
      })
    ).data

  test('have the dates of the export in the list, in their tab and in search', async () => {
    const dora = await app.deps.user()
    const said = { created: '2025-03-01T08:00:00Z', modified: '2025-03-20T12:00:00Z' }
    const chats = [
      chat('Storks', 5),
      chat('Cranes', 9),
      chat('Geese', 2, said),
      chat('Later', 1, { modified: '9999-01-01T00:00:00Z' }),
    ]
    const done = await separately(dora, chats)
    expect(done).toMatchObject({ imported: 4, known: 0, project: { name: 'Storks', type: 0 } })
    const listed = await listOf(dora)
    expect(listed.map(({ name, type, lastUsed, created }) => [name, type, lastUsed, created])).toEqual([
      ['Geese', 0, '2025-03-20T12:00:00.000Z', '2025-03-01T08:00:00.000Z'],
      ['Cranes', 0, '2025-03-09T10:00:00.000Z', '2025-03-09T09:00:00.000Z'],
      ['Storks', 0, '2025-03-05T10:00:00.000Z', '2025-03-05T09:00:00.000Z'],
      ['Later', 0, '2025-03-01T10:00:00.000Z', '2025-03-01T09:00:00.000Z'],
    ])
    const { data } = await dora.client.call(contract.tabs.list, { params: { id: listed[1]?.id ?? 0 } })
    expect(data.Projecttabs).toMatchObject([{ name: 'Cranes', modified: '2025-03-09T10:00:00.000Z' }])
    const finds = async () =>
      (await dora.client.call(contract.search.find, { query: { q: 'cranes' } })).data.Finds.map(
        ({ kind, title, created }) => [kind, title, created],
      )
    await expect.poll(finds, { timeout: 20_000 }).toEqual(
      expect.arrayContaining([
        ['project', 'Cranes', '2025-03-09T09:00:00.000Z'],
        ['message', 'Cranes', '2025-03-09T10:00:00.000Z'],
      ]),
    )
    expect((await finds()).map(([kind]) => kind)).not.toContain('tab')
  })

  test('that are here already are left out and counted, also after a failure in between', async () => {
    const emil = await app.deps.user()
    const one = chat('One', 1)
    const chats = [one, chat('Fails', 3), chat('Two', 2), chat('Two', 2)]
    await app.db.pool.query(`CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF new.query_text LIKE '%Fails at 10%' THEN RAISE 'full'; END IF; RETURN new; END $$`)
    await app.db.pool.query(
      'CREATE TRIGGER fail BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION fail()',
    )
    await expect(separately(emil, chats)).rejects.toMatchObject({ status: 500 })
    await app.db.pool.query('DROP TRIGGER fail ON messages')
    expect((await listOf(emil)).map(({ name }) => name)).toEqual(['Two', 'One'])
    expect(await separately(emil, chats)).toMatchObject({ imported: 1, known: 3, project: { name: 'One' } })
    expect(await separately(emil, chats)).toMatchObject({ imported: 0, known: 4, project: { name: 'One' } })
    expect(await listOf(emil)).toHaveLength(3)
    // A chat that went on is another one, other people have none of them, and one may be wanted twice.
    const longer = { ...one, turns: [...one.turns, ...chat('more', 8).turns] }
    expect(await separately(emil, [longer])).toMatchObject({ imported: 1, known: 0 })
    expect(await separately(ben, chats.slice(0, 1))).toMatchObject({ imported: 1, known: 0 })
    expect(await separately(emil, chats, { skipKnown: false })).toMatchObject({ imported: 4, known: 0 })
    const grouped = { separately: false }
    expect(await separately(emil, chats, grouped)).toMatchObject({
      imported: 4,
      project: { type: 2, name: 'Old' },
    })
    expect(await separately(emil, chats, grouped)).toMatchObject({
      imported: 0,
      known: 4,
      project: { name: 'Old' },
    })
    const all = await listOf(emil)
    await emil.client.call(contract.projects.remove, {
      params: { id: all.find(({ name }) => name === 'Old')?.id ?? 0 },
    })
    expect(await separately(emil, chats, grouped)).toMatchObject({ imported: 4, known: 0 })
  })

  test('without messages are told apart by their names and dates, and have the description of the import', async () => {
    const frida = await app.deps.user()
    const empty = (name: string, created: string) => ({ name, turns: [], created })
    const chats = [
      empty('Storks', '2025-03-01T08:00:00Z'),
      empty('Cranes', '2025-03-01T08:00:00Z'),
      empty('Cranes', '2025-03-02T08:00:00Z'),
      empty('Cranes', '2025-03-02T08:00:00Z'),
    ]
    const more = { description: 'From the old chats' }
    expect(await separately(frida, chats, more)).toMatchObject({ imported: 3, known: 1 })
    expect(await separately(frida, chats, more)).toMatchObject({ imported: 0, known: 4 })
    expect((await listOf(frida)).map(({ description }) => description)).toEqual(
      Array.from({ length: 3 }, () => 'From the old chats'),
    )
  })

  /** Makes an imported project one that another process completes when such a message is stored. */
  const completedWith = async (project: Project, message: string) => {
    await app.db.pool.query(
      `CREATE TABLE other_process AS SELECT id, import_key FROM projects WHERE id = ${project.id}`,
    )
    await app.db.pool.query('UPDATE projects SET import_key = NULL WHERE id = $1', [project.id])
    await app.db.pool.query(`CREATE OR REPLACE FUNCTION complete() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE projects SET import_key = other.import_key FROM other_process other WHERE other.id = projects.id;
        RETURN new;
      END $$`)
    await app.db.pool.query(
      `CREATE TRIGGER complete BEFORE INSERT ON messages FOR EACH ROW WHEN (${message}) EXECUTE FUNCTION complete()`,
    )
    return async () => {
      await app.db.pool.query('DROP TRIGGER complete ON messages')
      await app.db.pool.query('DROP TABLE other_process')
    }
  }

  test('that another process completes while they are imported are there once', async () => {
    const gerd = await app.deps.user()
    const chats = [chat('Race', 1)]
    const { project } = await separately(gerd, chats)
    // The first import is that of the other process: it is complete when the second one has stored its last message.
    const undo = await completedWith(project, "new.query_text LIKE '%Race at 10%'")
    const again = await separately(gerd, chats)
    await undo()
    expect(again).toMatchObject({ imported: 0, known: 1, project: { id: project.id } })
    expect((await listOf(gerd)).map(({ id }) => id)).toEqual([project.id])
  })

  test('share a step while they are small, as chats of their own and as tabs of a project (decision 121)', async () => {
    const iris = await app.deps.user()
    const chats = Array.from({ length: 40 }, (_, n) => chat(`Small ${n}`, 1 + (n % 28)))
    const large = { ...chat('Large', 3), turns: turnsOf(2, 50_000) }
    const transactions = vi.spyOn(app.db, 'transaction')
    expect(await separately(iris, [...chats, large])).toMatchObject({ imported: 41, known: 0 })
    // Three steps, and four of the large chat; the rest are those of the index.
    expect(transactions.mock.calls.length).toBeLessThanOrEqual(16)
    transactions.mockClear()
    const grouped = await separately(iris, chats, { separately: false, skipKnown: false })
    expect(transactions.mock.calls.length).toBeLessThanOrEqual(16)
    transactions.mockRestore()
    const { data } = await iris.client.call(contract.tabs.list, { params: { id: grouped.project.id } })
    expect(data.Projecttabs.map(({ name, tabIndex }) => [name, tabIndex])).toEqual(
      chats.map(({ name }, at) => [name, at]),
    )
    const { data: found } = await iris.client.call(contract.queries.list, {
      params: { id: data.Projecttabs[7]?.id ?? 0 },
    })
    expect(found.Queries.map(({ queryText }) => queryText)).toEqual([
      'Question of Small 7 at 09:00',
      'Question of Small 7 at 10:00',
    ])
    const listed = await listOf(iris)
    expect(
      listed
        .filter(({ type }) => type === 0)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([...chats, large].map(({ name }) => name).toSorted())
  })

  test('that another process completes before their step are there once', async () => {
    const jana = await app.deps.user()
    const large = { ...chat('First', 2), turns: turnsOf(2, 40_000) }
    const { project } = await separately(jana, [chat('Second', 1)])
    const undo = await completedWith(project, "new.query_text = 'Q1'")
    const done = await separately(jana, [large, chat('Second', 1), chat('Third', 3)])
    await undo()
    expect(done).toMatchObject({ imported: 2, known: 1, project: { name: 'First' } })
    expect((await listOf(jana)).map(({ name }) => name).toSorted()).toEqual(['First', 'Second', 'Third'])
  })

  test.runIf(serverUrl)('are there once when two servers import a file at once', async () => {
    const hans = await app.deps.user()
    const other = await anotherServer({ of: app.db })
    const body = { name: 'Old', chats: Array.from({ length: 12 }, (_, n) => chat(`Bird ${n}`, n + 1)) }
    const headers = {
      authorization: `Bearer ${hans.token}`,
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
    }
    const sent = JSON.stringify({ ...body, separately: true, skipKnown: true })
    const replies = await Promise.all(
      [app.url, other.url].map((url) =>
        fetch(`${url}/api/v1/projects/import`, { method: 'POST', body: sent, headers }),
      ),
    )
    await other.app.close(0)
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect((await listOf(hans)).map(({ name }) => name).toSorted()).toEqual(
      body.chats.map(({ name }) => name).toSorted(),
    )
  })
})
