// The error catalogue (PAGE-5), with its success notices and empty states: what needs the server or crosses features is
// provoked here. error-catalogue-rows.test.ts says where the rest is.
import { contract } from '@polylogue/contract'
import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { CHAT } from './error-catalogue/chat.ts'
import type { Said } from './error-catalogue/said.ts'
import { SHELL } from './error-catalogue/shell.ts'
import { model } from '../apps/server/test/model-server/index.ts'
import { makeBids, openFixture, type Fixture } from './fixture.ts'

const refused = { errorCode: 'METHOD_NOT_ALLOWED', errorMessage: 'This call does not support the method.' }

/** A model whose server returns errors. */
const BROKEN = model('mock', { status: 500 })
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let fixture: Fixture
/** Anna's context; each test opens a page in it, because a new context loads the app without a cache (three seconds). */
let annas: BrowserContext
/** Ids of projects by the name that paths use. */
const projects: Record<string, number> = {}

test.beforeAll(async ({ browser }) => {
  fixture = await openFixture({
    models: ['script', 'mock', BROKEN],
    settings: { text: 'A story.', rate: 60 },
  })
  projects['bids'] = await makeBids(fixture.client, ['Lot 1'])
  projects['harbour'] = await makeProject('Harbour', 'Guide:latest', 2)
  projects['asked'] = await makeProject('Asked', 'Guide:latest')
  projects['broken'] = await makeProject('Broken', `${BROKEN}:latest`)
  await ask(projects['asked'])
  await fixture.client.call(contract.users.create, {
    body: { firstName: 'Ben', lastName: 'Berg', email: 'ben@example.org', roleId: 4 },
  })
  await fixture.client.call(contract.contexts.create, {
    body: { contextTypeId: 3, name: 'Buyers', description: '' },
  })
  annas = (await fixture.open(browser, '/about')).context()
})
test.afterAll(async () => {
  await annas.close()
  await fixture.close()
})

/** Creates a project with a tab of the model. */
async function makeProject(name: string, fullName: string, type = 0): Promise<number> {
  const { Models } = (await fixture.client.call(contract.models.list)).data
  const tag = Models.flatMap(({ tags }) => tags).find((one) => one.fullName === fullName)
  const choice = { defaultModelId: tag?.modelId ?? 1, defaultModelTagId: tag?.id ?? 1 }
  const { data } = await fixture.client.call(contract.projects.create, { body: { name, type, ...choice } })
  await fixture.client.call(contract.tabs.create, { params: { id: data.project.id }, body: choice })
  return data.project.id
}

/** Asks one question with an image, in the only tab of a project, to a model with image input. */
async function ask(id: number): Promise<void> {
  const { Models } = (await fixture.client.call(contract.models.list)).data
  const tag = Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName === 'script:latest')
  if (!tag) throw new Error('the model server offers no script')
  await fixture.client.call(contract.models.setTag, {
    params: { id: tag.modelId, tagId: tag.id },
    body: { contextLength: null, images: true, tools: null },
  })
  const tabs = (await fixture.client.call(contract.tabs.list, { params: { id } })).data.Projecttabs
  const file = { name: 'map.png', mime_type: 'image/png', base64: PICTURE, size: 70, timestamp: 1 }
  await fixture.client.call(contract.answers.ask, {
    params: { id: tag.modelId },
    body: { modelTagId: tag.id, prompt: 'Where?', projectTabId: tabs[0]?.id ?? 0, attachments: [file] },
  })
}

/** Returns the URL of a path that begins with a project's name. */
const addressOf = (path: string): string =>
  fixture.product.url + path.replace(/^[a-z]+/, (name) => `/projects/${projects[name]}`)

async function refuse(page: Page, { fails = [], problem = refused, replies }: Said): Promise<void> {
  for (const [method, address, status = 405] of fails)
    await page.route(address, (route) => {
      if (route.request().method() !== method) return route.fallback()
      const body = JSON.stringify({ ...problem, messageContent: { meta: { requestId: 'r' }, data: null } })
      return route.fulfill({ status, contentType: 'application/json', body })
    })
  if (!replies) return
  const [address, change] = replies
  await page.route(address, async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { messageContent: { data: Record<string, unknown> } }
    change(reply.messageContent.data)
    await route.fulfill({ response, json: reply })
  })
}

for (const [catalogue, sentences] of Object.entries({ shell: SHELL, chat: CHAT }))
  test.describe(`the catalogue of the ${catalogue}`, () => {
    for (const said of sentences)
      test(`${said.sentence} @full`, async ({ browser }) => {
        const own = said.nobody && (await browser.newContext({ viewport: { width: 1440, height: 900 } }))
        const page = await (own || annas).newPage()
        await refuse(page, said)
        await page.goto(addressOf(said.path))
        await said.act?.(page)
        const told = page.getByText(said.sentence).or(page.getByTitle(said.sentence))
        await expect(told.first()).toBeVisible({ timeout: 20_000 })
        if (said.leadsTo) await expect(page).toHaveURL(fixture.product.url + said.leadsTo)
        await (own || page).close()
      })
  })
