// Accounts: sign-up, a password set by an administrator, a session that expires under an open dialog, profile, photo,
// sessions, startup options, and deleting a user. With axe on the way.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { visit } from './fixture.ts'
import { startProduct, type Product } from '../apps/server/test/product.ts'
import { isAccessible, isAccessibleAgain } from './accessible.ts'

test.describe.configure({ mode: 'serial' })

const EMAIL = 'anna@example.org'
const PASSWORD = 'Ein-guter-Satz-42'
const OTHER = 'korrekt pferd batterie 7'
/** A red square of 8 × 8 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC',
  'base64',
)

let product: Product
let page: Page

test.beforeAll(async ({ browser }) => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'polylogue-config-')), 'config.json')
  await writeFile(file, JSON.stringify({ allowSignUp: true, allowDeleteOwnProfile: true }))
  product = await startProduct({
    env: { POLYLOGUE_ADMIN_EMAIL: EMAIL, POLYLOGUE_ADMIN_PASSWORD: PASSWORD, POLYLOGUE_CONFIG: file },
  })
  page = await open(browser)
})

test.afterAll(async () => {
  await page.context().close()
  await product[Symbol.asyncDispose]()
})

async function open(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    // Without animations: axe must not check colours during a fade-in.
    reducedMotion: 'reduce',
  })
  const opened = await context.newPage()
  opened.setDefaultTimeout(10_000)
  return opened
}

async function signIn(at: Page, name: string, password: string): Promise<void> {
  await at.getByLabel('User name or e-mail').fill(name)
  await at.getByLabel('Password', { exact: true }).fill(password)
  await at.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Calls the API as the user who is signed in on a page. */
async function call(at: Page, method: string, address: string, body?: object) {
  const [status, text] = await at.evaluate(
    async ([verb, to, sent]) => {
      const { access } = JSON.parse(localStorage.getItem('polylogue.session') ?? '{}') as { access?: string }
      const headers = {
        authorization: `Bearer ${access}`,
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
      }
      const init = { method: verb, headers, ...(sent === null ? {} : { body: sent }) }
      const reply = await fetch(`/api/v1/${to}`, init)
      return [reply.status, await reply.text()] as const
    },
    [method, address, body ? JSON.stringify(body) : null] as const,
  )
  expect(status, `${method} ${address}: ${text}`).toBeLessThan(300)
  return JSON.parse(text).messageContent.data
}

const dialog = (at = page) => at.getByRole('dialog')

test('sign-up refuses weak passwords and taken addresses, then opens the requested page', async ({
  browser,
}) => {
  const guest = await open(browser)
  await guest.goto('/help/models')
  await guest.getByRole('link', { name: 'Sign up' }).click()
  const create = guest.getByRole('button', { name: 'Create account' })
  await expect(create).toBeDisabled()
  await guest.getByLabel('First name').fill('Superuser')
  await guest.getByLabel('Last name').fill('Bäcker-Yıldız')
  await expect(guest.getByText('This name is reserved. Use another one.')).toBeVisible()
  await guest.getByLabel('First name').fill('Bea')
  await guest.getByLabel('E-mail').fill(EMAIL)
  await guest.getByLabel('Password', { exact: true }).fill('password')
  await guest.getByLabel('Repeat password').fill('password')
  await expect(guest.getByText(/^Very weak/)).toBeVisible()
  await expect(create).toBeDisabled()
  await guest.getByLabel('Password', { exact: true }).fill(OTHER)
  await guest.getByLabel('Repeat password').fill(OTHER)
  await expect(create).toBeEnabled()
  await guest.getByLabel('Last name').fill(' ')
  await expect(create, 'a name is missing').toBeDisabled()
  await guest.getByLabel('Last name').fill('Bäcker-Yıldız')
  await isAccessible(guest)
  await create.click()
  await expect(guest.getByText(/already associated with another account/)).toBeVisible()
  await guest.getByLabel('E-mail').fill('bea@example.org')
  await create.click()
  await expect(guest).toHaveURL('/help/models')
  await guest.context().close()
})

test('a password set by an administrator must be changed first', async ({ browser }) => {
  await page.goto('/sign-in')
  await signIn(page, EMAIL, PASSWORD)
  await expect(page).toHaveURL(/\/projects\/\d+/)
  for (const [settingName, settingValue] of [
    ['showInitialTour', 'true'],
    ['whatsNewScreen', '1.0.0'],
  ])
    await call(page, 'PUT', 'settings/1/setting', { settingName, settingValue })
  const names = { firstName: 'Cem', lastName: 'Sommer', email: 'cem@example.org' }
  await call(page, 'POST', 'users', { ...names, password: PASSWORD })
  const cem = await open(browser)
  await visit(cem, '/about')
  await signIn(cem, names.email, PASSWORD)
  await expect(cem.getByRole('heading', { name: 'Change your password' })).toBeVisible()
  await cem.reload()
  await cem.getByLabel('Current password').fill(PASSWORD)
  await cem.getByLabel('New password').fill(OTHER)
  await cem.getByLabel('Repeat password').fill(OTHER)
  await isAccessible(cem)
  await cem.getByRole('button', { name: 'Change password' }).click()
  await expect(cem.getByRole('heading', { name: 'About', level: 1 })).toBeVisible()
  await call(cem, 'POST', 'projects', {
    name: 'Nachlass',
    description: '',
    type: 2,
    defaultModelId: 1,
    defaultModelTagId: 1,
  })
  await cem.context().close()
})

test('the profile page of the user shows the photo, permissions and sign-ins', async () => {
  await page.getByRole('button', { name: /user menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/users/me')
  await expect(page.getByRole('heading', { level: 1, name: 'Your profile' })).toBeVisible()
  await page.getByRole('button', { name: /user menu$/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Filter shortcuts and tools' }).fill('import')
  const tiles = page.getByRole('main').getByRole('link').filter({ hasNotText: 'All statistics' })
  await expect(tiles).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Filter shortcuts and tools' }).fill('')
  await isAccessible(page)
  await page
    .getByLabel('Choose a photo')
    .last()
    .setInputFiles({ name: 'Anna.png', mimeType: 'image/png', buffer: PNG })
  await isAccessible(page)
  await dialog().getByRole('button', { name: 'Set photo' }).click()
  await expect(page.getByRole('banner').locator('img')).toBeVisible()
  // When a photo fails to load, the initials are shown.
  await page.route(/\/profilepic\/base64$/, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('banner').locator('[data-initials]').first()).toBeVisible()
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
  await page.unroute(/\/profilepic\/base64$/)
  await page.reload()
  await expect(page.getByRole('banner').locator('img')).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
  await page.getByRole('button', { name: 'Permissions' }).click()
  await expect(dialog().getByRole('listitem')).toHaveCount(23)
  await isAccessibleAgain(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('This device')).toBeVisible()
})

test('a dialog keeps its input when the session ends and the user signs in again @full', async () => {
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await dialog().getByLabel('First name').fill('Anna Maria')
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('polylogue.session') ?? '{}')
    localStorage.setItem(
      'polylogue.session',
      JSON.stringify({ ...session, access: 'ended', refresh: 'ended' }),
    )
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in again' })).toBeVisible()
  await isAccessible(page)
  // Nothing handles Escape here: the dialog behind stays open.
  await page.keyboard.press('Escape')
  await page.locator('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.locator('dialog')).toHaveCount(0)
  await expect(dialog().getByLabel('First name')).toHaveValue('Anna Maria')
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog()).toHaveCount(0)
  await expect(page.getByText('Anna Maria', { exact: false }).first()).toBeVisible()
})

test('startup options refuse addresses of other sites and can open the profile first', async () => {
  await page.getByRole('button', { name: 'Startup options' }).click()
  await dialog()
    .getByRole('radio', { name: /Custom address/ })
    .check()
  const set = dialog().getByRole('button', { name: 'Set' })
  for (const uri of ['', '//evil.example', 'https://evil.example', '/\\evil.example', '/a?to=x:/y']) {
    await dialog().getByRole('textbox', { name: 'Address' }).fill(uri)
    await expect(set, uri).toBeDisabled()
    await expect(dialog().getByRole('button', { name: 'Test' }), uri).toBeDisabled()
  }
  await isAccessibleAgain(page)
  await dialog()
    .getByRole('radio', { name: /Your profile/ })
    .check()
  await set.click()
  await expect(dialog()).toHaveCount(0)
  await page.evaluate(() => sessionStorage.clear())
  await visit(page, '/')
  await expect(page).toHaveURL('/users/me')
  await expect(page.getByText('Your start page is open')).toBeVisible()
})

test('an unknown user is reported, and a deleted user’s items can be handed over @full', async () => {
  await page.goto('/users/9999')
  await expect(page).toHaveURL('/users')
  await expect(page.getByText('User with ID 9999 does not exist.')).toBeVisible()
  const { Users } = await call(page, 'GET', 'users?q=cem')
  await page.goto(`/users/${Users[0].id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Cem Sommer' })).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Delete user' }).click()
  const remove = dialog().getByRole('button', { name: 'Delete user' })
  await expect(remove).toBeDisabled()
  await dialog()
    .getByRole('radio', { name: /Hand over everything/ })
    .check()
  await dialog().getByRole('searchbox').fill('Bea')
  await dialog()
    .getByRole('radio', { name: /Bea Bäcker/ })
    .check()
  await isAccessible(page)
  await remove.click()
  await expect(page).toHaveURL('/users')
  await expect(page.getByText('Cem Sommer deleted.')).toBeVisible()
})

test('changing the password signs the user out after a countdown', async () => {
  await visit(page, '/users/me?dialog=change-password')
  await dialog().getByLabel('Current password').fill('wrong')
  await dialog().getByLabel('New password').fill(OTHER)
  await dialog().getByLabel('Repeat password').fill(OTHER)
  await dialog().getByRole('button', { name: 'Change password' }).click()
  await expect(dialog().getByText(/^\[403:WRONG_PASSWORD\]/)).toBeVisible()
  await isAccessible(page)
  await dialog().getByLabel('Current password').fill(PASSWORD)
  await dialog().getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(/You will be signed out in \d seconds?\./)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible({ timeout: 8_000 })
  await signIn(page, EMAIL, OTHER)
  await expect(page).toHaveURL('/users/me')
})
