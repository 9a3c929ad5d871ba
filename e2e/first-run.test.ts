// The first run: from an empty data directory to an answer that survives a reload, with Guide and with a model server. By
// keyboard where a user would use it; axe on the way.
import { createClient } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { expect, test, type Page, type Request, type Response } from '@playwright/test'
import { startModelServer, type ModelServer } from '../apps/server/test/model-server/index.ts'
import { startProduct, type Product } from '../apps/server/test/product.ts'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { holdFrames } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

const PASSWORD = 'Ein-guter-Satz-42'
const STORY =
  '## Bids\n\nOnly **Brückner** meets the specification.\n\n| Bidder | Price |\n| --- | ---: |\n| Brückner | 1,284,500 € |\n| Voltaris | 1,197,300 € |\n\n```sql\nSELECT sum(net_amount) FROM fin.payments;\n```\n\n' +
  Array.from({ length: 60 }, (_, index) => `Sentence ${index + 1} of the story.`).join(' ')
const SCRIPT = { models: ['script'], settings: { text: STORY, rate: 60 } }

let models: ModelServer
let product: Product
let page: Page
const violations: string[] = []

test.beforeAll(async ({ browser }) => {
  models = await startModelServer(SCRIPT)
  product = await startProduct({ env: { OPENAI_BASE_URL: models.url } })
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy/.test(message.text()))
      violations.push(message.text())
  })
  page.on('pageerror', (error) => violations.push(error.message))
})

test.afterAll(async () => {
  await page.context().close()
  await product[Symbol.asyncDispose]()
  await models.close()
})

const conversation = () => page.getByRole('region', { name: 'Conversation' })
const message = () => page.getByRole('textbox', { name: 'Message' })
const lastAnswer = () => page.getByRole('article').last()

test('an invalid field shows its error and gets the focus', async () => {
  await page.goto(product.setUpUrl ?? '')
  await page.getByLabel('First name').fill('Annegret')
  const letFrames = await holdFrames(page)
  await page.getByRole('button', { name: 'Create super user' }).click()
  await expect(page.getByLabel('Last name')).toBeFocused()
  await page.getByLabel('Last name').fill('Schulze-Wieland')
  await page.getByLabel('E-mail').fill('anna@example.org')
  await page.getByLabel('Password', { exact: true }).fill('password')
  await page.getByRole('button', { name: 'Create super user' }).click()
  await expect(page.getByText('Too easy to guess')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  // The next test opens the same address, which does not reload the page.
  await letFrames()
})

test('the printed address creates the super user and opens the default project', async () => {
  await page.goto(product.setUpUrl ?? '')
  await expect(page.getByRole('heading', { name: 'Set up Polylogue' })).toBeVisible()
  await isAccessible(page)
  await page.getByLabel('First name').fill('Annegret')
  await page.getByLabel('Last name').fill('Schulze-Wieland')
  await page.getByLabel('E-mail').fill('anna@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create super user' }).click()
  await expect(page).toHaveURL(/\/projects\/\d+/)
  await expect(page.getByRole('heading', { name: 'New chat' })).toBeVisible()
  await expect(page.getByRole('tab', { name: /Tab 1/ })).toBeVisible()
  await isAccessible(page)
})

test('Guide answers a question with quoted passages and their sources', async () => {
  // A model server is connected: the chat starts with its model.
  await expect(page.getByRole('combobox', { name: /^Model/ })).toContainText('script')
  await page.getByRole('combobox', { name: /^Model/ }).click()
  await page.getByRole('option', { name: /^Guide/ }).click()
  await message().fill('How do I add a tab?')
  await message().press('Enter')
  await expect(lastAnswer()).toContainText('Quoted from the help')
  await expect(lastAnswer()).toContainText('Ctrl+Shift+comma')
  await expect(conversation().getByText('How do I add a tab?')).toBeVisible()
  // The first question sets the title of the default project.
  await expect(page.getByRole('heading', { level: 1, name: 'How do I add a tab?' })).toBeVisible()
  await expect(lastAnswer().getByRole('button', { name: '1 Tabs Add a tab' })).toBeVisible()
  await isAccessible(page)
  await lastAnswer().getByRole('group', { name: 'Sources' }).getByRole('button').first().click()
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open the source' }).click(),
  ])
  await expect(opened.getByRole('heading', { name: 'Tabs', level: 1 })).toBeVisible()
  await expect(opened.getByRole('heading', { name: 'Add a tab' })).toBeInViewport()
  await opened.close()
})

test('an answer streams as rendered text, and a reload in the middle loses nothing', async () => {
  await page.getByRole('combobox', { name: /^Model/ }).click()
  await page
    .getByRole('option', { name: /^script/ })
    .first()
    .click()
  // A reload takes seconds on a busy machine.
  SCRIPT.settings.rate = 30
  await message().fill('Compare the bids.')
  await message().press('Enter')
  await expect(lastAnswer()).toContainText('Sentence 5 of')
  await page.reload()
  await expect(lastAnswer()).toContainText('Sentence 5 of')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  SCRIPT.settings.rate = 60
  await expect(lastAnswer()).toContainText('Sentence 60 of the story.', { timeout: 60_000 })
  await expect(lastAnswer().getByRole('cell', { name: '1,284,500 €' })).toBeVisible()
  await expect(lastAnswer().getByRole('heading', { name: 'Bids' })).toBeVisible()
  const text = await lastAnswer().innerText()
  for (let index = 1; index <= 60; index++)
    expect(text.split(`Sentence ${index} of the story.`), `sentence ${index} stands there once`).toHaveLength(
      2,
    )
  await isAccessible(page)
})

test('stopping ends an answer and keeps the text received so far', async () => {
  await message().fill('Again.')
  const before = await page.getByRole('article').count()
  await message().press('Enter')
  // The previous answer has the same sentences.
  await expect(page.getByRole('article')).toHaveCount(before + 1)
  await expect(lastAnswer()).toContainText('Sentence 3 of')
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(lastAnswer()).toContainText(/Stopped/)
  await expect(lastAnswer()).toContainText('Sentence 3 of')
  await expect.poll(() => models.stats().open).toBe(0)
})

test('a chat sends each request once, and none of them fails', async () => {
  const asked: string[] = []
  const missing: string[] = []
  const note = (reply: Response) => {
    if (reply.status() >= 400) missing.push(reply.url())
  }
  const hear = (request: Request) => {
    const { pathname, search } = new URL(request.url())
    // The page before the reload may still have refetched its lists after the last answer.
    if (request.isNavigationRequest()) asked.length = 0
    if (pathname.startsWith('/api/')) asked.push(pathname + search)
  }
  page.on('request', hear)
  page.on('response', note)
  await page.reload()
  await expect(lastAnswer()).toContainText('Sentence 3 of')
  page.off('request', hear)
  await page.getByRole('button', { name: 'Add a tab', exact: true }).click()
  await expect(page.getByRole('tab')).toHaveCount(2)
  await expect(message()).toBeFocused()
  await page.getByRole('tab').first().click()
  await expect(lastAnswer()).toContainText('Sentence 3 of')
  page.off('response', note)
  expect(missing).toEqual([])
  // Opening the live stream refetches the messages: an answer may have started in the meantime.
  const subscribed = asked.findIndex((path) => /\/subscribe(\?|$)/.test(path))
  const first = asked.slice(0, subscribed < 0 ? asked.length : subscribed)
  expect(first.some((path) => path.endsWith('/queries?limit=30'))).toBe(true)
  expect(new Set(first).size, first.join(' ')).toBe(first.length)
})

test('an unreachable engine is reported, and Try again asks the question again', async () => {
  const port = Number(new URL(models.url).port)
  await models.close()
  await message().fill('Are you there?')
  await message().press('Enter')
  await expect(lastAnswer()).toContainText('cannot be reached')
  models = await startModelServer({ ...SCRIPT, port })
  await lastAnswer().getByRole('button', { name: 'Try again' }).click()
  await expect(lastAnswer()).toContainText('Sentence 60 of the story.', { timeout: 60_000 })
})

test('an unsent message survives a reload and is deleted when signing out @full', async () => {
  await message().fill('Half a thought')
  await page.reload()
  await expect(message()).toHaveValue('Half a thought')
  await page.getByRole('button', { name: /user menu/i }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await isAccessibleAgain(page)
  await page.getByLabel('User name or e-mail').fill('anna@example.org')
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(/^Invalid sign-in credentials/)).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'How do I add a tab?' })).toBeVisible()
  await expect(message()).toHaveValue('')
})

test('after the server is killed, the answer is kept and shown as interrupted', async () => {
  // The previous answer has the same sentences, and more of them.
  await expect(lastAnswer()).toContainText('Sentence 60 of the story.')
  await message().fill('Once more.')
  await message().press('Enter')
  await expect(conversation().getByText('Once more.')).toBeVisible()
  await expect(lastAnswer()).not.toContainText('Sentence 60 of the story.')
  // The page shows text before it is stored: 200 ms, and seconds on a busy machine. Waits for much more than it expects below.
  await expect(lastAnswer()).toContainText('Sentence 30 of')
  await product.kill()
  product = await startProduct({
    env: { OPENAI_BASE_URL: models.url },
    dataDir: product.dataDir,
    port: product.port,
  })
  await expect(lastAnswer()).toContainText('stopped while writing this answer', { timeout: 60_000 })
  await expect(lastAnswer()).toContainText('Sentence 3 of')
})

test('a new chat of a user without one sends no failing request @full', async () => {
  const client = createClient({ baseUrl: product.url, token: () => token })
  let token = ''
  const body = { userName: 'anna@example.org', userPassword: PASSWORD }
  const { data, meta } = await client.call(contract.auth.authenticate, { body })
  token = data.access_token
  await client.call(contract.projects.create, { body: { name: 'Harbour', type: 2 } })
  const { data: own } = await client.call(contract.projects.list, { params: { id: meta.userId } })
  for (const { id, type } of own.Projects)
    if (type === 0) await client.call(contract.projects.remove, { params: { id } })
  await page.goto(`${product.url}/projects`)
  const links = page.getByRole('navigation')
  await expect(links.getByRole('link', { name: 'Harbour', exact: true })).toBeVisible()
  await expect(links.getByRole('link', { name: 'New chat', exact: true })).toHaveCount(0)
  const missing: string[] = []
  page.on('response', (reply) => {
    if (reply.status() >= 400) missing.push(reply.url())
  })
  await links.getByRole('link', { name: /^New chat Ctrl/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New chat')
  await expect(message()).toBeFocused()
  expect(missing).toEqual([])
})

test('no request was blocked by the content security policy and no error occurred in the page', () => {
  const unexpected = violations.filter((text) => !/Failed to load resource|net::ERR/.test(text))
  expect(unexpected).toEqual([])
})
