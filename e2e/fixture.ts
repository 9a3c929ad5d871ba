// Test fixture: the built product with scripted models, and Anna, its super user, signed in. For tests of a page that do not
// test how to reach it.
import { rm } from 'node:fs/promises'
import { contract } from '@polylogue/contract'
import { createClient, type Client } from '@polylogue/client'
import {
  devices,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import {
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
} from '../apps/server/test/model-server/index.ts'
import { startProduct, type Product } from '../apps/server/test/product.ts'
import { ANNA, annasSession, sessionOf, type Session } from './anna.ts'
import { borrowProduct } from './shared-product.ts'

const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'] ?? {}

/** Context options of a phone. */
export const PHONE = { ...pixel, viewport: { width: 390, height: 844 } }

export interface Fixture {
  product: Product
  models: ModelServer
  /** Anna's API client, for creating test data. */
  client: Client
  /** Anna's storage state after signing in and dismissing the offers for new users. */
  storage: { name: string; value: string }[]
  /** Opens a page in a new browser context: Anna's, or that of the storage state `as`. */
  open(
    browser: Browser,
    path: string,
    options?: BrowserContextOptions & { remembers?: Remembered; as?: Fixture['storage'] },
  ): Promise<Page>
  /** Creates a staff account with a changed password; resolves with its storage state after signing in. */
  newcomer(names: { firstName: string; lastName: string; email: string }): Promise<Fixture['storage']>
  close(): Promise<void>
}

/** Additional localStorage values: `theme`, `look`, `language`. */
export type Remembered = Readonly<Record<string, string>>

/** Starts product and models. Anna has dismissed the tour and the release notes, so that they cover no page. */
export async function openFixture({
  env = {},
  ...options
}: ModelServerOptions & { env?: Record<string, string> }): Promise<Fixture> {
  const models = await startModelServer(options)
  const product = await startProduct({
    template: process.env['TEST_ANNAS_DATABASE'],
    env: { OPENAI_BASE_URL: models.url, ...env },
  })
  return fixtureOf({ product, models, session: annasSession(product.dataDir) }, async () => {
    // Not stopped: a graceful end costs seconds, and nothing reads the data any more.
    await product.kill()
    await rm(product.dataDir, { recursive: true, force: true })
  })
}

/**
 * Like `openFixture`, with the product that the test files of a worker share one after the other. For files that leave
 * nothing of Anna's but items and settings, which `close` removes with the other people, and that do not sign her out.
 */
export async function openSharedFixture(options: ModelServerOptions): Promise<Fixture> {
  const models = await startModelServer(options)
  const { product, session, handBack } = await borrowProduct(models.url)
  return fixtureOf({ product, models, session }, handBack)
}

function fixtureOf(
  { product, models, session }: Pick<Fixture, 'product' | 'models'> & { session: Session },
  end: () => Promise<void>,
): Fixture {
  const client = createClient({ baseUrl: product.url, token: () => session.access })
  const storage = [{ name: 'polylogue.session', value: JSON.stringify(session) }]
  return {
    product,
    models,
    client,
    storage,
    async open(browser, path, { remembers = {}, as = storage, ...more } = {}) {
      const named = Object.entries(remembers).map(([name, value]) => ({ name: `polylogue.${name}`, value }))
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...more })
      const page = await pageWith(context, product.url, [...as, ...named])
      await page.goto(product.url + path)
      return page
    },
    newcomer: (names) => newcomer(product.url, client, names),
    async close() {
      await end()
      await models.close()
    },
  }
}

/**
 * Opens the first page of a context with these values in localStorage. The option `storageState` would open another page
 * to store them, which takes a second.
 */
export async function pageWith(
  context: BrowserContext,
  url: string,
  values: Fixture['storage'],
): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(
    ({ origin, items }) => {
      // Only the first load: a reload keeps what the app has stored since.
      const isLater = self.origin !== origin || sessionStorage.getItem('e2e.stored') !== null
      if (isLater) return
      sessionStorage.setItem('e2e.stored', 'true')
      for (const { name, value } of items) localStorage.setItem(name, value)
    },
    { origin: new URL(url).origin, items: values },
  )
  return page
}

/**
 * Shows another page of the app, from its beginning, without loading the app again: a tenth of the CPU of `page.goto`, which a
 * new page and what a test says about loading need. The page keeps what it has read: live messages renew it.
 */
export async function visit(page: Page, address: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(address)
    return
  }
  // Until then the page hears of no other address.
  await expect(page.locator('#start-up')).toHaveCount(0)
  if ((await page.getByRole('dialog').count()) > 0) {
    const closed = new URL(page.url())
    for (const name of ['dialog', 'prompt']) closed.searchParams.delete(name)
    await show(page, closed.href)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  // Another page in between: the one before must not keep anything.
  const between = page.locator('main a[href="/release-notes"]')
  await show(page, '/about')
  await expect(between).toBeVisible()
  // Its notices, too: a test could take one for its own.
  await page.evaluate(() => {
    for (const close of document.querySelectorAll<HTMLElement>('[aria-live] > [data-kind] > button'))
      close.click()
  })
  await show(page, address, 'replaceState')
  if (new URL(address, page.url()).pathname !== '/about') await expect(between).toHaveCount(0)
}

/** Changes the address as a link does, with the state that the router stores. */
export async function show(
  page: Page,
  address: string,
  how: 'pushState' | 'replaceState' = 'pushState',
): Promise<void> {
  await page.evaluate(
    ([change, to]) => {
      const idx = Number(history.state?.idx ?? 0) + (change === 'pushState' ? 1 : 0)
      const state = { usr: null, key: `visit${idx}`, idx }
      history[change](state, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state }))
    },
    [how, address] as const,
  )
}

async function newcomer(
  baseUrl: string,
  anna: Client,
  names: { email: string },
): Promise<Fixture['storage']> {
  const [first, second] = ['Ein-guter-Satz-43', 'korrekt pferd batterie 7']
  await anna.call(contract.users.create, { body: { firstName: '', lastName: '', ...names, password: first } })
  let session: Session | undefined
  const client = createClient({ baseUrl, token: () => session?.access })
  const signIn = async (userPassword: string) => {
    const body = { userName: names.email, userPassword }
    return (session = sessionOf(await client.call(contract.auth.authenticate, { body })))
  }
  const params = { id: (await signIn(first)).userId }
  const body = { oldPassword: first, newPassword: second }
  await client.call(contract.auth.changePassword, { params, body })
  await signIn(second)
  for (const [settingName, settingValue] of [
    ['showInitialTour', 'true'],
    ['whatsNewScreen', '1.0.0'],
  ] as const)
    await client.call(contract.settings.setByName, { params, body: { settingName, settingValue } })
  return [{ name: 'polylogue.session', value: JSON.stringify(session) }]
}

/** Ends Anna's session in this browser, makes the page notice by `act`, and signs her in again over the page. */
export async function signInAgainAfter(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('polylogue.session') ?? '{}')
    const ended = { ...session, access: 'ended', refresh: 'ended' }
    localStorage.setItem('polylogue.session', JSON.stringify(ended))
  })
  await act()
  const cover = page.getByRole('dialog', { name: 'Sign in again' })
  await cover.getByLabel('Password', { exact: true }).fill(ANNA.password)
  await page.keyboard.press('Enter')
  await cover.waitFor({ state: 'detached' })
}

/** Returns a scripted model, `script` by default, as a model choice for a project or tab. */
export async function scriptedModel(client: Client, name = 'script') {
  const { data } = await client.call(contract.models.list)
  const tag = data.Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName === `${name}:latest`)
  return { defaultModelId: tag?.modelId ?? 0, defaultModelTagId: tag?.id ?? 0 }
}

/** Creates the project “Bids” with these tabs; asks these questions in the first one, and waits for each answer. */
export async function makeAsked(
  client: Client,
  tabs: readonly string[],
  questions: readonly string[] = [],
): Promise<{ id: number; tabIds: number[]; path: string }> {
  const id = await makeBids(client, tabs)
  const tabIds = (await client.call(contract.tabs.list, { params: { id } })).data.Projecttabs.map(
    (tab) => tab.id,
  )
  const [projectTabId = 0] = tabIds
  const { defaultModelId, defaultModelTagId: modelTagId } = await scriptedModel(client)
  for (const prompt of questions)
    await client.call(contract.answers.ask, {
      params: { id: defaultModelId },
      body: { prompt, projectTabId, modelTagId },
    })
  return { id, tabIds, path: `/projects/${id}?tab=${projectTabId}` }
}

/** Creates the project “Bids” with these tabs, all with a scripted model; resolves with its id. */
export async function makeBids(client: Client, tabs: readonly string[], name?: string): Promise<number> {
  const model = await scriptedModel(client, name)
  const { data } = await client.call(contract.projects.create, { body: { name: 'Bids', ...model } })
  const { id } = data.project
  for (const name of tabs)
    await client.call(contract.tabs.create, { params: { id }, body: { name, ...model } })
  return id
}

/**
 * Suspends animation frames until the returned function is called, as on a slow machine: code that waits for a frame does
 * not run.
 */
export async function holdFrames(page: Page): Promise<() => Promise<void>> {
  const real = await page.evaluateHandle(() => {
    const frames = window.requestAnimationFrame
    window.requestAnimationFrame = () => 0
    return frames
  })
  return () =>
    real.evaluate((frames) => {
      window.requestAnimationFrame = frames
    })
}
