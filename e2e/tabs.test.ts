// Chats, projects and tabs: find, create, rename, reorder, duplicate, move and delete, by pointer and keyboard.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { holdFrames, openSharedFixture, scriptedModel, visit, type Fixture } from './fixture.ts'

let fixture: Fixture
let page: Page

const GUIDE = { defaultModelId: 1, defaultModelTagId: 1 }

/** The page keeps the lists that it has read: each test gives its project a name that no other one has. */
async function makeProject(name: string, type: 0 | 2, tabs: readonly string[]) {
  const { data } = await fixture.client.call(contract.projects.create, { body: { name, type, ...GUIDE } })
  const { id } = data.project
  const tabIds: number[] = []
  for (const tab of tabs) {
    const body = { name: tab, ...GUIDE }
    tabIds.push(
      (await fixture.client.call(contract.tabs.create, { params: { id }, body })).data.projecttab.id,
    )
  }
  return { id, tabIds }
}

/** Opens a tab, the first one by default, of a new project with these; resolves with the id of the project. */
async function openProject(name: string, tabs: readonly string[], selected = tabs[0] ?? ''): Promise<number> {
  const { id, tabIds } = await makeProject(name, 2, tabs)
  // Loaded: after a change of the address, the message field takes the focus from the tabs a moment later.
  await page.goto(`${fixture.product.url}/projects/${id}?tab=${tabIds[tabs.indexOf(selected)]}`)
  await expect(tab(selected)).toHaveAttribute('aria-selected', 'true')
  return id
}

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({
    models: ['llama3.3', 'script', 'second'],
    settings: { text: 'Only one bid is complete.' },
  })
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
  await makeProject('Archiv Stadtwerke', 2, ['Alt'])
  await makeProject('Works council', 0, ['Tab 1'])
  await makeProject('Ausschreibung Ladeinfrastruktur', 2, ['Angebote', 'Bieterfragen', 'Summary'])
  await visit(page, `${fixture.product.url}/projects`)
  const cards = page.getByRole('article')
  await expect(cards.filter({ hasText: 'Works council' })).toContainText('Chat')
  await expect(cards.filter({ hasText: 'Ausschreibung' })).toContainText('3 tabs')
  await isAccessibleAgain(page)
  await page.getByRole('searchbox', { name: 'Search chats and projects' }).fill('stadt')
  await expect(page).toHaveURL(/q=stadt/)
  await expect(cards).toHaveCount(1)
  await visit(page, page.url())
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
  await openProject('Renamed', ['Angebote', 'Bieterfragen', 'Summary'])
  await tab('Summary').dblclick()
  const field = page.getByRole('textbox', { name: 'Name of the tab' })
  await field.fill('Zusammenfassung')
  await field.press('Enter')
  await expect(tab('Zusammenfassung')).toBeFocused()
  await page.keyboard.press('F2')
  await field.fill('Not this')
  await field.press('Escape')
  await expect(tab('Zusammenfassung')).toBeFocused()
  await expect(tab('Zusammenfassung')).toHaveAttribute('aria-selected', 'true')
})

test('tabs are selected and moved by keyboard, and the move is announced', async () => {
  const id = await openProject('Moved', ['Angebote', 'Bieterfragen', 'Zusammenfassung'], 'Zusammenfassung')
  await tab('Zusammenfassung').focus()
  // The order is shown before it is stored.
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
  const { data } = await fixture.client.call(contract.tabs.list, { params: { id } })
  expect(data.Projecttabs.map(({ name }) => name)).toEqual(['Angebote', 'Zusammenfassung', 'Bieterfragen'])
})

test('a tab chosen in the list of all tabs is selected and gets the focus', async () => {
  await openProject('Chosen', ['Angebote', 'Zusammenfassung', 'Bieterfragen'])
  const wide = page.viewportSize() ?? { width: 1440, height: 900 }
  // The notice about small screens would cover the button of the list.
  await page.evaluate(() => localStorage.setItem('polylogue.smallScreenTold', 'true'))
  await page.setViewportSize({ width: 320, height: 640 })
  const list = page.getByRole('button', { name: 'All 3 tabs' })
  await list.click()
  await page.keyboard.press('Escape')
  await expect(list).toBeFocused()
  await list.click()
  const release = await holdFrames(page)
  await page.getByRole('option', { name: 'Bieterfragen' }).click()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(tab('Bieterfragen')).toBeFocused()
  await expect(tab('Bieterfragen')).toHaveAttribute('aria-selected', 'true')
  await release()
  await page.setViewportSize(wide)
  await tab('Angebote').click()
  await expect(tab('Angebote')).toHaveAttribute('aria-selected', 'true')
})

test('a tab is duplicated with its messages, and deleting names the number of messages', async () => {
  await openProject('Duplicated', ['Angebote', 'Zusammenfassung', 'Bieterfragen'])
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('How do I add a tab?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').last()).toContainText('Quoted from the help')
  await fromMenu('Angebote', 'Duplicate tab')
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
  const { id } = await makeProject('Ablage', 2, ['Alt'])
  await openProject('Left', ['Angebote', 'Zusammenfassung', 'Bieterfragen'], 'Zusammenfassung')
  await fromMenu('Zusammenfassung', 'Move to a chat or project')
  const dialog = page.getByRole('dialog', { name: 'Move tab' })
  await dialog.getByRole('searchbox').fill('ablage')
  await dialog.getByText('Ablage').click()
  await isAccessibleAgain(page)
  await dialog.getByRole('button', { name: 'Move tab' }).click()
  await expect(page.getByText('“Zusammenfassung” is now in “Ablage”.')).toBeVisible()
  await expect(tab('Zusammenfassung')).toHaveCount(0)
  const { data } = await fixture.client.call(contract.tabs.list, { params: { id } })
  expect(data.Projecttabs.map(({ name }) => name)).toEqual(['Alt', 'Zusammenfassung'])
})

const MANY = [
  'Angebote',
  'Bieterfragen',
  ...Array.from({ length: 12 }, (_, index) => `Leistungsbeschreibung ${index + 1}`),
]

test('many tabs scroll, and the searchable list contains all of them @full', async () => {
  await openProject('Many', MANY)
  await page.getByRole('button', { name: 'All 14 tabs' }).click()
  await page.getByRole('combobox', { name: 'Search tabs' }).fill('bung 11')
  await isAccessibleAgain(page)
  await page.keyboard.press('Enter')
  await expect(tab('Leistungsbeschreibung 11')).toHaveAttribute('aria-selected', 'true')
  await expect(tab('Leistungsbeschreibung 11')).toBeInViewport()
})

test('the selected tab stays in view when the list of all tabs loads late @full', async ({ browser }) => {
  const { id, tabIds } = await makeProject('Late', 2, MANY)
  const small = await fixture.open(browser, '/about', {
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  })
  const late = Promise.withResolvers<void>()
  await small.route(/\/all-tabs-[^/]*\.js$/, async (route) => {
    await late.promise
    await route.continue()
  })
  await small.goto(`${fixture.product.url}/projects/${id}?tab=${tabIds.at(-1)}`)
  const chosen = small.getByRole('tab', { selected: true })
  await expect(chosen).toHaveText(/Leistungsbeschreibung 12/)
  await expect(chosen).toBeInViewport({ ratio: 1 })
  late.resolve()
  await expect(small.getByRole('button', { name: 'All 14 tabs' })).toBeVisible()
  await expect(chosen).toBeInViewport({ ratio: 1 })
  await small.context().close()
})

test('a deleted chat disappears from the overview @full', async () => {
  await makeProject('Staff meeting', 0, ['Tab 1'])
  await visit(page, `${fixture.product.url}/projects`)
  const card = page.getByRole('article').filter({ hasText: 'Staff meeting' })
  await card.hover()
  await card.getByRole('button', { name: 'Delete “Staff meeting”' }).click()
  await page.getByRole('button', { name: 'Delete chat' }).click()
  await expect(card).toHaveCount(0)
})

/** An alert says so, the tab switches to Guide, and the draft is kept (PROJECT-4). */
test.describe('a tab whose model was removed', () => {
  let script: Awaited<ReturnType<typeof scriptedModel>>
  let bids = 0

  test.beforeAll(async () => {
    bids = (await makeProject('Without its model', 2, ['Angebote'])).id
    script = await scriptedModel(fixture.client)
  })

  const TITLE = 'This model is not available'
  const SENTENCE =
    'script was removed or undeployed, or is not available in the region. This tab now uses Guide; your text is kept.'

  test.afterEach(async () => {
    const params = { id: script.defaultModelId }
    await fixture.client.call(contract.models.activate, { params })
    await fixture.client.call(contract.models.deploy, {
      params,
      body: { modelTagId: script.defaultModelTagId },
    })
  })

  const tabs = async () =>
    (await fixture.client.call(contract.tabs.list, { params: { id: bids } })).data.Projecttabs
  const dialog = (of = page) => of.getByRole('dialog', { name: TITLE })
  const message = () => page.getByRole('textbox', { name: 'Message' })

  /** Creates a tab of the model; resolves with its URL. */
  async function newTab(): Promise<{ id: number; path: string }> {
    const { data } = await fixture.client.call(contract.tabs.create, { params: { id: bids }, body: script })
    return { id: data.projecttab.id, path: `/projects/${bids}?tab=${data.projecttab.id}` }
  }

  async function isGivenToGuide(page: Page, id: number, sentence: string): Promise<void> {
    await expect(dialog(page).getByRole('alert')).toHaveText(sentence)
    const guide = { defaultModelId: 1, defaultModelTagId: 1 }
    await expect.poll(async () => (await tabs()).find((tab) => tab.id === id)).toMatchObject(guide)
  }

  test('a model undeployed while the user writes: an alert appears and Guide answers', async () => {
    const { id, path } = await newTab()
    await visit(page, fixture.product.url + path)
    await expect(page.getByRole('combobox', { name: /^Model: script/ })).toBeAttached()
    await message().fill('Which help topics are there?')
    await fixture.client.call(contract.models.undeploy, {
      params: { id: script.defaultModelId },
      body: { modelTagId: script.defaultModelTagId },
    })
    await isGivenToGuide(page, id, SENTENCE)
    await isAccessible(page)
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(message()).toHaveValue('Which help topics are there?')
    await message().press('Enter')
    await expect(page.getByRole('article').last()).toContainText('Quoted from the help')
  })

  test('a model undeployed while its list is open: an alert appears and the tab uses Guide', async () => {
    const known = await fixture.client.call(contract.models.list)
    const second = known.data.Models.find(({ name }) => name === 'second')
    const body = { defaultModelId: second?.id ?? 0, defaultModelTagId: second?.tags[0]?.id ?? 0 }
    const { data } = await fixture.client.call(contract.tabs.create, { params: { id: bids }, body })
    // The page does not learn of it.
    await page.route(/\/api\/v1\/models$/, (route) => route.fulfill({ json: { messageContent: known } }))
    await visit(page, `${fixture.product.url}/projects/${bids}?tab=${data.projecttab.id}`)
    await page.getByRole('combobox', { name: /^Model: second/ }).click()
    await fixture.client.call(contract.models.undeploy, {
      params: { id: script.defaultModelId },
      body: { modelTagId: script.defaultModelTagId },
    })
    await page.getByRole('option', { name: /^script/ }).click()
    await isGivenToGuide(page, data.projecttab.id, SENTENCE)
    await expect(page.getByText('Could not change the model')).toHaveCount(0)
    await page.unroute(/\/api\/v1\/models$/)
    await page.getByRole('button', { name: 'Continue with Guide' }).click()
    await expect(dialog()).toHaveCount(0)
  })

  test('a model withdrawn while the user was away: an alert appears once, on a phone too @full', async ({
    browser,
  }) => {
    const { id, path } = await newTab()
    await fixture.client.call(contract.models.deactivate, { params: { id: script.defaultModelId } })
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const page = await fixture.open(browser, path, { ...phone, reducedMotion: 'reduce' })
    await isGivenToGuide(
      page,
      id,
      'The model of this tab was removed or undeployed, or is not available in the region. ' +
        'The tab now uses Guide; your text is kept.',
    )
    await isAccessible(page)
    await page.getByRole('button', { name: 'Continue with Guide' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('combobox', { name: /^Model: Guide/ })).toBeAttached()
    await expect(dialog(page)).toHaveCount(0)
    await page.context().close()
  })

  test('an outdated list of models does not replace the model of a tab @full', async ({ browser }) => {
    const { id, path } = await newTab()
    const page = await fixture.open(browser, '/mark.svg')
    let asked = 0
    await page.route(/\/api\/v1\/models$/, async (route) => {
      const response = await route.fetch()
      const reply = (await response.json()) as { messageContent: { data: { Models: { name: string }[] } } }
      const { data } = reply.messageContent
      if (asked++ === 0) data.Models = data.Models.filter(({ name }) => name !== 'script')
      await route.fulfill({ response, json: reply })
    })
    await page.goto(fixture.product.url + path)
    await expect(page.getByRole('combobox', { name: /^Model: script/ })).toBeAttached()
    expect(asked).toBeGreaterThan(1)
    await expect(dialog(page)).toHaveCount(0)
    expect((await tabs()).find((tab) => tab.id === id)).toMatchObject(script)
    // A reply on its way could not be read any more.
    await page.unrouteAll({ behavior: 'wait' })
    await page.context().close()
  })
})
