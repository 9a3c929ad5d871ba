// What lies beside a conversation leaves the last answer in reach, and the sheet of a comparison fits a phone.
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { makeBids, openSharedFixture, type Fixture, visit } from './fixture.ts'

let fixture: Fixture
let page: Page
let projectId = 0

test.beforeAll(async ({ browser }) => {
  const text = 'A line of the answer.\n\n'.repeat(30)
  fixture = await openSharedFixture({ models: ['script'], settings: { text, rate: 2_000 } })
  projectId = await makeBids(fixture.client, ['Costs', 'Rules'])
  page = await fixture.open(browser, `/projects/${projectId}`, { reducedMotion: 'reduce' })
  await page.getByRole('textbox', { name: 'Message' }).fill('What is the allowance?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Good answer' })).toBeVisible()
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

for (const width of [1280, 1024, 900])
  test(`the open side panel hides no action of the last answer at ${width} pixels`, async () => {
    await page.setViewportSize({ width, height: 800 })
    await visit(page, `${fixture.product.url}/projects/${projectId}?panel=datasources`)
    await expect(page.getByRole('complementary', { name: 'Side panel' })).toBeVisible()
    const answer = page.getByRole('article', { name: 'Answer' }).last()
    for (const name of ['Copy answer', 'Good answer', 'Answer again with another model', 'More']) {
      const action = answer.getByRole('button', { name, exact: true })
      await expect(action).toBeInViewport({ ratio: 1 })
      // A click that something else would get fails.
      await action.click({ trial: true })
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(width)
    await isAccessibleAgain(page)
  })

test('the sheet of a comparison shows all of its tools on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `${fixture.product.url}/projects/${projectId}?dialog=compare`)
  const sheet = page.getByRole('dialog')
  const send = sheet.getByRole('button', { name: /^Ask 2 tabs|^Send/ })
  await expect(send).toBeVisible()
  const boxes = await sheet
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
  const overlapping = boxes.filter((one, at) =>
    boxes.some(
      (other, index) =>
        index > at &&
        one.left < other.right - 1 &&
        other.left < one.right - 1 &&
        one.top < other.bottom - 1 &&
        other.top < one.bottom - 1,
    ),
  )
  expect(overlapping).toEqual([])
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(390)
  await isAccessible(page)
})

test('the side panel opens from the bar of every page, and stays open from one page to the next (PAGE-18)', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, `${fixture.product.url}/about`)
  const panel = page.getByRole('complementary', { name: 'Side panel' })
  await page.getByRole('button', { name: 'Open side panel' }).click()
  await expect(panel.getByRole('heading', { level: 2 }).first()).toBeFocused()
  await isAccessibleAgain(page)
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(panel).toBeVisible()
  await panel.getByRole('button', { name: 'Close side panel' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open side panel' })).toBeFocused()
  // It lies on the page: Escape shows what is below.
  await page.keyboard.press('Enter')
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  // Beside chats it is as it was there.
  await visit(page, `${fixture.product.url}/projects/${projectId}`)
  await expect(panel).toBeVisible()
})

test('on a phone the menu of a page opens it as a sheet (PAGE-18)', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `${fixture.product.url}/about`)
  await expect(page.getByRole('button', { name: 'Open side panel' })).toHaveCount(0)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Open side panel' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  await expect.poll(() => sheet.evaluate((one) => one.contains(document.activeElement))).toBe(true)
  await isAccessible(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
})

test('a printed chat begins with its title, its model and its date', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, `${fixture.product.url}/projects/${projectId}`)
  await expect(page.getByRole('button', { name: 'Good answer' })).toBeVisible()
  const title = page.getByRole('heading', { level: 1, name: 'Bids · Costs' })
  await expect(title).toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  await expect(title).toBeVisible()
  const line = title.locator('xpath=following-sibling::p')
  await expect(line).toContainText('script')
  await expect(line).toContainText(String(new Date().getFullYear()))
  await page.emulateMedia({ media: 'screen' })
  await expect(title).toHaveCount(0)
})

test('a notice stays at its height when another one comes, and beside the side panel', async () => {
  await visit(page, `${fixture.product.url}/projects/${projectId}?panel=datasources`)
  const panel = page.getByRole('complementary', { name: 'Side panel' })
  await expect(panel).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Distraction-free mode' }).click()
  const first = page.getByText('Press Escape to leave.')
  await expect(first).toBeVisible()
  await expect(panel).toHaveCount(0)
  const before = await first.boundingBox()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Distraction-free mode is off.')).toBeVisible()
  await expect(panel).toBeVisible()
  const left = async (one: typeof first) => (await one.boundingBox())?.x ?? 0
  await expect.poll(async () => (await left(panel)) - (await left(first))).toBeGreaterThan(before?.width ?? 0)
  expect((await first.boundingBox())?.y).toBe(before?.y)
})
