// What the super user changes at run time has effect on the next request, without a restart (CONFIG-9).
import { contract, DATASOURCE_STATUS, PLUGIN_IDS } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { answeringServer } from '#test/answering-server.ts'
import { openStream, openTalk, queryIdOf, readStream, scripted, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const { configuration, datasources, media, notifications, prompts, settings, shares } = contract
const endless = scripted({ endless: 1, rate: 50 })

const web = answeringServer()
let talk: Talk
let root: TestUser
beforeAll(async () => {
  talk = await openTalk([endless])
  root = await talk.app.deps.user({ roleId: 1 })
})
afterAll(() => talk[Symbol.asyncDispose]())

const set = (key: string, value: unknown) => root.client.call(configuration.update, { body: { key, value } })

test('the languages and the export formats of the page follow', async () => {
  const published = async () =>
    (await (await fetch(`${talk.app.url}/static/data/config.json`)).json()) as Record<string, unknown>
  expect(await published()).toMatchObject({ languages: ['en', 'de', 'bg'] })
  await set('languages', ['de', 'en'])
  await set('exportFormats', ['pdf'])
  expect(await published()).toMatchObject({ languages: ['de', 'en'], exportFormats: ['pdf'] })
  await set('languages', null)
  await set('exportFormats', null)
  const { exportFormats, languages } = await published()
  expect(languages).toEqual(['en', 'de', 'bg'])
  expect(exportFormats).toContain('docx')
})

test('how many answers of a person run and wait follows', async () => {
  /** Asks in a tab of its own; resolves with the first events of the stream, which goes on. */
  const ask = async () => {
    const payload = { projectTabId: await talk.newTab(), prompt: 'Count.' }
    const response = await openStream(talk, talk.anna, { tagId: talk.tag(endless).id, payload })
    if (response.status !== 200) return response.status
    queryIdOf(await readStream(response, (events) => events.length > 0))
    return 200
  }
  await set('limits.streamsPerUser', 1)
  await set('limits.waitingPerUser', 1)
  expect(await ask()).toBe(200)
  expect(await ask()).toBe(200)
  expect(await ask()).toBe(429)
  await set('limits.waitingPerUser', 2)
  expect(await ask()).toBe(200)
  expect(await ask()).toBe(429)
  await set('limits.streamsPerUser', 8)
  expect(await ask()).toBe(200)
})

test('a document of an intranet host is read while the host is listed, and refused after that (OUTBOUND-7)', async () => {
  web.respond = (_req, res) =>
    void res.writeHead(200, { 'content-type': 'text/markdown' }).end('The otter sleeps.')
  const { data } = await talk.anna.client.call(datasources.create, { body: { name: 'Intranet' } })
  const add = (path: string) =>
    talk.anna.client.call(media.begin, {
      params: { id: data.datasource.id },
      body: { url: `http://127.0.0.1:${web.port}/${path}` },
    })
  await expect(add('before')).rejects.toMatchObject({ code: 'ADDRESS_NOT_ALLOWED' })
  await set('allowedHosts', [`127.0.0.1:${web.port}`])
  const { media_id: id } = (await add('listed')).data.media
  await vi.waitFor(
    async () => {
      const { status } = (await talk.anna.client.call(media.get, { params: { id } })).data.media
      expect(status).toBe(DATASOURCE_STATUS.ready)
    },
    { timeout: 20_000, interval: 100 },
  )
  await set('allowedHosts', null)
  await expect(add('after')).rejects.toMatchObject({ code: 'ADDRESS_NOT_ALLOWED' })
  expect(web.requests.map(({ url }) => url)).toEqual(['/listed'])
})

test('calls work the same for somebody who uninstalled every plugin: a preference, never access (PLUGIN-1)', async () => {
  const person = await talk.app.deps.user()
  const { client, id } = person
  for (const plugin of PLUGIN_IDS)
    await client.call(settings.setByName, {
      params: { id },
      body: { settingName: `plugin.${plugin}`, settingValue: 'false' },
    })
  const project = await talk.app.deps.project(person)
  const tab = await talk.app.deps.tab(person, project)
  const made = await client.call(prompts.create, {
    body: { title: 'Kept', prompt: 'Say it.', outputFormId: 1 },
  })
  expect(made.data.Prompt.title).toBe('Kept')
  expect((await client.call(shares.create, { body: { tabId: tab.id } })).data.share.hash).toBeTruthy()
  expect((await client.call(notifications.list, { params: { userId: id } })).meta).toBeTruthy()
  expect((await client.call(prompts.list, {})).data.Prompts).toHaveLength(1)
})
