// API tokens: created on the profile and shown once, used by a program, edited and deleted; and those of the organisation.
// Partly by keyboard, with axe on the way. The states of the forms and lists are tested beside them.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { openSharedFixture, type Fixture, visit } from './fixture.ts'

let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'] })
  page = await fixture.open(browser, '/users/me', {
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page.setDefaultTimeout(10_000)
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const dialog = () => page.getByRole('dialog')
const main = () => page.getByRole('main')
const list = () => page.getByRole('list', { name: /^API tokens/ })

/** Calls the API with a token, as a program does. */
const asked = async (token: string, path = 'apitokens/users') =>
  (
    await fetch(`${fixture.product.url}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  ).status

test('a token is created on the profile, shown once, copied, used, edited and deleted', async () => {
  await visit(page, `${fixture.product.url}/users/me`)
  await main().getByRole('button', { name: 'API tokens' }).click()
  await expect(dialog().getByText('You have no API tokens')).toBeVisible()
  await isAccessibleAgain(page)
  await dialog().getByRole('button', { name: 'New token' }).click()
  await expect(dialog().getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog().getByText('Enter a name.')).toBeVisible()
  await expect(dialog().getByLabel('Name')).toBeFocused()
  await isAccessible(page)
  await dialog().getByLabel('Name').fill('Nightly summary')
  await dialog().getByRole('button', { name: 'Create token' }).click()
  await expect(dialog().getByText('It is not shown again')).toBeVisible()
  await isAccessible(page)
  const value = (await dialog().getByLabel('Token', { exact: true }).textContent()) ?? ''
  expect(value).toMatch(/^plg_[\w-]{43}$/)
  await expect(dialog().getByRole('button', { name: 'Copy' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog().getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
  expect(await asked(value)).toBe(200)
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect(list()).toContainText(`${value.slice(0, 10)}…`)
  expect(await page.content()).not.toContain(value)
  await list().getByRole('button', { name: 'Edit token Nightly summary' }).click()
  await isAccessibleAgain(page)
  await dialog().getByLabel('Name').fill('Weekly summary')
  await dialog().getByRole('combobox', { name: 'Expires' }).selectOption('Never')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect(list()).toContainText('Weekly summary')
  await expect(list()).toContainText('Does not expire')
  expect(await asked(value)).toBe(200)
  await list().getByRole('button', { name: 'Delete token Weekly summary' }).click()
  await expect(dialog().getByRole('button', { name: 'Cancel' })).toBeFocused()
  await isAccessibleAgain(page)
  await page.keyboard.press('Enter')
  await expect(list()).toContainText('Weekly summary')
  await list().getByRole('button', { name: 'Delete token Weekly summary' }).click()
  await dialog().getByRole('button', { name: 'Delete token' }).click()
  await expect(dialog().getByText('You have no API tokens')).toBeVisible()
  expect(await asked(value)).toBe(401)
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
  await expect(main().getByRole('button', { name: 'API tokens' })).toBeFocused()
  await expect(page).toHaveURL(/\/users\/me$/)
})

test('the organisation’s tokens are listed in administration', async () => {
  await visit(page, `${fixture.product.url}/admin`)
  await main()
    .getByRole('link', { name: /^API tokens/ })
    .click()
  await expect(page).toHaveURL(/\/admin\/token-management$/)
  await expect(main().getByText('No API tokens yet')).toBeVisible()
  await isAccessibleAgain(page)
  await main().getByRole('button', { name: 'New token' }).click()
  await dialog().getByLabel('Name').fill('Gateway')
  await page.keyboard.press('Enter')
  const made = (await dialog().getByLabel('Token', { exact: true }).textContent()) ?? ''
  expect(await asked(made, 'apitokens/companies')).toBe(200)
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect(list()).toContainText('Gateway')
  await list().getByRole('button', { name: 'Delete token Gateway' }).click()
  await dialog().getByRole('button', { name: 'Delete token' }).click()
  await expect(main().getByText('No API tokens yet')).toBeVisible()
  expect(await asked(made, 'apitokens/companies')).toBe(401)
})

test('on a phone nothing is wider than the screen', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, `${fixture.product.url}/users/me?dialog=new-token`)
  await dialog().getByLabel('Name').fill('A program with quite a long name that somebody thought of')
  await page.keyboard.press('Enter')
  await expect(dialog().getByText('It is not shown again')).toBeVisible()
  const fits = () =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
  expect(await fits()).toBe(true)
  await isAccessibleAgain(page)
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect(list()).toContainText('A program with quite a long name')
  expect(await fits()).toBe(true)
  await isAccessibleAgain(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const { ApiTokens } = (await fixture.client.call(contract.apitokens.own)).data
  for (const { id } of ApiTokens)
    await fixture.client.call(contract.apitokens.removeOfUser, { params: { userId: 1, id } })
})
