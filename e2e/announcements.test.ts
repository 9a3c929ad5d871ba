// Announcements: written in the administration, seen by others without a reload, put away, ended (ANNOUNCE-1, ANNOUNCE-2).
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { openSharedFixture, PHONE, type Fixture } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'] })
  page = await fixture.open(browser, '/admin/announcements')
})
test.afterAll(async () => {
  await page.context().close()
  const { Announcements } = (await fixture.client.call(contract.announcements.list)).data
  for (const { id } of Announcements)
    await fixture.client.call(contract.announcements.remove, { params: { id } })
  await fixture.close()
})

test('a banner appears on open pages, unfolds, and stays away once put away', async ({ browser }) => {
  const other = await fixture.open(browser, '/help/tabs')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'New announcement' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Maintenance on Sunday')
  await dialog.getByLabel('Text (optional)').fill('From eight to nine. '.repeat(40))
  await dialog.getByText('Warning', { exact: true }).click()
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Maintenance on Sunday')
  await isAccessibleAgain(page)
  await dialog.getByRole('button', { name: 'Announce', exact: true }).click()
  await expect(page.getByText('Announced', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Announcements' })).toContainText('Maintenance on Sunday')

  const banner = other.getByRole('region', { name: 'Announcements' })
  await expect(banner).toContainText('Maintenance on Sunday')
  await other.setViewportSize(PHONE.viewport)
  await banner.getByRole('button', { name: 'Show more: Maintenance on Sunday' }).click()
  await isAccessible(other)
  await banner.getByRole('button', { name: 'Put away: Maintenance on Sunday' }).click()
  await expect(banner).toBeHidden()
  // Anna's other page hears of it, too.
  await expect(page.getByRole('region', { name: 'Announcements' })).toBeHidden()
  await other.reload()
  await expect(other.getByRole('button', { name: /unread|Notifications/ }).first()).toBeVisible()
  await expect(banner).toBeHidden()
  await other.context().close()
})

test('a notification to everybody is ended early', async () => {
  await page.getByRole('button', { name: 'New announcement' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('New rules')
  await dialog.getByText('Notification', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Announce', exact: true }).click()
  await page.getByRole('button', { name: 'End now: New rules' }).click()
  await expect(page.getByText('Announcement ended')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'New rules' })).toContainText('Ended')
})
