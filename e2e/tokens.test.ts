// API tokens: created on the profile and shown once, used by a program, edited and deleted; and those of the organisation.
// Partly by keyboard, with axe on the way.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { ANNA } from './anna.ts'
import { openFixture, type Fixture, visit } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

let fixture: Fixture
let page: Page
let value = ''

test.beforeAll(async ({ browser }) => {
  fixture = await openFixture({ models: ['script'] })
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
const asked = async (token: string, method = 'GET', path = 'apitokens/users') =>
  (
    await fetch(`${fixture.product.url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: JSON.stringify({ name: 'By a program' }) } : {}),
    })
  ).status

test('a token is created on the profile, shown once and copied', async () => {
  await main().getByRole('button', { name: 'API tokens' }).click()
  await expect(dialog().getByText('You have no API tokens')).toBeVisible()
  await isAccessible(page)
  await dialog().getByRole('button', { name: 'New token' }).click()
  await expect(dialog().getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog().getByText('Enter a name.')).toBeVisible()
  await expect(dialog().getByLabel('Name')).toBeFocused()
  await isAccessible(page)
  await dialog().getByLabel('Name').fill('Nightly summary')
  await dialog().getByLabel('Description').fill('Sums up the day')
  await dialog().getByRole('combobox', { name: 'Expires' }).selectOption('In 30 days')
  // The input is kept when saving fails.
  await page.route('**/apitokens', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await dialog().getByRole('button', { name: 'Create token' }).click()
  await expect(dialog().getByRole('alert')).toContainText('Cannot update token')
  await expect(dialog().getByLabel('Name')).toHaveValue('Nightly summary')
  await dialog().getByRole('button', { name: 'Create token' }).click()
  await expect(dialog().getByText('It is not shown again')).toBeVisible()
  await isAccessible(page)
  value = (await dialog().getByLabel('Token', { exact: true }).textContent()) ?? ''
  expect(value).toMatch(/^plg_[\w-]{43}$/)
  await expect(dialog().getByRole('button', { name: 'Copy' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog().getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(/dialog=api-tokens/)
  await expect(list()).toContainText('Nightly summary')
  await expect(list()).toContainText(`${value.slice(0, 10)}…`)
  await expect(list()).toContainText('Never used')
  expect(await page.content()).not.toContain(value)
  await isAccessibleAgain(page)
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
  await expect(main().getByRole('button', { name: 'API tokens' })).toBeFocused()
  await expect(page).toHaveURL(/\/users\/me$/)
})

test('a program can use the token, and the list shows the last use', async () => {
  expect(await asked(value)).toBe(200)
  expect(await asked(value, 'POST', 'projects')).toBe(201)
  // The last use is stored with a delay.
  await expect
    .poll(async () => (await fixture.client.call(contract.apitokens.own, {})).data.ApiTokens[0]?.lastUsed)
    .toBeTruthy()
  await page.reload()
  await main().getByRole('button', { name: 'API tokens' }).click()
  await expect(list()).toContainText('Last used')
})

test('a token can be edited and keeps its value', async () => {
  await list().getByRole('button', { name: 'Edit token Nightly summary' }).click()
  await expect(dialog().getByRole('combobox', { name: 'Expires' })).toHaveValue('date')
  await isAccessibleAgain(page)
  await dialog().getByLabel('Name').fill('Weekly summary')
  await dialog().getByRole('combobox', { name: 'Expires' }).selectOption('On a date')
  await dialog().getByLabel('Last day').fill('2020-01-01')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect(dialog().getByText('Choose a future date.')).toBeVisible()
  await dialog().getByRole('combobox', { name: 'Expires' }).selectOption('Never')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect(list()).toContainText('Weekly summary')
  await expect(list()).toContainText('Does not expire')
  expect(await asked(value)).toBe(200)
})

test('deleting asks for confirmation, and the deleted token is refused with 401', async () => {
  await list().getByRole('button', { name: 'Delete token Weekly summary' }).click()
  await expect(dialog()).toContainText('Programs using it lose access immediately')
  await expect(dialog().getByRole('button', { name: 'Cancel' })).toBeFocused()
  await isAccessibleAgain(page)
  await page.keyboard.press('Enter')
  await expect(list()).toContainText('Weekly summary')
  await list().getByRole('button', { name: 'Delete token Weekly summary' }).click()
  await dialog().getByRole('button', { name: 'Delete token' }).click()
  await expect(dialog().getByText('You have no API tokens')).toBeVisible()
  expect(await asked(value)).toBe(401)
})

test('the organisation’s tokens are listed in administration', async () => {
  await visit(page, `${fixture.product.url}/admin`)
  await main()
    .getByRole('link', { name: /^API tokens/ })
    .click()
  await expect(page).toHaveURL(/\/admin\/token-management$/)
  await expect(main().getByText('No API tokens yet')).toBeVisible()
  await isAccessible(page)
  await main().getByRole('button', { name: 'New token' }).click()
  await dialog().getByLabel('Name').fill('Gateway')
  await page.keyboard.press('Enter')
  const made = (await dialog().getByLabel('Token', { exact: true }).textContent()) ?? ''
  expect(await asked(made, 'GET', 'apitokens/companies')).toBe(200)
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect(list()).toContainText('Gateway')
  await expect(list()).toContainText('Acts as')
  await isAccessibleAgain(page)
  await list().getByRole('button', { name: 'Delete token Gateway' }).click()
  await dialog().getByRole('button', { name: 'Delete token' }).click()
  await expect(main().getByText('No API tokens yet')).toBeVisible()
  expect(await asked(made)).toBe(401)
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
  await isAccessible(page)
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect(list()).toContainText('A program with quite a long name')
  expect(await fits()).toBe(true)
  await isAccessible(page)
})

test('changing the password can delete the tokens as well @full', async () => {
  const { data } = await fixture.client.call(contract.apitokens.saveOfUser, {
    params: { userId: 1 },
    body: { name: 'One more' },
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${fixture.product.url}/users/me`)
  await main().getByRole('button', { name: 'Change password' }).click()
  await expect(dialog().getByRole('checkbox', { name: 'Also delete my 2 API tokens' })).not.toBeChecked()
  await isAccessibleAgain(page)
  await dialog().getByLabel('Current password').fill(ANNA.password)
  await dialog().getByLabel('New password').fill('Ein-ganz-anderer-Satz-47')
  await dialog().getByLabel('Repeat password').fill('Ein-ganz-anderer-Satz-47')
  await dialog().getByText('Also delete my 2 API tokens').click()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password changed')).toBeVisible()
  expect(await asked(data.value ?? '')).toBe(401)
})
