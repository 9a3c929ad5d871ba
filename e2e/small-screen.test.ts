// The first run on a phone: set up, ask, no horizontal scrolling.
import { expect, test } from '@playwright/test'
import { startProduct } from '../apps/server/test/product.ts'
import { PHONE } from './fixture.ts'

test.use(PHONE)

test('a question can be asked on a small screen without horizontal scrolling', async ({ page }) => {
  await using product = await startProduct()
  await page.goto(product.setUpUrl ?? '')
  await page.getByLabel('First name').fill('Annegret')
  await page.getByLabel('Last name').fill('Schulze-Wieland')
  await page.getByLabel('E-mail').fill('anna@example.org')
  await page.getByLabel('Password', { exact: true }).fill('Ein-guter-Satz-42')
  await page.getByRole('button', { name: 'Create super user' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('How do I add a tab?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('article').last()).toContainText('Quoted from the help')
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(page.getByRole('navigation').getByText('How do I add a tab?')).toBeVisible()
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways).toBe(0)
})
