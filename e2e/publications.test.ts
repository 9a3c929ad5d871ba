// A group that needs approval: Bea shares her prompts with it, Anna, who owns the group, reads, approves and declines.
import { createClient, type Client } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { openSharedFixture, PHONE, type Fixture, visit } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

let fixture: Fixture
let anna: Page
let bea: Page
let beas: Client
/** Anna’s, from one test to the next. */
let phone: Page
const ids = new Map<string, number>()

const TEXT = `Write an offer to {{name}}.\n${'Name every price and every date. '.repeat(40)}`

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'] })
  const as = await fixture.newcomer({ firstName: 'Bea', lastName: 'Berg', email: 'bea@example.org' })
  const { access } = JSON.parse(as[0]?.value ?? '{}') as { access: string }
  beas = createClient({ baseUrl: fixture.product.url, token: () => access })
  for (const title of ['Offer', 'Complaint']) {
    const body = { title, prompt: TEXT, comment: 'For customers', outputFormId: 1 }
    ids.set(title, (await beas.call(contract.prompts.create, { body })).data.Prompt.id)
  }
  anna = await fixture.open(browser, '/admin/context-management', { reducedMotion: 'reduce' })
  bea = await fixture.open(browser, '/prompts', { as, reducedMotion: 'reduce' })
  for (const page of [anna, bea]) page.setDefaultTimeout(15_000)
})

test.afterAll(async () => {
  for (const page of [anna, bea]) await page.context().close()
  const { data } = await fixture.client.call(contract.contexts.list, { params: { id: 'teams' } })
  for (const { id } of data.TeamContexts ?? [])
    await fixture.client.call(contract.contexts.remove, { params: { id } })
  await fixture.close()
})

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name, exact: true })
const waiting = (page: Page, count: number) =>
  page.getByRole('button', { name: `Waiting for approval (${count})` })

/** Bea opens the sharing dialog of a prompt. */
async function openSharing(title: string): Promise<void> {
  await bea.getByRole('button', { name: `Actions for “${title}”` }).click()
  await bea.getByRole('menuitem', { name: 'Share', exact: true }).click()
}

/** Bea chooses the group in the open sharing dialog, reads that it needs approval, and saves. */
async function askFor(title: string): Promise<void> {
  await openSharing(title)
  await dialog(bea).getByRole('combobox').fill('mark')
  await dialog(bea)
    .getByRole('option', { name: /Marketing/ })
    .click()
  await expect(dialog(bea).getByText(/^Sharing with Marketing needs approval\./)).toBeVisible()
  await button(bea, 'Save').click()
  await expect(bea.getByText('Waiting for approval: Marketing')).toBeVisible()
  await expect(dialog(bea)).toHaveCount(0)
}

/** Whether nothing is wider than the window. */
async function fits(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(width).toBeLessThanOrEqual(0)
}

test('the owner of a group can require approval for shares', async () => {
  await anna.getByRole('button', { name: 'New group' }).click()
  await dialog(anna).getByLabel('Name', { exact: true }).fill('Marketing')
  await dialog(anna).getByLabel('Shares need approval').check({ force: true })
  await dialog(anna).getByRole('combobox').fill('bea')
  await dialog(anna)
    .getByRole('option', { name: /Bea Berg/ })
    .click()
  await isAccessibleAgain(anna)
  await button(anna, 'Create group').click()
  await expect(anna.getByText('Group “Marketing” created')).toBeVisible()
  await expect(anna.getByText(/shares need approval/)).toBeVisible()
  await anna.getByRole('button', { name: 'Edit Marketing' }).click()
  await expect(dialog(anna).getByLabel('Shares need approval')).toBeChecked()
  await anna.keyboard.press('Escape')
  await expect(dialog(anna)).toHaveCount(0)
})

test('a share with the group waits for approval, and the reviewer is notified', async () => {
  await askFor('Offer')
  await openSharing('Offer')
  const requests = dialog(bea).getByRole('list', { name: 'Approval' })
  await expect(requests).toContainText('Marketing')
  await expect(requests).toContainText('Waiting for approval')
  await isAccessible(bea)
  await bea.keyboard.press('Escape')
  await expect(anna.getByText('A request waits for your approval')).toBeVisible()
  await expect(waiting(anna, 1)).toBeVisible()
})

test('it is in the navigation and on the dashboard, with its number (NOTIFY-13)', async () => {
  await visit(anna, `${fixture.product.url}/help/tabs`)
  const row = anna.getByRole('navigation').getByRole('link', { name: 'Waiting for approval (1)' })
  await expect(row).toContainText('1')
  await anna.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(waiting(anna, 1)).toBeVisible()
  await row.click()
  await expect(dialog(anna)).toContainText('Offer')
})

test('the reviewer reads the text and approves, and the group receives the prompt', async () => {
  await visit(anna, `${fixture.product.url}/prompts`)
  await expect(anna.getByRole('heading', { name: 'Offer', exact: true })).toHaveCount(0)
  await waiting(anna, 1).click()
  const list = dialog(anna).getByRole('list', { name: 'Waiting for approval in Marketing' })
  await expect(list).toContainText('Bea Berg')
  await isAccessible(anna)
  await button(anna, 'Review Offer').click()
  await expect(dialog(anna).getByText('Bea Berg asks to share this with “Marketing”.')).toBeVisible()
  await expect(dialog(anna).getByRole('region', { name: 'Prompt text' })).toContainText(
    'Write an offer to {{name}}.',
  )
  await expect(dialog(anna).getByRole('region', { name: 'Comment' })).toHaveText('For customers')
  await isAccessible(anna)
  await button(anna, 'Approve').click()
  await expect(anna.getByText('“Offer” is shared with “Marketing”.')).toBeVisible()
  await expect(dialog(anna).getByText('Nothing waits for your approval')).toBeVisible()
  await button(anna, 'Close').last().click()
  await expect(anna.getByRole('heading', { name: 'Offer', exact: true })).toBeVisible()
  await expect(bea.getByText('“Offer” is now shared with Marketing.')).toBeVisible()
  await expect(bea.getByText('Shared with 1', { exact: true })).toBeVisible()
  await openSharing('Offer')
  await expect(dialog(bea).getByRole('list', { name: 'Shared with' })).toContainText('Marketing')
  await expect(dialog(bea).getByRole('list', { name: 'Approval' })).toHaveCount(0)
  await bea.keyboard.press('Escape')
})

test('on a phone, a changed text must be reviewed again and is declined with a reason', async ({
  browser,
}) => {
  await askFor('Complaint')
  phone = await fixture.open(browser, '/prompts?dialog=publications', PHONE)
  phone.setDefaultTimeout(15_000)
  await button(phone, 'Review Complaint').click()
  await expect(dialog(phone).getByRole('region', { name: 'Prompt text' })).toContainText('Write an offer')
  await fits(phone)
  await isAccessible(phone)
  const params = { id: ids.get('Complaint') ?? 0 }
  await beas.call(contract.prompts.update, { params, body: { prompt: 'Answer the complaint.' } })
  await button(phone, 'Approve').click()
  await expect(dialog(phone).getByText(/^Not approved: the text or the access was changed/)).toBeVisible()
  await expect(dialog(phone).getByRole('region', { name: 'Prompt text' })).toHaveText('Answer the complaint.')
  await button(phone, 'Decline').click()
  await dialog(phone).getByLabel('Reason').fill('Please name the customer.')
  await isAccessible(phone)
  await button(phone, 'Decline request').click()
  await expect(phone.getByText('The request for “Complaint” was declined.')).toBeVisible()
})

test('the requester reads the reason, asks again and withdraws the request', async () => {
  await expect(bea.getByText('“Complaint” was not shared with Marketing.')).toBeVisible()
  await openSharing('Complaint')
  const requests = dialog(bea).getByRole('list', { name: 'Approval' })
  await expect(requests).toContainText(/Declined by /)
  await expect(requests).toContainText('Reason: Please name the customer.')
  await isAccessible(bea)
  await requests.getByRole('button', { name: 'Dismiss the declined request for Marketing' }).click()
  await expect(requests).toHaveCount(0)
  await bea.keyboard.press('Escape')
  await askFor('Complaint')
  await expect(waiting(anna, 1)).toBeVisible()
  await visit(bea, `${fixture.product.url}/prompts?dialog=publications`)
  const own = dialog(bea).getByRole('list', { name: 'Your requests' })
  await own.getByRole('button', { name: 'Withdraw the request for Complaint' }).click()
  await expect(own).toHaveCount(0)
  await expect(waiting(anna, 1)).toHaveCount(0)
})

test('the review of a data source shows its summary, also on a phone', async () => {
  const { data: found } = await beas.call(contract.contexts.search, { query: { q: 'Marketing' } })
  const share = { hasReadAccess: true, hasWriteAccess: false, hasAdminAccess: false }
  const assocContexts = [{ contextId: found.Contexts[0]?.id ?? 0, ...share }]
  const body = { name: 'Prices', summary: 'Price lists of all years.', assocContexts }
  await beas.call(contract.datasources.create, { body })
  await visit(phone, `${fixture.product.url}/prompts?dialog=publications`)
  const list = dialog(phone).getByRole('list', { name: 'Waiting for approval in Marketing' })
  await expect(list).toContainText('Data source · Bea Berg')
  await button(phone, 'Review Prices').click()
  await expect(dialog(phone).getByText('Data source', { exact: true })).toBeVisible()
  await expect(dialog(phone).getByRole('region', { name: 'Summary' })).toHaveText('Price lists of all years.')
  await expect(dialog(phone).getByText('Its documents are shared too, and are not shown here.')).toBeVisible()
  await fits(phone)
  await isAccessible(phone)
  await phone.context().close()
})
