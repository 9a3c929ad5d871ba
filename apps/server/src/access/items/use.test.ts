// Without a noun's permission, the content of its items comes out nowhere: not in answers, not in search, not in reviews.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, CUSTINST_SCOPES, type Message } from '@polylogue/contract'
import { askAll, openTalk, queryOf, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

let talk: Talk
beforeAll(async () => {
  talk = await openTalk([])
})
afterAll(() => talk[Symbol.asyncDispose]())

/** Creates one item of each noun with a permission. */
async function itemsOf({ client }: TestUser, word: string) {
  const content = Buffer.from(`The ${word} opens at noon.`).toString('base64')
  const media = [{ name: 'a.txt', mime_type: 'text/plain', content }]
  const made = await client.call(contract.datasources.create, { body: { name: word, media } })
  const { id } = made.data.datasource
  const datasource = await vi.waitFor(
    async () => {
      const { data } = await client.call(contract.datasources.get, { params: { id } })
      expect(data.datasource.status).toBe(2)
      return data.datasource
    },
    { timeout: 20_000, interval: 100 },
  )
  const who = { name: word, content: `I am a ${word}.`, scope: CUSTINST_SCOPES.who }
  const custinst = (await client.call(contract.custinsts.create, { body: who })).data.custinst
  const text = { title: word, prompt: `Describe the ${word}.`, outputFormId: 1 }
  const prompt = (await client.call(contract.prompts.create, { body: text })).data.Prompt
  const goldenset = (await client.call(contract.goldensets.create, { body: { name: word } })).data.GoldenSet
  return { datasource, custinst, prompt, goldenset }
}

const kinds = async ({ client }: TestUser, q: string) => {
  const { data } = await client.call(contract.search.find, { query: { q } })
  return data.Finds.map(({ kind }) => kind).toSorted()
}
const ALL = ['custinst', 'datasource', 'goldenset', 'prompt']

/** Asks in a tab of one's own with these defaults, set in the database as they were before a change of the role. */
async function ask(
  who: TestUser,
  made: Awaited<ReturnType<typeof itemsOf>>,
  prompt: string,
): Promise<Message> {
  const tab = await talk.app.deps.tab(who, await talk.app.deps.project(who))
  await talk.app.db.pool.query(
    'UPDATE tabs SET default_datasource_id = $2, cust_inst_who_id = $3 WHERE id = $1',
    [tab.id, made.datasource.id, made.custinst.id],
  )
  const message = queryOf(await askAll({ ...talk, anna: who }, 'echo', { projectTabId: tab.id, prompt }))
  if (!message) throw new Error('the answer has no message')
  return message
}

test('a guest with whom items are shared gets nothing of them, and the answer says so', async () => {
  const made = await itemsOf(talk.anna, 'zimbabalooba')
  const [guest, staff] = [await talk.app.deps.user({ roleId: 6 }), await talk.app.deps.user()]
  for (const item of Object.values(made))
    for (const who of [guest, staff]) await talk.app.deps.share(item, who)
  const prompt = 'When does it open, the zimbabalooba?'
  const told = await ask(staff, made, prompt)
  expect(told.responseText).toMatch(
    /opens at noon[^]*I am a zimbabalooba|I am a zimbabalooba[^]*opens at noon/,
  )
  const denied = await ask(guest, made, prompt)
  expect(denied.responseText).not.toMatch(/opens at noon|I am a/)
  expect([denied.sources, denied.notices]).toEqual([[], [{ code: 'DATASOURCE_DENIED', params: {} }]])
  for (const key of ['datasourceDenied', 'custInstsDenied'])
    expect(denied.statistics).toContainEqual({ key, value: 1 })
  const search = async (who: TestUser) =>
    (await kinds(who, 'zimbabalooba')).filter((kind) => kind !== 'message')
  expect([await search(staff), await search(guest)]).toEqual([ALL, []])
  const own = { params: { id: 1 }, body: { modelTagId: 1, prompt, projectTabId: denied.projectTabId } }
  for (const chosen of [{ datasourceId: made.datasource.id }, { promptId: made.prompt.id }])
    await expect(
      guest.client.call(contract.answers.ask, { ...own, body: { ...own.body, ...chosen } }),
    ).rejects.toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
})

test('somebody who became a guest finds and uses their own items no more', async () => {
  const ben = await talk.app.deps.user()
  const made = await itemsOf(ben, 'quangawallis')
  expect(await kinds(ben, 'quangawallis')).toEqual(ALL)
  const root = await talk.app.deps.user({ roleId: 1 })
  await root.client.call(contract.users.update, { params: { id: ben.id }, body: { roleId: 6 } })
  await vi.waitFor(async () => expect(await kinds(ben, 'quangawallis')).toEqual([]), { timeout: 10_000 })
  expect((await ask(ben, made, 'When does the quangawallis open?')).sources).toEqual([])
})

test('the names of their items are in no list of contexts and no request', async () => {
  const ben = await talk.app.deps.user()
  const made = await itemsOf(ben, 'wollemipine')
  const root = await talk.app.deps.user({ roleId: 1 })
  const { data } = await root.client.call(contract.contexts.create, {
    body: { contextTypeId: 3, name: 'Reviewed', needsApproval: true },
  })
  const group = data.context.id
  const entry = (contextId: number, hasWriteAccess: boolean) => ({
    contextId,
    hasWriteAccess,
    hasReadAccess: true,
    hasAdminAccess: false,
  })
  const fay = await talk.app.deps.user()
  const assocContexts = [entry(ben.contextId, false), entry(fay.contextId, true)]
  await root.client.call(contract.contexts.update, { params: { id: group }, body: { assocContexts } })
  const shared = { assocContexts: [entry(group, false)] }
  await ben.client.call(contract.prompts.update, { params: { id: made.prompt.id }, body: shared })
  await ben.client.call(contract.datasources.update, { params: { id: made.datasource.id }, body: shared })
  const told = async ({ client }: TestUser) => {
    const query = { q: 'wollemipine' }
    const lists = await Promise.all(
      (['prompts', 'datasources', 'custinsts'] as const).map((id) =>
        client.call(contract.contexts.list, { params: { id }, query }),
      ),
    )
    const requests = await Promise.all(
      [true, false].map((own) => client.call(contract.publications.list, { query: { own: String(own) } })),
    )
    return [...lists, ...requests].map(
      ({ data: found }) => JSON.stringify(found).split('wollemipine').length - 1,
    )
  }
  const ofItem = ({ client }: TestUser) =>
    client.call(contract.publications.ofItem, { params: { id: made.prompt.context.id } })
  expect(await told(ben)).toEqual([2, 2, 2, 2, 0])
  expect(await told(fay)).toEqual([0, 0, 0, 0, 2])
  expect((await ofItem(ben)).data.Publications).toHaveLength(1)
  for (const { id } of [ben, fay])
    await root.client.call(contract.users.update, { params: { id }, body: { roleId: 6 } })
  await vi.waitFor(async () => expect(await told(ben)).toEqual([0, 0, 0, 0, 0]), { timeout: 10_000 })
  await vi.waitFor(async () => expect(await told(fay)).toEqual([0, 0, 0, 0, 0]), { timeout: 10_000 })
  await expect(ofItem(ben)).rejects.toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
})
