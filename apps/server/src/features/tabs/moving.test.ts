import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type Project, type Tab } from '@polylogue/contract'
import { storeMessage } from '#test/messages.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { openDiskBlobs } from '#platform/blobs/disk.ts'

let app: TestApp
let anna: TestUser
let writer: TestUser
let reader: TestUser
let stranger: TestUser
beforeAll(async () => {
  app = await testApp({ pollSeconds: 1 })
  anna = await app.deps.user()
  writer = await app.deps.user()
  reader = await app.deps.user()
  stranger = await app.deps.user()
})
afterAll(() => app.close())

const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }
const DENIED = { status: 403, code: 'PERMISSION_DENIED' }

const move = async (who: TestUser, id: number, projectId: number): Promise<Tab> =>
  (await who.client.call(contract.tabs.move, { params: { id }, body: { projectId } })).data.projecttab
const copy = async (
  who: TestUser,
  id: number,
  body: { name?: string; withMessages?: boolean } = {},
): Promise<Tab> => (await who.client.call(contract.tabs.copy, { params: { id }, body })).data.projecttab
const tabsOf = async (who: TestUser, project: Project) =>
  (await who.client.call(contract.tabs.list, { params: { id: project.id } })).data.Projecttabs
const messagesOf = async (who: TestUser, tabId: number) =>
  (await who.client.call(contract.queries.list, { params: { id: tabId } })).data.Queries
const finds = async (who: TestUser, q: string) =>
  (await who.client.call(contract.search.find, { query: { q } })).data.Finds.map(({ id }) => id)
const ask = async (who: TestUser, tabId: number, prompt: string) =>
  (
    await who.client.call(contract.answers.ask, {
      params: { id: 1 },
      body: { prompt, projectTabId: tabId, modelTagId: 1 },
    })
  ).data.query

/** A project of Anna's with a writer and a reader. */
async function shared(): Promise<Project> {
  const project = await app.deps.project(anna)
  await app.deps.share(project, writer, { write: true })
  await app.deps.share(project, reader)
  return project
}

describe('prompt options of a tab', () => {
  test('are validated, stored, replaced as a whole, and copied with the tab', async () => {
    const project = await app.deps.project(anna)
    const options = { temperature: 0.5, stop: 'END', top_k: null }
    const { data } = await anna.client.call(contract.tabs.create, {
      params: { id: project.id },
      body: { options },
    })
    const { id } = data.projecttab
    expect(data.projecttab.options).toEqual({ temperature: 0.5, stop: 'END' })
    const update = async (body: { options?: object; name?: string }) =>
      (await anna.client.call(contract.tabs.update, { params: { id }, body })).data.projecttab
    const renamed = await update({ name: 'Other' })
    expect(renamed.options).toEqual({ temperature: 0.5, stop: 'END' })
    // The database orders JSON keys itself: equal options are no change.
    expect((await update({ options: { stop: 'END', temperature: 0.5 } })).modified).toBe(renamed.modified)
    expect((await update({ options: { seed: 7 } })).options).toEqual({ seed: 7 })
    await expect(update({ options: { temperature: 9 } })).rejects.toMatchObject({ status: 400 })
    expect((await copy(anna, id)).options).toEqual({ seed: 7 })
  })
})

describe('moving a tab', () => {
  test('appends it with its messages to another owner’s project; search follows the new access', async () => {
    const [from, to] = [await shared(), await app.deps.project(writer)]
    const word = `wanderung${from.id}`
    const first = await app.deps.tab(writer, from)
    const stays = await app.deps.tab(anna, from)
    await app.deps.tab(writer, to)
    const { id } = await ask(writer, first.id, `Where does the ${word} go?`)
    await expect.poll(() => finds(anna, word)).toEqual([id])
    expect(await finds(stranger, word)).toEqual([])
    await app.deps.share(to, stranger)
    const moved = await move(writer, first.id, to.id)
    expect(moved).toMatchObject({ id: first.id, uuId: first.uuId, projectId: to.id, tabIndex: 1 })
    expect((await tabsOf(writer, to)).map((tab) => tab.id)).toContain(first.id)
    expect((await tabsOf(anna, from)).map((tab) => tab.id)).toEqual([stays.id])
    expect((await messagesOf(stranger, first.id)).map((message) => message.id)).toEqual([id])
    await expect(messagesOf(anna, first.id)).rejects.toMatchObject(NOT_FOUND)
    expect(await finds(stranger, word)).toEqual([id])
    expect(await finds(writer, word)).toEqual([id])
    expect(await finds(anna, word)).toEqual([])
    const { rows } = await app.db.pool.query<{ same: boolean }>(
      `SELECT found.words = words_of(left(query_text, 20000) || E'\\n' || left(response_text, 60000))
          || array_to_tsvector(ARRAY[E'\\x01o' || $2::bigint, E'\\x01p' || $3::bigint]) || array_to_tsvector(
            (SELECT array_agg(lexeme) FROM unnest(found.words) WHERE lexeme ~ E'^\\x01[a-f]')) AS same
        FROM message_search found JOIN messages ON messages.id = message_id WHERE message_id = $1`,
      [id, writer.contextId, to.id],
    )
    expect(rows).toEqual([{ same: true }])
  })

  test('within its project puts it at the end', async () => {
    const project = await app.deps.project(anna)
    const [first, second] = [await app.deps.tab(anna, project), await app.deps.tab(anna, project)]
    await move(anna, first.id, project.id)
    expect((await tabsOf(anna, project)).map(({ id }) => id)).toEqual([second.id, first.id])
  })

  test('needs the right to delete it in its project and to write in the target', async () => {
    const [from, to] = [await shared(), await app.deps.project(anna)]
    const tab = await app.deps.tab(anna, from)
    const own = await app.deps.project(writer)
    await expect(move(stranger, tab.id, own.id)).rejects.toMatchObject(NOT_FOUND)
    await expect(move(reader, tab.id, own.id)).rejects.toMatchObject(DENIED)
    await expect(move(writer, tab.id, to.id)).rejects.toMatchObject(NOT_FOUND)
    await app.deps.share(to, writer)
    await expect(move(writer, tab.id, to.id)).rejects.toMatchObject(DENIED)
    await storeMessage(app.db, { tabId: tab.id, userId: anna.id })
    await expect(move(writer, tab.id, own.id)).rejects.toMatchObject(DENIED)
    await expect(move(anna, 999_999, to.id)).rejects.toMatchObject(NOT_FOUND)
    expect(await move(anna, tab.id, to.id)).toMatchObject({ projectId: to.id })
  })

  test('is refused with 409 while an answer is running', async () => {
    const [from, to] = [await app.deps.project(anna), await app.deps.project(anna)]
    const tab = await app.deps.tab(anna, from)
    const id = await storeMessage(app.db, { tabId: tab.id, userId: anna.id, state: 1 })
    await expect(move(anna, tab.id, to.id)).rejects.toMatchObject({ status: 409, code: 'STILL_ANSWERING' })
    await app.db.pool.query('UPDATE messages SET state = 2 WHERE id = $1', [id])
    await move(anna, tab.id, to.id)
  })

  test('concurrently in opposite directions does not deadlock', async () => {
    const [one, two] = [await app.deps.project(anna), await app.deps.project(anna)]
    const [left, right] = [await app.deps.tab(anna, one), await app.deps.tab(anna, two)]
    for (let round = 0; round < 3; round++) {
      await Promise.all([move(anna, left.id, two.id), move(anna, right.id, one.id)])
      await Promise.all([move(anna, left.id, one.id), move(anna, right.id, two.id)])
    }
    expect((await tabsOf(anna, one)).map(({ id }) => id)).toEqual([left.id])
  })
})

describe('copying a tab', () => {
  test('inserts the copy behind it, with the next free name, turns and versions', async () => {
    const project = await app.deps.project(anna)
    const original = await app.deps.tab(anna, project, { name: 'Plan' })
    const last = await app.deps.tab(anna, project)
    const tabId = original.id
    const first = await storeMessage(app.db, { tabId, userId: anna.id, query: 'First' })
    const second = await storeMessage(app.db, { tabId, userId: anna.id, query: 'Second' })
    await storeMessage(app.db, { tabId, userId: anna.id, query: 'First again', replaces: first })
    await storeMessage(app.db, { tabId, userId: anna.id, query: 'Unfinished', state: 1 })
    await app.db.pool.query('UPDATE messages SET rating = 1, compare_id = uuid WHERE tab_id = $1', [tabId])
    const shown = JSON.stringify({ shown: [first] })
    await app.db.pool.query('UPDATE messages SET statistics = $2 WHERE id = $1', [second, shown])
    const made = await copy(anna, tabId)
    expect(made).toMatchObject({ name: 'Plan (2)', projectId: project.id })
    expect((await copy(anna, tabId, { withMessages: false })).name).toBe('Plan (3)')
    expect((await copy(anna, made.id, { name: 'Mine' })).name).toBe('Mine')
    const names = (await tabsOf(anna, project)).map(({ name }) => name)
    expect(names).toEqual(['Plan', 'Plan (3)', 'Plan (2)', 'Mine', last.name])
    const copied = await messagesOf(anna, made.id)
    expect(copied.map(({ queryText }) => queryText)).toEqual(['First', 'First again', 'Second'])
    const [one, again, two] = copied
    expect(again).toMatchObject({ turnId: one?.id, replacesQueryId: one?.id, rating: 0, compareId: null })
    expect(two).toMatchObject({ turnId: two?.id, replacesQueryId: null, userId: anna.id })
    expect(two?.shownQueryIds).toEqual([one?.id])
    expect([one?.uuId, two?.uuId].every((uuid) => uuid?.charAt(14) === '7')).toBe(true)
    expect(await messagesOf(anna, tabId)).toMatchObject([{ id: first }, {}, { id: second, rating: 1 }, {}])
    const empty = (await tabsOf(anna, project)).find(({ name }) => name === 'Plan (3)')
    expect(await messagesOf(anna, empty?.id ?? 0)).toEqual([])
  })

  test('makes the messages searchable; attachments survive the deletion of the original', async () => {
    const project = await app.deps.project(anna)
    const tab = await app.deps.tab(anna, project)
    const word = `abschrift${project.id}`
    const { data } = await anna.client.call(contract.answers.ask, {
      params: { id: 1 },
      body: {
        prompt: `Read the ${word}.`,
        projectTabId: tab.id,
        modelTagId: 1,
        attachments: [{ name: 'a.txt', mime_type: 'text/plain', base64: btoa('Some text') }],
      },
    })
    const made = await copy(anna, tab.id)
    const [message] = await messagesOf(anna, made.id)
    expect(message?.attachments).toEqual(data.query.attachments)
    await expect.poll(() => finds(anna, word)).toContain(message?.id)
    await anna.client.call(contract.tabs.remove, { params: { id: tab.id } })
    const fetched = async (id = 0) =>
      await fetch(`${app.url}/api/v1/queries/${id}/attachments/0`, {
        headers: { authorization: `Bearer ${anna.token}` },
      })
    await jobsDone()
    expect(await (await fetched(message?.id)).text()).toBe('Some text')
    const { rows } = await app.db.pool.query<{ blob: string }>(
      'SELECT blob FROM attachments WHERE message_id = $1',
      [message?.id],
    )
    await anna.client.call(contract.tabs.remove, { params: { id: made.id } })
    await jobsDone()
    const blobs = openDiskBlobs(`${app.db.dataDir}/blobs`)
    await expect.poll(() => blobs.find(rows[0]?.blob ?? '')).toBeUndefined()
  })

  test('needs write access', async () => {
    const tab = await app.deps.tab(anna, await shared())
    await expect(copy(stranger, tab.id)).rejects.toMatchObject(NOT_FOUND)
    await expect(copy(reader, tab.id)).rejects.toMatchObject(DENIED)
    expect(await copy(writer, tab.id)).toMatchObject({ projectId: tab.projectId })
  })
})

/** Waits until no job is left. */
async function jobsDone(): Promise<void> {
  const left = async () =>
    (
      await app.db.pool.query(
        `SELECT 1 FROM jobs.job WHERE name = 'queries.forget-blobs' AND state < 'completed'`,
      )
    ).rowCount
  await expect.poll(left).toBe(0)
}
