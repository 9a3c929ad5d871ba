// A configured model server is down at the start: each page that a user would look at says so, and its models appear within
// ten seconds of its first response, without a reload.
import { createServer } from 'node:net'
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { startModelServer } from '../apps/server/test/model-server/index.ts'
import { isAccessible } from './accessible.ts'
import { openFixture, type Fixture } from './fixture.ts'

const SENTENCE = 'Model server does not answer yet. Its models appear here as soon as it does.'
const IN_ROW = 'Not reachable yet. It is checked again and again; its models appear shortly after it answers.'

let fixture: Fixture
let port: number

test.beforeAll(async () => {
  port = await freePort()
  fixture = await openFixture({ models: [], env: { OPENAI_BASE_URL: `http://127.0.0.1:${port}` } })
})
test.afterAll(() => fixture.close())

/** Returns a port that nothing listens on. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

test('pages say that the model server is down until it responds @full', async ({ browser }) => {
  const open = (path: string, more = {}) => fixture.open(browser, path, { reducedMotion: 'reduce', ...more })
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const providers = await open('/admin/providers')
  const row = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'Model server' })
  await expect(row(providers).first()).toContainText(IN_ROW)
  await isAccessible(providers)
  const models = await open('/admin/models-crud')
  await expect(models.getByText(SENTENCE)).toBeVisible()
  const chats = [await open('/chats/new'), await open('/chats/new', phone)]
  for (const chat of chats) {
    await expect(chat.getByText(SENTENCE)).toBeVisible()
    await isAccessible(chat)
  }
  await fixture.client.call(contract.settings.setByName, {
    params: { id: 1 },
    body: { settingName: 'firstSteps', settingValue: '' },
  })
  const firstSteps = await open('/')
  await expect(firstSteps.getByRole('region', { name: /^Set up/ }).getByText(SENTENCE)).toBeVisible()
  const late = await startModelServer({ port, models: ['late'] })
  const within = { timeout: 10_000 }
  await Promise.all([
    expect(row(providers).first()).toContainText('1 model', within),
    expect(models.getByRole('row').filter({ hasText: 'late' })).toContainText('Deployed', within),
    ...chats.map((chat) => expect(chat.getByText(SENTENCE)).toHaveCount(0, within)),
    expect(firstSteps.getByRole('heading', { name: 'Connect a model (done)' })).toBeAttached(within),
  ])
  await expect(row(providers).first()).not.toContainText(IN_ROW)
  for (const page of [providers, models, firstSteps, ...chats]) await page.context().close()
  await late.close()
})
