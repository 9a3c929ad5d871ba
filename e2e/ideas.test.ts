// Prompt ideas: added, edited, used in a new chat, deleted, and offered at the message field.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { makeBids, openSharedFixture, PHONE, type Fixture, visit } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

const AT = '/plugins/prompt-ideas'

let fixture: Fixture
let anna: Page
let projectId = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'] })
  projectId = await makeBids(fixture.client, ['Costs'])
  anna = await fixture.open(browser, AT, { reducedMotion: 'reduce' })
  anna.setDefaultTimeout(15_000)
})

test.afterAll(async () => {
  await anna.context().close()
  await fixture.close()
})

const dialog = (page: Page) => page.getByRole('dialog')
const cards = (page: Page) => page.getByRole('list', { name: 'Prompt ideas' }).getByRole('listitem')
const card = (page: Page, text: string) => cards(page).filter({ hasText: text })
const field = (page: Page) => page.locator('#composer')
const ideasButton = (page: Page) => page.getByRole('button', { name: 'Prompt ideas', exact: true })
const menuItems = (page: Page) => page.getByRole('menuitem')

test('a new idea survives a reload, is edited, and one from elsewhere appears by itself', async () => {
  await anna.getByRole('button', { name: 'New idea' }).click()
  const prompt = dialog(anna).getByLabel('Prompt', { exact: true })
  await expect(prompt).toBeFocused()
  await isAccessibleAgain(anna)
  await prompt.fill('Explain {{topic}} with a picture.')
  await dialog(anna).getByLabel('Category').selectOption('Learning')
  await anna.reload()
  await expect(prompt).toHaveValue('Explain {{topic}} with a picture.')
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
  await expect(field(anna)).toBeFocused()
  await expect(field(anna)).toHaveValue('Explain tides with two pictures.')
  await field(anna).fill('Hello')
  await anna.goBack()
  await use('the moon')
  await expect(field(anna)).toHaveValue('Hello\n\nExplain the moon with two pictures.')
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
