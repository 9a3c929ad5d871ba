import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { openTalk, reopened, type Talk } from '#test/talk.ts'
import { PROMPTS, replaysIn, short, slow } from './test/replays.ts'

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([short, slow], {
    file: { license: { licenseType: 'trial', licenseEnd: '9999-01-01' } },
  })
})
afterAll(() => talk[Symbol.asyncDispose]())

const { asked, stateOf, messagesOf, ended } = replaysIn(() => talk)

describe('a stopped server', () => {
  test('after a crash: the next one marks the answer interrupted and asks the rest once', async () => {
    const { tabId, ids } = await asked()
    const tab = await talk.newTab()
    const [stopped, never] = [randomUUID(), randomUUID()]
    await talk.app.db.pool.query(
      `WITH dead AS (SELECT gen_random_uuid() AS id), place AS (
        SELECT nextval(pg_get_serial_sequence('messages', 'id')) AS id
      ), written AS (
        INSERT INTO messages (id, turn_id, uuid, tab_id, user_id, model_id, model_tag_id, model_name, model_tag_name,
          query_text, state, server_id)
        SELECT place.id, place.id, $2, $1, $3, 1, 1, 'x', 'y', 'One?', 1, dead.id FROM dead, place RETURNING id)
      INSERT INTO replays (tab_id, user_id, model_tag_id, prompt_ids, asking, server_id)
      SELECT $1, $3, $4, $5::bigint[], $2, dead.id FROM dead`,
      [tab, stopped, talk.anna.id, talk.tag(short).id, ids],
    )
    // This process died between recording the next message and storing it.
    const other = await talk.newTab()
    await talk.app.db.pool.query(
      `INSERT INTO replays (tab_id, user_id, model_tag_id, prompt_ids, asking, done, server_id)
       VALUES ($1, $2, $3, $4::bigint[], $5, 2, gen_random_uuid())`,
      [other, talk.anna.id, talk.tag(short).id, ids, never],
    )
    const next = await reopened(talk)
    await ended(tab)
    await ended(other)
    await next.app.close(0)
    expect(await stateOf(tab))?.toMatchObject({ state: 'done', total: 3, done: 3 })
    expect(await messagesOf(tab)).toMatchObject([
      { uuId: stopped, state: 3, errorCode: 'INTERRUPTED' },
      { queryText: 'Two?', state: 2 },
      { queryText: 'Three?', state: 2 },
    ])
    const [interrupted] = await messagesOf(tab)
    expect(interrupted?.errorMessage).not.toContain('kept')
    expect((await messagesOf(other)).map(({ queryText }) => queryText)).toEqual(['Three?'])
    expect(await messagesOf(tabId)).toHaveLength(3)
  })

  test('three times without a question asked: the replay fails, and one that asked some goes on', async () => {
    const { ids } = await asked()
    const left = async (attempts: number) => {
      const tab = await talk.newTab()
      await talk.app.db.pool.query(
        `INSERT INTO replays (tab_id, user_id, model_tag_id, prompt_ids, server_id, attempts)
          VALUES ($1, $2, $3, $4::bigint[], gen_random_uuid(), $5)`,
        [tab, talk.anna.id, talk.tag(short).id, ids, attempts],
      )
      return tab
    }
    const [killing, other] = [await left(3), await left(2)]
    const next = await reopened(talk)
    await ended(killing)
    await ended(other)
    await next.app.close(0)
    expect(await stateOf(killing))?.toMatchObject({ state: 'failed', errorCode: 'INTERRUPTED', done: 0 })
    expect(await messagesOf(killing)).toEqual([])
    expect(await stateOf(other))?.toMatchObject({ state: 'done', done: 3 })
    const { rows } = await talk.app.db.pool.query('SELECT attempts FROM replays WHERE tab_id = $1', [other])
    expect(rows).toEqual([{ attempts: 1 }])
  })

  test('after an orderly shutdown: the next one asks the rest', async () => {
    const { tabId, ids } = await asked()
    const first = await reopened(talk)
    const client = createClient({ baseUrl: first.url, token: () => talk.anna.token })
    const body = { tabId, promptIds: ids, modelTagId: talk.tag(slow).id, tabName: 'Again' }
    const { projecttab } = (await client.call(contract.replays.create, { body })).data
    await expect.poll(async () => (await stateOf(projecttab.id))?.queryId).not.toBeNull()
    await first.app.close(0)
    expect(await stateOf(projecttab.id))?.toMatchObject({ state: 'running' })
    // Given back, which does not count.
    const { rows } = await talk.app.db.pool.query(
      'SELECT attempts, server_id FROM replays WHERE tab_id = $1',
      [projecttab.id],
    )
    expect(rows).toEqual([{ attempts: 0, server_id: null }])
    const second = await reopened(talk)
    await ended(projecttab.id)
    await second.app.close(0)
    expect(await stateOf(projecttab.id))?.toMatchObject({ state: 'done', done: 3 })
    const told = await messagesOf(projecttab.id)
    expect(told.map(({ queryText }) => queryText)).toEqual(PROMPTS)
    expect(told.map(({ errorCode }) => errorCode)).toEqual(['INTERRUPTED', null, null])
  })
})
