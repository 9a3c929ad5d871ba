// Single sign-on in the browser with a working identity provider (decision 19).
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Browser, type Page } from '@playwright/test'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  identityProvider,
  type IdentityProvider,
} from '../apps/server/test/identity-provider.ts'
import { startProduct, type Product } from '../apps/server/test/product.ts'

test.describe.configure({ mode: 'serial' })

let idp: IdentityProvider
let product: Product
let page: Page

test.beforeAll(async ({ browser }) => {
  idp = await identityProvider()
  idp.person = {
    sub: 'ada',
    email: 'ada@uni.example',
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Lovelace',
    groups: ['physics'],
  }
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'polylogue-config-')), 'config.json')
  const sso = {
    name: 'The university',
    issuer: idp.issuer,
    clientId: CLIENT_ID,
    groups: [{ group: 'physics', context: 'Physics', roleId: 8 }],
  }
  await writeFile(file, JSON.stringify({ sso }))
  product = await startProduct({
    env: {
      POLYLOGUE_ADMIN_EMAIL: 'anna@example.org',
      POLYLOGUE_ADMIN_PASSWORD: 'Ein-guter-Satz-42',
      POLYLOGUE_SSO_CLIENT_SECRET: CLIENT_SECRET,
      POLYLOGUE_CONFIG: file,
    },
  })
  page = await open(browser)
})

test.afterAll(async () => {
  await page.context().close()
  await product[Symbol.asyncDispose]()
  await idp.close()
})

async function open(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

const card = () => page.getByRole('region', { name: 'Profile card' })
const withSso = (at = page) => at.getByRole('button', { name: 'Sign in with The university' })

test('users can sign in with their password if the identity provider is down', async ({ browser }) => {
  idp.faults = { down: '503' }
  const other = await open(browser)
  await other.goto('/sign-in')
  await withSso(other).click()
  await expect(
    other.getByRole('alert').filter({ hasText: 'The identity provider cannot be reached' }),
  ).toBeVisible()
  await other.getByLabel('User name or e-mail').fill('anna@example.org')
  await other.getByLabel('Password', { exact: true }).fill('Ein-guter-Satz-42')
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(other.getByRole('button', { name: 'Sign in', exact: true })).toHaveCount(0)
  await other.context().close()
  idp.faults = {}
})

test('an invalid reply of the provider signs nobody in, and the user can try again', async () => {
  idp.faults = { signature: 'foreign' }
  await page.goto('/users/me')
  await withSso().click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Sign-in through the identity provider failed' }),
  ).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  idp.faults = {}
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await expect(withSso()).toBeVisible()
})

test('a new user reaches the requested page, with the role of their group', async () => {
  await page.goto('/users/me')
  await withSso().click()
  await expect(page).toHaveURL(`${product.url}/users/me`)
  await expect(card().getByText('Ada Lovelace')).toBeVisible()
  await expect(card().getByText('Team lead')).toBeVisible()
  // The code is removed from the URL, and the history does not contain it.
  await page.reload()
  await expect(card().getByText('Ada Lovelace')).toBeVisible()
})

test('an expired session is renewed through the provider in another tab, and the input is kept', async () => {
  await page.getByRole('button', { name: 'Edit profile' }).click()
  const name = page.getByRole('dialog').getByLabel('First name')
  await name.fill('Augusta Ada')
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('polylogue.session') ?? '{}')
    const ended = { ...session, access: 'ended', refresh: 'ended' }
    localStorage.setItem('polylogue.session', JSON.stringify(ended))
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in again' })).toBeVisible()
  const [tab] = await Promise.all([page.context().waitForEvent('page'), withSso().click()])
  if (!tab.isClosed()) await tab.waitForEvent('close')
  await expect(page.getByRole('heading', { name: 'Sign in again' })).toHaveCount(0)
  await expect(name).toHaveValue('Augusta Ada')
})
