// The configuration of the installation: for the super user alone (CONFIG-9).
import { expect, test } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { openSharedFixture } from './fixture.ts'

test('the super user finds a key with its value and where it comes from', async ({ browser }) => {
  const fixture = await openSharedFixture({})
  const page = await fixture.open(browser, '/admin/configuration')
  const operation = page.getByRole('table', { name: 'Operation and limits' })
  await expect(operation.getByRole('row', { name: /^limits\.streamsPerUser/ })).toContainText('Default')
  await page.getByRole('searchbox', { name: 'Find a key or value' }).fill('clientsecret')
  await expect(page.getByRole('row', { name: /^sso\.clientSecret not set/ })).toBeVisible()
  await expect(operation).toHaveCount(0)
  await isAccessible(page)
  await fixture.close()
})
