// The prompt repository: saved from a chat, found, edited, restored, shared, filled in, asked and inserted.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { makeBids, openFixture, type Fixture } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

let fixture: Fixture
let anna: Page
let bea: Page
let projectId = 0
let folder = ''

test.beforeAll(async ({ browser }) => {
  folder = await mkdtemp(join(tmpdir(), 'polylogue-e2e-'))
  const config = join(folder, 'config.json')
  await writeFile(config, JSON.stringify({ promptContexts: ['SEO'] }))
  const env = { POLYLOGUE_CONFIG: config }
  fixture = await openFixture({ models: ['script', 'echo'], settings: { rate: 2_000 }, env })
  projectId = await makeBids(fixture.client, ['Costs', 'Letters'])
  const { Models } = (await fixture.client.call(contract.models.list)).data
  const echo = Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName === 'echo:latest')
  const tabs = (await fixture.client.call(contract.tabs.list, { params: { id: projectId } })).data.Projecttabs
  const body = { defaultModelId: echo?.modelId ?? 0, defaultModelTagId: echo?.id ?? 0 }
  await fixture.client.call(contract.tabs.update, { params: { id: tabs[0]?.id ?? 0 }, body })
  const as = await fixture.newcomer({ firstName: 'Bea', lastName: 'Berg', email: 'bea@example.org' })
  anna = await fixture.open(browser, `/projects/${projectId}?panel=prompts`, { reducedMotion: 'reduce' })
  bea = await fixture.open(browser, '/prompts', { as, reducedMotion: 'reduce' })
  for (const page of [anna, bea]) page.setDefaultTimeout(15_000)
})

test.afterAll(async () => {
  for (const page of [anna, bea]) await page.context().close()
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})

const dialog = (page: Page) => page.getByRole('dialog')
const panel = (page: Page) => page.getByRole('complementary', { name: 'Side panel' })
const item = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const message = (page: Page) => page.locator('#composer')

/** Opens the menu of a prompt and chooses an entry. */
async function choose(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${name}”` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('the panel says that there are no prompts yet', async () => {
  await expect(panel(anna).getByText('No prompts yet')).toBeVisible()
  await expect(anna.getByRole('radio', { name: 'Prompts' })).toBeChecked()
  await isAccessible(anna)
})

test('a question is saved as a prompt from its answer, with a new category and a tag', async () => {
  await message(anna).fill(
    'Write a letter to {{name}} about {{topic | type=select options="costs,dates" required}}.',
  )
  await anna.keyboard.press('Enter')
  await expect(anna.getByRole('article').last()).toContainText('Write a letter')
  await expect(anna.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await anna.getByRole('button', { name: 'More' }).last().click()
  await anna.getByRole('menuitem', { name: 'Save prompt' }).click()
  await expect(dialog(anna).getByLabel('Prompt', { exact: true })).toHaveValue(/^Write a letter/)
  await expect(dialog(anna).getByRole('list', { name: 'Placeholders' })).toContainText('{{topic}}')
  const save = dialog(anna).getByRole('button', { name: 'Save prompt' })
  await expect(save).toBeDisabled()
  await expect(dialog(anna).getByText('Enter a title.')).toBeVisible()
  await isAccessible(anna)
  await dialog(anna).getByLabel('Title').fill('Letter')
  await dialog(anna).getByLabel('Answer format').selectOption('Table')
  await dialog(anna).getByRole('button', { name: 'Add category' }).click()
  await dialog(anna).getByRole('combobox', { name: 'Search categories' }).fill('Sales')
  await anna.keyboard.press('Enter')
  await expect(dialog(anna).getByRole('button', { name: 'Remove Sales' })).toBeVisible()
  await dialog(anna).getByRole('button', { name: 'Add category' }).click()
  await dialog(anna).getByRole('combobox', { name: 'Search categories' }).fill('sales')
  const offered = dialog(anna).getByRole('listbox', { name: 'Categories' }).getByRole('option')
  await expect(offered).toHaveText(['Sales'])
  await dialog(anna).getByRole('combobox', { name: 'Search categories' }).fill('')
  await dialog(anna).getByRole('option', { name: 'New category' }).click()
  await dialog(anna).getByLabel('Name', { exact: true }).fill('sales')
  await expect(dialog(anna).getByText('Duplicate entries are not allowed.')).toBeVisible()
  await isAccessible(anna)
  await anna.keyboard.press('Escape')
  await dialog(anna).getByRole('button', { name: 'Add tag' }).click()
  await dialog(anna).getByRole('option', { name: 'New tag' }).click()
  await dialog(anna).getByLabel('Name', { exact: true }).fill('monthly')
  const held = Promise.withResolvers<void>()
  await anna.route(/\/tags$/, async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = anna.waitForRequest(/\/tags$/)
  await anna.keyboard.press('Enter')
  await asked
  await dialog(anna).getByLabel('Comment').fill('For customers')
  held.resolve()
  await expect(dialog(anna).getByRole('button', { name: 'Remove monthly' })).toBeVisible()
  await expect(dialog(anna).getByLabel('Comment')).toHaveValue('For customers')
  await expect(dialog(anna).getByLabel('Comment')).toBeFocused()
  await anna.unroute(/\/tags$/)
  await anna.reload()
  await expect(dialog(anna).getByLabel('Title')).toHaveValue('Letter')
  await expect(dialog(anna).getByRole('button', { name: 'Remove monthly' })).toBeVisible()
  await save.click()
  await expect(anna.getByText('Prompt saved.')).toBeVisible()
  await expect(dialog(anna)).toHaveCount(0)
  const saved = item(anna, 'Letter')
  await expect(saved).toHaveAttribute('data-edited', 'true')
  for (const fact of ['Table', 'Sales', '#monthly', 'echo']) await expect(saved).toContainText(fact)
  await expect(saved).not.toHaveAttribute('data-edited', 'true')
})

test('a failed save keeps the input, and the message field can be saved as a prompt', async () => {
  await message(anna).fill('Summarise this tab.')
  await anna.getByRole('button', { name: 'Add to the message', exact: true }).click()
  await anna.getByRole('menuitem', { name: 'Save prompt' }).click()
  await expect(dialog(anna).getByLabel('Prompt', { exact: true })).toHaveValue('Summarise this tab.')
  // The text is still in the message field: closing asks nothing.
  await anna.keyboard.press('Escape')
  await expect(dialog(anna)).toHaveCount(0)
  await anna.getByRole('button', { name: 'Add to the message', exact: true }).click()
  await anna.getByRole('menuitem', { name: 'Save prompt' }).click()
  await dialog(anna).getByLabel('Title').fill('Summary')
  await expect(dialog(anna).getByLabel('Answer format')).toHaveValue('1')
  await anna.route(/\/prompts$/, (route) => route.fulfill({ status: 500, json: {} }))
  await dialog(anna).getByRole('button', { name: 'Save prompt' }).click()
  await expect(dialog(anna).getByText(/^Could not save the prompt/)).toBeVisible()
  await expect(dialog(anna).getByLabel('Title')).toHaveValue('Summary')
  await anna.unroute(/\/prompts$/)
  await dialog(anna).getByRole('button', { name: 'Save prompt' }).click()
  await expect(item(anna, 'Summary')).toBeVisible()
  await message(anna).fill('')
})

test('prompts are found by text and tag, and the search is kept when the panel is closed', async () => {
  await panel(anna).getByRole('searchbox', { name: 'Search prompts' }).fill('no such words')
  await expect(panel(anna).getByText('No prompts found for “no such words”.')).toBeVisible()
  await panel(anna).getByRole('button', { name: 'Clear filters' }).click()
  await expect(item(anna, 'Summary')).toBeVisible()
  await panel(anna).getByRole('button', { name: 'Tags', exact: true }).click()
  await panel(anna).getByRole('option', { name: 'monthly' }).click()
  await expect(item(anna, 'Summary')).toHaveCount(0)
  await expect(item(anna, 'Letter')).toBeVisible()
  await isAccessible(anna)
  await anna.keyboard.press('Escape')
  await panel(anna).getByRole('button', { name: 'Close side panel' }).click()
  await anna.getByRole('button', { name: 'Open side panel' }).click()
  await expect(panel(anna).getByRole('button', { name: '1 tag' })).toBeVisible()
  await expect(item(anna, 'Summary')).toHaveCount(0)
  await panel(anna).getByRole('button', { name: '1 tag' }).click()
  await panel(anna).getByRole('option', { name: 'monthly' }).click()
  await anna.keyboard.press('Escape')
  await expect(item(anna, 'Summary')).toBeVisible()
  await panel(anna).getByRole('button', { name: 'Search in: All fields' }).click()
  for (const field of ['Prompt', 'Comment', 'Categories', 'Tags'])
    await anna.getByRole('menuitemcheckbox', { name: field, exact: true }).click()
  await anna.keyboard.press('Escape')
  await panel(anna).getByRole('searchbox', { name: 'Search prompts' }).fill('tab')
  await expect(panel(anna).getByText('No prompts found for “tab”.')).toBeVisible()
  await panel(anna).getByRole('button', { name: 'Clear filters' }).click()
})

test('a list that fails to load is reported only in the panel', async () => {
  await anna.route(/\/prompts\?/, (route) => route.fulfill({ status: 400, json: {} }))
  await anna.reload()
  await expect(panel(anna).getByText('Could not load the prompts')).toBeVisible()
  await expect(anna.getByRole('button', { name: 'Close notification' })).toHaveCount(0)
  await anna.unroute(/\/prompts\?/)
  await panel(anna).getByRole('button', { name: 'Try again' }).click()
  await expect(item(anna, 'Letter')).toBeVisible()
})

test('a prompt is edited over another user’s change, and an older version is restored', async () => {
  await anna.getByRole('button', { name: 'Edit “Summary”' }).click()
  await dialog(anna).getByLabel('Prompt', { exact: true }).fill('Summarise this tab in three lines.')
  await expect(dialog(anna).getByRole('region', { name: 'Your changes to the prompt' })).toContainText(
    'in three lines',
  )
  const { Prompts } = (await fixture.client.call(contract.prompts.list, { query: { q: 'Summary' } })).data
  const id = Prompts[0]?.id ?? 0
  const body = { prompt: 'Summarise this tab for the board.' }
  await fixture.client.call(contract.prompts.update, { params: { id }, body })
  // Already before saving.
  await expect(dialog(anna).getByText('Somebody else saved in the meantime.')).toBeVisible()
  await dialog(anna).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(anna).getByText('Somebody else saved in the meantime.')).toBeVisible()
  await expect(dialog(anna)).toContainText('for the board')
  await isAccessible(anna)
  await dialog(anna).getByRole('button', { name: 'Save my version' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  await expect(item(anna, 'Summary')).toContainText('in three lines')
  await choose(anna, 'Summary', 'Versions')
  await expect(dialog(anna).getByRole('listitem')).toHaveCount(3)
  await expect(dialog(anna).getByRole('region', { name: 'Changes after version 2' })).toContainText('board')
  await isAccessibleAgain(anna)
  await dialog(anna).getByRole('button', { name: 'Restore version 1' }).click()
  await expect(dialog(anna).getByRole('listitem')).toHaveCount(4)
  await anna.keyboard.press('Escape')
  await expect(dialog(anna)).toHaveCount(0)
  await expect(item(anna, 'Summary')).not.toContainText('in three lines')
})

test('the last ten of many versions are shown first @full', async () => {
  const { client } = fixture
  const body = { title: 'Often changed', prompt: 'Version 1', outputFormId: 1 }
  const { id } = (await client.call(contract.prompts.create, { body })).data.Prompt
  for (let version = 2; version <= 12; version++)
    await client.call(contract.prompts.update, { params: { id }, body: { prompt: `Version ${version}` } })
  await choose(anna, 'Often changed', 'Versions')
  await expect(dialog(anna).getByRole('listitem')).toHaveCount(10)
  await dialog(anna).getByRole('button', { name: 'Show more' }).click()
  await expect(dialog(anna).getByRole('listitem')).toHaveCount(12)
  await anna.keyboard.press('Escape')
  await client.call(contract.prompts.remove, { params: { id } })
  await expect(item(anna, 'Often changed')).toHaveCount(0)
})

test('a prompt is duplicated and deleted @full', async () => {
  await anna.route(/\/prompts$/, (route) => route.fulfill({ status: 500, json: {} }))
  await choose(anna, 'Summary', 'Duplicate prompt')
  await expect(anna.getByText('Cannot duplicate prompt.')).toBeVisible()
  await anna.unroute(/\/prompts$/)
  await choose(anna, 'Summary', 'Duplicate prompt')
  await expect(item(anna, 'Summary (copy)')).toBeVisible()
  await choose(anna, 'Summary (copy)', 'Delete prompt')
  const remove = dialog(anna).getByRole('button', { name: 'Delete prompt' })
  await anna.route(/\/prompts\/\d+$/, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await remove.click()
  await expect(dialog(anna).getByText(/^Could not delete the prompt/)).toBeVisible()
  await anna.unroute(/\/prompts\/\d+$/)
  await remove.click()
  await expect(item(anna, 'Summary (copy)')).toHaveCount(0)
})

test('a prompt with its values is asked in a new tab, and the use is counted', async () => {
  await anna.getByRole('button', { name: 'Run “Letter”' }).click()
  const run = dialog(anna).getByRole('button', { name: 'Run prompt' })
  await expect(run).toBeDisabled()
  await expect(dialog(anna).getByRole('alert')).toHaveText('Fill in: Name, Topic')
  await isAccessible(anna)
  await dialog(anna).getByLabel('Name', { exact: true }).fill('Ms Berg')
  await anna.reload()
  await expect(dialog(anna).getByLabel('Name', { exact: true })).toHaveValue('Ms Berg')
  await dialog(anna).getByLabel('Topic').selectOption('dates')
  const preview = dialog(anna).getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Write a letter to Ms Berg about dates.')
  await expect(preview).toContainText('Answer as a table.')
  await dialog(anna).getByLabel('Tab name').fill('')
  await expect(run).toBeDisabled()
  await dialog(anna).getByLabel('Tab name').fill('To Ms Berg')
  await dialog(anna).getByLabel('Model').selectOption('script')
  await expect(dialog(anna).getByText('Choose a tag.')).toBeVisible()
  await expect(run).toBeDisabled()
  await dialog(anna).getByLabel('Model').selectOption('echo')
  await dialog(anna).getByLabel('Tag', { exact: true }).selectOption('latest')
  await anna.route(/\/projects\/\d+\/tabs$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await run.click()
  await expect(dialog(anna).getByRole('alert')).toBeVisible()
  await expect(dialog(anna).getByLabel('Name', { exact: true })).toHaveValue('Ms Berg')
  await anna.unroute(/\/projects\/\d+\/tabs$/)
  await run.click()
  await expect(dialog(anna)).toHaveCount(0)
  await expect(anna.getByRole('tab', { name: /To Ms Berg/, selected: true })).toBeVisible()
  await expect(anna.getByRole('article').last()).toContainText('Write a letter to Ms Berg about dates.')
  await expect(anna.getByRole('article').last()).toContainText('Answer as a table.')
  await expect(item(anna, 'Letter')).toContainText('Used 1 time')
  // A rating from elsewhere shows on the card.
  const tabs = (await fixture.client.call(contract.tabs.list, { params: { id: projectId } })).data.Projecttabs
  const tabId = tabs.find(({ name }) => name === 'To Ms Berg')?.id ?? 0
  const { data } = await fixture.client.call(contract.queries.list, { params: { id: tabId } })
  const rated = { params: { id: data.Queries[0]?.id ?? 0 }, body: { rating: 1 as const } }
  await fixture.client.call(contract.queries.rate, rated)
  await expect(item(anna, 'Letter')).toContainText('1 good, 0 bad answers')
  await anna.getByRole('button', { name: 'Run “Letter”' }).click()
  await expect(dialog(anna).getByLabel('Name', { exact: true })).toHaveValue('')
  await anna.keyboard.press('Escape')
  await expect(dialog(anna)).toHaveCount(0)
})

test('what is typed while a file is read stays @full', async () => {
  const body = { title: 'Minutes', prompt: '{{source | type=file}} for {{reader}}', outputFormId: 1 }
  const { id } = (await fixture.client.call(contract.prompts.create, { body })).data.Prompt
  await anna.goto(`${fixture.product.url}/projects/${projectId}?panel=prompts&prompt=${id}`)
  await anna.evaluate(() => {
    const { text } = File.prototype
    const read = Promise.withResolvers<void>()
    File.prototype.text = function () {
      return read.promise.then(() => text.call(this))
    }
    Object.assign(window, { endReading: read.resolve })
  })
  const file = { name: 'minutes.txt', mimeType: 'text/plain', buffer: Buffer.from('Board of May') }
  await dialog(anna).getByLabel('Source').setInputFiles(file)
  await dialog(anna).getByLabel('Reader').fill('Ms Berg')
  await anna.evaluate(() => (window as unknown as { endReading: () => void }).endReading())
  await expect(dialog(anna).getByRole('region', { name: 'Preview' })).toHaveText(/Board of May for Ms Berg/)
  await fixture.client.call(contract.prompts.remove, { params: { id } })
  await anna.goto(`${fixture.product.url}/projects/${projectId}?panel=prompts`)
})

test('a new chat is named after the prompt that is asked first @full', async () => {
  await anna.goto(`${fixture.product.url}/chats/new`)
  await expect(anna).toHaveURL(/\/projects\/\d+/)
  const id = Number(/projects\/(\d+)/.exec(anna.url())?.[1])
  const nameOfChat = async () =>
    (await fixture.client.call(contract.projects.get, { params: { id } })).data.project.name
  expect(await nameOfChat()).toBe('New chat')
  await anna.goto(`${fixture.product.url}/projects/${id}?panel=prompts`)
  await anna.getByRole('button', { name: 'Run “Summary”' }).click()
  await dialog(anna).getByRole('button', { name: 'Run prompt' }).click()
  await expect(anna.getByRole('article').last()).toContainText('Summarise this tab.')
  await expect.poll(nameOfChat).toBe('Summarise this tab.')
  await anna.goto(`${fixture.product.url}/projects/${projectId}?panel=prompts`)
  await expect(item(anna, 'Letter')).toBeVisible()
})

test('a deleted instruction of a prompt is left out, and the dialog says so @full', async () => {
  const { client } = fixture
  const instruction = { name: 'Brief', description: '', content: 'Answer in one line.', scope: 2 as const }
  const { custinst } = (await client.call(contract.custinsts.create, { body: instruction })).data
  const body = {
    title: 'Instructed',
    prompt: 'Name the costs.',
    outputFormId: 1,
    custInstRespondId: custinst.id,
  }
  const { id } = (await client.call(contract.prompts.create, { body })).data.Prompt
  const leftOut = dialog(anna).getByText('uses a custom instruction that you cannot read; it is left out')
  const run = dialog(anna).getByRole('button', { name: 'Run prompt' })
  await anna.getByRole('button', { name: 'Run “Instructed”' }).click()
  await expect(run).toBeEnabled()
  await expect(leftOut).toHaveCount(0)
  await client.call(contract.custinsts.remove, { params: { id: custinst.id } })
  await expect(leftOut).toBeVisible()
  await isAccessible(anna)
  await dialog(anna).getByLabel('Model').selectOption('echo')
  await dialog(anna).getByLabel('Tag', { exact: true }).selectOption('latest')
  await run.click()
  await expect(anna.getByRole('article').last()).toContainText('Name the costs.')
  await client.call(contract.prompts.remove, { params: { id } })
  await expect(item(anna, 'Instructed')).toHaveCount(0)
})

const letter = async () => {
  const { Prompts } = (await fixture.client.call(contract.prompts.list, { query: { q: 'Letter' } })).data
  const [found] = Prompts
  if (!found) throw new Error('The letter is gone.')
  return found
}

test('a slash finds and inserts prompts by keyboard, and can be typed as plain text', async () => {
  await message(anna).pressSequentially('/summ')
  await expect(anna.getByRole('option', { name: /Summary/ })).toHaveAttribute('aria-selected', 'true')
  await expect(message(anna)).toHaveAttribute('aria-expanded', 'true')
  await isAccessible(anna)
  await anna.keyboard.press('Enter')
  await expect(message(anna)).toHaveValue('Summarise this tab.')
  await message(anna).fill('')
  await message(anna).pressSequentially('/')
  await expect(anna.getByRole('option')).toHaveCount(2)
  await anna.keyboard.press('Escape')
  await expect(anna.getByRole('option')).toHaveCount(0)
  await expect(message(anna)).toHaveValue('/')
  await message(anna).fill('')
  await message(anna).pressSequentially('//')
  await expect(anna.getByRole('option')).toHaveCount(0)
  await message(anna).fill('')
  await message(anna).pressSequentially('/zebra')
  await expect(anna.getByText('No prompts found for “zebra”.')).toBeVisible()
  await anna.keyboard.press('Enter')
  await expect(anna.getByRole('article').last()).toContainText('/zebra')
  await expect(anna.getByText('No prompts found for “zebra”.')).toHaveCount(0)
  await message(anna).pressSequentially('/Let')
  await expect(anna.getByRole('option', { name: /Letter/ })).toBeVisible()
  await anna.keyboard.press('Enter')
  await dialog(anna).getByLabel('Name', { exact: true }).fill('Mr Ahn')
  await dialog(anna).getByLabel('Topic').selectOption('costs')
  await dialog(anna).getByRole('button', { name: 'Insert' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  await expect(message(anna)).toHaveValue('Write a letter to Mr Ahn about costs.\n\nAnswer as a table.')
  // With more written behind it, it still counts as a use of the prompt.
  await message(anna).pressSequentially(' Thanks!')
  await message(anna).press('Enter')
  await expect(anna.getByRole('article').last()).toContainText('Thanks!')
  expect((await letter()).usageCount).toBe(2)
})

test('a link to a project with a prompt opens the form, also after a retry @full', async () => {
  const { id } = await letter()
  const one = new RegExp(`/prompts/${id}$`)
  await anna.route(one, (route) => route.fulfill({ status: 500, json: {} }))
  await anna.goto(`${fixture.product.url}/projects/${projectId}?prompt=${id}`)
  await expect(dialog(anna).getByText('Could not load the prompt')).toBeVisible()
  await isAccessible(anna)
  await anna.unroute(one)
  await dialog(anna).getByRole('button', { name: 'Try again' }).click()
  await expect(dialog(anna).getByLabel('Tab name')).toHaveValue('Letter')
  await anna.keyboard.press('Escape')
  await expect(dialog(anna)).toHaveCount(0)
  await expect(anna).not.toHaveURL(/prompt=/)
  await anna.goto(`${fixture.product.url}/projects/${projectId}?prompt=999999`)
  await expect(anna.getByText('This prompt was deleted or is not shared with you.')).toBeVisible()
})

test('a reader sees a shared prompt, and can like it and leave it', async () => {
  await expect(bea.getByText('No prompts yet')).toBeVisible()
  await choose(anna, 'Letter', 'Share')
  await dialog(anna).getByRole('combobox').first().fill('bea')
  await dialog(anna)
    .getByRole('option', { name: /Bea Berg/ })
    .click()
  await dialog(anna).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  await expect(item(bea, 'Letter').getByText(/^Shared by /)).toBeVisible()
  await isAccessible(bea)
  await bea.getByRole('button', { name: 'Like “Letter”, 0 likes' }).click()
  await expect(anna.getByRole('button', { name: 'Like “Letter”, 1 like' })).toBeVisible()
  await expect(bea.getByRole('button', { name: 'Edit “Letter”' })).toHaveCount(0)
  await bea.getByRole('button', { name: 'Run “Letter”' }).click()
  await expect(dialog(bea).getByRole('button', { name: 'Run in a new chat' })).toBeVisible()
  await bea.keyboard.press('Escape')
  await bea.getByRole('button', { name: 'Actions for “Letter”' }).click()
  await expect(bea.getByRole('menuitem', { name: 'Edit prompt' })).toHaveCount(0)
  await expect(bea.getByRole('menuitem', { name: 'Delete prompt' })).toHaveCount(0)
  await bea.getByRole('menuitem', { name: 'Sharing info' }).click()
  await dialog(bea).getByRole('button', { name: 'Leave prompt' }).click()
  await dialog(bea).getByRole('button', { name: 'Leave prompt' }).click()
  await expect(bea.getByText('You have left “Letter”.')).toBeVisible()
  await expect(bea.getByText('No prompts yet')).toBeVisible()
})

test('the members of a configured group see the prompts shared with it @full', async () => {
  await expect(panel(anna).getByRole('button', { name: /^Prompts of:/ })).toHaveCount(0)
  const create = { body: { name: 'SEO', contextTypeId: 3 } }
  const { context } = (await fixture.client.call(contract.contexts.create, create)).data
  const { id } = await letter()
  const shared = { contextId: context.id, hasReadAccess: true, hasWriteAccess: false, hasAdminAccess: false }
  await fixture.client.call(contract.prompts.update, { params: { id }, body: { assocContexts: [shared] } })
  await anna.reload()
  await panel(anna).getByRole('button', { name: 'Prompts of: All prompts' }).click()
  await anna.getByRole('menuitemradio', { name: 'SEO' }).click()
  await anna.keyboard.press('Escape')
  await expect(panel(anna).getByRole('button', { name: 'Prompts of: SEO' })).toBeVisible()
  await expect(item(anna, 'Letter')).toBeVisible()
  await expect(item(anna, 'Summary')).toHaveCount(0)
  await isAccessible(anna)
  await panel(anna).getByRole('button', { name: 'Prompts of: SEO' }).click()
  await anna.getByRole('menuitemradio', { name: 'All prompts' }).click()
  await anna.keyboard.press('Escape')
  await expect(item(anna, 'Summary')).toBeVisible()
})

test('the search opens a prompt @full', async () => {
  await anna.goto(`${fixture.product.url}/projects/${projectId}`)
  await expect(message(anna)).toBeVisible()
  await anna.keyboard.press('Control+k')
  await dialog(anna).getByRole('combobox').fill('summarise')
  await dialog(anna)
    .getByRole('group', { name: 'Found' })
    .getByRole('option', { name: /Summar/ })
    .first()
    .click()
  await expect(anna).toHaveURL(/\/prompts\/\d+$/)
  await expect(item(anna, 'Summary')).toHaveAttribute('aria-current', 'true')
})

test('on a phone the panel is a sheet with the same list @full', async ({ browser }) => {
  const phone = await fixture.open(browser, `/projects/${projectId}`, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
    remembers: { smallScreenTold: 'true' },
  })
  await phone.getByRole('button', { name: 'Open side panel' }).click()
  await expect(item(phone, 'Letter')).toBeVisible()
  await isAccessible(phone)
  await phone.context().close()
})
