// The test page: signed out and signed in, and its report.
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { openSharedFixture, PHONE, type Fixture } from './fixture.ts'

let fixture: Fixture

test.beforeAll(async () => {
  fixture = await openSharedFixture({ models: ['script'] })
})
test.afterAll(() => fixture.close())

const row = (page: Page, name: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('..')

test('a visitor tests the browser and the server (PAGE-17)', async ({ browser }) => {
  const page = await fixture.open(browser, '/test-page', { ...PHONE, as: [] })
  await expect(page.getByRole('heading', { level: 1, name: 'Test page' })).toBeVisible()
  for (const name of [
    'Local storage',
    'IndexedDB',
    'Web Crypto',
    'Reading streams',
    'Server reachable',
    'Round trip',
  ])
    await expect(row(page, name)).toContainText('OK')
  await expect(row(page, 'Live events')).toContainText('Not signed in')
  await expect(page.getByText(/^All tests passed|^Some features are limited/)).toBeVisible()
  await isAccessible(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/sign-in/)
  await page.context().close()
})

test('live events arrive unbuffered, and the report names nobody (PAGE-17)', async ({ browser }) => {
  const page = await fixture.open(browser, '/about', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('link', { name: 'Test page' }).click()
  await expect(row(page, 'Upload')).toContainText(/OK.*2\sMB/)
  await expect(row(page, 'Live events')).toContainText(/OK.* s$/, { timeout: 25_000 })
  await page.getByRole('button', { name: 'Copy report' }).click()
  await expect(page.getByText('Report copied.')).toBeVisible()
  const report = await page.evaluate(() => navigator.clipboard.readText())
  expect(report).toContain('[+] Local storage: yes')
  expect(report).toContain('can_view_system')
  const session = JSON.parse(fixture.storage[0]?.value ?? '{}') as { access: string; refresh: string }
  for (const secret of [session.access, session.refresh, 'anna', '@', 'Administrator'])
    expect(report).not.toContain(secret)
  await page.context().close()
})

test('a proxy that refuses uploads and holds events back is found', async ({ browser }) => {
  const page = await fixture.open(browser, '/about')
  await page.route('**/prompts/files', (route) =>
    route.fulfill({ status: 413, body: '<html>too large</html>' }),
  )
  await page.route('**/subscribe*', (route) => route.fulfill({ status: 504, body: '' }))
  await page.goto(`${fixture.product.url}/test-page`)
  await expect(row(page, 'Upload')).toContainText(/Failed.*Reply with status 413.*raise the limit/)
  await expect(row(page, 'Live events')).toContainText(/Failed.*buffering/)
  await page.context().close()
})
