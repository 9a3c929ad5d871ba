// Bookmarks: the star of the top bar, the page of bookmarks, the palette, and two windows.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { openSharedFixture, type Fixture, visit } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

let fixture: Fixture
let page: Page
let project: number

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'] })
  const body = { name: 'Tender', description: '', type: 2 }
  project = (await fixture.client.call(contract.projects.create, { body })).data.project.id
  page = await fixture.open(browser, `/projects/${project}`, { reducedMotion: 'reduce' })
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const star = (of: Page) => of.getByRole('button', { name: /^Bookmarks(;|$)/ })
const rows = (of: Page) => of.getByRole('list', { name: 'Your bookmarks' }).getByRole('listitem')

test('the star keeps the page for every browser, and its menu leads back', async () => {
  await star(page).click()
  await page.getByRole('menuitem', { name: 'Bookmark this page' }).click()
  await expect(star(page)).toHaveAccessibleName('Bookmarks; this page is one')
  // It is stored by then; the star does not wait.
  await expect(page.getByText('Bookmark added')).toBeVisible()
  await visit(page, `${fixture.product.url}/help/tabs`)
  await expect(star(page)).toHaveAccessibleName('Bookmarks')
  await star(page).click()
  await isAccessible(page)
  await page.getByRole('menuitem', { name: 'Tender' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${project}$`))
})

test('a second window adds one without losing the first', async () => {
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
  await expect(rows(other)).toHaveCount(3)
  await other.close()
})

test('the palette finds bookmarks, and the page orders them by dragging', async () => {
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('combobox', { name: 'Search chats, pages and actions' }).fill('bookmarks')
  await page.getByRole('option', { name: 'Bookmarks', exact: true }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText('Tender')
  await isAccessibleAgain(page)
  const handle = rows(page).first().locator('[aria-hidden="true"]').first()
  const last = await rows(page).last().boundingBox()
  await handle.hover()
  await page.mouse.down()
  await page.mouse.move((last?.x ?? 0) + 20, (last?.y ?? 0) + (last?.height ?? 0), { steps: 5 })
  await page.mouse.up()
  await expect(rows(page).last()).toContainText('Tender')
  await expect(page.getByText('Tender is now number 3 of 3.')).toBeAttached()
})

test('a bookmark to a deleted project says so, also in a small window', async () => {
  await fixture.client.call(contract.projects.remove, { params: { id: project } })
  await page.setViewportSize({ width: 390, height: 844 })
  // Loaded: the page has read before that the project is there.
  await page.goto(`${fixture.product.url}/users/me/bookmarks`)
  await expect(rows(page).last()).toContainText('This is deleted, or no longer shared with you.')
  await isAccessible(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Bookmark this page' })).toBeVisible()
})
