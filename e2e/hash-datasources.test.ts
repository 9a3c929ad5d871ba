// Data sources at the composer: `#` lists them, as `/` lists prompts.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { makeBids, openSharedFixture, type Fixture } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'] })
  const id = await makeBids(fixture.client, ['Costs'])
  const content = Buffer.from('Opening hours are from nine to five.').toString('base64')
  for (const name of ['Tenders', 'Harbour rules'])
    await fixture.client.call(contract.datasources.create, {
      body: {
        name,
        summary: `All about ${name}.`,
        media: [{ name: 'a.txt', mime_type: 'text/plain', content }],
      },
    })
  const ready = async () =>
    (await fixture.client.call(contract.datasources.list, { query: { status: 2 } })).meta.total
  await expect.poll(ready).toBe(2)
  page = await fixture.open(browser, `/projects/${id}`, { reducedMotion: 'reduce' })
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const composer = (of: Page) => of.locator('#composer')
const options = (of: Page) => of.getByRole('listbox', { name: 'Data sources' }).getByRole('option')

test('# lists the data sources, and the chosen one is used in the tab', async () => {
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('#')
  await expect(options(page)).toHaveCount(2)
  await expect(page.getByRole('combobox', { name: 'Message' })).toHaveAttribute('aria-expanded', 'true')
  await isAccessible(page)
  await page.keyboard.type('tend')
  await expect(options(page)).toHaveText([/^Tenders/])
  await page.keyboard.press('Enter')
  await expect(options(page)).toHaveCount(0)
  await expect(composer(page)).toHaveValue('')
  await expect(composer(page)).toBeFocused()
  await expect(page.getByRole('button', { name: /Tenders/ })).toBeVisible()
})

test('a search without a result leads to a new data source', async () => {
  await page.keyboard.type('#zzz')
  await page.getByRole('button', { name: 'New data source' }).click()
  await expect(page.getByRole('dialog', { name: 'New data source' })).toBeVisible()
  await expect(composer(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await composer(page).focus()
})

test('a heading is just text, and Escape closes the list', async () => {
  await page.keyboard.type('#')
  await expect(options(page)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await page.keyboard.type(' Heading')
  await expect(options(page)).toHaveCount(0)
  await expect(composer(page)).toHaveValue('# Heading')
})

test('the menu of the composer leads to the data sources beside the tab', async () => {
  await page.getByRole('button', { name: 'Add to the message' }).click()
  await page.getByRole('menuitem', { name: 'Data source' }).click()
  const panel = page.getByRole('complementary', { name: 'Side panel' })
  await expect(panel.getByRole('heading', { name: 'Harbour rules' })).toBeVisible()
})
