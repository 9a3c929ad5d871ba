// The focus stays in the page when what has it goes away (PAGE-1): deleted rows, buttons of notices, filters without a result.
import { expect, test, type Page } from '@playwright/test'
import { openSharedFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
test.beforeAll(async () => {
  fixture = await openSharedFixture({})
})
test.afterAll(() => fixture.close())

/** What has the focus: the name of its element, or BODY when it is lost. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)

test('a button that clears a filter and goes away gives the focus back to the field', async ({ browser }) => {
  const page = await fixture.open(browser, '/plugins')
  const field = page.getByRole('searchbox', { name: 'Search plugins' })
  await field.fill('qwertz')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Clear filter' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
})

test('the focus is not lost after a deletion and its undo', async ({ browser }) => {
  const page = await fixture.open(browser, '/custinsts')
  await page.getByRole('button', { name: 'Add instruction' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Short answers')
  await dialog.getByLabel('Instruction').fill('Answer in one sentence.')
  await dialog.getByRole('button', { name: 'Add instruction' }).click()
  // Until the dialog has closed, the page takes no focus.
  await expect(page.getByRole('button', { name: 'Add instruction' }).first()).toBeFocused()
  const actions = page.getByRole('button', { name: 'Actions for “Short answers”' })
  await actions.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete instruction' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete instruction' }).press('Enter')
  await expect(actions).toBeHidden()
  await expect.poll(() => focused(page)).not.toBe('BODY')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(actions).toBeVisible()
  await expect.poll(() => focused(page)).not.toBe('BODY')
})
