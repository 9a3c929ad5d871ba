// Assigns people to tenants and removes them, where tenants are configured (ACCESS-6).
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAccessible } from './accessible.ts'
import { openFixture, type Fixture } from './fixture.ts'

let folder: string
let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  folder = await mkdtemp(join(tmpdir(), 'tenants-'))
  const config = join(folder, 'config.json')
  await writeFile(config, JSON.stringify({ tenants: ['South', 'North'] }))
  fixture = await openFixture({ models: ['script'], env: { POLYLOGUE_CONFIG: config } })
  page = await fixture.open(browser, '/users', { reducedMotion: 'reduce' })
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
  await rm(folder, { recursive: true })
})

const dialog = () => page.getByRole('dialog')
const tenantOf = async (name: string) => {
  const { data } = await fixture.client.call(contract.users.list, { query: { q: name } })
  const { data: tenants } = await fixture.client.call(contract.contexts.list, { params: { id: 'tenants' } })
  const id = data.Users[0]?.tenantContextId
  return tenants.TennantContexts?.find((one) => one.id === id)?.name ?? null
}

test('a user is created in a tenant, moved to another and removed; the dialog says what that does, and the audit trail names the tenant @full', async () => {
  await page.getByRole('button', { name: 'Create user' }).click()
  await dialog().getByLabel('First name').fill('Nora')
  await dialog().getByLabel('Last name').fill('Nord')
  await dialog().getByLabel('E-mail').fill('nora@example.org')
  const tenant = dialog().getByLabel('Tenant')
  await expect(tenant.getByRole('option')).toHaveText(['None', 'North', 'South'])
  await tenant.selectOption('North')
  await isAccessible(page)
  await dialog().getByRole('button', { name: 'Create user' }).click()
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('nora@example.org', { exact: true })).toBeVisible()
  expect(await tenantOf('nora')).toBe('North')
  for (const [name, stored] of [
    ['South', 'South'],
    ['None', null],
  ] as const) {
    await page.getByRole('button', { name: /^Edit Nora/ }).click()
    await dialog().getByLabel('Tenant').selectOption(name)
    await expect(dialog().getByText(/^Saving signs this person out\./)).toBeVisible()
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog()).toHaveCount(0)
    expect(await tenantOf('nora')).toBe(stored)
  }
  await page.goto(`${fixture.product.url}/admin/audit?action=user.account-changed`)
  const rows = page.getByRole('list', { name: 'Audit trail' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await rows.last().click()
  await expect(rows.last()).toContainText('South')
})
