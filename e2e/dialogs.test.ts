// Focus of dialogs and menus: first on the main control, never on the close button, and after Escape on what opened them.
// Content and code that arrive late: what is pressed meanwhile is not lost. Nor is the focus when what has it goes away (PAGE-1).
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { holdFrames, openSharedFixture, pageWith, scriptedModel, type Fixture, visit } from './fixture.ts'

let fixture: Fixture
let page: Page
let project = 0
let instruction = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'], settings: { text: 'Yes.' } })
  const turns = [{ queryText: 'Why?', responseText: 'Because.' }]
  const chats = [
    { name: 'One', turns },
    { name: 'Two', turns },
  ]
  const { data } = await fixture.client.call(contract.projects.import, { body: { name: 'Bids', chats } })
  project = data.project.id
  // A model that supports prompt options, so that their fields are enabled.
  const model = await scriptedModel(fixture.client)
  const { data: tabs } = await fixture.client.call(contract.tabs.list, { params: { id: project } })
  for (const { id } of tabs.Projecttabs)
    await fixture.client.call(contract.tabs.update, { params: { id }, body: model })
  const { PromptOutputs } = (await fixture.client.call(contract.prompts.outputs)).data
  const outputFormId = PromptOutputs[0]?.id ?? 0
  await fixture.client.call(contract.prompts.create, {
    body: { title: 'Bids', prompt: 'Compare.', outputFormId },
  })
  await fixture.client.call(contract.datasources.create, { body: { name: 'Bids', media: [] } })
  const custinst = { name: 'Bids', scope: 1, content: 'Be short.' } as const
  instruction = (await fixture.client.call(contract.custinsts.create, { body: custinst })).data.custinst.id
  await fixture.client.call(contract.goldensets.create, { body: { name: 'Bids' } })
  for (const name of ['Nightly summary', 'Monthly report', 'Archive', 'Dashboard', 'Backup'])
    await fixture.client.call(contract.apitokens.saveOfUser, {
      params: { userId: 1 },
      body: { name, description: '' },
    })
  page = await pageWith(await browser.newContext(), fixture.product.url, fixture.storage)
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const focused = () =>
  page.evaluate(() => {
    const { activeElement: element } = document
    if (!element?.closest('[role=dialog]')) return 'outside'
    return element.closest('[data-tip]') ? 'with a tooltip' : 'inside'
  })

/** Holds back requests of the page until the returned function is called. */
async function delay(late: RegExp): Promise<() => void> {
  const free = Promise.withResolvers<void>()
  await page.route(late, async (route) => {
    await free.promise
    await route.continue()
  })
  return free.resolve
}

test('a press counts when a list that arrives moves its button, however late the code of its dialog arrives', async () => {
  const bringList = await delay(/apitokens\/users/)
  const bringCode = await delay(/new-token-dialog/)
  const newToken = page.getByRole('dialog').getByRole('button', { name: 'New token' })
  const name = page.getByRole('dialog').getByLabel('Name')
  await page.goto(`${fixture.product.url}/users/me?dialog=api-tokens`)
  await expect(newToken).toBeEnabled()
  await expect.poll(focused).toBe('inside')
  // The dialog may still be opening: then the press is not on its button yet.
  await expect(async () => {
    await page.mouse.up()
    await newToken.hover()
    await page.mouse.down()
    expect(await newToken.evaluate((button) => button.matches(':active'))).toBe(true)
  }).toPass()
  const at = (await newToken.boundingBox())?.y
  bringList()
  await expect(page.getByRole('dialog').getByText('Nightly summary')).toBeVisible()
  await expect.poll(async () => (await newToken.boundingBox())?.y).not.toBe(at)
  await page.mouse.up()
  await expect(page).toHaveURL(/dialog=new-token/)
  bringCode()
  await expect(name).toBeFocused()
  // A press that leaves its button is none, as before.
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).hover()
  await page.mouse.down()
  await name.hover()
  await page.mouse.up()
  await name.fill('Still open')
  await expect(name).toHaveValue('Still open')
  await name.fill('')
  await page.unrouteAll()
})

test('the first field has the focus, also if it loads late', async () => {
  await visit(page, `${fixture.product.url}/projects/${project}?dialog=prompt-options`)
  await expect.poll(focused).toBe('inside')
  await expect(page.locator(':focus')).toHaveJSProperty('tagName', 'INPUT')
  await visit(page, `${fixture.product.url}/help?dialog=shortcuts`)
  await expect.poll(focused).toBe('inside')
})

const ON_A_PROJECT = [
  'edit-project',
  'edit-tab',
  'copy-tab',
  'move-tab',
  'delete-tab',
  'replay',
  'compare',
  'attach',
  'history',
  'prompt-options',
]
const ANYWHERE = [
  'new-project',
  'import',
  'palette',
  'shortcuts',
  'look-and-feel',
  'theme-builder',
  'whats-new',
]

// Five with different frames; the others run in `npm run test:full`.
const EXAMPLES = ['edit-project', 'replay', 'attach', 'palette', 'theme-builder']

for (const [names, at] of [
  [ON_A_PROJECT, () => `/projects/${project}`],
  [ANYWHERE, () => '/projects'],
] as const)
  for (const name of names) {
    const rest = EXAMPLES.includes(name) ? '' : ' @full'
    test(`${name} opens with the focus in it, not on Close${rest}`, async () => {
      // By keyboard: only then does focus open a tooltip.
      await page.keyboard.press('Tab')
      await visit(page, `${fixture.product.url}${at()}?dialog=${name}`)
      await expect(page.getByRole('dialog')).toBeVisible()
      await expect.poll(focused).toBe('inside')
    })
  }

/** Pages, and what opens a menu or dialog there by Enter. */
const OPENERS: readonly [at: string, opens: 'menu' | 'dialog' | 'listbox', name: string | RegExp][] = [
  ['/users', 'dialog', 'Create user'],
  ['/users', 'dialog', 'Import CSV'],
  ['/users', 'dialog', /^Edit /],
  ['/prompts', 'dialog', 'New prompt'],
  ['/prompts', 'menu', /^Actions for/],
  ['/prompts', 'dialog', 'Manage categories and tags'],
  ['/datasources', 'dialog', 'New data source'],
  ['/datasources', 'menu', /^Actions for/],
  ['/custinsts', 'dialog', 'Add instruction'],
  ['/custinsts', 'menu', /^Actions for/],
  ['/goldensets', 'dialog', 'New golden set'],
  ['/goldensets', 'menu', /^Actions for/],
  ['/users/me/chatbots', 'dialog', 'New chatbot'],
  ['/users/me/bookmarks', 'dialog', 'Add a bookmark'],
  ['/users/me', 'dialog', 'Edit profile'],
  ['/users/me', 'dialog', 'Startup options'],
  ['/notifications', 'dialog', 'What to be told about'],
  ['/admin/context-management', 'dialog', 'New group'],
  ['/admin/token-management', 'dialog', 'New token'],
  ['/admin/models-crud', 'dialog', 'Add model'],
  ['/admin/providers', 'dialog', 'Connect provider'],
  ['/admin/configuration', 'dialog', 'Change: Languages'],
  ['/admin/announcements', 'dialog', 'New announcement'],
]

// The other lists are made of the same parts; they run in `npm run test:full`.
const DIFFERENT = ['/users', '/prompts']

for (const path of new Set(OPENERS.map(([at]) => at))) {
  const rest = DIFFERENT.includes(path) ? '' : ' @full'
  test(`Escape closes what Enter opened on ${path}, and the focus returns${rest}`, async () => {
    await visit(page, fixture.product.url + path)
    for (const [at, role, name] of OPENERS) {
      if (at !== path) continue
      const opener = page.getByRole('main').getByRole('button', { name }).first()
      await opener.focus()
      await page.keyboard.press('Enter')
      const opened = page.getByRole(role)
      await expect(opened).toBeVisible()
      // Arrow keys stay inside a menu, Tab inside a dialog.
      await page.keyboard.press(role === 'menu' ? 'ArrowDown' : 'Tab')
      await expect.poll(() => opened.evaluate((one) => one.contains(document.activeElement))).toBe(true)
      await page.keyboard.press('Escape')
      await expect(opened).toHaveCount(0)
      await expect(opener).toBeFocused()
    }
  })
}

test('print has the focus while the rest of a long chat loads, and closes by itself @full', async () => {
  const turns = Array.from({ length: 60 }, (_, n) => ({ queryText: `Why ${n}?`, responseText: 'Because.' }))
  const { data } = await fixture.client.call(contract.projects.import, {
    body: { name: 'Long', chats: [{ name: 'One', turns }] },
  })
  const address = `${fixture.product.url}/projects/${data.project.id}`
  const held = Promise.withResolvers<void>()
  await page.route(/\/queries\?.*cursor=/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(address)
  await expect(page.locator('#content')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.goto(`${address}?dialog=print`)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect.poll(focused).toBe('inside')
  held.resolve()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.unroute(/\/queries\?.*cursor=/)
})

test('an invalid field gets the focus, and “Keep editing” returns it, by keyboard and by mouse', async () => {
  await visit(page, `${fixture.product.url}/projects?dialog=new-project`)
  await expect.poll(focused).toBe('inside')
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Name')
  const release = await holdFrames(page)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await expect(name).toBeFocused()
  await release()
  const keep = page.getByRole('button', { name: 'Keep editing' })
  await name.fill('Half a na')
  await page.keyboard.press('Escape')
  await expect(keep).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(keep).toHaveCount(0)
  await expect(name).toBeFocused()
  await page.mouse.click(5, 5)
  await keep.click()
  await expect(keep).toHaveCount(0)
  await expect(name).toBeFocused()
  await page.keyboard.type('me')
  await expect(name).toHaveValue('Half a name')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a button that clears a filter and goes away gives the focus back to the field', async () => {
  // Loaded: after a change of pages, the focus moves to the heading a moment later.
  await page.goto(`${fixture.product.url}/plugins`)
  const field = page.getByRole('searchbox', { name: 'Search plugins' })
  await field.fill('qwertz')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Clear filter' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
})

test('the focus is not lost after a deletion and its undo', async () => {
  // The only row of its list is deleted.
  await fixture.client.call(contract.custinsts.remove, { params: { id: instruction } })
  await visit(page, `${fixture.product.url}/custinsts`)
  await page.getByRole('button', { name: 'Add instruction' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Short answers')
  await dialog.getByLabel('Instruction').fill('Answer in one sentence.')
  await dialog.getByRole('button', { name: 'Add instruction' }).click()
  // Until the dialog has closed, the page takes no focus.
  await expect(page.getByRole('button', { name: 'Add instruction' }).first()).toBeFocused()
  const actions = page.getByRole('button', { name: 'Actions for “Short answers”' })
  await actions.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete instruction' }).press('Enter')
  await dialog.getByRole('button', { name: 'Delete instruction' }).press('Enter')
  await expect(actions).toBeHidden()
  await expect(page.locator('body')).not.toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(actions).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()
})
