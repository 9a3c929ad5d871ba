// Chats, projects and tabs: find, create, rename, reorder, duplicate, move and delete, by pointer and keyboard.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { holdFrames, openSharedFixture, type Fixture } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

let fixture: Fixture
let page: Page
let bids = 0
let archive = 0

const GUIDE = { defaultModelId: 1, defaultModelTagId: 1 }

async function makeProject(name: string, type: number, tabs: readonly string[]): Promise<number> {
  const { data } = await fixture.client.call(contract.projects.create, { body: { name, type, ...GUIDE } })
  const { id } = data.project
  for (const tab of tabs)
    await fixture.client.call(contract.tabs.create, { params: { id }, body: { name: tab, ...GUIDE } })
  return id
}

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['llama3.3'], settings: { text: 'Only one bid is complete.' } })
  archive = await makeProject('Archiv Stadtwerke', 2, ['Alt'])
  await makeProject('Works council', 0, ['Tab 1'])
  bids = await makeProject('Ausschreibung Ladeinfrastruktur', 2, ['Angebote', 'Bieterfragen', 'Summary'])
  // Without animations: axe must not check colours during a transition.
  page = await fixture.open(browser, '/projects', { reducedMotion: 'reduce' })
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const tab = (name: string | RegExp) => page.getByRole('tab', { name })

/** Returns the names of the tabs after the overview, from left to right. */
const names = () =>
  page
    .getByRole('tab')
    .and(page.locator(':not(#tab-0)'))
    .evaluateAll((tabs) =>
      tabs
        .toSorted((one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left)
        .map((one) => one.querySelector('.cut')?.textContent),
    )

async function fromMenu(of: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${of}”` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('the overview searches on the server, filters by kind, and keeps both in the URL', async () => {
  const cards = page.getByRole('article')
  await expect(cards.filter({ hasText: 'Works council' })).toContainText('Chat')
  await expect(cards.filter({ hasText: 'Ausschreibung' })).toContainText('3 tabs')
  await isAccessibleAgain(page)
  await page.getByRole('searchbox', { name: 'Search chats and projects' }).fill('stadt')
  await expect(page).toHaveURL(/q=stadt/)
  await expect(cards).toHaveCount(1)
  await page.reload()
  await expect(cards).toHaveText(/Archiv Stadtwerke/)
  await page.getByRole('searchbox', { name: 'Search chats and projects' }).fill('nowhere at all')
  await expect(page.getByText('No chat or project matches “nowhere at all”.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await page.getByText('Chats', { exact: true }).click()
  await expect(page).toHaveURL(/kind=chat/)
  await expect(cards.filter({ hasText: 'Ausschreibung' })).toHaveCount(0)
  await page.getByText('All', { exact: true }).click()
  await cards.filter({ hasText: 'Ausschreibung' }).getByRole('link', { name: 'Open' }).click()
  await expect(tab('Angebote')).toBeVisible()
})

test('a tab is renamed in place by double click and by F2', async () => {
  await tab('Summary').dblclick()
  const field = page.getByRole('textbox', { name: 'Name of the tab' })
  await field.fill('Zusammenfassung')
  await field.press('Enter')
  await expect(tab('Zusammenfassung')).toBeFocused()
  await page.keyboard.press('F2')
  await field.fill('Not this')
  await field.press('Escape')
  await expect(tab('Zusammenfassung')).toBeFocused()
  await page.reload()
  await expect(tab('Zusammenfassung')).toHaveAttribute('aria-selected', 'true')
})

test('tabs are selected and moved by keyboard, and the move is announced', async () => {
  await tab('Zusammenfassung').focus()
  // The order is shown before it is stored; a reload in between would end the call.
  const stored = page.waitForResponse((reply) => reply.url().endsWith('/tabs/order'))
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await expect(page.getByText('Zusammenfassung, position 2 of 3')).toBeAttached()
  await expect.poll(names).toEqual(['Angebote', 'Zusammenfassung', 'Bieterfragen'])
  await page.keyboard.press('Home')
  await expect(tab('Overview')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Angebote')).toBeFocused()
  await expect(tab('Angebote')).toHaveAttribute('aria-selected', 'true')
  await stored
  await page.reload()
  await expect(tab('Angebote')).toBeVisible()
  await expect.poll(names).toEqual(['Angebote', 'Zusammenfassung', 'Bieterfragen'])
})

test('a tab chosen in the list of all tabs is selected and gets the focus', async () => {
  const wide = page.viewportSize() ?? { width: 1440, height: 900 }
  // The notice about small screens would cover the button of the list.
  await page.evaluate(() => localStorage.setItem('polylogue.smallScreenTold', 'true'))
  await page.setViewportSize({ width: 320, height: 640 })
  const list = page.getByRole('button', { name: 'All 3 tabs' })
  await list.click()
  await page.keyboard.press('Escape')
  await expect(list).toBeFocused()
  await list.click()
  await holdFrames(page)
  await page.getByRole('option', { name: 'Bieterfragen' }).click()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(tab('Bieterfragen')).toBeFocused()
  await expect(tab('Bieterfragen')).toHaveAttribute('aria-selected', 'true')
  // In a narrow row the tabs still move after the reload, until the chosen one is in view.
  await page.setViewportSize(wide)
  await page.reload()
  await tab('Angebote').click()
  await expect(tab('Angebote')).toHaveAttribute('aria-selected', 'true')
})

test('another user’s change is shown before it is overwritten', async () => {
  await fromMenu('Angebote', 'Edit tab')
  const dialog = page.getByRole('dialog', { name: 'Edit tab' })
  await dialog.getByLabel('Name').fill('Angebote, zweite Runde')
  const { data } = await fixture.client.call(contract.tabs.list, { params: { id: bids } })
  const id = data.Projecttabs.find(({ name }) => name === 'Angebote')?.id ?? 0
  await fixture.client.call(contract.tabs.update, { params: { id }, body: { description: 'From elsewhere' } })
  await dialog.getByRole('button', { name: 'Save tab' }).click()
  await expect(dialog.getByRole('alert')).toContainText('From elsewhere')
  await isAccessibleAgain(page)
  await dialog.getByRole('button', { name: 'Save my version' }).click()
  await expect(dialog).toBeHidden()
  await expect(tab('Angebote, zweite Runde')).toBeVisible()
})

test('a tab is duplicated with its messages, and deleting names the number of messages', async () => {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('How do I add a tab?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').last()).toContainText('Quoted from the help')
  await fromMenu('Angebote, zweite Runde', 'Duplicate tab')
  const dialog = page.getByRole('dialog', { name: 'Duplicate tab' })
  await dialog.getByLabel('Name').fill('Kopie')
  await isAccessibleAgain(page)
  await dialog.getByRole('button', { name: 'Duplicate tab' }).click()
  await expect(tab('Kopie')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('article').last()).toContainText('Quoted from the help')
  await fromMenu('Kopie', 'Delete tab')
  await expect(page.getByRole('dialog')).toContainText('and its message?')
  await page.getByRole('button', { name: 'Delete tab', exact: true }).click()
  await expect(tab('Kopie')).toHaveCount(0)
  // The next tab takes its place.
  await expect(tab('Zusammenfassung')).toHaveAttribute('aria-selected', 'true')
})

test('a tab moves to another project', async () => {
  await fromMenu('Zusammenfassung', 'Move to a chat or project')
  const dialog = page.getByRole('dialog', { name: 'Move tab' })
  await dialog.getByRole('searchbox').fill('archiv')
  await dialog.getByText('Archiv Stadtwerke').click()
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Move tab' }).click()
  await expect(page.getByText('“Zusammenfassung” is now in “Archiv Stadtwerke”.')).toBeVisible()
  await expect(tab('Zusammenfassung')).toHaveCount(0)
  const { data } = await fixture.client.call(contract.tabs.list, { params: { id: archive } })
  expect(data.Projecttabs.map(({ name }) => name)).toEqual(['Alt', 'Zusammenfassung'])
})

test('many tabs scroll, and the searchable list contains all of them @full', async () => {
  for (let index = 1; index <= 12; index++)
    await fixture.client.call(contract.tabs.create, {
      params: { id: bids },
      body: { name: `Leistungsbeschreibung ${index}`, ...GUIDE },
    })
  await page.reload()
  await page.getByRole('button', { name: 'All 14 tabs' }).click()
  await page.getByRole('combobox', { name: 'Search tabs' }).fill('bung 11')
  await isAccessibleAgain(page)
  await page.keyboard.press('Enter')
  await expect(tab('Leistungsbeschreibung 11')).toHaveAttribute('aria-selected', 'true')
  await expect(tab('Leistungsbeschreibung 11')).toBeInViewport()
})

test('the selected tab stays in view when the list of all tabs loads late @full', async ({ browser }) => {
  const { data } = await fixture.client.call(contract.tabs.list, { params: { id: bids } })
  const last = data.Projecttabs.at(-1)
  const small = await fixture.open(browser, '/about', {
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  })
  const late = Promise.withResolvers<void>()
  await small.route(/\/all-tabs-[^/]*\.js$/, async (route) => {
    await late.promise
    await route.continue()
  })
  await small.goto(`${fixture.product.url}/projects/${bids}?tab=${last?.id}`)
  const chosen = small.getByRole('tab', { selected: true })
  await expect(chosen).toHaveText(/Leistungsbeschreibung 12/)
  await expect(chosen).toBeInViewport({ ratio: 1 })
  late.resolve()
  await expect(small.getByRole('button', { name: 'All 14 tabs' })).toBeVisible()
  await expect(chosen).toBeInViewport({ ratio: 1 })
  await small.context().close()
})

test('a deleted chat disappears from the overview @full', async () => {
  await page.goto(`${fixture.product.url}/projects`)
  const card = page.getByRole('article').filter({ hasText: 'Works council' })
  await card.hover()
  await card.getByRole('button', { name: 'Delete “Works council”' }).click()
  await page.getByRole('button', { name: 'Delete chat' }).click()
  await expect(card).toHaveCount(0)
})
