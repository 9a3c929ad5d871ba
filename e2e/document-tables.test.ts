// Tables of documents where people read them: with an answer, and in the document. On a phone, where they are wider than it.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { makeBids, openSharedFixture, PHONE, type Fixture, visit } from './fixture.ts'

const COLUMNS = Array.from({ length: 14 }, (_, index) => `Quarter ${index + 1}`)
const row = (name: string, at: number) => [name, ...COLUMNS.map((_, column) => 1_000 * at + column)].join(';')
const NAMES = ['Water', 'Waste', 'Streets', 'Theatre', 'Schools']
const CSV = [['Department', ...COLUMNS].join(';'), ...NAMES.map(row)].join('\n')

let fixture: Fixture
let page: Page
let address = ''

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({
    models: ['script'],
    settings: { text: 'The theatre spent 3,000 [1].' },
  })
  const media = {
    name: 'Spending of all departments and offices of the city by quarter since 2019.csv',
    mime_type: 'text/csv',
    content: Buffer.from(CSV).toString('base64'),
  }
  const { data } = await fixture.client.call(contract.datasources.create, {
    body: { name: 'Budget', media: [media] },
  })
  const { id } = data.datasource
  const status = async () =>
    (await fixture.client.call(contract.datasources.get, { params: { id } })).data.datasource.status
  await expect.poll(status, { timeout: 60_000 }).toBe(2)
  const projectId = await makeBids(fixture.client, ['Costs'])
  const { Projecttabs } = (await fixture.client.call(contract.tabs.list, { params: { id: projectId } })).data
  const tab = Projecttabs[0]?.id ?? 0
  await fixture.client.call(contract.tabs.update, {
    params: { id: tab },
    body: { defaultDatasourceId: id },
  })
  address = `/projects/${projectId}?tab=${tab}`
  page = await fixture.open(browser, address, { ...PHONE, reducedMotion: 'reduce' })
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const answer = () => page.getByRole('article', { name: 'Answer' }).last()
const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** Asks, and opens the source of the answer. */
async function openSource(): Promise<void> {
  await visit(page, fixture.product.url + address)
  await page.getByRole('textbox', { name: 'Message' }).fill('What did the theatre spend?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await answer().getByRole('button', { name: 'Source 1' }).click()
}

test('a passage shows its table, and its panel keeps its button inside', async () => {
  await openSource()
  const panel = answer().getByRole('group', { name: /^Source 1/ })
  await expect(panel.getByRole('columnheader', { name: 'Department' })).toBeVisible()
  await expect(panel).not.toContainText('|')
  const [outer, close] = await Promise.all([
    panel.boundingBox(),
    panel.getByRole('button', { name: 'Close' }).boundingBox(),
  ])
  const right = (box: typeof outer) => (box ? box.x + box.width : Number.NaN)
  expect(right(close)).toBeLessThanOrEqual(right(outer))
  expect(right(outer)).toBeLessThanOrEqual(390)
  expect(await sideways()).toBe(0)
  await isAccessible(page)
})

test('the document shows a table that scrolls in its own box', async () => {
  await openSource()
  await answer().getByRole('link', { name: 'Open' }).click()
  const text = page.getByRole('group', { name: 'Text of the document' })
  await expect(text.getByRole('cell', { name: 'Theatre' })).toBeVisible()
  await expect(text).not.toContainText(' | ')
  const box = text.getByRole('group', { name: 'Table' })
  expect(await box.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true)
  expect(await sideways()).toBe(0)
  await expect(text.locator('mark').first()).toBeInViewport()
  await isAccessible(page)
})
