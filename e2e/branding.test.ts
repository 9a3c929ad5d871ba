import { expect, test, type Page } from '@playwright/test'
import { contract } from '@polylogue/contract'
import { openFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  fixture = await openFixture({ models: ['script'] })
  page = await fixture.open(browser, '/admin/branding')
})
test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
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
