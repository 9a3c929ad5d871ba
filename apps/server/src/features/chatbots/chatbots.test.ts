// Chatbots as items: made of a tab, changed, published, shared, with keys of their own (CHATBOT-1 to CHATBOT-4).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHATBOT_VALID_UNTIL, contract, type ChatBot } from '@polylogue/contract'
import { chatbotOf, SITE } from '#test/chatbot.ts'
import { readySource } from '#test/ready-source.ts'
import { openTalk, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const { chatbots } = contract

let talk: Talk
let anna: TestUser
beforeAll(async () => {
  talk = await openTalk(['echo'])
  ;({ anna } = talk)
})
afterAll(() => talk[Symbol.asyncDispose]())

const tabWith = async (owner = anna) => {
  const project = await talk.app.deps.project(owner)
  return (await talk.app.deps.tab(owner, project, { defaultModelTagId: talk.tag('echo').id })).id
}
const get = async (who: TestUser, id: number) =>
  (await who.client.call(chatbots.get, { params: { id } })).data.ChatBot
const update = async (
  who: TestUser,
  { id }: ChatBot,
  body: Parameters<typeof who.client.call<typeof chatbots.update>>[1]['body'],
) => (await who.client.call(chatbots.update, { params: { id }, body })).data.ChatBot
const refused = (call: Promise<unknown>) => expect(call).rejects

test('a chatbot takes the settings of its tab, and answers on no site at first (CHATBOT-1)', async () => {
  const tabId = await tabWith()
  const { data } = await anna.client.call(chatbots.create, {
    body: { name: 'Shop', description: 'Answers', refProjectTabId: tabId },
  })
  const bot = data.ChatBot
  expect(bot).toMatchObject({
    name: 'Shop',
    validUntil: CHATBOT_VALID_UNTIL,
    refProjectTabId: tabId,
    refProject: {
      defaultModelId: talk.tag('echo').modelId,
      defaultModelTagId: talk.tag('echo').id,
      defaultDatasourceId: 0,
      custInstWhoId: 0,
    },
    widget: {
      title: 'Shop',
      width: 338,
      height: 348,
      position: 'right',
      zIndex: 10_000,
      lang: 'en',
      sound: true,
    },
    rules: { origins: [], perAddressDay: 200 },
    state: 'no-origin',
    draft: null,
  })
  expect(bot.identifier).toMatch(/^[\w-]{20}$/)
  expect(bot.secret).toMatch(/^[\w-]{43}$/)
  expect((await get(anna, bot.id)).secret).toBe(bot.secret)
  const listed = await anna.client.call(chatbots.list, { params: { id: anna.id } })
  expect(listed.data.ChatBots.map(({ id }) => id)).toContain(bot.id)
})

test('a list is the newest first, 404 when empty, and one’s own only (CHATBOT-1)', async () => {
  const bert = await talk.app.deps.user()
  const params = { id: bert.id }
  await refused(bert.client.call(chatbots.list, { params })).toMatchObject({
    code: 'NONE_FOUND',
    status: 404,
  })
  expect(
    (await bert.client.call(chatbots.list, { params, query: { orEmpty: 'true' } })).data.ChatBots,
  ).toEqual([])
  await refused(bert.client.call(chatbots.list, { params: { id: anna.id } })).toMatchObject({
    code: 'NOT_FOUND',
  })
  const tabId = await tabWith(bert)
  const [one, two] = [await chatbotOf(bert, tabId), await chatbotOf(bert, tabId)]
  await update(bert, one, { name: 'Changed' })
  const { data } = await bert.client.call(chatbots.list, { params })
  expect(data.ChatBots.map(({ id }) => id)).toEqual([two.id, one.id])
})

test('making one needs admin access to the tab’s project, and a session (CHATBOT-1)', async () => {
  const [writer, admin] = [await talk.app.deps.user(), await talk.app.deps.user()]
  const project = await talk.app.deps.project(anna)
  const tab = await talk.app.deps.tab(anna, project)
  await talk.app.deps.share(project, writer, { write: true })
  await refused(chatbotOf(writer, tab.id)).toMatchObject({ code: 'PERMISSION_DENIED' })
  await refused(chatbotOf(admin, tab.id)).toMatchObject({ code: 'NOT_FOUND' })
  await talk.app.deps.share(project, admin, { admin: true })
  expect((await chatbotOf(admin, tab.id)).ownerId).toBe(admin.id)
})

test('readers see it without secret and draft, writers edit it, admins share and delete it (CHATBOT-2)', async () => {
  const bot = await chatbotOf(anna, await tabWith())
  const [reader, writer] = [await talk.app.deps.user(), await talk.app.deps.user()]
  await talk.app.deps.share(bot, reader)
  await talk.app.deps.share(bot, writer, { write: true })
  await update(anna, bot, { draft: { name: 'New name' } })
  const seen = await get(reader, bot.id)
  expect([seen.secret, seen.draft, seen.refProject.projectId, seen.refProject.tabName]).toEqual([
    '',
    null,
    0,
    '',
  ])
  expect((await get(writer, bot.id)).draft).toEqual({ name: 'New name' })
  await refused(update(reader, bot, { name: 'Mine' })).toMatchObject({ code: 'PERMISSION_DENIED' })
  expect((await update(writer, bot, { description: 'Ours' })).description).toBe('Ours')
  await refused(writer.client.call(chatbots.remove, { params: { id: bot.id } })).toMatchObject({
    code: 'PERMISSION_DENIED',
  })
  await refused(
    writer.client.call(chatbots.renewKeys, { params: { id: bot.id }, body: { secret: true } }),
  ).toMatchObject({ code: 'PERMISSION_DENIED' })
  await anna.client.call(chatbots.remove, { params: { id: bot.id } })
  await refused(get(anna, bot.id)).toMatchObject({ code: 'NOT_FOUND' })
  const { data } = await anna.client.call(contract.bin.list, {})
  expect(data.DeletedItems).toContainEqual(expect.objectContaining({ noun: 'chatbot', itemId: bot.id }))
  await anna.client.call(contract.bin.restore, { params: { id: bot.context.id } })
  expect((await get(anna, bot.id)).name).toBe('Shop')
})

test('a draft is seen by no visitor; what is published ends it (CHATBOT-3)', async () => {
  const bot = await chatbotOf(anna, await tabWith())
  const widget = { ...bot.widget, title: 'New title' }
  const drafted = await update(anna, bot, { draft: { widget } })
  expect([drafted.widget.title, drafted.draft?.widget?.title, drafted.published]).toEqual([
    'Shop',
    'New title',
    bot.published,
  ])
  const shared = await update(anna, bot, { assocContexts: [] })
  expect(shared.draft).not.toBeNull()
  const published = await update(anna, bot, { widget })
  expect([published.widget.title, published.draft]).toEqual(['New title', null])
  expect(published.published > bot.published).toBe(true)
})

test('another tab brings its settings unless others are sent; 0 and the same change nothing (CHATBOT-1)', async () => {
  const bot = await chatbotOf(anna, await tabWith())
  const guide = (await talk.app.deps.tab(anna, await talk.app.deps.project(anna), { defaultModelTagId: 1 }))
    .id
  for (const refProjectTabId of [0, bot.refProjectTabId])
    expect((await update(anna, bot, { refProjectTabId })).refProject).toEqual(bot.refProject)
  const moved = await update(anna, bot, { refProjectTabId: guide })
  expect([moved.refProjectTabId, moved.refProject.defaultModelTagId]).toEqual([guide, 1])
  const back = await update(anna, bot, { refProjectTabId: bot.refProjectTabId, modelTagId: 1 })
  expect([back.refProjectTabId, back.refProject.defaultModelTagId]).toEqual([bot.refProjectTabId, 1])
})

test('nobody makes it answer from what they may not read themselves (CHATBOT-5)', async () => {
  const bot = await chatbotOf(anna, await tabWith())
  const bert = await talk.app.deps.user()
  await talk.app.deps.share(bot, bert, { admin: true })
  const source = await anna.client.call(contract.datasources.create, { body: { name: 'Secret', media: [] } })
  const who = await anna.client.call(contract.custinsts.create, {
    body: { name: 'Secret', content: 'x', scope: 1 },
  })
  const [datasourceId, custInstWhoId] = [source.data.datasource.id, who.data.custinst.id]
  await refused(update(bert, bot, { datasourceId })).toMatchObject({ code: 'NOT_FOUND' })
  await refused(update(bert, bot, { custInstWhoId })).toMatchObject({ code: 'NOT_FOUND' })
  const project = await talk.app.deps.project(anna)
  const tab = await talk.app.deps.tab(anna, project)
  await anna.client.call(contract.tabs.update, { params: { id: tab.id }, body: { custInstWhoId } })
  await refused(update(bert, bot, { refProjectTabId: tab.id })).toMatchObject({ code: 'NOT_FOUND' })
  await talk.app.deps.share(project, bert, { admin: true })
  await refused(update(bert, bot, { refProjectTabId: tab.id })).toMatchObject({ code: 'NOT_FOUND' })
  expect((await update(anna, bot, { refProjectTabId: tab.id })).refProject.custInstWhoId).toBe(custInstWhoId)
})

test('who may not read its source shows it nowhere else and shows no more of it, also in a draft (CHATBOT-5)', async () => {
  const source = await readySource(anna, { text: 'The key is under the mat.' })
  const bot = await chatbotOf(anna, await tabWith(), { datasourceId: source.id })
  const [writer, admin] = [await talk.app.deps.user(), await talk.app.deps.user()]
  await talk.app.deps.share(bot, writer, { write: true })
  await talk.app.deps.share(bot, admin, { admin: true })
  const { rules } = bot
  const wider = { ...rules, sources: 'documents' as const }
  const elsewhere = { ...rules, origins: [...rules.origins, 'https://own.example'] }
  for (const sent of [wider, elsewhere]) {
    await refused(update(writer, bot, { rules: sent })).toMatchObject({ code: 'NOT_FOUND' })
    await refused(update(writer, bot, { draft: { rules: sent } })).toMatchObject({ code: 'NOT_FOUND' })
  }
  const narrower = { ...rules, origins: [], perDay: 5 }
  expect((await update(writer, bot, { rules: narrower })).rules).toMatchObject({ perDay: 5, origins: [] })
  expect((await update(admin, bot, { rules: wider })).rules.sources).toBe('documents')
  await update(anna, bot, { rules })
  await talk.app.deps.share(source, writer)
  expect((await update(writer, bot, { rules: elsewhere })).rules.origins).toHaveLength(2)
})

test('a draft refers to nothing that its writer may not use; what another one drafted stays (CHATBOT-3, CHATBOT-5)', async () => {
  const source = await readySource(anna, { text: 'The key is under the mat.' })
  const who = await anna.client.call(contract.custinsts.create, {
    body: { name: 'Secret', content: 'x', scope: 1 },
  })
  const bot = await chatbotOf(anna, await tabWith())
  const writer = await talk.app.deps.user()
  await talk.app.deps.share(bot, writer, { write: true })
  const draft = { datasourceId: source.id, custInstWhoId: who.data.custinst.id }
  for (const sent of [
    { datasourceId: source.id },
    { custInstWhoId: draft.custInstWhoId },
    { modelTagId: 999_999 },
  ])
    await refused(update(writer, bot, { draft: sent })).toMatchObject({ status: 404 })
  await update(anna, bot, { draft })
  expect((await update(writer, bot, { draft: { ...draft, name: 'Ours' } })).draft?.name).toBe('Ours')
  await refused(update(writer, bot, draft)).toMatchObject({ code: 'NOT_FOUND' })
  expect((await update(writer, bot, { draft: { datasourceId: 0 } })).draft).toEqual({ datasourceId: 0 })
})

test('origins are stored as browsers send them, and others are refused (CHATBOT-6)', async () => {
  const bot = await chatbotOf(anna, await tabWith())
  const { rules } = await update(anna, bot, {
    rules: {
      ...bot.rules,
      origins: [
        'HTTPS://Shop.Example/',
        'https://shop.example:443',
        'http://localhost:8080',
        'https://bücher.example',
      ],
    },
  })
  expect(rules.origins).toEqual([
    'https://shop.example',
    'http://localhost:8080',
    'https://xn--bcher-kva.example',
  ])
  for (const origin of [
    '*',
    'null',
    '',
    'https://*.example.org',
    'example.org',
    'https://a.example/x',
    'https://a.example/?',
    'https://u@a.example',
    'ftp://a.example',
    'javascript:alert(1)',
    'file:///etc',
    "https://a';script-src.example",
    'https://a;b.example',
    'https://a,b.example',
    'https://a_b.example',
  ])
    await refused(update(anna, bot, { rules: { ...bot.rules, origins: [origin] } })).toMatchObject({
      code: 'ORIGIN_INVALID',
    })
})

test('an address in brackets is an origin; all together fit into one header (CHATBOT-6)', async () => {
  const bot = await chatbotOf(anna, await tabWith())
  const set = async (origins: string[]) =>
    (await update(anna, bot, { rules: { ...bot.rules, origins } })).rules.origins
  expect(await set(['http://[::1]:8080'])).toEqual(['http://[::1]:8080'])
  const long = (place: number) => `https://${`${'a'.repeat(50)}.`.repeat(4)}n${place}.example`
  const many = (count: number) => Array.from({ length: count }, (_, place) => long(place))
  expect(await set(many(15))).toHaveLength(15)
  await refused(set(many(50))).toMatchObject({ code: 'ORIGIN_INVALID' })
})

test('the owner renews the keys in a session; the secret is encrypted in the database (CHATBOT-4)', async () => {
  const bot = await chatbotOf(anna, await tabWith())
  const params = { id: bot.id }
  const renewed = await anna.client.call(chatbots.renewKeys, { params, body: { secret: true } })
  expect(renewed.data.ChatBot.identifier).toBe(bot.identifier)
  expect(renewed.data.ChatBot.secret).not.toBe(bot.secret)
  const both = await anna.client.call(chatbots.renewKeys, {
    params,
    body: { identifier: true, secret: true },
  })
  expect(both.data.ChatBot.identifier).not.toBe(bot.identifier)
  const { rows } = await talk.app.db.pool.query('SELECT * FROM chatbots WHERE id = $1', [bot.id])
  expect(JSON.stringify(rows)).not.toContain(both.data.ChatBot.secret)
  const { data } = await anna.client.call(contract.apitokens.saveOfUser, {
    params: { userId: anna.id },
    body: { name: 'A' },
  })
  const program = talk.app.deps.program(data.value ?? '')
  expect((await program.call(chatbots.get, { params })).data.ChatBot.secret).toBe('')
  await refused(program.call(chatbots.renewKeys, { params, body: { secret: true } })).toMatchObject({
    code: 'PERMISSION_DENIED',
  })
  await refused(
    program.call(chatbots.create, {
      body: { name: 'A', description: '', refProjectTabId: bot.refProjectTabId },
    }),
  ).toMatchObject({ code: 'PERMISSION_DENIED' })
})

test('a change that is based on an older state is refused, and a chatbot is found by search', async () => {
  const bot = await chatbotOf(anna, await tabWith(), { name: 'Quartz-shop' })
  await update(anna, bot, { description: 'One' })
  await refused(update(anna, bot, { description: 'Two', ifModified: bot.modified })).toMatchObject({
    code: 'CONFLICT',
  })
  const { data } = await anna.client.call(contract.search.find, { query: { q: 'Quartz-shop' } })
  expect(JSON.stringify(data)).toContain('"chatbot"')
})

test('guests have no chatbots', async () => {
  const guest = await talk.app.deps.user({ roleId: 6 })
  await refused(guest.client.call(chatbots.list, { params: { id: guest.id } })).toMatchObject({
    code: 'PERMISSION_DENIED',
  })
  expect(SITE).toContain('https')
})
