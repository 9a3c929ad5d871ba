// The prompt repository: saved from a chat, edited, restored, shared, filled in, asked, inserted and deleted. Prompt ideas:
// added, edited, used in a new chat, deleted, and offered at the message field.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { makeBids, openSharedFixture, PHONE, type Fixture, visit } from './fixture.ts'

// The tests follow one prompt and one idea: what one has saved, the next one edits, runs, shares or deletes.
test.describe.configure({ mode: 'serial' })

let fixture: Fixture
let anna: Page
let projectId = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script', 'echo'], settings: { rate: 2_000 } })
  projectId = await makeBids(fixture.client, ['Costs', 'Letters'])
  const { Models } = (await fixture.client.call(contract.models.list)).data
  const echo = Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName === 'echo:latest')
  const tabs = (await fixture.client.call(contract.tabs.list, { params: { id: projectId } })).data.Projecttabs
  const body = { defaultModelId: echo?.modelId ?? 0, defaultModelTagId: echo?.id ?? 0 }
  await fixture.client.call(contract.tabs.update, { params: { id: tabs[0]?.id ?? 0 }, body })
  const bea = { firstName: 'Bea', lastName: 'Berg', email: 'bea@example.org' }
  await fixture.client.call(contract.users.create, { body: { ...bea, password: 'Ein-guter-Satz-43' } })
  anna = await fixture.open(browser, `/projects/${projectId}?panel=prompts`, { reducedMotion: 'reduce' })
  anna.setDefaultTimeout(15_000)
})

test.afterAll(async () => {
  await anna.context().close()
  const { client } = fixture
  for (const { id } of (await client.call(contract.labels.categories)).data.Categories)
    await client.call(contract.labels.removeCategory, { params: { id } })
  for (const { id } of (await client.call(contract.labels.tags)).data.Tags)
    await client.call(contract.labels.removeTag, { params: { id } })
  await fixture.close()
})

const dialog = (page: Page) => page.getByRole('dialog')
const item = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const message = (page: Page) => page.locator('#composer')

/** Opens the menu of a prompt and chooses an entry. */
async function choose(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${name}”` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('a question is saved as a prompt from its answer, with a new category and a tag', async () => {
  await expect(anna.getByRole('radio', { name: 'Prompts' })).toBeChecked()
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
  await isAccessibleAgain(anna)
  await dialog(anna).getByLabel('Title').fill('Letter')
  await dialog(anna).getByLabel('Answer format').selectOption('Table')
  await dialog(anna).getByRole('button', { name: 'Add category' }).click()
  await dialog(anna).getByRole('combobox', { name: 'Search categories' }).fill('Sales')
  await anna.keyboard.press('Enter')
  await expect(dialog(anna).getByRole('button', { name: 'Remove Sales' })).toBeVisible()
  await dialog(anna).getByRole('button', { name: 'Add tag' }).click()
  await dialog(anna).getByRole('option', { name: 'New tag' }).click()
  await dialog(anna).getByLabel('Name', { exact: true }).fill('monthly')
  await isAccessible(anna)
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

test('the message field can be saved as a prompt', async () => {
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
  await dialog(anna).getByRole('button', { name: 'Save prompt' }).click()
  await expect(item(anna, 'Summary')).toBeVisible()
  await message(anna).fill('')
})

test('a prompt is edited, an older version is restored, and a copy is deleted', async () => {
  await anna.getByRole('button', { name: 'Edit “Summary”' }).click()
  await dialog(anna).getByLabel('Prompt', { exact: true }).fill('Summarise this tab in three lines.')
  await expect(dialog(anna).getByRole('region', { name: 'Your changes to the prompt' })).toContainText(
    'in three lines',
  )
  await isAccessible(anna)
  await dialog(anna).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  await expect(item(anna, 'Summary')).toContainText('in three lines')
  await choose(anna, 'Summary', 'Versions')
  await expect(dialog(anna).getByRole('listitem')).toHaveCount(2)
  await isAccessibleAgain(anna)
  await dialog(anna).getByRole('button', { name: 'Restore version 1' }).click()
  await expect(dialog(anna).getByRole('listitem')).toHaveCount(3)
  await anna.keyboard.press('Escape')
  await expect(dialog(anna)).toHaveCount(0)
  await expect(item(anna, 'Summary')).not.toContainText('in three lines')
  await choose(anna, 'Summary', 'Duplicate prompt')
  await expect(item(anna, 'Summary (copy)')).toBeVisible()
  await choose(anna, 'Summary (copy)', 'Delete prompt')
  await dialog(anna).getByRole('button', { name: 'Delete prompt' }).click()
  await expect(item(anna, 'Summary (copy)')).toHaveCount(0)
})

test('a prompt with its values is asked in a new tab, and the use is counted', async () => {
  await anna.getByRole('button', { name: 'Run “Letter”' }).click()
  const run = dialog(anna).getByRole('button', { name: 'Run prompt' })
  await isAccessibleAgain(anna)
  await dialog(anna).getByLabel('Name', { exact: true }).fill('Ms Berg')
  await anna.reload()
  await expect(dialog(anna).getByLabel('Name', { exact: true })).toHaveValue('Ms Berg')
  await dialog(anna).getByLabel('Topic').selectOption('dates')
  const preview = dialog(anna).getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Write a letter to Ms Berg about dates.')
  await expect(preview).toContainText('Answer as a table.')
  await dialog(anna).getByLabel('Tab name').fill('To Ms Berg')
  await dialog(anna).getByLabel('Model').selectOption('echo')
  await dialog(anna).getByLabel('Tag', { exact: true }).selectOption('latest')
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

test('a prompt is shared', async () => {
  await choose(anna, 'Letter', 'Share')
  await dialog(anna).getByRole('combobox').first().fill('bea')
  await dialog(anna)
    .getByRole('option', { name: /Bea Berg/ })
    .click()
  await dialog(anna).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  await expect(item(anna, 'Letter').getByText('Shared with 1')).toBeVisible()
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

const AT = '/plugins/prompt-ideas'
const cards = (page: Page) => page.getByRole('list', { name: 'Prompt ideas' }).getByRole('listitem')
const card = (page: Page, text: string) => cards(page).filter({ hasText: text })
const ideasButton = (page: Page) => page.getByRole('button', { name: 'Prompt ideas', exact: true })
const menuItems = (page: Page) => page.getByRole('menuitem')

test('a new idea is added, edited, and one from elsewhere appears by itself', async () => {
  await visit(anna, fixture.product.url + AT)
  await anna.getByRole('button', { name: 'New idea' }).click()
  const prompt = dialog(anna).getByLabel('Prompt', { exact: true })
  await expect(prompt).toBeFocused()
  await isAccessibleAgain(anna)
  await prompt.fill('Explain {{topic}} with a picture.')
  await dialog(anna).getByLabel('Category').selectOption('Learning')
  await dialog(anna).getByRole('button', { name: 'Add idea' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  await expect(cards(anna)).toHaveCount(10)
  await expect(cards(anna).first()).toContainText('Explain {{topic}} with a picture.')
  await card(anna, 'with a picture').getByRole('button', { name: /^Edit/ }).click()
  await prompt.fill('Explain {{topic}} with two pictures.')
  await dialog(anna).getByRole('button', { name: 'Save changes' }).click()
  await expect(cards(anna).first()).toContainText('Explain {{topic}} with two pictures.')
  await expect(cards(anna).first()).toContainText('Learning')
  const body = { prompt: 'Idea from elsewhere', categoryId: 1 }
  const { id } = (await fixture.client.call(contract.ideas.create, { body })).data.Idea
  await expect(cards(anna).first()).toContainText('Idea from elsewhere')
  await fixture.client.call(contract.ideas.remove, { params: { id } })
  await expect(card(anna, 'Idea from elsewhere')).toHaveCount(0)
})

test('“Use” adds the idea to the message field of a new chat and sends nothing', async () => {
  // The navigation does not know the new chat yet when the next idea is used.
  const held = Promise.withResolvers<void>()
  const isNavigation = ({ pathname, searchParams }: URL) =>
    /\/users\/\d+\/projects$/.test(pathname) && !searchParams.has('kind')
  await anna.route(isNavigation, (route) => held.promise.then(() => route.fallback()))
  const use = async (topic: string) => {
    await card(anna, 'two pictures').getByRole('button', { name: /^Use/ }).click()
    await expect(dialog(anna).getByRole('button', { name: 'Insert' })).toBeDisabled()
    await dialog(anna).getByLabel('Topic').fill(topic)
    await dialog(anna).getByRole('button', { name: 'Insert' }).click()
  }
  await use('tides')
  await expect(anna).toHaveURL(/\/projects\/\d+$/)
  await expect(message(anna)).toBeFocused()
  await expect(message(anna)).toHaveValue('Explain tides with two pictures.')
  await message(anna).fill('Hello')
  await anna.goBack()
  await use('the moon')
  await expect(message(anna)).toHaveValue('Hello\n\nExplain the moon with two pictures.')
  await expect(anna.getByRole('article')).toHaveCount(0)
  held.resolve()
})

test('a deleted idea leaves the page', async () => {
  await visit(anna, fixture.product.url + AT)
  await card(anna, 'two pictures')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await isAccessibleAgain(anna)
  await dialog(anna).getByRole('button', { name: 'Delete idea' }).click()
  await expect(card(anna, 'two pictures')).toHaveCount(0)
  await expect(cards(anna)).toHaveCount(10)
})

test('the message field offers four ideas at a time; one with placeholders is filled in first', async () => {
  await visit(anna, `${fixture.product.url}/projects/${projectId}`)
  await ideasButton(anna).click()
  await expect(menuItems(anna)).toHaveCount(6)
  await expect(menuItems(anna).first()).toBeFocused()
  await isAccessibleAgain(anna)
  const texts = await menuItems(anna).allTextContents()
  await menuItems(anna).getByText('More ideas').click()
  await expect(menuItems(anna).first()).not.toHaveText(texts[0] ?? '')
  const insert = dialog(anna).getByRole('button', { name: 'Insert' })
  const useIdea = async (words: string) => {
    await menuItems(anna).filter({ hasText: '{{' }).last().focus()
    await anna.keyboard.press('Enter')
    await expect(anna.getByRole('menu')).toHaveCount(0)
    await expect(insert).toBeDisabled()
    for (const place of await dialog(anna).getByRole('textbox').all()) await place.fill(words)
  }
  await useIdea('tides')
  await isAccessible(anna)
  await insert.click()
  await expect(message(anna)).toBeFocused()
  await expect(message(anna)).toHaveValue(/tides/)
  await expect(message(anna)).not.toHaveValue(/\{\{/)
  // Another idea takes its place while nothing was typed.
  await ideasButton(anna).click()
  await useIdea('rivers')
  await insert.click()
  await expect(message(anna)).toHaveValue(/rivers/)
  await expect(message(anna)).not.toHaveValue(/tides/)
  await expect(message(anna)).toBeFocused()
  await message(anna).fill('')
})

test('the palette opens the page of ideas and the dialog for a new one @full', async () => {
  await anna.goto(`${fixture.product.url}/about`)
  await expect(anna.getByRole('heading', { name: 'About' })).toBeVisible()
  await anna.keyboard.press('Control+k')
  await dialog(anna).getByRole('combobox').fill('prompt ideas')
  await anna.keyboard.press('Enter')
  await expect(cards(anna)).toHaveCount(10)
  await anna.keyboard.press('Control+k')
  await dialog(anna).getByRole('combobox').fill('new prompt idea')
  await anna.keyboard.press('Enter')
  await expect(dialog(anna).getByRole('heading', { name: 'New prompt idea' })).toBeVisible()
  await anna.keyboard.press('Escape')
})

test('guests do not see prompt ideas @full', async ({ browser }) => {
  const as = await fixture.newcomer({ firstName: 'Gus', lastName: 'Guest', email: 'gus@example.org' })
  const { Users } = (await fixture.client.call(contract.users.list, { query: {} })).data
  const id = Users.find(({ email }) => email === 'gus@example.org')?.id ?? 0
  await fixture.client.call(contract.users.update, { params: { id }, body: { roleId: 6 } })
  const guest = await fixture.open(browser, '/chats/new', { as, reducedMotion: 'reduce' })
  await expect(message(guest)).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Add to the message' })).toBeVisible()
  await expect(ideasButton(guest)).toHaveCount(0)
  await guest.goto(fixture.product.url + AT)
  await expect(guest).toHaveURL(`${fixture.product.url}/`)
  await guest.context().close()
})

test('on a phone the page has one column, and the menu fits @full', async ({ browser }) => {
  const phone = await fixture.open(browser, AT, { ...PHONE, reducedMotion: 'reduce' })
  await expect(cards(phone)).toHaveCount(10)
  const isTooWide = () =>
    phone.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(await isTooWide()).toBe(false)
  await isAccessible(phone)
  await phone.goto(`${fixture.product.url}/projects/${projectId}`)
  await ideasButton(phone).click()
  await expect(menuItems(phone)).toHaveCount(6)
  const box = await phone.getByRole('menu').boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0).toBe(true)
  expect(await isTooWide()).toBe(false)
  await isAccessible(phone)
  await phone.context().close()
})
