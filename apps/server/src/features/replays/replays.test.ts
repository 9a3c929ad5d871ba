import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, type PromptOptionValues, type Replay } from '@polylogue/contract'
import { askAll, numbers, openTalk, queryIdOf, queryOf, scripted, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'
import { PROMPTS, replaysIn, short, slow } from './test/replays.ts'

const failing = scripted({ status: 500 })
const endless = scripted({ endless: 1, rate: 50 })
const thinking = scripted({ think: 2, tokens: 5, rate: 50 })

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([short, failing, slow, endless, thinking], {
    file: { license: { licenseType: 'trial', licenseEnd: '9999-01-01' } },
  })
})
afterAll(() => talk[Symbol.asyncDispose]())

const { asked, stateOf, messagesOf, ended } = replaysIn(() => talk)

const COOL: PromptOptionValues = { temperature: 0.2 }

const replay = async (
  tabId: number,
  promptIds: number[],
  name: string | number = short,
  who: TestUser = talk.anna,
) =>
  (
    await who.client.call(contract.replays.create, {
      body: {
        tabId,
        promptIds,
        modelTagId: typeof name === 'number' ? name : talk.tag(name).id,
        tabName: 'Again',
      },
    })
  ).data
const cancel = async (tabId: number, who = talk.anna): Promise<Replay> =>
  (await who.client.call(contract.replays.cancel, { params: { id: tabId } })).data.replay

/** Saves a prompt; resolves with its id. */
async function savedPrompt(prompt: string): Promise<number> {
  const body = { title: 'Saved', prompt, outputFormId: 1 }
  return (await talk.anna.client.call(contract.prompts.create, { body })).data.Prompt.id
}

/** Returns type and sentence of the newest notification of an ended replay. */
async function endOf(who: TestUser): Promise<[string, string] | undefined> {
  const request = { params: { userId: who.id }, query: {} }
  const { data } = await who.client.call(contract.notifications.list, request)
  const told = data.notifications.find(({ kind }) => kind === 'replayEnded')
  const { type = '', message = '' } = JSON.parse(told?.notificationAsJson ?? '{}') as Record<string, string>
  return told && [type, message]
}

describe('a replay', () => {
  test('asks the prompts in the given order, one after the other, in a new tab with that model', async () => {
    const { tabId, ids } = await asked()
    const [one = 0, two = 0, three = 0] = ids
    const { projecttab, replay: begun } = await replay(tabId, [three, one, two, one], slow)
    expect(projecttab).toMatchObject({ name: 'Again', projectId: talk.projectId })
    expect(projecttab.defaultModelTagId).toBe(talk.tag(slow).id)
    expect(begun).toMatchObject({
      tabId: projecttab.id,
      state: 'running',
      total: 4,
      done: 0,
      errorCode: null,
    })
    await expect.poll(async () => (await stateOf(projecttab.id))?.done).toBe(1)
    const during = await stateOf(projecttab.id)
    await expect
      .poll(async () => (await messagesOf(projecttab.id)).map(({ state }) => state >= 2))
      .toEqual([true, false])
    expect(during).toMatchObject({ state: 'running', total: 4 })
    await ended(projecttab.id)
    const state = {
      tabId: projecttab.id,
      state: 'done',
      total: 4,
      done: 4,
      leftOut: 0,
      queryId: null,
      errorCode: null,
      can: { cancel: true },
    }
    expect(await stateOf(projecttab.id))?.toEqual(state)
    const told = await messagesOf(projecttab.id)
    expect(told.map(({ queryText }) => queryText)).toEqual(['Three?', 'One?', 'Two?', 'One?'])
    expect(
      told.every(({ responseText, userId }) => responseText === numbers(20) && userId === talk.anna.id),
    ).toBe(true)
    // No prompt was asked before the previous answer ended.
    const ends = told.map(
      ({ created, overallResponseTime }) => Date.parse(created) + (overallResponseTime ?? 0),
    )
    for (const [index, { created }] of told.slice(1).entries())
      expect(Date.parse(created)).toBeGreaterThan((ends[index] ?? 0) - 100)
    expect(await cancel(projecttab.id)).toEqual(state)
  })

  test('tells whose it is that it ended, once (NOTIFY-14)', async () => {
    const { tabId, ids } = await asked(['One?', 'Two?'])
    const { client, id } = talk.anna
    const heard = async () => {
      const { data } = await client.call(contract.notifications.list, { params: { userId: id }, query: {} })
      return data.notifications.filter(({ kind }) => kind === 'replayEnded').map(({ count }) => count)
    }
    await client.call(contract.notifications.markAll, { params: { userId: id }, body: { markAsRead: true } })
    const before = await heard()
    await ended((await replay(tabId, ids)).projecttab.id)
    await expect.poll(heard, { timeout: 20_000 }).toEqual([1, ...before])
  })

  test('continues after a failed answer', async () => {
    const { tabId, ids } = await asked()
    const { projecttab } = await replay(tabId, ids, failing)
    await ended(projecttab.id)
    expect(await stateOf(projecttab.id))?.toMatchObject({ state: 'done', done: 3, errorCode: null })
    expect((await messagesOf(projecttab.id)).map(({ state }) => state)).toEqual([3, 3, 3])
  })

  test('sends the options of the tab and copies of the attachments', async () => {
    const tabId = await talk.newTab()
    await talk.anna.client.call(contract.tabs.update, {
      params: { id: tabId },
      body: { options: COOL },
    })
    const attachments = [{ name: 'a.txt', mime_type: 'text/plain', base64: btoa('From the file') }]
    const first = queryOf(await askAll(talk, short, { projectTabId: tabId, prompt: 'Read', attachments }))
    expect(first?.options).toEqual({ temperature: 0.2 })
    const { projecttab } = await replay(tabId, [first?.id ?? 0], 'echo')
    expect(projecttab.options).toEqual({ temperature: 0.2 })
    await ended(projecttab.id)
    const [again] = await messagesOf(projecttab.id)
    expect(again).toMatchObject({ options: { temperature: 0.2 }, attachments: first?.attachments })
    expect(again?.responseText).toContain('From the file')
    expect(again?.responseText).toContain('0.2')
    const { rows } = await talk.app.db.pool.query<{ blob: string }>(
      'SELECT blob FROM attachments WHERE message_id = ANY ($1::bigint[])',
      [[first?.id, again?.id]],
    )
    expect(new Set(rows.map(({ blob }) => blob)).size).toBe(2)
  })

  test('asks saved prompts after the messages, with the text sent, and counts their use', async () => {
    const { tabId, ids } = await asked(['One?'])
    const saved = await savedPrompt('Summarise {{topic}}')
    const savedPrompts = ['Summarise bids', 'Summarise costs'].map((prompt) => ({ promptId: saved, prompt }))
    const body = { tabId, promptIds: ids, savedPrompts, modelTagId: talk.tag('echo').id, tabName: 'Again' }
    const { data } = await talk.anna.client.call(contract.replays.create, { body })
    expect(data.replay).toMatchObject({ total: 3, done: 0 })
    await ended(data.projecttab.id)
    expect(await stateOf(data.projecttab.id))?.toMatchObject({ state: 'done', total: 3, done: 3 })
    const told = await messagesOf(data.projecttab.id)
    expect(told.map(({ queryText }) => queryText)).toEqual(['One?', 'Summarise bids', 'Summarise costs'])
    const params = { id: saved }
    expect((await talk.anna.client.call(contract.prompts.get, { params })).data.Prompt.usageCount).toBe(2)
  })

  test('asks saved prompts alone; refuses empty, unknown and too many prompts', async () => {
    const tabId = await talk.newTab()
    const begin = (savedPrompts: { promptId: number; prompt: string }[], who = talk.anna) => {
      const body = { tabId, savedPrompts, modelTagId: talk.tag(short).id, tabName: 'Again' }
      return who.client.call(contract.replays.create, { body })
    }
    await expect(begin([])).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    const promptId = await savedPrompt('Hello')
    await expect(begin([{ promptId, prompt: ' ' }])).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    const many = Array.from({ length: 51 }, () => ({ promptId, prompt: 'Hello' }))
    await expect(begin(many)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await expect(begin([{ promptId: 999_999, prompt: 'Hello' }])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { data } = await begin([{ promptId, prompt: 'Hello' }])
    await ended(data.projecttab.id)
    expect(await stateOf(data.projecttab.id))?.toMatchObject({ state: 'done', total: 1, done: 1 })
  })

  test('skips a saved prompt that was deleted meanwhile, and continues', async () => {
    const tabId = await talk.newTab()
    const [first, second, third] = [await savedPrompt('A'), await savedPrompt('B'), await savedPrompt('C')]
    const savedPrompts = [first, second, third].map((promptId) => ({ promptId, prompt: `Ask ${promptId}` }))
    const body = { tabId, savedPrompts, modelTagId: talk.tag(slow).id, tabName: 'Again' }
    const { data } = await talk.anna.client.call(contract.replays.create, { body })
    await talk.anna.client.call(contract.prompts.remove, { params: { id: second } })
    await ended(data.projecttab.id)
    expect(await stateOf(data.projecttab.id))?.toMatchObject({ state: 'done', total: 3, done: 3 })
    const told = await messagesOf(data.projecttab.id)
    expect(told.map(({ queryText }) => queryText)).toEqual([`Ask ${first}`, `Ask ${third}`])
  })

  test('when cancelled, stops the running answer and asks nothing more', async () => {
    const { tabId, ids } = await asked()
    const { projecttab } = await replay(tabId, ids, endless)
    await expect
      .poll(async () => (await messagesOf(projecttab.id))[0]?.responseText.length)
      .toBeGreaterThan(3)
    const told = {
      tabId: projecttab.id,
      state: 'cancelled',
      total: 3,
      done: 0,
      leftOut: 0,
      queryId: null,
      errorCode: null,
      can: { cancel: true },
    }
    expect(await cancel(projecttab.id)).toEqual(told)
    expect(await messagesOf(projecttab.id)).toMatchObject([{ state: 4 }])
    expect(await cancel(projecttab.id)).toEqual(told)
    await expect.poll(() => talk.server.stats().open).toBe(0)
    expect(await messagesOf(projecttab.id)).toHaveLength(1)
  })

  test('stops when its tab is deleted', async () => {
    const { tabId, ids } = await asked()
    const { projecttab } = await replay(tabId, ids, endless)
    await expect.poll(() => talk.server.stats().open).toBe(1)
    await talk.anna.client.call(contract.tabs.remove, { params: { id: projecttab.id } })
    await expect.poll(() => talk.server.stats().open).toBe(0)
    const before = talk.server.stats().requests
    await expect(stateOf(projecttab.id)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
    await askAll(talk, short)
    expect(talk.server.stats().requests).toBe(before + 1)
    expect(talk.app.logged()).not.toContain('a replay broke')
  })

  test('fails when its model is undeployed or its user loses access', async () => {
    const { tabId, ids } = await asked()
    const bert = await talk.app.deps.user()
    const { data } = await talk.anna.client.call(contract.projects.get, { params: { id: talk.projectId } })
    await talk.app.deps.share(data.project, bert, { write: true })
    const ofBert = await replay(tabId, ids, slow, bert)
    await expect.poll(async () => (await stateOf(ofBert.projecttab.id))?.done).toBe(1)
    await talk.app.db.pool.query('DELETE FROM associations WHERE assoc_context_id = $1', [bert.contextId])
    await ended(ofBert.projecttab.id)
    expect(await stateOf(ofBert.projecttab.id))?.toMatchObject({
      state: 'failed',
      errorCode: 'NOT_FOUND',
      queryId: null,
    })
    await expect
      .poll(() => endOf(bert), { timeout: 20_000 })
      .toEqual(['error', 'Your replay in something failed.'])
    const { projecttab } = await replay(tabId, ids, slow)
    const deploy = (deployed: boolean) =>
      talk.app.db.pool.query('UPDATE model_tags SET deployed = $2 WHERE id = $1', [
        talk.tag(slow).id,
        deployed,
      ])
    await deploy(false)
    await ended(projecttab.id)
    await deploy(true)
    expect(await stateOf(projecttab.id))?.toMatchObject({ state: 'failed', errorCode: 'MODEL_NOT_DEPLOYED' })
  })

  test('skips a message that was deleted meanwhile', async () => {
    const { tabId, ids } = await asked()
    const { projecttab } = await replay(tabId, ids, slow)
    await talk.anna.client.call(contract.queries.remove, { params: { id: ids[1] ?? 0 } })
    await ended(projecttab.id)
    expect(await stateOf(projecttab.id))?.toMatchObject({ state: 'done', done: 3 })
    expect((await messagesOf(projecttab.id)).map(({ queryText }) => queryText)).toEqual(['One?', 'Three?'])
  })

  test('waits while its user has the maximum number of running answers', async () => {
    await using few = await openTalk([short, endless], { file: { limits: { streamsPerUser: 1 } } })
    const prompt = queryIdOf(await askAll(few, short))
    const client = few.anna.client
    const busyTab = await few.newTab()
    const running = askAll(few, endless, { projectTabId: busyTab })
    await expect.poll(() => few.server.stats().open).toBe(1)
    const body = { tabId: few.tabId, promptIds: [prompt], modelTagId: few.tag(short).id, tabName: 'Again' }
    const { data } = await client.call(contract.replays.create, { body })
    const tab = { id: data.projecttab.id }
    const state = async () => (await client.call(contract.replays.get, { params: tab })).data.replay?.state
    expect(await state()).toBe('running')
    const busy = await client.call(contract.queries.list, { params: { id: busyTab } })
    await client.call(contract.answers.stop, { params: { id: busy.data.Queries[0]?.id ?? 0 } })
    await running
    await expect.poll(state, { timeout: 5_000 }).toBe('done')
  })

  test('retries after a lock timeout of the database', async () => {
    const { tabId, ids } = await asked()
    // Sequences are not rolled back: only the second question gets the lock timeout, and only once.
    const { pool } = talk.app.db
    await pool.query(`CREATE SEQUENCE asked;
      CREATE FUNCTION busy_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('asked') = 2 THEN RAISE EXCEPTION 'locked' USING ERRCODE = 'lock_not_available'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER busy BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION busy_once()`)
    const { projecttab } = await replay(tabId, ids)
    await expect.poll(async () => (await stateOf(projecttab.id))?.state, { timeout: 5_000 }).toBe('done')
    const { rows } = await pool.query('SELECT last_value::int AS times FROM asked')
    await pool.query('DROP TRIGGER busy ON messages; DROP FUNCTION busy_once; DROP SEQUENCE asked')
    expect(rows).toEqual([{ times: PROMPTS.length + 1 }])
    expect((await messagesOf(projecttab.id)).map(({ queryText }) => queryText)).toEqual(PROMPTS)
  })
})

test('ten replays of a user run at a time; more are refused with 429', async () => {
  const { tabId, ids } = await asked(['One?'])
  const begun = await Promise.allSettled(Array.from({ length: 14 }, () => replay(tabId, ids, endless)))
  const made = begun.flatMap((one) => (one.status === 'fulfilled' ? one.value.projecttab.id : []))
  expect(made).toHaveLength(10)
  const refused = begun.flatMap((one) => (one.status === 'rejected' ? (one.reason as unknown) : []))
  for (const reason of refused) expect(reason).toMatchObject({ status: 429, code: 'TOO_MANY_STREAMS' })
  for (const id of made) expect(await cancel(id)).toMatchObject({ state: 'cancelled' })
  const { projecttab } = await replay(tabId, ids)
  await ended(projecttab.id)
})

describe('permissions', () => {
  test('unknown prompts return 404; readers cannot start or cancel a replay', async () => {
    const { tabId, ids } = await asked(['One?'])
    const elsewhere = await asked(['Two?'])
    const [reader, stranger] = [await talk.app.deps.user(), await talk.app.deps.user()]
    const { data } = await talk.anna.client.call(contract.projects.get, { params: { id: talk.projectId } })
    await talk.app.deps.share(data.project, reader)
    const notFound = { status: 404, code: 'NOT_FOUND' }
    await expect(replay(tabId, [...ids, ...elsewhere.ids])).rejects.toMatchObject(notFound)
    await expect(replay(tabId, [999_999])).rejects.toMatchObject(notFound)
    await expect(replay(999_999, ids)).rejects.toMatchObject(notFound)
    await expect(replay(tabId, ids, 999_999)).rejects.toMatchObject(notFound)
    await expect(replay(tabId, ids, short, stranger)).rejects.toMatchObject(notFound)
    await expect(replay(tabId, ids, short, reader)).rejects.toMatchObject({ status: 403 })
    expect(await stateOf(tabId))?.toBeNull()
    await expect(cancel(tabId)).rejects.toMatchObject({ status: 404, code: 'NONE_FOUND' })
    const { projecttab } = await replay(tabId, ids, endless)
    expect(await stateOf(projecttab.id))?.toMatchObject({ state: 'running', can: { cancel: true } })
    expect(await stateOf(projecttab.id, reader))?.toMatchObject({ state: 'running', can: { cancel: false } })
    await expect(stateOf(projecttab.id, stranger)).rejects.toMatchObject(notFound)
    await expect(cancel(projecttab.id, stranger)).rejects.toMatchObject(notFound)
    await expect(cancel(projecttab.id, reader)).rejects.toMatchObject({ status: 403 })
    await talk.app.deps.share(data.project, reader, { write: true })
    await expect(cancel(projecttab.id, reader)).rejects.toMatchObject({ status: 403 })
    expect(await stateOf(projecttab.id, reader))?.toMatchObject({ can: { cancel: false } })
    await talk.app.deps.share(data.project, reader, { admin: true })
    expect(await stateOf(projecttab.id, reader))?.toMatchObject({ can: { cancel: true } })
    expect(await cancel(projecttab.id, reader)).toMatchObject({ state: 'cancelled' })
  })
})

test('an answer has the reasoning time of its model', async () => {
  const statistics = queryOf(await askAll(talk, thinking))?.statistics ?? []
  const time = statistics.find(({ key }) => key === 'reasoningTime')?.value
  // Two reasoning chunks at 50 per second come before the first text.
  expect(time).toBeGreaterThan(5)
  expect(time).toBeLessThan(1_000)
  expect(queryOf(await askAll(talk, short))?.statistics.map(({ key }) => key)).not.toContain('reasoningTime')
})

test('the options of a prompt replace those of its tab', async () => {
  const tabId = await talk.newTab()
  const body: { options: PromptOptionValues } = { options: { ...COOL, seed: 5 } }
  await talk.anna.client.call(contract.tabs.update, { params: { id: tabId }, body })
  const options = async (own?: { top_k: number } | Record<string, never>) =>
    queryOf(await askAll(talk, short, { projectTabId: tabId, ...(own ? { options: own } : {}) }))?.options
  expect(await options()).toEqual({ temperature: 0.2, seed: 5 })
  expect(await options({})).toEqual({ temperature: 0.2, seed: 5 })
  expect(await options({ top_k: 3 })).toEqual({ top_k: 3 })
})
