// Prompt ideas: listed, filtered, added, edited, deleted, used in a new chat, and offered at the message field.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { makeBids, openSharedFixture, PHONE, type Fixture, visit } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

const AT = '/plugins/prompt-ideas'

let fixture: Fixture
let anna: Page
let bea: Page
let projectId = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'] })
  projectId = await makeBids(fixture.client, ['Costs'])
  const as = await fixture.newcomer({ firstName: 'Bea', lastName: 'Berg', email: 'bea@example.org' })
  anna = await fixture.open(browser, AT, { reducedMotion: 'reduce' })
  bea = await fixture.open(browser, AT, { as, reducedMotion: 'reduce' })
  for (const page of [anna, bea]) page.setDefaultTimeout(15_000)
})

test.afterAll(async () => {
  for (const page of [anna, bea]) await page.context().close()
  await fixture.close()
})

const dialog = (page: Page) => page.getByRole('dialog')
const cards = (page: Page) => page.getByRole('list', { name: 'Prompt ideas' }).getByRole('listitem')
const card = (page: Page, text: string) => cards(page).filter({ hasText: text })
const filter = (page: Page) => page.getByRole('main').getByLabel('Category')
const field = (page: Page) => page.locator('#composer')
const ideasButton = (page: Page) => page.getByRole('button', { name: 'Prompt ideas', exact: true })
const menuItems = (page: Page) => page.getByRole('menuitem')

test('the page shows ten ideas of different categories, and the others on further pages', async () => {
  await expect(anna.getByRole('heading', { level: 1 })).toHaveText('Prompt ideas')
  await expect(cards(anna)).toHaveCount(10)
  for (const category of ['Writing', 'E-mail', 'Research'])
    await expect(card(anna, category).first()).toBeVisible()
  const pager = anna.getByRole('navigation', { name: 'Pages of ideas' })
  await expect(pager.getByRole('status')).toHaveText('1–10 of 60')
  const first = (await cards(anna).first().textContent()) ?? ''
  await pager.getByRole('button', { name: 'Next page' }).click()
  await expect(pager.getByRole('status')).toHaveText('11–20 of 60')
  await expect(cards(anna).first()).not.toHaveText(first)
  await anna.reload()
  await expect(pager.getByRole('status')).toHaveText('11–20 of 60')
  await anna.goBack()
  await expect(cards(anna).first()).toHaveText(first)
  await isAccessibleAgain(anna)
})

test('ideas are filtered by category', async () => {
  await filter(anna).selectOption('Meetings')
  await expect(cards(anna)).toHaveCount(6)
  await expect(card(anna, 'Meetings')).toHaveCount(6)
  await expect(anna.getByRole('navigation', { name: 'Pages of ideas' })).toHaveCount(0)
  await filter(anna).selectOption('Translation')
  await expect(card(anna, 'Translate this text')).toHaveCount(1)
  await expect(card(anna, 'Translation')).toHaveCount(6)
  await filter(anna).selectOption('All categories')
  await expect(cards(anna)).toHaveCount(10)
})

test('a failed save keeps a new idea, and the saved idea is listed first for all users', async () => {
  await bea.getByRole('button', { name: 'New idea' }).click()
  const save = dialog(bea).getByRole('button', { name: 'Add idea' })
  const prompt = dialog(bea).getByLabel('Prompt', { exact: true })
  await expect(prompt).toBeFocused()
  await expect(prompt).toHaveAttribute('rows', '3')
  await expect(save).toBeDisabled()
  await expect(dialog(bea).getByText('Enter a prompt.')).toBeVisible()
  await isAccessibleAgain(bea)
  await prompt.fill('\n\nExplain {{topic}} with a picture.\n')
  await expect(dialog(bea).getByText('Choose a category.')).toBeVisible()
  await expect(save).toBeDisabled()
  await dialog(bea).getByLabel('Category').selectOption('Learning')
  await bea.route(/\/ideas$/, (route) => route.fulfill({ status: 500, json: {} }))
  await save.click()
  await expect(dialog(bea).getByText(/^Could not save the idea/)).toBeVisible()
  await bea.unroute(/\/ideas$/)
  await bea.reload()
  await expect(prompt).toHaveValue('\n\nExplain {{topic}} with a picture.\n')
  await save.click()
  await expect(bea.getByText('Idea added.')).toBeVisible()
  await expect(dialog(bea)).toHaveCount(0)
  await expect(cards(bea).first()).toContainText('Explain {{topic}} with a picture.')
  // Anna’s page shows it without a reload.
  await expect(cards(anna).first()).toContainText('Explain {{topic}} with a picture.')
})

test('users can edit and delete their own ideas, administrators all ideas', async () => {
  await expect(card(bea, 'with a picture').getByRole('button')).toHaveCount(3)
  await expect(
    cards(bea)
      .nth(1)
      .getByRole('button', { name: /^(Edit|Delete)/ }),
  ).toHaveCount(0)
  await expect(
    cards(anna)
      .nth(1)
      .getByRole('button', { name: /^(Edit|Delete)/ }),
  ).toHaveCount(2)
})

test('an open dialog stays when new ideas move its idea to the next page @full', async () => {
  await card(bea, 'with a picture').getByRole('button', { name: /^Edit/ }).click()
  await dialog(bea).getByLabel('Prompt', { exact: true }).fill('Explain it with a song.')
  const made: number[] = []
  for (let number = 1; number <= 10; number++) {
    const body = { prompt: `Idea number ${number} of others`, categoryId: 1 }
    made.push((await fixture.client.call(contract.ideas.create, { body })).data.Idea.id)
  }
  await expect(bea.getByText('Idea number 10 of others')).toHaveCount(1)
  await expect(bea.getByText('Idea number 1 of others')).toHaveCount(1)
  await expect(dialog(bea).getByLabel('Prompt', { exact: true })).toHaveValue('Explain it with a song.')
  for (const id of made) await fixture.client.call(contract.ideas.remove, { params: { id } })
  await expect(bea.getByText(/^Idea number/)).toHaveCount(0)
  await dialog(bea).getByLabel('Prompt', { exact: true }).fill('Explain {{topic}} with a picture.')
  await dialog(bea).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(bea)).toHaveCount(0)
})

test('a concurrent change of an idea is shown and can be overwritten', async () => {
  await card(bea, 'with a picture').getByRole('button', { name: /^Edit/ }).click()
  await dialog(bea).getByLabel('Prompt', { exact: true }).fill('Explain {{topic}} with two pictures.')
  const { data } = await fixture.client.call(contract.ideas.list, { query: {} })
  const id = data.Ideas[0]?.id ?? 0
  await fixture.client.call(contract.ideas.update, { params: { id }, body: { prompt: 'Explain it.' } })
  await dialog(bea).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(bea).getByText('Explain it.')).toBeVisible()
  await isAccessible(bea)
  await dialog(bea).getByRole('button', { name: 'Save my version' }).click()
  await expect(bea.getByText('Idea saved.')).toBeVisible()
  await expect(cards(bea).first()).toContainText('Explain {{topic}} with two pictures.')
  await expect(cards(bea).first()).toContainText('Learning')
})

test('a built-in idea stays translated when only its category changes @full', async () => {
  const second = cards(anna).nth(1)
  await expect(second).toContainText('Make this text shorter')
  await second.getByRole('button', { name: /^Edit/ }).click()
  await dialog(anna).getByLabel('Category').selectOption('E-mail')
  await dialog(anna).getByRole('button', { name: 'Save changes' }).click()
  await expect(anna.getByText('Idea saved.')).toBeVisible()
  await expect(second).toContainText('E-mail')
  const query = { language: 'de' }
  const { data } = await fixture.client.call(contract.ideas.list, { query })
  expect(data.Ideas[1]).toMatchObject({
    category: 'E-mail',
    prompt: expect.stringContaining('Kürzen Sie') as unknown,
  })
})

test('“Use” adds the idea to the message field of a new chat and sends nothing', async () => {
  // The navigation does not know the new chat yet when the next idea is used.
  const held = Promise.withResolvers<void>()
  const isNavigation = ({ pathname, searchParams }: URL) =>
    /\/users\/\d+\/projects$/.test(pathname) && !searchParams.has('kind')
  await bea.route(isNavigation, (route) => held.promise.then(() => route.fallback()))
  const use = async (topic: string) => {
    await card(bea, 'two pictures').getByRole('button', { name: /^Use/ }).click()
    await expect(dialog(bea).getByRole('button', { name: 'Insert' })).toBeDisabled()
    await dialog(bea).getByLabel('Topic').fill(topic)
    await dialog(bea).getByRole('button', { name: 'Insert' }).click()
  }
  await use('tides')
  await expect(bea).toHaveURL(/\/projects\/\d+$/)
  await expect(field(bea)).toBeFocused()
  await expect(field(bea)).toHaveValue('Explain tides with two pictures.')
  await field(bea).fill('Hello')
  await bea.goBack()
  await use('the moon')
  await expect(field(bea)).toHaveValue('Hello\n\nExplain the moon with two pictures.')
  await expect(bea.getByRole('article')).toHaveCount(0)
  held.resolve()
})

test('deleting an idea asks for confirmation @full', async () => {
  await bea.goto(fixture.product.url + AT)
  await card(bea, 'two pictures')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(dialog(bea)).toContainText('Delete “Explain {{topic}} with two pictures.” for everybody?')
  await isAccessibleAgain(bea)
  await dialog(bea).getByRole('button', { name: 'Cancel' }).click()
  await expect(card(bea, 'two pictures')).toHaveCount(1)
  await card(bea, 'two pictures')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await dialog(bea).getByRole('button', { name: 'Delete idea' }).click()
  await expect(bea.getByText('Idea deleted.')).toBeVisible()
  await expect(card(bea, 'two pictures')).toHaveCount(0)
  await expect(cards(bea)).toHaveCount(10)
})

test('the message field offers four ideas at a time; one with placeholders is filled in first', async () => {
  await visit(anna, `${fixture.product.url}/projects/${projectId}`)
  await ideasButton(anna).click()
  await expect(menuItems(anna)).toHaveCount(6)
  await expect(menuItems(anna).first()).toBeFocused()
  await isAccessibleAgain(anna)
  const seen = new Set<string>()
  for (let batch = 0; batch < 15; batch++) {
    const texts = await menuItems(anna).allTextContents()
    for (const text of texts.slice(0, 4)) seen.add(text)
    expect(seen.size, 'none is repeated').toBe(4 * (batch + 1))
    // After the last batch, a new order begins, perhaps with the same idea.
    if (batch === 14) break
    await menuItems(anna).getByText('More ideas').click()
    await expect(menuItems(anna).first()).not.toHaveText(texts[0] ?? '')
  }
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
  await expect(field(anna)).toBeFocused()
  await expect(field(anna)).toHaveValue(/tides/)
  await expect(field(anna)).not.toHaveValue(/\{\{/)
  // Another idea takes its place while nothing was typed.
  await ideasButton(anna).click()
  await useIdea('rivers')
  await insert.click()
  await expect(field(anna)).toHaveValue(/rivers/)
  await expect(field(anna)).not.toHaveValue(/tides/)
  await expect(field(anna)).toBeFocused()
  await field(anna).fill('')
})

test('the menu says that the ideas cannot be loaded and can try again @full', async () => {
  await anna.evaluate(() => sessionStorage.clear())
  await anna.route(/\/ideas\?/, (route) => route.fulfill({ status: 403, json: {} }))
  await anna.reload()
  await ideasButton(anna).click()
  const again = anna.getByRole('menuitem', { name: 'Try again' })
  await expect(again).toBeVisible()
  await anna.unroute(/\/ideas\?/)
  await again.click()
  await expect(menuItems(anna)).toHaveCount(6)
  await anna.getByRole('menuitem', { name: 'All prompt ideas' }).click()
  await expect(cards(anna)).toHaveCount(10)
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
  await expect(field(guest)).toBeVisible()
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
