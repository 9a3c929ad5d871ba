// The recycle bin: undo in the notice after deleting, the page, and deleting for good (ACCESS-16).
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { openSharedFixture, type Fixture, visit } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'] })
  for (const name of ['Tender', 'Heating'])
    await fixture.client.call(contract.projects.create, { body: { name, description: '', type: 2 } })
  page = await fixture.open(browser, '/projects', { reducedMotion: 'reduce' })
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const remove = async (name: string) => {
  await visit(page, `${fixture.product.url}/projects`)
  await page.getByRole('button', { name: `Delete “${name}”` }).click()
  await expect(page.getByText('It stays in the recycle bin for 30 days.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete project' }).click()
}
const rows = () => page.getByRole('list', { name: 'Deleted items' }).getByRole('listitem')

test('a deleted project comes back with Undo', async () => {
  await remove('Tender')
  await expect(page.getByRole('link', { name: 'Tender' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Tender' })).toBeVisible()
})

test('the user menu leads to the recycle bin, which takes back and deletes for good', async () => {
  for (const name of ['Tender', 'Heating']) {
    await remove(name)
    await expect(page.getByText(`“${name}” deleted`)).toBeVisible()
  }
  await page.getByRole('button', { name: /user menu/ }).click()
  await page.getByRole('menuitem', { name: 'Recycle bin' }).click()
  await expect(rows()).toHaveCount(2)
  await isAccessible(page)
  await page.getByRole('searchbox', { name: 'Filter deleted items' }).fill('tend')
  await expect(rows()).toHaveCount(1)
  await page.getByRole('button', { name: 'Restore “Tender”' }).click()
  await expect(page.getByText('“Tender” is back.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await page.getByRole('button', { name: 'Delete “Heating” for good' }).click()
  await page.getByRole('button', { name: 'Delete for good', exact: true }).click()
  await expect(page.getByText('The recycle bin is empty')).toBeVisible()
  await visit(page, `${fixture.product.url}/projects`)
  await expect(page.getByRole('main').getByRole('link', { name: 'Tender' })).toBeVisible()
})
