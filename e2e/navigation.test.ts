// The navigation's section of prompts, data sources, instructions and golden sets.
import { contract, CUSTINST_SCOPES, DATASOURCE_STATUS } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { openSharedFixture, PHONE, type Fixture } from './fixture.ts'

let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'] })
  for (const title of ['Offer', 'Summary'])
    await fixture.client.call(contract.prompts.create, {
      body: { title, prompt: 'Write it.', outputFormId: 1 },
    })
  const custinst = { name: 'Short', content: 'Answer in one sentence.', scope: CUSTINST_SCOPES.respond }
  await fixture.client.call(contract.custinsts.create, { body: custinst })
  page = await fixture.open(browser, '/help', { reducedMotion: 'reduce' })
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const library = (of: Page) =>
  of.getByRole('navigation', { name: 'Main navigation' }).getByRole('region', { name: 'Library' })

test('every list of the library is one click away, with the number of its items', async () => {
  await expect(library(page).getByText('Prompts2')).toBeVisible()
  await expect(library(page).getByText('Instructions1')).toBeVisible()
  await isAccessibleAgain(page)
  for (const name of ['Prompts', 'Data sources', 'Instructions', 'Golden sets']) {
    const link = library(page).getByRole('link', { name, exact: true })
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      name.replace('Instructions', 'instructions'),
    )
  }
})

test('a list uses the whole width of a wide window', async () => {
  await library(page).getByRole('link', { name: 'Prompts', exact: true }).click()
  const main = page.getByRole('main')
  const items = main.getByRole('listitem').filter({ has: page.getByRole('heading') })
  await expect(items).toHaveCount(2)
  const [whole, first, last] = await Promise.all([
    main.boundingBox(),
    items.first().boundingBox(),
    items.last().boundingBox(),
  ])
  const [left = 0, width = 0] = [whole?.x, whole?.width]
  expect(last?.y).toBe(first?.y)
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeGreaterThan(left + width * 0.75)
})

test('the library folds by keyboard and stays folded after a reload, also in a browser that knows nothing', async () => {
  const heading = library(page).getByRole('button', { name: 'Library' })
  const stored = page.waitForResponse((response) => response.url().endsWith('/setting'))
  await heading.press('Enter')
  await expect(library(page).getByRole('link')).toHaveCount(0)
  await stored
  await page.evaluate(() => localStorage.removeItem('polylogue.library'))
  await page.reload()
  await expect(heading).toHaveAttribute('aria-expanded', 'false')
  await heading.click()
  await expect(library(page).getByRole('link')).toHaveCount(5)
})

test('a failed data source is named in the library, and marked while it is folded', async () => {
  const content = Buffer.from('%PDF-1.7 and nothing else').toString('base64')
  const media = [{ name: 'broken.pdf', mime_type: 'application/pdf', content }]
  const body = { name: 'Broken', media }
  const { id } = (await fixture.client.call(contract.datasources.create, { body })).data.datasource
  const status = async () =>
    (await fixture.client.call(contract.datasources.get, { params: { id } })).data.datasource.status
  await expect.poll(status, { timeout: 60_000 }).toBe(DATASOURCE_STATUS.failed)
  await expect(library(page).getByRole('link', { name: 'Data sources 1 failed' })).toBeVisible()
  await isAccessible(page)
  const heading = library(page).getByRole('button', { name: /^Library/ })
  await heading.click()
  await expect(heading).toHaveAccessibleName('Library 1 failed')
  await heading.click()
  await fixture.client.call(contract.datasources.remove, { params: { id } })
  await expect(library(page).getByRole('link', { name: 'Data sources', exact: true })).toBeVisible()
})

test('a search of chats hides the library, so that the results come first', async () => {
  await page.getByLabel('Search chats and projects').fill('zzz')
  await expect(library(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(library(page)).toBeVisible()
})

test('the drawer of a phone has the library, the search and the user menu, and nothing moves sideways', async ({
  browser,
}) => {
  const phone = await fixture.open(browser, '/help', PHONE)
  const drawer = phone.getByRole('navigation', { name: 'Main navigation' })
  await phone.getByRole('button', { name: 'Open navigation' }).click()
  const row = library(phone).getByRole('link', { name: 'Data sources' })
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await isAccessibleAgain(phone)
  await phone.getByRole('button', { name: /user menu$/ }).click()
  await expect(phone.getByRole('menuitem', { name: 'Sign out' })).toBeInViewport()
  await phone.setViewportSize({ width: 390, height: 560 })
  await expect(phone.getByRole('menuitem', { name: 'Sign out' }), 'the others scroll').toBeInViewport()
  await phone.setViewportSize(PHONE.viewport)
  await phone.keyboard.press('Escape')
  await expect(drawer, 'Escape closed the menu alone').toBeVisible()
  await drawer.getByLabel('Search chats and projects').fill('nowhere')
  await expect(drawer.getByText('No results for “nowhere”.')).toBeVisible()
  const sideways = await phone.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways).toBe(0)
  await drawer.getByLabel('Search chats and projects').fill('')
  await row.click()
  await expect(phone).toHaveURL(/\/datasources$/)
  await phone.context().close()
})

test('a place that is chosen before the start page is known stays', async ({ browser }) => {
  const other = await fixture.open(browser, '/about', { serviceWorkers: 'block' })
  const asked = Promise.withResolvers<void>()
  const chosen = Promise.withResolvers<void>()
  const known = Promise.withResolvers<void>()
  await other.route(/\/projects\/default$/, async (route) => {
    asked.resolve()
    await chosen.promise
    try {
      const response = await route.fetch()
      await route.fulfill({ response })
    } catch {
      // The page has given the request up.
    } finally {
      known.resolve()
    }
  })
  await other.goto(new URL('/', other.url()).href)
  const prompts = library(other).getByRole('link', { name: 'Prompts' })
  await prompts.waitFor()
  await asked.promise
  await other.route('**/assets/*.js', async (route) => {
    await known.promise
    await route.continue()
  })
  await prompts.click()
  chosen.resolve()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Prompts')
  await expect(other).toHaveURL(/\/prompts$/)
  await other.context().close()
})
