// Custom instructions in the side panel: created, used in a tab, shared, deleted, and what the model receives of them.
import { contract } from '@polylogue/contract'
import { expect, test, type Page, type Route } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { makeBids, openSharedFixture, visit, type Fixture } from './fixture.ts'

let fixture: Fixture
let anna: Page
let projectId = 0
let tabId = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script', 'echo'], settings: { rate: 2_000 } })
  projectId = await makeBids(fixture.client, ['Costs', 'Letters'])
  const { Models } = (await fixture.client.call(contract.models.list)).data
  const echo = Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName === 'echo:latest')
  const tabs = (await fixture.client.call(contract.tabs.list, { params: { id: projectId } })).data.Projecttabs
  const body = { defaultModelId: echo?.modelId ?? 0, defaultModelTagId: echo?.id ?? 0 }
  tabId = tabs[0]?.id ?? 0
  await fixture.client.call(contract.tabs.update, { params: { id: tabId }, body })
  const bea = { firstName: 'Bea', lastName: 'Berg', email: 'bea@example.org' }
  await fixture.client.call(contract.users.create, { body: { ...bea, password: 'Ein-guter-Satz-43' } })
  anna = await fixture.open(browser, `/projects/${projectId}`, {
    reducedMotion: 'reduce',
    remembers: { panelSection: 'custinsts' },
  })
  anna.setDefaultTimeout(15_000)
})

test.afterAll(async () => {
  await anna.context().close()
  await fixture.close()
})

const OPEN = { name: 'Open side panel' }
const dialog = (page: Page) => page.getByRole('dialog')
const panel = (page: Page) => page.getByRole('complementary', { name: 'Side panel' })
const item = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const inUse = (page: Page) => page.getByRole('button', { name: /^Custom instructions of this tab/ })

/** Opens the menu of an instruction and chooses an entry. */
async function choose(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${name}”` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Asks in Anna's tab; resolves with the system text that the model received, '' for none: its answer is its request. */
async function ask(question: string): Promise<string> {
  await anna.getByRole('textbox', { name: 'Message' }).fill(question)
  await anna.keyboard.press('Enter')
  const answer = anna.getByRole('article').last()
  await expect(answer).toContainText(question)
  await expect(anna.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  const request = (await answer.textContent()) ?? ''
  return /^[^[]*\[\{"role":"system","content":"((?:[^"\\]|\\.)*)"/.exec(request)?.[1] ?? ''
}

/** Removes all instructions, and opens the panel in Anna's tab. */
async function openEmpty(): Promise<void> {
  const { CustomInstructionsRespond } = (
    await fixture.client.call(contract.custinsts.list, { query: { orEmpty: 'true' } })
  ).data
  for (const { id } of CustomInstructionsRespond)
    await fixture.client.call(contract.custinsts.remove, { params: { id } })
  await fixture.client.call(contract.tabs.update, { params: { id: tabId }, body: { custInstRespondId: 0 } })
  await visit(anna, `${fixture.product.url}/projects/${projectId}?tab=${tabId}&panel=custinsts`)
}

/** Opens the panel with the instruction “Formal letters”, which Anna's tab uses. */
async function openUsed(): Promise<void> {
  await openEmpty()
  const body = { name: 'Formal letters', scope: 2, content: 'Write like an owl.' } as const
  const { id } = (await fixture.client.call(contract.custinsts.create, { body })).data.custinst
  const params = { id: tabId }
  await fixture.client.call(contract.tabs.update, { params, body: { custInstRespondId: id } })
  await expect(inUse(anna)).toHaveAccessibleName(/: Formal letters$/)
  await expect(item(anna, 'Formal letters').getByText('This tab')).toBeVisible()
}

test('the panel opens and closes by keyboard', async () => {
  await openEmpty()
  await panel(anna).getByRole('button', { name: 'Close side panel' }).click()
  await expect(anna.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expect(panel(anna)).toHaveCount(0)
  await anna.getByRole('button', OPEN).focus()
  await anna.keyboard.press('Enter')
  await expect(panel(anna).getByRole('heading', { name: 'Custom instructions', exact: true })).toBeFocused()
  await expect(panel(anna).getByText('No custom instructions yet')).toBeVisible()
  await isAccessibleAgain(anna)
  // The sections come first.
  await anna.keyboard.press('Tab')
  await anna.keyboard.press('Tab')
  await anna.keyboard.press('Enter')
  await expect(panel(anna)).toHaveCount(0)
  await expect(anna.getByRole('button', OPEN)).toBeFocused()
  await anna.keyboard.press('Enter')
  await expect(panel(anna)).toBeVisible()
})

test('an instruction is added, also after a reload, used in a tab and sent with its questions', async () => {
  await openEmpty()
  await panel(anna).getByRole('button', { name: 'Add instruction' }).click()
  await isAccessibleAgain(anna)
  await dialog(anna).getByLabel('Name').fill('Formal letters')
  await dialog(anna).getByLabel('Instruction', { exact: true }).fill('Write like an owl.')
  await dialog(anna).getByRole('radio', { name: 'How the model should answer' }).check()
  await anna.reload()
  await expect(panel(anna)).toBeAttached()
  await expect(dialog(anna).getByLabel('Name')).toHaveValue('Formal letters')
  await expect(dialog(anna).getByLabel('Instruction', { exact: true })).toHaveValue('Write like an owl.')
  await expect(dialog(anna).getByRole('radio', { name: 'How the model should answer' })).toBeChecked()
  await dialog(anna).getByRole('button', { name: 'Add instruction' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  const group = panel(anna).getByRole('region', { name: 'How the model should answer' })
  await expect(group.getByRole('heading', { name: 'Formal letters' })).toBeVisible()
  await expect(inUse(anna)).toHaveCount(0)
  expect(await ask('Before?')).toBe('')
  await panel(anna).getByRole('button', { name: 'Use “Formal letters” in this tab' }).click()
  await expect(inUse(anna)).toHaveAccessibleName(/: Formal letters$/)
  await expect(group.getByText('This tab')).toBeVisible()
  await expect(group.getByText('Used in 1 tab')).toBeVisible()
  expect(await ask('Meanwhile?')).toBe('How to answer:\\nWrite like an owl.')
})

test('a changed instruction applies from the next question', async () => {
  await openUsed()
  await choose(anna, 'Formal letters', 'Edit instruction')
  await dialog(anna).getByLabel('Instruction', { exact: true }).fill('Write like a heron.')
  await dialog(anna).getByRole('button', { name: 'Save instruction' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  await expect(panel(anna).getByText('Write like a heron.')).toBeVisible()
  expect(await ask('Now?')).toBe('How to answer:\\nWrite like a heron.')
})

test('new tabs of the project use the instruction that is chosen for them @full', async () => {
  await openUsed()
  await choose(anna, 'Formal letters', 'Use in new tabs of this chat')
  await expect(item(anna, 'Formal letters').getByText('New tabs')).toBeVisible()
  await anna.getByRole('button', { name: 'Add a tab' }).click()
  await expect(anna.getByRole('tab')).toHaveCount(3)
  await expect(inUse(anna)).toHaveAccessibleName(/: Formal letters$/)
  await choose(anna, 'Formal letters', 'Stop using in this tab')
  await expect(inUse(anna)).toHaveCount(0)
  await choose(anna, 'Formal letters', 'Stop using in new tabs')
  await expect(item(anna, 'Formal letters').getByText('New tabs')).toHaveCount(0)
  await anna.getByRole('tab', { name: 'Costs' }).click()
  await expect(inUse(anna)).toHaveAccessibleName(/: Formal letters$/)
})

test('a second choice for new tabs applies before the first one was refetched @full', async () => {
  await openUsed()
  const address = new RegExp(`/projects/${projectId}$`)
  const held: Route[] = []
  await anna.route(address, (route) =>
    route.request().method() === 'GET' ? void held.push(route) : route.continue(),
  )
  await choose(anna, 'Formal letters', 'Use in new tabs of this chat')
  await expect(item(anna, 'Formal letters').getByText('New tabs')).toBeVisible()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  const second = anna.waitForResponse(
    (reply) => reply.request().method() === 'PUT' && address.test(reply.url()),
  )
  await choose(anna, 'Formal letters', 'Stop using in new tabs')
  expect((await second).status()).toBe(200)
  await anna.unroute(address)
  // The second choice aborted the first one's fetch.
  for (const route of held) await route.continue().catch(() => undefined)
  await expect(item(anna, 'Formal letters').getByText('New tabs')).toHaveCount(0)
})

test('an instruction is shared', async () => {
  await openUsed()
  await choose(anna, 'Formal letters', 'Share')
  await dialog(anna).getByRole('combobox').first().fill('bea')
  await dialog(anna)
    .getByRole('option', { name: /Bea Berg/ })
    .click()
  await dialog(anna).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  await expect(item(anna, 'Formal letters').getByText('Shared with 1')).toBeVisible()
})

test('the search opens an instruction, and the palette opens the panel @full', async () => {
  await openUsed()
  await anna.keyboard.press('Control+k')
  await dialog(anna).getByRole('combobox').fill('owl')
  await dialog(anna)
    .getByRole('group', { name: 'Found' })
    .getByRole('option', { name: /Formal letters/ })
    .click()
  await expect(anna).toHaveURL(/\/custinsts\/\d+$/)
  await expect(item(anna, 'Formal letters')).toHaveAttribute('aria-current', 'true')
  await anna.goBack()
  await panel(anna).getByRole('button', { name: 'Close side panel' }).click()
  await expect(panel(anna)).toHaveCount(0)
  await anna.keyboard.press('Control+k')
  await dialog(anna).getByRole('combobox').fill('custom instructions')
  await anna.keyboard.press('Enter')
  await expect(panel(anna)).toBeVisible()
  await expect(anna).not.toHaveURL(/panel=/)
})

test('a deleted instruction is no longer sent', async () => {
  await openUsed()
  await choose(anna, 'Formal letters', 'Delete instruction')
  await expect(dialog(anna).getByText('Delete “Formal letters”? 1 tab uses it')).toBeVisible()
  await dialog(anna).getByRole('button', { name: 'Delete instruction' }).click()
  await expect(panel(anna).getByText('No custom instructions yet')).toBeVisible()
  expect(await ask('And now?')).toBe('')
  await expect(inUse(anna)).toHaveAccessibleName(/: Not available to you$/)
})

test('on a phone the panel is a sheet that keeps the focus and closes with Escape @full', async ({
  browser,
}) => {
  const phone = await fixture.open(browser, `/projects/${projectId}`, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
    remembers: { smallScreenTold: 'true', panel: 'open', panelSection: 'custinsts' },
  })
  const open = phone.getByRole('button', OPEN)
  await expect(open).toBeVisible()
  await expect(dialog(phone), 'it does not cover the page by itself').toHaveCount(0)
  await open.focus()
  await phone.keyboard.press('Enter')
  await expect(dialog(phone).getByText('No custom instructions yet')).toBeVisible()
  await isAccessible(phone)
  for (let step = 0; step < 6; step++) {
    await phone.keyboard.press('Tab')
    expect(await dialog(phone).evaluate((sheet) => sheet.contains(document.activeElement))).toBe(true)
  }
  await dialog(phone).getByRole('button', { name: 'Add instruction' }).click()
  await expect(phone.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await phone.keyboard.press('Escape')
  await expect(dialog(phone)).toHaveCount(1)
  await phone.keyboard.press('Escape')
  await expect(dialog(phone)).toHaveCount(0)
  await expect(open).toBeFocused()
  await phone.context().close()
})

test('users without the permission do not see instructions @full', async ({ browser }) => {
  const page = await fixture.open(browser, '/mark.svg')
  await page.route(/\/api\/v1\/users\/\d+$/, async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replaceAll(/"can_use_(custinsts|prompts|datasources)",/g, '')
    await route.fulfill({ response, body: text })
  })
  const address = `${fixture.product.url}/projects/${projectId}?panel=custinsts&dialog=new-custinst`
  await visit(anna, address)
  await expect(dialog(anna)).toBeVisible()
  await expect(panel(anna)).toBeAttached()
  await page.goto(address)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expect(page.getByRole('button', OPEN)).toHaveCount(0)
  await expect(panel(page)).toHaveCount(0)
  await expect(dialog(page)).toHaveCount(0)
  await page.goto(`${fixture.product.url}/custinsts`)
  await expect(page).not.toHaveURL(/custinsts/)
  await page.context().close()
})
