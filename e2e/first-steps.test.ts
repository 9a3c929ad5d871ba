// The first 15 minutes: from the set-up URL to the answer of a real model, with the set-up guide.
import { createClient } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startModelServer, type ModelServer } from '../apps/server/test/model-server/index.ts'
import { startProduct, type Product } from '../apps/server/test/product.ts'
import { isAccessible } from './accessible.ts'
import { ANNA } from './anna.ts'

test.describe.configure({ mode: 'serial' })

const NEIGHBOUR = {
  models: ['embed', 'script'],
  settings: { text: 'Forty-two is what the model says.' },
  ollamaShow: { 'embed:latest': { capabilities: ['embedding'] } },
}
/** Limits for a new user: time, and clicks for creating the account and connecting the model server that was found. */
const LONGEST_MS = 120_000
const MAX_CLICKS = 2

let models: ModelServer
let elsewhere: ModelServer
let folder: string
let product: Product
let page: Page
let clicks = 0

test.beforeAll(async () => {
  models = await startModelServer(NEIGHBOUR)
  elsewhere = await startModelServer({ models: ['faraway'], apiKey: 'sk-canary' })
  folder = await mkdtemp(join(tmpdir(), 'polylogue-config-'))
  const file = join(folder, 'config.json')
  await writeFile(file, JSON.stringify({ localServers: [models.url], embedded: { enabled: false } }))
  product = await startProduct({ env: { POLYLOGUE_CONFIG: file } })
})

test.afterAll(async () => {
  await page.context().close()
  await product[Symbol.asyncDispose]()
  await Promise.all([models.close(), elsewhere.close(), rm(folder, { recursive: true })])
})

const guide = (on = page) => on.getByRole('region', { name: 'Set up Polylogue' })
const step = (name: string, on = page) => guide(on).getByRole('listitem').filter({ hasText: name }).first()
const isDone = (name: string, on = page) =>
  expect(guide(on).getByRole('heading', { name: `${name} (done)` })).toBeVisible()
const message = (on = page) => on.getByRole('textbox', { name: 'Message' })

async function open(browser: Browser, more: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 1440, height: 900 }, ...more })).newPage()
}

async function signIn(on: Page, { email, password }: typeof ANNA, toChat = true): Promise<void> {
  await on.goto(`${product.url}/sign-in`)
  await on.getByLabel('User name or e-mail').fill(email)
  await on.getByLabel('Password', { exact: true }).fill(password)
  await on.getByRole('button', { name: 'Sign in' }).click()
  if (toChat) await expect(message(on)).toBeVisible()
}

async function clientOf({ email, password }: typeof ANNA) {
  const body = { userName: email, userPassword: password }
  const { data } = await createClient({ baseUrl: product.url }).call(contract.auth.authenticate, { body })
  return createClient({ baseUrl: product.url, token: () => data.access_token })
}

test('the way from set-up to a real model’s answer takes two clicks and under two minutes', async ({
  browser,
}) => {
  page = await open(browser)
  await page.exposeFunction('clicked', () => void clicks++)
  await page.addInitScript(() => {
    // Keyboard clicks on buttons and submits have no coordinates, and are not counted.
    addEventListener('click', (event) => event.detail > 0 && window.clicked(), { capture: true })
  })
  const began = performance.now()
  await page.goto(product.setUpUrl ?? '')
  await page.getByLabel('First name').fill('Anna')
  await page.getByLabel('Last name').fill('Schulze')
  await page.getByLabel('E-mail').fill(ANNA.email)
  await page.getByLabel('Password', { exact: true }).fill(ANNA.password)
  await page.getByRole('button', { name: 'Create super user' }).click()
  await expect(step('Connect a model')).toContainText('embed:latest, script:latest')
  await expect(guide().getByRole('heading', { name: 'Set up Polylogue' })).toBeInViewport()
  for (const one of await guide().getByRole('listitem').all())
    await expect(one, 'each step, on 900 pixels').toBeInViewport({ ratio: 1 })
  await isAccessible(page)
  await guide()
    .getByRole('button', { name: /^Connect 127\.0\.0\.1/ })
    .click()
  await expect(message()).toBeFocused()
  await expect(page.getByRole('combobox', { name: /^Model/ })).toContainText('script')
  await page.keyboard.type('What is the answer?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').last()).toContainText('Forty-two is what the model says.')
  const took = performance.now() - began
  test
    .info()
    .annotations.push({ type: 'first answer', description: `${Math.round(took)} ms, ${clicks} clicks` })
  expect(clicks).toBe(MAX_CLICKS)
  expect(took).toBeLessThan(LONGEST_MS)
  expect(models.stats().byPath['POST /api/chat']).toBe(1)
})

test('the dashboard shows completed steps, and so does a second device, without a reload', async ({
  browser,
}) => {
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await isDone('Connect a model')
  await isDone('Ask the first question')
  await expect(guide()).toContainText('2 of 3 done')
  const offer = guide().getByRole('region', { name: 'Search by meaning' })
  await expect(offer).toContainText(/embed:latest is connected.*model · about \d+ min per 1,000 passages/)
  await isAccessible(page)
  await offer.getByRole('button', { name: 'Turn on search by meaning' }).click()
  await expect(offer).toHaveCount(0)
  const phone = await open(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await signIn(phone, ANNA)
  await phone.goto(`${product.url}/`)
  await isDone('Ask the first question', phone)
  await expect(phone.getByRole('link', { name: 'Create user' })).toBeVisible()
  await isAccessible(phone)
  // Without its models the first step is open again on both pages.
  const client = await clientOf(ANNA)
  const { Providers } = (await client.call(contract.providers.list)).data
  const id = Providers.find(({ kind }) => kind === 'ollama')?.id ?? 0
  await client.call(contract.providers.remove, { params: { id } })
  for (const on of [page, phone]) await expect(guide(on)).toContainText('1 of 3 done')
  await phone.context().close()
})

test('the form for an address stays while the user types, whatever is found or connected', async () => {
  let isStarted = false
  await page.route('**/providers/find', async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { messageContent: { data: { servers: unknown[] } } }
    if (!isStarted) reply.messageContent.data.servers = []
    await route.fulfill({ response, json: reply })
  })
  await page.reload()
  const address = guide().getByRole('textbox', { name: 'Address of another model server' })
  await address.fill('two words')
  await address.press('Enter')
  await expect(guide().getByText(/^Enter an address such as/)).toBeVisible()
  isStarted = true
  await expect(guide().getByRole('button', { name: /^Connect 127\.0\.0\.1/ })).toBeVisible()
  await expect(guide().getByText(/^Enter an address such as/)).toBeVisible()
  await expect(address).toBeFocused()
  const client = await clientOf(ANNA)
  const server = { kind: 'ollama' as const, addresses: [models.url], oldServer: false, atOnce: null }
  const { provider } = (await client.call(contract.providers.create, { body: server })).data
  await isDone('Connect a model')
  await expect(address).toHaveValue('two words')
  await expect(address).toBeFocused()
  await address.clear()
  await expect(address).toHaveCount(0)
  await expect(guide().getByRole('link', { name: 'Create user' })).toBeFocused()
  await client.call(contract.providers.remove, { params: { id: provider.id } })
  await page.unroute('**/providers/find')
  await expect(guide()).toContainText('1 of 3 done')
})

test('an address is tested, asks for its key and is connected by keyboard alone', async () => {
  await guide().getByRole('button', { name: 'Other ways to connect' }).press('Enter')
  const address = guide().getByRole('textbox', { name: 'Address of another model server' })
  await address.fill('two words')
  await address.press('Enter')
  await expect(guide().getByText(/^Enter an address such as/)).toBeVisible()
  await address.fill('127.0.0.1:9')
  await address.press('Enter')
  await expect(guide().getByText(/^No model server answers there/)).toBeVisible()
  await isAccessible(page)
  await address.fill(elsewhere.url.replace('http://', ''))
  await address.press('Enter')
  const key = guide().getByRole('textbox', { name: 'API key' })
  await expect(guide().getByText(/^The server asks for an API key/)).toBeVisible()
  await key.fill('sk-canary')
  await key.press('Enter')
  await isDone('Connect a model')
  await expect(guide().getByRole('link', { name: 'Create user' })).toBeFocused()
})

test('creating a user is the last step; others do not see the guide, and it stays hidden @full', async ({
  browser,
}) => {
  await guide().getByRole('link', { name: 'Create user' }).click()
  await expect(page.getByRole('dialog', { name: 'Create user' })).toBeVisible()
  const client = await clientOf(ANNA)
  const bert = { email: 'bert@example.org', password: 'Ein-anderer-Satz-43' }
  const person = { firstName: 'Bert', lastName: 'Maier', email: bert.email, roleId: 3 }
  const body = { ...person, password: bert.password, password2: bert.password }
  const { user } = (await client.call(contract.users.create, { body })).data
  const { steps } = (await client.call(contract.firstSteps.get)).data
  expect(steps).toEqual({ model: true, question: true, people: true })
  const other = await open(browser)
  await signIn(other, bert, false)
  await other.getByLabel('New password').fill(ANNA.password)
  await other.getByLabel('Repeat password').fill(ANNA.password)
  await other.getByRole('button', { name: 'Change password' }).click()
  await expect(message(other)).toBeVisible()
  await other.goto(`${product.url}/`)
  await expect(other.getByRole('heading', { name: /Bert/ })).toBeVisible()
  await expect(guide(other)).toHaveCount(0)
  await other.context().close()
  // When a step is open again, the guide returns until it is hidden.
  await client.call(contract.users.remove, { params: { id: user.id }, query: {} })
  await page.goto(`${product.url}/`)
  await expect(guide()).toContainText('2 of 3 done')
  await guide().getByRole('button', { name: 'Hide the set-up guide' }).press('Enter')
  await expect(guide()).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: /Anna/ })).toBeVisible()
  await expect(guide()).toHaveCount(0)
})

declare global {
  interface Window {
    clicked: () => void
  }
}
