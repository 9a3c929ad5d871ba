import { contract } from '@polylogue/contract'
import type { Client } from '@polylogue/client'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { as, pluginsIn } from './test/plugins.ts'

let app: TestApp
let anna: TestUser
let root: string

beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user()
  root = join(app.db.dataDir, 'static/plugins')
})
afterAll(() => app.close())
afterEach(async () => {
  await app.db.pool.query('DELETE FROM plugin_consents')
  rmSync(root, { recursive: true, force: true })
})

const { ship, allow, own } = pluginsIn(() => ({ anna, root }))

describe('calls for a plugin (PLUGIN-7)', () => {
  const begin = async (client: Client, more = as('counting')) => {
    const { project } = (
      await client.call(contract.projects.create, { body: { name: 'Counted', type: 0 } }, more)
    ).data
    const params = { id: project.id }
    return (await client.call(contract.tabs.create, { params, body: { name: 'Counted' } }, more)).data
      .projecttab
  }
  const ask = async (projectTabId: number, more: object = {}, by = as('counting')) => {
    const body = { prompt: 'How many?', projectTabId, ...more }
    return anna.client
      .open(contract.answers.stream, { params: { id: 1 }, body }, by)
      .then((reply) => reply.text())
  }

  test('are refused without consent, and at once after it is taken back', async () => {
    ship('counting')
    const read = () => anna.client.call(contract.projects.list, own(), as('counting'))
    await app.deps.project(anna, { name: 'Read me' })
    await expect(read()).rejects.toMatchObject({
      status: 403,
      code: 'PLUGIN_NOT_ALLOWED',
      message: expect.stringContaining('You have not allowed the plugin “Counting” this') as string,
    })
    await allow('counting')
    expect((await read()).data.Projects).not.toEqual([])
    await anna.client.call(contract.plugins.revoke, { params: { id: 'counting' } })
    await expect(read()).rejects.toMatchObject({ code: 'PLUGIN_NOT_ALLOWED' })
    await expect(anna.client.call(contract.projects.list, own(), as('../x'))).rejects.toMatchObject({
      code: 'PLUGIN_NOT_ALLOWED',
    })
  })

  test('outside its scopes are refused with a sentence that names the call', async () => {
    ship('counting', { scopes: ['read-chats'] })
    await allow('counting', ['read-chats'])
    const { id } = await app.deps.project(anna)
    for (const [asked, make] of [
      ['prompts.list', () => anna.client.call(contract.prompts.list, { query: {} }, as('counting'))],
      [
        'projects.remove',
        () => anna.client.call(contract.projects.remove, { params: { id } }, as('counting')),
      ],
      ['projects.create', () => begin(anna.client)],
      ['users.get', () => anna.client.call(contract.users.get, { params: { id: anna.id } }, as('counting'))],
      [
        'plugins.allow',
        () =>
          anna.client.call(
            contract.plugins.allow,
            { params: { id: 'counting' }, body: { scopes: [] } },
            as('counting'),
          ),
      ],
    ] as const)
      await expect(make()).rejects.toMatchObject({
        status: 403,
        code: 'PLUGIN_REFUSED',
        message: `The plugin “Counting” asked for more than it was given: ${asked}. Nothing was done.`,
      })
    expect((await anna.client.call(contract.projects.get, { params: { id } })).data.project.id).toBe(id)
    // Calls without a sign-in are not for plugins either.
    await expect(app.nobody.call(contract.tools.health, {}, as('counting'))).rejects.toMatchObject({
      status: 403,
    })
  })

  test('may ask only in chats that it began, and name nothing else in them', async () => {
    ship('counting')
    await allow('counting')
    const tab = await begin(anna.client)
    expect(await ask(tab.id)).toContain('[STREAM-DONE]')
    const project = await app.deps.project(anna)
    const other = await app.deps.tab(anna, project)
    await expect(ask(other.id)).rejects.toMatchObject({
      code: 'PLUGIN_REFUSED',
      message: expect.stringContaining(
        'answers.stream, in a chat that it did not begin, or with a data source',
      ) as string,
    })
    await expect(ask(tab.id, { datasourceId: 1 })).rejects.toMatchObject({
      code: 'PLUGIN_REFUSED',
      message: expect.stringContaining('the field datasourceId') as string,
    })
    await app.db.pool.query('UPDATE tabs SET default_datasource_id = 1 WHERE id = $1', [tab.id])
    await expect(ask(tab.id)).rejects.toMatchObject({ code: 'PLUGIN_REFUSED' })
    const shares = { name: 'x', assocContexts: [] }
    await expect(
      anna.client.call(contract.projects.create, { body: shares }, as('counting')),
    ).rejects.toMatchObject({ message: expect.stringContaining('the field assocContexts') as string })
    await expect(
      anna.client.call(
        contract.tabs.create,
        { params: { id: project.id }, body: { name: 'x' } },
        as('counting'),
      ),
    ).rejects.toMatchObject({ code: 'PLUGIN_REFUSED' })
  })

  test('a chat is that of one plugin and one person', async () => {
    ship('counting')
    ship('other', { apiId: 102 })
    await allow('counting')
    await allow('other')
    const tab = await begin(anna.client, as('other'))
    await expect(ask(tab.id)).rejects.toMatchObject({ code: 'PLUGIN_REFUSED' })
  })

  test('one that reads chats asks no model elsewhere, while some documents are for local models only', async () => {
    ship('counting')
    await allow('counting')
    const tab = await begin(anna.client)
    await app.db.pool.query(
      'UPDATE providers SET is_local = false WHERE id = (SELECT provider_id FROM models WHERE id = 1)',
    )
    try {
      await expect(ask(tab.id)).rejects.toMatchObject({
        code: 'PLUGIN_REFUSED',
        message: expect.stringContaining('of a model elsewhere') as string,
      })
    } finally {
      await app.db.pool.query(
        'UPDATE providers SET is_local = true WHERE id = (SELECT provider_id FROM models WHERE id = 1)',
      )
    }
  })

  test('what one that reads chats asks is confidential: no model elsewhere gets it later', async () => {
    ship('counting')
    await allow('counting')
    const tab = await begin(anna.client)
    await ask(tab.id)
    const { data } = await anna.client.call(contract.queries.list, { params: { id: tab.id } })
    expect(data.Queries.map(({ confidential }) => confidential)).toEqual([true])
  })

  test('one that reads nothing gets no text of documents from its chat, and no tab that somebody else put there', async () => {
    ship('asking', { apiId: 103, scopes: ['ask-in-new-chats'] })
    await allow('asking', ['ask-in-new-chats'])
    const tab = await begin(anna.client, as('asking'))
    expect(await ask(tab.id, {}, as('asking'))).toContain('[STREAM-DONE]')
    const params = { id: tab.projectId }
    const other = (await anna.client.call(contract.tabs.create, { params, body: { name: 'Mine' } })).data
      .projecttab
    await expect(ask(other.id, {}, as('asking'))).rejects.toMatchObject({ code: 'PLUGIN_REFUSED' })
    await app.db.pool.query('UPDATE messages SET confidential = true WHERE tab_id = $1', [tab.id])
    await expect(ask(tab.id, {}, as('asking'))).rejects.toMatchObject({ code: 'PLUGIN_REFUSED' })
  })
})
