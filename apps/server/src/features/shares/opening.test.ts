// What a link opens, and for whom (SHARE-*).
import { contract, type SharedMessage, type SharedPage } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeMessage } from '#test/messages.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { shares } = contract

let app: TestApp
let owner: TestUser
let other: TestUser
beforeAll(async () => {
  app = await testApp({ file: { httpShareEnabled: true, limits: { requestsPerMinute: 100_000 } } })
  owner = await app.deps.user({ firstName: 'Olga' })
  other = await app.deps.user()
})
afterAll(() => app.close())

type Shown = Parameters<TestUser['client']['call']>[1] & object
const share = async (body: object, by = owner) =>
  (await by.client.call(shares.create, { body: body as never })).data.share
const page = async (hash: string | undefined, by = other, query: Shown = {}): Promise<SharedPage> =>
  (await by.client.call(shares.open, { params: { hash: hash ?? '' }, query } as never)).data.share
const messagesOf = async (hash: string | undefined, query = {}, by = other): Promise<SharedMessage[]> =>
  (await by.client.call(shares.messages, { params: { hash: hash ?? '' }, query } as never)).data.messages

async function chat(names: { project?: string; tab?: string } = {}) {
  const project = await app.deps.project(owner, { name: names.project ?? 'Bins', type: 2 })
  const tab = await app.deps.tab(owner, project, { name: names.tab ?? 'Collection' })
  const ask = (query: string, more: { replaces?: number; state?: number; response?: string } = {}) =>
    storeMessage(app.db, { tabId: tab.id, userId: owner.id, query, response: `Re: ${query}`, ...more })
  return { project, tab, tabId: tab.id, ask }
}

/** Makes a call without a sign-in. */
async function bare(path: string, init: RequestInit = {}) {
  const reply = await fetch(`${app.url}/api/v1/${path}`, init)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

describe('what it shows', () => {
  test('title, model, messages in order, and nothing that it was not told to show', async () => {
    const { tabId, ask } = await chat({ tab: 'Bulky waste' })
    await ask('When?')
    await ask('Where?')
    const { hash, uri } = await share({ tabId })
    expect(uri).toBe(`/share/chats/${hash}`)
    expect(await page(hash)).toEqual({
      title: 'Bulky waste',
      isProject: false,
      chats: [
        {
          index: 0,
          name: 'Bulky waste',
          modelName: 'Guide',
          modelTagName: 'latest',
          messageCount: 2,
          firstMessage: expect.any(String) as string,
          lastMessage: expect.any(String) as string,
        },
      ],
      goesOn: false,
      sharedAt: expect.any(String) as string,
      expires: null,
      sharedBy: null,
      omitted: 0,
      projectId: null,
      canCopy: true,
    })
    const shown = await messagesOf(hash)
    expect(shown.map(({ position, question, answer }) => [position, question, answer])).toEqual([
      [0, 'When?', 'Re: When?'],
      [1, 'Where?', 'Re: Where?'],
    ])
    expect(shown[0]).toMatchObject({ reasoning: null, askedBy: null, sources: [], files: [], state: 2 })
  })
})
void bare
