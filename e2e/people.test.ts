// Accounts: sign-up, a password set by an administrator, single sign-on with a working identity provider (decision 19), a
// session that expires under an open dialog, profile, photo, startup options, and deleting a user. With axe on the way.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  identityProvider,
  type IdentityProvider,
} from '../apps/server/test/identity-provider.ts'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { ANNA } from './anna.ts'
import { openFixture, type Fixture, visit } from './fixture.ts'

const OTHER = 'korrekt pferd batterie 7'
const ADA = {
  sub: 'ada',
  email: 'ada@uni.example',
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lovelace',
  groups: ['physics'],
}
/** A red square of 8 × 8 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC',
  'base64',
)

let folder: string
let idp: IdentityProvider
let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  idp = await identityProvider()
  idp.person = ADA
  const sso = {
    name: 'The university',
    issuer: idp.issuer,
    clientId: CLIENT_ID,
    groups: [{ group: 'physics', context: 'Physics', roleId: 8 }],
  }
  folder = await mkdtemp(path.join(tmpdir(), 'polylogue-config-'))
  const file = path.join(folder, 'config.json')
  await writeFile(file, JSON.stringify({ allowSignUp: true, allowDeleteOwnProfile: true, sso }))
  fixture = await openFixture({
    models: [],
    env: { POLYLOGUE_CONFIG: file, POLYLOGUE_SSO_CLIENT_SECRET: CLIENT_SECRET },
  })
  const context = await browser.newContext({
    baseURL: fixture.product.url,
    viewport: { width: 1440, height: 900 },
    // Without animations: axe must not check colours during a fade-in.
    reducedMotion: 'reduce',
  })
  page = await context.newPage()
  page.setDefaultTimeout(10_000)
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
  await idp.close()
  await rm(folder, { recursive: true })
})

/** Opens an address as a visitor, or as somebody with this storage, in a page session of its own. */
async function openAs(storage: Fixture['storage'], address: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/sign-in')
  await page.evaluate((items) => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name, value } of items) localStorage.setItem(name, value)
  }, storage)
  await page.goto(address)
}

async function signIn(at: Page, name: string, password: string): Promise<void> {
  await at.getByLabel('User name or e-mail').fill(name)
  await at.getByLabel('Password', { exact: true }).fill(password)
  await at.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const dialog = () => page.getByRole('dialog')
const withSso = () => page.getByRole('button', { name: 'Sign in with The university' })

/** Ends the session in this browser; the page notices with its next call. */
const endSession = () =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('polylogue.session') ?? '{}')
    localStorage.setItem(
      'polylogue.session',
      JSON.stringify({ ...session, access: 'ended', refresh: 'ended' }),
    )
  })

test('somebody signs up and reaches the requested page', async () => {
  await openAs([], '/help/models')
  await page.getByRole('link', { name: 'Sign up' }).click()
  const create = page.getByRole('button', { name: 'Create account' })
  await expect(create).toBeDisabled()
  await page.getByLabel('First name').fill('Bea')
  await page.getByLabel('Last name').fill('Bäcker-Yıldız')
  await page.getByLabel('E-mail').fill('bea@example.org')
  await page.getByLabel('Password', { exact: true }).fill(OTHER)
  await page.getByLabel('Repeat password').fill(OTHER)
  await expect(create).toBeEnabled()
  await isAccessible(page)
  await create.click()
  await expect(page).toHaveURL('/help/models')
})

test('a password set by an administrator must be changed first; then the requested page opens', async () => {
  const cem = { firstName: 'Cem', lastName: 'Sommer', email: 'cem@example.org', password: ANNA.password }
  await fixture.client.call(contract.users.create, { body: cem })
  await openAs([], '/help/tabs#add')
  await signIn(page, cem.email, ANNA.password)
  await expect(page.getByRole('heading', { name: 'Change your password' })).toBeVisible()
  await page.reload()
  await page.getByLabel('Current password').fill(ANNA.password)
  await page.getByLabel('New password').fill(OTHER)
  await page.getByLabel('Repeat password').fill(OTHER)
  await isAccessible(page)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'Tabs', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/help/tabs#add')
})

test('an invalid reply of the provider signs nobody in; then somebody new reaches the requested page', async () => {
  const card = page.getByRole('region', { name: 'Profile card' })
  idp.faults = { signature: 'foreign' }
  await openAs([], '/users/me')
  await withSso().click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Sign-in through the identity provider failed' }),
  ).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  idp.faults = {}
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await expect(withSso()).toBeVisible()
  await page.goto('/users/me')
  await withSso().click()
  await expect(page).toHaveURL('/users/me')
  await expect(card.getByText('Ada Lovelace')).toBeVisible()
  await expect(card.getByText('Team lead')).toBeVisible()
  // The code is removed from the URL, and the history does not contain it.
  await page.reload()
  await expect(card.getByText('Ada Lovelace')).toBeVisible()
})

test('an expired session is renewed through the provider in another tab, and the input is kept', async () => {
  await openAs([], '/users/me')
  await withSso().click()
  await page.getByRole('button', { name: 'Edit profile' }).click()
  const name = dialog().getByLabel('First name')
  await name.fill('Augusta Ada')
  await endSession()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in again' })).toBeVisible()
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Sign in with The university' }).click(),
  ])
  if (!tab.isClosed()) await tab.waitForEvent('close')
  await expect(page.getByRole('heading', { name: 'Sign in again' })).toHaveCount(0)
  await expect(name).toHaveValue('Augusta Ada')
})

test('the profile page of the user shows the photo, permissions and sign-ins', async () => {
  await openAs(fixture.storage, '/about')
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
  await isAccessibleAgain(page)
  await page
    .getByLabel('Choose a photo')
    .last()
    .setInputFiles({ name: 'Anna.png', mimeType: 'image/png', buffer: PNG })
  await isAccessible(page)
  await dialog().getByRole('button', { name: 'Set photo' }).click()
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
  await openAs(fixture.storage, '/users/me')
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await dialog().getByLabel('First name').fill('Anna Maria')
  await endSession()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in again' })).toBeVisible()
  await isAccessible(page)
  // Nothing handles Escape here: the dialog behind stays open.
  await page.keyboard.press('Escape')
  await page.locator('dialog').getByLabel('Password', { exact: true }).fill(ANNA.password)
  await page.keyboard.press('Enter')
  await expect(page.locator('dialog')).toHaveCount(0)
  await expect(dialog().getByLabel('First name')).toHaveValue('Anna Maria')
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog()).toHaveCount(0)
  await expect(page.getByText('Anna Maria', { exact: false }).first()).toBeVisible()
})

test('the profile can be the page that opens first', async () => {
  await openAs(fixture.storage, '/users/me')
  await page.getByRole('button', { name: 'Startup options' }).click()
  await dialog()
    .getByRole('radio', { name: /Custom address/ })
    .check()
  await isAccessibleAgain(page)
  await dialog()
    .getByRole('radio', { name: /Your profile/ })
    .check()
  await dialog().getByRole('button', { name: 'Set' }).click()
  await expect(dialog()).toHaveCount(0)
  await page.evaluate(() => sessionStorage.clear())
  await visit(page, '/')
  await expect(page).toHaveURL('/users/me')
  await expect(page.getByText('Your start page is open')).toBeVisible()
})

test('an unknown user is reported, and a deleted user’s items can be handed over @full', async () => {
  const dan = { firstName: 'Dan', lastName: 'Sommer', email: 'dan@example.org' }
  const [stored] = await fixture.newcomer(dan)
  const { userId, access } = JSON.parse(stored?.value ?? '{}') as { userId: number; access: string }
  const project = {
    name: 'Nachlass',
    description: '',
    type: 2,
    defaultModelId: 1,
    defaultModelTagId: 1,
  } as const
  await createClient({ baseUrl: fixture.product.url, token: () => access }).call(contract.projects.create, {
    body: project,
  })
  const eva = { firstName: 'Eva', lastName: 'Winter', email: 'eva@example.org', password: ANNA.password }
  await fixture.client.call(contract.users.create, { body: eva })
  await openAs(fixture.storage, '/users/9999')
  await expect(page).toHaveURL('/users')
  await expect(page.getByText('User with ID 9999 does not exist.')).toBeVisible()
  await page.goto(`/users/${userId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Dan Sommer' })).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Delete user' }).click()
  const remove = dialog().getByRole('button', { name: 'Delete user' })
  await expect(remove).toBeDisabled()
  await dialog()
    .getByRole('radio', { name: /Hand over everything/ })
    .check()
  await dialog().getByRole('searchbox').fill('Eva')
  await dialog()
    .getByRole('radio', { name: /Eva Winter/ })
    .check()
  await isAccessible(page)
  await remove.click()
  await expect(page).toHaveURL('/users')
  await expect(page.getByText('Dan Sommer deleted.')).toBeVisible()
})

test('changing the password signs the user out after a countdown', async () => {
  const fay = { firstName: 'Fay', lastName: 'Lenz', email: 'fay@example.org' }
  const next = 'noch ein guter Satz 9'
  await openAs(await fixture.newcomer(fay), '/users/me?dialog=change-password')
  await isAccessibleAgain(page)
  await dialog().getByLabel('Current password').fill(OTHER)
  await dialog().getByLabel('New password').fill(next)
  await dialog().getByLabel('Repeat password').fill(next)
  await dialog().getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(/You will be signed out in \d seconds?\./)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible({ timeout: 8_000 })
  await signIn(page, fay.email, next)
  await expect(page.getByRole('button', { name: 'Fay Lenz, user menu' })).toBeVisible()
})
