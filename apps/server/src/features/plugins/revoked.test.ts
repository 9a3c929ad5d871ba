// What a person takes back ends what already runs for a plugin, and both are in the audit trail (PLUGIN-7).
import { contract, PLUGIN_HEADER } from '@polylogue/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '#app.ts'
import { anotherServer } from '#test/another-server.ts'
import { serverUrl } from '#test/db.ts'
import { ship } from '#test/plugins.ts'
import { openTalk, readStream, scripted, textOf, type Talk } from '#test/talk.ts'

const endless = scripted({ endless: 1, rate: 20 })
const AS = { headers: { [PLUGIN_HEADER]: 'counting' } }
const params = { id: 'counting' }

let talk: Talk
let other: { app: App; url: string } | undefined
beforeAll(async () => {
  talk = await openTalk([endless])
  ship(talk.app.db.dataDir, 'counting')
  // The embedded database supports one process only. Of its own folder it has no plugin.
  if (serverUrl) other = await anotherServer({ of: talk.app.db, openaiBaseUrl: talk.server.url })
})
afterAll(async () => {
  await other?.app.close(0)
  await talk[Symbol.asyncDispose]()
})
beforeEach(() => talk.app.db.pool.query('DELETE FROM plugin_consents'))

const allow = () =>
  talk.anna.client.call(contract.plugins.allow, {
    params,
    body: { scopes: ['read-chats', 'ask-in-new-chats'] },
  })
const revoke = (client = talk.anna.client) => client.call(contract.plugins.revoke, { params })

/** Begins an endless answer as the plugin; resolves once it runs. */
async function streaming() {
  const { client } = talk.anna
  const model = talk.tag(endless)
  const body = { name: 'Counted', type: 0, defaultModelId: model.modelId, defaultModelTagId: model.id }
  const { project } = (await client.call(contract.projects.create, { body }, AS)).data
  const tab = { params: { id: project.id }, body: { name: 'Counted' } }
  const { projecttab } = (await client.call(contract.tabs.create, tab, AS)).data
  const payload = { prompt: 'How many?', projectTabId: projecttab.id }
  const reply = await client.open(contract.answers.stream, { params: { id: model.id }, body: payload }, AS)
  const begun = Promise.withResolvers<void>()
  const ended = readStream(reply, (events) => {
    if (textOf(events).length > 3) begun.resolve()
    return false
  }).then(
    () => 'ended',
    () => 'broken off',
  )
  await begun.promise
  return { ended }
}

test('a stream of a plugin ends at once when the person takes back what they allowed', async () => {
  await allow()
  const { ended } = await streaming()
  const before = performance.now()
  await revoke()
  await ended
  // Readers are looked at every three seconds; this does not wait for that.
  expect(performance.now() - before).toBeLessThan(2_500)
}, 20_000)

test.runIf(serverUrl)(
  'also when another server is told',
  async () => {
    await allow()
    const { ended } = await streaming()
    const away = await fetch(`${other?.url}/api/v1/plugins/counting/consent`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${talk.anna.token}`, 'x-requested-with': 'XMLHttpRequest' },
    })
    expect(away.status).toBe(200)
    await ended
  },
  20_000,
)

test('giving and taking back are in the trail, in the same transaction; taking back nothing is not', async () => {
  const trail = async () => {
    const { rows } = await talk.app.db.pool.query<{ action: string; details: object; object_name: string }>(
      `SELECT action, object_name, details FROM audit_entries WHERE action LIKE 'plugin.%' ORDER BY id`,
    )
    return rows.map(({ action, object_name: name, details }) => ({ action, name, details }))
  }
  await talk.app.db.pool.query(`DELETE FROM audit_entries WHERE action LIKE 'plugin.%'`)
  await revoke()
  expect(await trail()).toEqual([])
  await allow()
  await revoke()
  expect(await trail()).toEqual([
    {
      action: 'plugin.allowed',
      name: 'Counting',
      details: { plugin: 'counting', scopes: 'read-chats, ask-in-new-chats' },
    },
    { action: 'plugin.revoked', name: 'Counting', details: { plugin: 'counting' } },
  ])
  await allow()
  await talk.app.db.pool.query(
    'ALTER TABLE audit_entries ADD CONSTRAINT no_plugins CHECK (action NOT LIKE $$plugin.%$$) NOT VALID',
  )
  try {
    await expect(revoke()).rejects.toMatchObject({ status: 500 })
    const { data } = await talk.anna.client.call(contract.plugins.list)
    expect(data.plugins[0]?.consent).not.toBeNull()
  } finally {
    await talk.app.db.pool.query('ALTER TABLE audit_entries DROP CONSTRAINT no_plugins')
  }
})
