// What administrators set for everybody: the configuration, for the super user alone (CONFIG-9), the branding, and announcements,
// which others see without a reload, put away, and which end (ANNOUNCE-1, ANNOUNCE-2).
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { openSharedFixture, PHONE, type Fixture, visit } from './fixture.ts'

let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'] })
  page = await fixture.open(browser, '/admin/configuration')
})
test.afterAll(async () => {
  await page.context().close()
  await fixture.client.call(contract.branding.reset)
  const { Announcements } = (await fixture.client.call(contract.announcements.list)).data
  for (const { id } of Announcements)
    await fixture.client.call(contract.announcements.remove, { params: { id } })
  await fixture.close()
})

test('the super user finds a key with its value and where it comes from', async () => {
  await visit(page, `${fixture.product.url}/admin/configuration`)
  const operation = page.getByRole('table', { name: 'Operation and limits' })
  await expect(operation.getByRole('row', { name: /^limits\.streamsPerUser/ })).toContainText('Default')
  await page.getByRole('searchbox', { name: 'Find a key or value' }).fill('clientsecret')
  await expect(page.getByRole('row', { name: /^sso\.clientSecret not set/ })).toBeVisible()
  await expect(operation).toHaveCount(0)
  await isAccessible(page)
})

const file = (name: string, text: string) => ({
  name,
  mimeType: name.endsWith('.css') ? 'text/css' : 'image/svg+xml',
  buffer: Buffer.from(text),
})
const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h40v10H0z" fill="#0a7"/>${inside}</svg>`

test('a branding is seen at the sign-in, by others and after a reload, without a restart (BRAND-2, BRAND-4)', async ({
  browser,
}) => {
  await visit(page, `${fixture.product.url}/admin/branding`)
  await page.getByLabel('Name of the organisation').fill('Stadtwerke Neustadt')
  await page.getByLabel('Text on the sign-in page').fill('Hotline 4711')
  const logo = page.locator('input[type=file][aria-label="Logo on light pages"]')
  await logo.setInputFiles(file('bad.svg', svg('<script>alert(1)</script>')))
  await page.getByRole('button', { name: 'Save branding' }).click()
  await expect(page.getByText('The element <script> is not allowed.')).toBeVisible()

  await logo.setInputFiles(file('logo.svg', svg('')))
  await page
    .locator('input[type=file][aria-label="Stylesheet"]')
    .setInputFiles(file('our.css', ':root main h1 { letter-spacing: 3px }'))
  await page.getByRole('checkbox', { name: 'Own colours' }).check()
  await page.getByRole('textbox', { name: 'Colour of buttons', exact: true }).fill('#006633')
  await page.getByRole('button', { name: 'Save branding' }).click()
  await expect(page.getByText('Branding saved.')).toBeVisible()
  await expect(page.getByRole('navigation').first().locator('img[data-only=light]')).toBeVisible()

  const visitor = await (await browser.newContext({ colorScheme: 'light' })).newPage()
  await visitor.goto(`${fixture.product.url}/sign-in`)
  await expect(visitor.getByText('Stadtwerke Neustadt')).toBeVisible()
  await expect(visitor.getByText('Hotline 4711')).toBeVisible()
  const image = visitor.locator('main img[data-only=light]')
  await expect(image).toBeVisible()
  expect(
    await image.evaluate((found: HTMLImageElement) => found.decode().then(() => found.naturalWidth > 0)),
  ).toBe(true)
  const button = visitor.getByRole('button', { name: 'Sign in', exact: true })
  const enter = async () => {
    await visitor.getByLabel('User name or e-mail').fill('anna@example.org')
    await visitor.getByLabel('Password', { exact: true }).fill('x')
  }
  await enter()
  await expect(button).toHaveCSS('background-color', 'rgb(0, 102, 51)')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveCSS('letter-spacing', '3px')
  // The next visit has it before the configuration has arrived.
  await visitor.route('**/static/data/config.json*', (route) => route.abort())
  await visitor.reload()
  await expect(visitor.getByText('Hotline 4711')).toBeVisible()
  await enter()
  await expect(button).toHaveCSS('background-color', 'rgb(0, 102, 51)')
  await visitor.unroute('**/static/data/config.json*')

  await fixture.client.call(contract.branding.reset)
  await visitor.reload()
  await expect(visitor.getByText('Hotline 4711')).toBeHidden()
  await enter()
  await expect(button).not.toHaveCSS('background-color', 'rgb(0, 102, 51)')
  await visitor.context().close()
})

test('a banner appears on open pages, unfolds, and stays away once put away', async ({ browser }) => {
  await visit(page, `${fixture.product.url}/admin/announcements`)
  const other = await fixture.open(browser, '/help/tabs')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'New announcement' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Maintenance on Sunday')
  await dialog.getByLabel('Text (optional)').fill('From eight to nine. '.repeat(40))
  await dialog.getByText('Warning', { exact: true }).click()
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Maintenance on Sunday')
  await isAccessibleAgain(page)
  await dialog.getByRole('button', { name: 'Announce', exact: true }).click()
  await expect(page.getByText('Announced', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Announcements' })).toContainText('Maintenance on Sunday')

  const banner = other.getByRole('region', { name: 'Announcements' })
  await expect(banner).toContainText('Maintenance on Sunday')
  await other.setViewportSize(PHONE.viewport)
  await banner.getByRole('button', { name: 'Show more: Maintenance on Sunday' }).click()
  await isAccessible(other)
  await banner.getByRole('button', { name: 'Put away: Maintenance on Sunday' }).click()
  await expect(banner).toBeHidden()
  // Anna's other page hears of it, too.
  await expect(page.getByRole('region', { name: 'Announcements' })).toBeHidden()
  await other.reload()
  await expect(other.getByRole('button', { name: /unread|Notifications/ }).first()).toBeVisible()
  await expect(banner).toBeHidden()
  await other.context().close()
})

test('a notification to everybody is ended early', async () => {
  await visit(page, `${fixture.product.url}/admin/announcements`)
  await page.getByRole('button', { name: 'New announcement' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('New rules')
  await dialog.getByText('Notification', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Announce', exact: true }).click()
  await page.getByRole('button', { name: 'End now: New rules' }).click()
  await expect(page.getByText('Announcement ended')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'New rules' })).toContainText('Ended')
})
