// Custom colours: previewed, saved with a countdown and a reload, applied before the first paint and on other devices, and
// readable whatever was chosen.
import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { atRest, isAccessible, isAccessibleAgain } from './accessible.ts'
import { openSharedFixture, type Fixture, visit } from './fixture.ts'

let fixture: Fixture
let page: Page
const violations: string[] = []

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'], settings: { text: 'A story.', rate: 60 } })
  page = await fixture.open(browser, '/help?dialog=look-and-feel')
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text())
  })
})
test.afterEach(() => expect(violations, 'blocked by the content security policy').toEqual([]))

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const dialog = () => page.getByRole('dialog')
const worn = (name: string) =>
  page.evaluate((token) => getComputedStyle(document.documentElement).getPropertyValue(`--pl-${token}`), name)

const RELOADS = 'The page reloads'

/** Waits for the reload after the countdown. */
async function reloaded(): Promise<void> {
  for (const seconds of [5, 3]) await expect(page.getByText(`${RELOADS} in ${seconds} seconds`)).toBeVisible()
  await page.waitForEvent('load')
}

/** Saves the yellow colour. */
async function saveYellow(): Promise<void> {
  await visit(page, `${fixture.product.url}/help?dialog=look-and-feel`)
  await dialog().getByText('Light', { exact: true }).click()
  await dialog().getByText('Yellow', { exact: true }).click()
  await dialog().getByRole('button', { name: 'Save colour' }).click()
  await reloaded()
}

/** Restores the brand colour. */
async function deleteTheme(): Promise<void> {
  await visit(page, `${fixture.product.url}/help?dialog=theme-builder`)
  await dialog().getByRole('button', { name: 'Delete theme' }).click()
  await reloaded()
}

test('style and theme apply at once, and a colour can be previewed and discarded', async () => {
  await visit(page, `${fixture.product.url}/help?dialog=look-and-feel`)
  await dialog().getByText('Modern', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-look', 'modern')
  await dialog().getByText('Classic', { exact: true }).click()
  await dialog().getByText('System').click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await dialog().getByText('Light', { exact: true }).click()
  await dialog().getByText('Red', { exact: true }).click()
  expect(await worn('fill')).toBe('#df3236')
  await dialog().getByRole('button', { name: 'Discard colour' }).click()
  await expect(dialog()).toBeHidden()
  expect(await worn('fill')).toBe('#9739e7')
})

test('presets with difficult colours are readable in both themes', async () => {
  await visit(page, `${fixture.product.url}/help?dialog=look-and-feel`)
  // derive.test.ts has all presets in both.
  for (const [scheme, colour] of [
    ['Dark', 'White'],
    ['Light', 'Fuchsia'],
    ['Light', 'Yellow'],
  ] as const) {
    await dialog().getByText(scheme, { exact: true }).click()
    await dialog().getByText(colour, { exact: true }).click()
    await expect(dialog().getByRole('button', { name: 'Save colour' })).toBeVisible()
    await atRest(page)
    const { violations: found } = await new AxeBuilder({ page })
      .setLegacyMode()
      .withRules(['color-contrast'])
      .analyze()
    expect(found.flatMap(({ nodes }) => nodes.map((node) => `${scheme} ${colour}: ${node.html}`))).toEqual([])
  }
  await isAccessibleAgain(page)
})

test('a saved colour is applied after the reload, before the first paint, and on another device, too', async ({
  browser,
}) => {
  await saveYellow()
  expect(await worn('fill')).toBe('#967104')
  expect(await worn('on-fill')).toBe('#ffffff')
  const other = await fixture.open(browser, '/help', { remembers: { theme: 'dark' } })
  await expect
    .poll(() =>
      other.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--pl-fill')),
    )
    .toBe('#967104')
  await other.context().close()
  await deleteTheme()
  expect(await worn('fill')).toBe('#9739e7')
})

test('the theme builder refuses invalid colours, shows both themes and saves', async () => {
  await visit(page, `${fixture.product.url}/help?dialog=theme-builder`)
  const box = await dialog().boundingBox()
  expect(box?.width).toBeGreaterThanOrEqual(1440 * 0.75)
  await isAccessibleAgain(page)
  await dialog().getByLabel('Your own colour').fill('teal')
  await dialog().getByRole('button', { name: 'Save theme' }).click()
  await expect(dialog().getByRole('alert')).toContainText('six hexadecimal digits')
  await dialog().getByLabel('Your own colour').fill('00FF7F')
  await expect(dialog().getByLabel('Your own colour')).toHaveValue('#00FF7F')
  await expect(dialog().getByRole('figure', { name: 'Light' })).toContainText('darkened slightly')
  await dialog().getByRole('checkbox', { name: 'Correct the lightness' }).uncheck()
  await expect(dialog().getByRole('figure', { name: 'Light' })).not.toContainText('darkened')
  await isAccessible(page)
  await dialog().getByLabel('Name').fill('Spring')
  await dialog().getByRole('button', { name: 'Save theme' }).click()
  await expect(page.getByText('Spring saved')).toBeVisible()
  expect(await worn('fill')).toBe('#00ff7f')
  expect(await worn('on-fill')).toBe('#150f1c')
  await page.getByRole('button', { name: 'Close notification' }).click()

  // Only the name changed: no reload is needed.
  await visit(page, `${fixture.product.url}/help?dialog=theme-builder`)
  await dialog().getByLabel('Name').fill('Summer')
  await dialog().getByRole('button', { name: 'Save theme' }).click()
  const notice = page.getByRole('region', { name: 'Notifications' })
  await expect(notice).toContainText('Summer saved')
  // The notice would show a countdown immediately.
  expect(await notice.textContent()).not.toContain(RELOADS)
  await deleteTheme()
  expect(await worn('fill')).toBe('#9739e7')
})
