// One user on two devices: each change shows on the other device without a reload, character by character.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { makeAsked, openSharedFixture, type Fixture, visit } from './fixture.ts'

const SENTENCES = 16
const TEXT = Array.from({ length: SENTENCES }, (_, index) => `Sentence ${index + 1} of the story.`).join(' ')

let fixture: Fixture
let desk: Page
let phone: Page
let projectId = 0
const settings = { text: TEXT, rate: 9 }

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'], settings })
  desk = await fixture.open(browser, '/projects')
  phone = await fixture.open(browser, '/projects', { viewport: { width: 390, height: 844 } })
})

/** Opens a new project on both devices; these questions were asked in its first tab. */
async function openProject(questions: readonly string[] = []): Promise<void> {
  settings.rate = 2_000
  const { id } = await makeAsked(fixture.client, ['Costs', 'Letters'], questions)
  settings.rate = 9
  projectId = id
  for (const page of [desk, phone]) {
    await visit(page, `${fixture.product.url}/projects/${projectId}`)
    await expect(message(page)).toBeVisible()
  }
}

test.afterAll(async () => {
  for (const page of [desk, phone]) await page.context().close()
  await fixture.close()
})

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const lastAnswer = (page: Page) => page.getByRole('article').last()
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

async function ask(page: Page, text: string): Promise<void> {
  await message(page).fill(text)
  await message(page).press('Enter')
}

/** Asserts that the answer is complete: every sentence once and in order. */
async function isWhole(page: Page): Promise<void> {
  await expect(lastAnswer(page)).toContainText(`Sentence ${SENTENCES} of the story.`)
  expect((await lastAnswer(page).innerText()).replace(/\s+/g, ' ')).toContain(TEXT)
}

test('an answer streams on a second device as well, and continues after a reload', async () => {
  await openProject()
  await ask(desk, 'Tell me the story.')
  await expect(lastAnswer(phone)).toContainText('Sentence 3 of')
  await expect(phone.getByText('Tell me the story.')).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Stop' })).toBeVisible()
  await desk.reload()
  await expect(desk.getByRole('button', { name: 'Stop' })).toBeVisible()
  fixture.models.finish()
  for (const page of [desk, phone]) await isWhole(page)
})

test('stopping an answer on one device stops it on the other', async () => {
  await openProject()
  await ask(desk, 'Once more.')
  await expect(lastAnswer(phone)).toContainText('Sentence 3 of')
  await phone.getByRole('button', { name: 'Stop' }).click()
  for (const page of [desk, phone]) await expect(lastAnswer(page)).toContainText(/Stopped/)
})

test('an answer from another device does not change the scroll position, focus and draft', async () => {
  await openProject(['Tell me the story.', 'Once more.', 'And again?'])
  const thread = phone.getByRole('region', { name: 'Conversation' })
  await isWhole(phone)
  const place = () => thread.evaluate((box) => box.scrollTop)
  await thread.evaluate((box) => box.scrollTo(0, 40))
  await expect.poll(place).toBe(40)
  await message(phone).fill('Half a thought')
  const before = await place()
  await ask(desk, 'And again.')
  await expect(phone.getByText('And again.')).toBeAttached()
  await expect(lastAnswer(phone)).toContainText('Sentence 8 of')
  expect(await place()).toBe(before)
  await expect(message(phone)).toBeFocused()
  await expect(message(phone)).toHaveValue('Half a thought')
  await desk.getByRole('button', { name: 'Stop' }).click()
})

test('a tab shows on the other device that an answer is running, then that it is unread', async () => {
  await openProject()
  await tab(desk, 'Letters').click()
  await ask(desk, 'Write a letter.')
  const mark = (name: string) => tab(phone, 'Letters').getByRole('img', { name })
  await expect(mark('An answer is being written')).toBeAttached()
  await desk.getByRole('button', { name: 'Stop' }).click()
  await expect(mark('New answer')).toBeAttached()
  await phone.reload()
  await expect(mark('New answer')).toBeAttached()
  await tab(phone, 'Letters').click()
  await expect(lastAnswer(phone)).toContainText(/Stopped/)
  await tab(phone, 'Costs').click()
  await expect(tab(phone, 'Letters')).toBeVisible()
  await expect(tab(phone, 'Letters').getByRole('img')).toHaveCount(0)
  await expect(tab(desk, 'Letters').getByRole('img')).toHaveCount(0)
})

test('renamed tabs and renamed or deleted projects change on the other device', async () => {
  await openProject()
  await tab(desk, 'Letters').dblclick()
  await desk.keyboard.type('Replies')
  await desk.keyboard.press('Enter')
  await expect(tab(phone, 'Replies')).toBeVisible()
  await fixture.client.call(contract.projects.update, { params: { id: projectId }, body: { name: 'Offers' } })
  for (const page of [desk, phone])
    await expect(page.getByRole('heading', { name: 'Offers', level: 1 })).toBeVisible()
  const own = new RegExp(`/projects/${projectId}`)
  for (const page of [desk, phone]) await expect(page).toHaveURL(own)
  await fixture.client.call(contract.projects.remove, { params: { id: projectId } })
  for (const page of [desk, phone]) await expect(page).not.toHaveURL(own)
})
