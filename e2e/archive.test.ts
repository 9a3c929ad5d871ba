// The archive: a chat leaves the lists of who archived it, is found by search, and comes back. The recycle bin: undo in the
// notice after deleting, the page, and deleting for good (ACCESS-16). Bookmarks: the star of the top bar, their page, the
// palette, and two windows.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { openSharedFixture, type Fixture, visit } from './fixture.ts'

let fixture: Fixture
let page: Page
let id: number
/** A project that is bookmarked. */
let quay: number

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'] })
  const made = async (name: string) => {
    const { project } = (await fixture.client.call(contract.projects.create, { body: { name } })).data
    await fixture.client.call(contract.tabs.create, { params: { id: project.id }, body: {} })
    return project.id
  }
  id = await made('Zibbleworth tender')
  await made('Zibbleworth offer')
  for (const name of ['Tender', 'Heating'])
    await fixture.client.call(contract.projects.create, { body: { name, description: '', type: 2 } })
  const body = { name: 'Quay', description: '', type: 2 }
  quay = (await fixture.client.call(contract.projects.create, { body })).data.project.id
  page = await fixture.open(browser, `/projects/${id}`, { reducedMotion: 'reduce' })
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const row = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
const line = () => page.getByText('This chat is archived.')

test('its menu archives a chat, and the notice undoes it', async () => {
  await visit(page, `${fixture.product.url}/projects/${id}`)
  await row('Zibbleworth tender').hover()
  await page.getByRole('navigation').getByRole('button', { name: 'Actions for “Zibbleworth tender”' }).click()
  await page.getByRole('menuitem', { name: 'Archive', exact: true }).click()
  await expect(row('Zibbleworth tender')).toBeHidden()
  await expect(row('Zibbleworth offer')).toBeVisible()
  await expect(line()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row('Zibbleworth tender')).toBeVisible()
  await expect(line()).toBeHidden()
})

test('the menu of the page archives it, too; the overview and the search show it alone, and its line takes it back', async () => {
  await visit(page, `${fixture.product.url}/projects/${id}`)
  await page.getByRole('banner').getByRole('button', { name: 'Actions for “Zibbleworth tender”' }).click()
  await page.getByRole('menuitem', { name: 'Archive', exact: true }).click()
  await expect(line()).toBeVisible()
  await isAccessible(page)
  await visit(page, `${fixture.product.url}/projects`)
  await expect(page.getByRole('link', { name: 'Zibbleworth offer', exact: true }).last()).toBeVisible()
  await page.getByRole('main').getByText('Archived', { exact: true }).click()
  await expect(page.getByRole('article').getByRole('link', { name: 'Zibbleworth tender' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('combobox', { name: 'Search chats, pages and actions' }).fill('zibbleworth')
  await expect(page.getByRole('option', { name: /Zibbleworth tender.*Archived/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /Zibbleworth offer/ })).toBeVisible()
  await page.getByText('Only archived').click()
  await expect(page.getByRole('option', { name: /Zibbleworth offer/ })).toBeHidden()
  await isAccessibleAgain(page)
  await page.getByRole('option', { name: /Zibbleworth tender/ }).click()
  await expect(line()).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Move out of archive' }).click()
  await expect(line()).toBeHidden()
  await expect(row('Zibbleworth tender')).toBeVisible()
})

const remove = async (name: string) => {
  await visit(page, `${fixture.product.url}/projects`)
  await page.getByRole('button', { name: `Delete “${name}”` }).click()
  await expect(page.getByText('It stays in the recycle bin for 30 days.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete project' }).click()
}
const deleted = () => page.getByRole('list', { name: 'Deleted items' }).getByRole('listitem')

test('a deleted project comes back with Undo', async () => {
  await remove('Tender')
  await expect(page.getByRole('link', { name: 'Tender', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Tender', exact: true })).toBeVisible()
})

test('the user menu leads to the recycle bin, which takes back and deletes for good', async () => {
  for (const name of ['Tender', 'Heating']) {
    await remove(name)
    await expect(page.getByText(`“${name}” deleted`)).toBeVisible()
  }
  await page.getByRole('button', { name: /user menu/ }).click()
  await page.getByRole('menuitem', { name: 'Recycle bin' }).click()
  await expect(deleted()).toHaveCount(2)
  await isAccessible(page)
  await page.getByRole('searchbox', { name: 'Filter deleted items' }).fill('tend')
  await expect(deleted()).toHaveCount(1)
  await page.getByRole('button', { name: 'Restore “Tender”' }).click()
  await expect(page.getByText('“Tender” is back.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await page.getByRole('button', { name: 'Delete “Heating” for good' }).click()
  await page.getByRole('button', { name: 'Delete for good', exact: true }).click()
  await expect(page.getByText('The recycle bin is empty')).toBeVisible()
  await visit(page, `${fixture.product.url}/projects`)
  await expect(page.getByRole('main').getByRole('link', { name: 'Tender', exact: true })).toBeVisible()
})

const star = (of: Page) => of.getByRole('button', { name: /^Bookmarks(;|$)/ })
const bookmarks = (of: Page) => of.getByRole('list', { name: 'Your bookmarks' }).getByRole('listitem')
const QUAY = () => ({ title: 'Quay', uri: `/projects/${quay}` })
const TABS = { title: 'Tabs', uri: '/help/tabs' }
const MODELS = { title: 'Models', uri: '/help/models' }

/** Stores these bookmarks in place of all others, and shows their page. */
async function keep(kept: readonly { title: string; uri: string }[]): Promise<void> {
  const { userId: id } = JSON.parse(fixture.storage[0]?.value ?? '{}') as { userId: number }
  const body = { settingName: 'bookmarks', settingValue: JSON.stringify(kept) }
  await fixture.client.call(contract.settings.setByName, { params: { id }, body })
  await visit(page, `${fixture.product.url}/users/me/bookmarks`)
  await expect(bookmarks(page)).toHaveCount(kept.length)
}

test('the star keeps the page for every browser, and its menu leads back', async () => {
  await keep([])
  await visit(page, `${fixture.product.url}/projects/${quay}`)
  await star(page).click()
  await page.getByRole('menuitem', { name: 'Bookmark this page' }).click()
  await expect(star(page)).toHaveAccessibleName('Bookmarks; this page is one')
  // It is stored by then; the star does not wait.
  await expect(page.getByText('Bookmark added')).toBeVisible()
  await visit(page, `${fixture.product.url}/help/tabs`)
  await expect(star(page)).toHaveAccessibleName('Bookmarks')
  await star(page).click()
  await isAccessible(page)
  await page.getByRole('menuitem', { name: 'Quay' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${quay}$`))
})

test('a second window adds one without losing the first', async () => {
  await keep([QUAY()])
  const other = await page.context().newPage()
  await visit(other, `${fixture.product.url}/help/models`)
  await expect(star(other)).toHaveAccessibleName('Bookmarks')
  await visit(page, `${fixture.product.url}/help/tabs`)
  for (const one of [page, other]) {
    await star(one).click()
    await one.getByRole('menuitem', { name: 'Bookmark this page' }).click()
    await expect(star(one)).toHaveAccessibleName('Bookmarks; this page is one')
    await expect(one.getByText('Bookmark added')).toBeVisible()
  }
  await visit(other, `${fixture.product.url}/users/me/bookmarks`)
  await expect(bookmarks(other)).toHaveCount(3)
  await other.close()
})

test('the palette finds bookmarks, and the page orders them by dragging', async () => {
  await keep([QUAY(), TABS, MODELS])
  await visit(page, `${fixture.product.url}/projects`)
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('combobox', { name: 'Search chats, pages and actions' }).fill('bookmarks')
  await page.getByRole('option', { name: 'Bookmarks', exact: true }).click()
  await expect(bookmarks(page)).toHaveCount(3)
  await expect(bookmarks(page).first()).toContainText('Quay')
  await isAccessibleAgain(page)
  const handle = bookmarks(page).first().locator('[aria-hidden="true"]').first()
  const last = await bookmarks(page).last().boundingBox()
  await handle.hover()
  await page.mouse.down()
  await page.mouse.move((last?.x ?? 0) + 20, (last?.y ?? 0) + (last?.height ?? 0), { steps: 5 })
  await page.mouse.up()
  await expect(bookmarks(page).last()).toContainText('Quay')
  await expect(page.getByText('Quay is now number 3 of 3.')).toBeAttached()
})

test('a bookmark to a deleted project says so, also in a small window', async () => {
  const body = { name: 'Pier', description: '', type: 2 }
  const { id } = (await fixture.client.call(contract.projects.create, { body })).data.project
  await keep([TABS, { title: 'Pier', uri: `/projects/${id}` }])
  await fixture.client.call(contract.projects.remove, { params: { id } })
  await page.setViewportSize({ width: 390, height: 844 })
  // Loaded: the page has read before that the project is there.
  await page.goto(`${fixture.product.url}/users/me/bookmarks`)
  await expect(bookmarks(page).last()).toContainText('This is deleted, or no longer shared with you.')
  await isAccessible(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Bookmark this page' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
})
