// The page of statistics: from the profile and the search, of oneself and of everybody, as bars, table and CSV.
import { readFile } from 'node:fs/promises'
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { openSharedFixture, PHONE, type Fixture, visit } from './fixture.ts'

let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'] })
  const { client } = fixture
  const body = { name: 'Tender', description: '', type: 2 }
  const { project } = (await client.call(contract.projects.create, { body })).data
  const { data } = await client.call(contract.tabs.create, {
    params: { id: project.id },
    body: { name: 'One' },
  })
  const model = (await client.call(contract.models.list)).data.Models.find(({ name }) => name === 'script')
  await client.call(contract.answers.ask, {
    params: { id: model?.id ?? 0 },
    body: { projectTabId: data.projecttab.id, prompt: 'Count this.' },
  })
  page = await fixture.open(browser, '/users/me', { reducedMotion: 'reduce' })
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const models = (of: Page) => of.getByRole('table', { name: 'By model' })

test('the profile leads to the statistics of oneself, and those who may see all choose everybody (ACCOUNT-10)', async () => {
  await visit(page, `${fixture.product.url}/users/me`)
  await page.getByRole('link', { name: 'All statistics' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()
  await expect(models(page).getByText('script', { exact: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'By group' })).toHaveCount(0)
  await page.getByText('Everybody’s', { exact: true }).click()
  await expect(page.getByRole('table', { name: 'By group' }).getByText('No group')).toBeVisible()
  await page.getByText('90 days', { exact: true }).click()
  const figures = page.getByRole('radiogroup').filter({ hasText: 'Waiting time' })
  await figures.getByText('Waiting time', { exact: true }).click()
  await expect(
    page.getByRole('img', { name: /^Waiting time of 90 days, at most .* s per day\./ }),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByRole('img', { name: /^Waiting time of 90 days/ })).toBeVisible()
  await isAccessible(page)
})

test('the download has what is shown', async () => {
  await visit(page, `${fixture.product.url}/stats?whose=everybody`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Statistics \d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines.filter((line) => /^Model,script:latest,\d+,/.test(line))).toHaveLength(1)
  expect(lines.filter((line) => line.startsWith('Group,'))).not.toHaveLength(0)
})

test('the search finds the page, and a small window shows one column', async () => {
  await visit(page, `${fixture.product.url}/users/me`)
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('combobox', { name: 'Search chats, pages and actions' }).fill('tokens plots')
  await expect(page.getByRole('option', { name: /^Statistics/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/stats/)
  await expect(models(page).getByRole('columnheader')).not.toHaveText(['Model', 'Prompts'])
  await page.setViewportSize(PHONE.viewport)
  await expect(models(page).getByRole('columnheader')).toHaveText(['Model', 'Prompts'])
  await page.setViewportSize({ width: 1440, height: 900 })
})
