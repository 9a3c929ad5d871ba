// The page of a project: what it consists of, and what its new tabs begin with.
import { contract, CUSTINST_SCOPES } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { openSharedFixture, PHONE, scriptedModel, type Fixture } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

const BRIEF = 'Answer in one sentence.'

let fixture: Fixture
let page: Page
let address = ''
let projectId = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script', 'echo'] })
  const body = { name: 'Brief', content: BRIEF, scope: CUSTINST_SCOPES.respond }
  await fixture.client.call(contract.custinsts.create, { body })
  const { defaultModelId, defaultModelTagId } = await scriptedModel(fixture.client)
  const project = {
    name: 'Harbour',
    description: 'All about the new quay.',
    type: 2,
    defaultModelId,
    defaultModelTagId,
  }
  const { data } = await fixture.client.call(contract.projects.create, { body: project })
  projectId = data.project.id
  await fixture.client.call(contract.tabs.create, { params: { id: projectId }, body: { name: 'Offers' } })
  address = `/projects/${projectId}`
  page = await fixture.open(browser, address, { reducedMotion: 'reduce' })
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const overview = (of: Page) => of.getByRole('tabpanel', { name: 'Overview' })

test('the first tab of a project shows what it consists of, on one screen', async () => {
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page).toHaveURL(/tab=overview/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour')
  const panel = overview(page)
  for (const name of ['Description', 'Tabs', 'People'])
    await expect(panel.getByRole('region', { name })).toBeVisible()
  await expect(panel).toContainText('All about the new quay.')
  await expect(panel.getByRole('region', { name: 'People' })).toContainText('Owner')
  await expect(panel.getByRole('combobox', { name: /^Model:/ })).toHaveText(/script/)
  for (const name of ['How the model should answer', 'Data source'])
    await expect(panel.getByLabel(name)).toBeInViewport()
  await isAccessible(page)
})

test('new tabs and unused ones have what was chosen there', async () => {
  const panel = overview(page)
  await panel.getByLabel('How the model should answer').selectOption('Brief')
  await expect(panel).toContainText(BRIEF)
  await panel.getByRole('combobox', { name: /^Model:/ }).click()
  await page.getByRole('option', { name: /echo/ }).click()
  await expect(panel.getByRole('combobox', { name: /^Model:/ })).toHaveText(/echo/)
  await panel.getByRole('button', { name: 'Add tab' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await expect(page.getByRole('button', { name: /Brief/ })).toBeVisible()
  const { data } = await fixture.client.call(contract.tabs.list, { params: { id: projectId } })
  const project = (await fixture.client.call(contract.projects.get, { params: { id: projectId } })).data
    .project
  expect(project.custInstRespondId).toBeGreaterThan(0)
  expect(data.Projecttabs).toHaveLength(2)
  for (const tab of data.Projecttabs)
    expect(tab).toMatchObject({
      custInstRespondId: project.custInstRespondId,
      defaultModelTagId: project.defaultModelTagId,
    })
})

test('the arrow keys lead from the first tab to the overview and back', async () => {
  await page.getByRole('tab', { name: /^Offers/ }).click()
  await page.getByRole('tab', { name: /^Offers/ }).press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeFocused()
  await expect(overview(page)).toBeVisible()
  await page.keyboard.press('F2')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: /^Offers/ })).toBeFocused()
})

test('a new project opens on its page, a chat has none', async () => {
  await page.goto(`${fixture.product.url}/projects?dialog=new-project`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Quay')
  await dialog.getByText('Project', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(overview(page)).toBeVisible()
  const body = { name: 'Just a chat' }
  const { id } = (await fixture.client.call(contract.projects.create, { body })).data.project
  await fixture.client.call(contract.tabs.create, { params: { id }, body: {} })
  await page.goto(`${fixture.product.url}/projects/${id}?tab=overview`)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveCount(0)
})

test('the page fits a phone', async ({ browser }) => {
  const phone = await fixture.open(browser, `${address}?tab=overview`, PHONE)
  await expect(overview(phone).getByLabel('Data source')).toBeVisible()
  const width = await phone.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await isAccessible(phone)
  await phone.context().close()
})
