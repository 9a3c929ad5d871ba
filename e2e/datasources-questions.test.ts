// Test questions of a data source, and questions of chats that found nothing.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { isAccessible } from './accessible.ts'
import { makeBids, openSharedFixture, type Fixture, visit } from './fixture.ts'

let fixture: Fixture
let anna: Page
let bea: Page
let id = 0
let projectId = 0
let tabId = 0
let beasContext = 0

const base64 = (text: string) => Buffer.from(text).toString('base64')
const file = (name: string, text: string) => ({ name, mime_type: 'text/plain', content: base64(text) })
const FILES = [
  file('travel.txt', 'The allowance for travel is 30 euros a day.'),
  file('laptops.txt', 'A laptop is replaced after four years.'),
]

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'], settings: { text: 'Sorry.' } })
  const as = await fixture.newcomer({ firstName: 'Bea', lastName: 'Berg', email: 'bea@example.org' })
  const { Users } = (await fixture.client.call(contract.users.list)).data
  beasContext = Users.find(({ firstName }) => firstName === 'Bea')?.context.id ?? 0
  projectId = await makeBids(fixture.client, ['Costs'])
  await fixture.client.call(contract.projects.update, {
    params: { id: projectId },
    body: { assocContexts: [{ contextId: beasContext, hasReadAccess: true, hasWriteAccess: true }] },
  })
  const { Projecttabs } = (await fixture.client.call(contract.tabs.list, { params: { id: projectId } })).data
  tabId = Projecttabs[0]?.id ?? 0
  anna = await fixture.open(browser, '/datasources', { reducedMotion: 'reduce' })
  bea = await fixture.open(browser, '/datasources', { as, reducedMotion: 'reduce' })
  for (const page of [anna, bea]) page.setDefaultTimeout(15_000)
})

test.beforeEach(async () => {
  if (id > 0) await fixture.client.call(contract.datasources.remove, { params: { id } })
  const assocContexts = [{ contextId: beasContext, hasReadAccess: true }]
  const body = { name: 'Rules', media: FILES, assocContexts }
  id = (await fixture.client.call(contract.datasources.create, { body })).data.datasource.id
  await expect.poll(async () => (await stored()).status, { timeout: 60_000 }).toBe(2)
  const tab = { defaultDatasourceId: id }
  await fixture.client.call(contract.tabs.update, { params: { id: tabId }, body: tab })
})

const stored = async () =>
  (await fixture.client.call(contract.datasources.get, { params: { id } })).data.datasource

/** Stores test questions with the passages of these documents, and shows the test set when all of them are found. */
async function openSet(questions: Readonly<Record<string, string>>): Promise<void> {
  const { media } = await stored()
  for (const [q, document] of Object.entries(questions)) {
    const content = FILES.find(({ name }) => name === document)?.content ?? ''
    const mediaId = media.find(({ name }) => name === document)?.media_id ?? 0
    const body = { q, expected: { mediaId, quote: Buffer.from(content, 'base64').toString() } }
    await fixture.client.call(contract.testQuestions.create, { params: { id }, body })
  }
  await visit(anna, `${fixture.product.url}/datasources/${id}?view=set`)
  const count = Object.keys(questions).length
  await expect(figure(anna, `${count} of ${count}`)).toBeVisible()
}
const LAPTOP = { 'When is a laptop replaced?': 'laptops.txt' }

const NOT_ANSWERED = 'Not answered'
const REPORT = { name: 'Report question' }

/** Lets Bea ask what the documents do not say; returns the answer. */
async function askNothing() {
  await visit(bea, `${fixture.product.url}/projects/${projectId}`)
  await bea.getByRole('textbox', { name: 'Message' }).fill('Where do zeppelins land?')
  await bea.keyboard.press('Enter')
  const answer = bea.getByRole('article').last()
  await expect(answer.getByRole('button', REPORT)).toBeVisible()
  return answer
}

test.afterAll(async () => {
  for (const page of [anna, bea]) await page.context().close()
  await fixture.close()
})

const dialog = (page: Page) => page.getByRole('dialog')
const view = (page: Page, name: string) => page.getByRole('main').getByText(name, { exact: true }).first()
const row = (page: Page, question: string) =>
  page.getByRole('table', { name: 'Test questions' }).getByRole('row').filter({ hasText: question })
const figure = (page: Page, text: string) =>
  summary(page)
    .getByRole('definition')
    .filter({ hasText: new RegExp(`^${text}$`) })
const summary = (page: Page) => page.getByRole('region', { name: 'Newest run' })

async function choose(page: Page, question: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${question}”` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('a tested question is stored with its passage, runs automatically, and others see it', async () => {
  await visit(anna, `${fixture.product.url}/datasources/${id}`)
  await visit(bea, `${fixture.product.url}/datasources/${id}?view=set`)
  await expect(bea.getByText('The people who maintain this data source have not added any.')).toBeVisible()
  await expect(view(anna, NOT_ANSWERED)).toBeVisible()
  await expect(view(bea, NOT_ANSWERED)).toHaveCount(0)
  await isAccessible(bea)
  await view(anna, 'Test a question').click()
  await anna.getByRole('textbox', { name: 'Question' }).fill('When is a laptop replaced?')
  await anna.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await anna.getByRole('button', { name: 'This is the right one: laptops.txt, number 1' }).click()
  await expect(anna.getByText('Kept as test question')).toBeVisible()
  await isAccessible(anna)
  await view(anna, 'Test set').click()
  await expect(row(anna, 'When is a laptop replaced?').getByText('Should find: laptops.txt')).toBeVisible()
  await expect(row(anna, 'When is a laptop replaced?').getByText('Place 1')).toBeVisible()
  await expect(figure(anna, '1 of 1')).toBeVisible()
  // The other person sees it without a reload.
  await expect(row(bea, 'When is a laptop replaced?').getByText('Place 1')).toBeVisible()
})

test('a question is added by hand, runs with the others, and is changed', async () => {
  await openSet(LAPTOP)
  await anna.getByRole('button', { name: 'Add question' }).click()
  await dialog(anna).getByRole('textbox', { name: 'Question' }).fill('Which allowance do I get?')
  const document = dialog(anna).getByRole('combobox', { name: 'Document that it should find' })
  await document.selectOption({ label: 'laptops.txt' })
  await dialog(anna).getByRole('button', { name: 'Add question' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  await expect(row(anna, 'Which allowance do I get?').getByText('Not found')).toBeVisible()
  await expect(figure(anna, '1 of 2')).toBeVisible()
  await choose(anna, 'Which allowance do I get?', 'Edit question')
  await expect(dialog(anna).getByText(/^Added by /)).toBeVisible()
  await document.selectOption({ label: 'travel.txt' })
  await isAccessible(anna)
  await dialog(anna).getByRole('button', { name: 'Save question' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  await expect(row(anna, 'Which allowance do I get?').getByText('Place 1')).toBeVisible()
  await expect(figure(anna, '2 of 2')).toBeVisible()
})

test('removing a document makes its question worse; questions run again, are exported and removed', async () => {
  await openSet({ ...LAPTOP, 'Which allowance do I get?': 'travel.txt' })
  const laptops = (await stored()).media.find(({ name }) => name === 'laptops.txt')?.media_id ?? 0
  await fixture.client.call(contract.media.remove, { params: { id: laptops } })
  const laptop = row(anna, 'When is a laptop replaced?')
  await expect(laptop.getByText('“laptops.txt” was removed from the data source.')).toBeVisible()
  await expect(laptop.getByText('Not found')).toBeVisible()
  await expect(laptop.getByText('Worse')).toBeVisible()
  await expect(laptop.getByText('Place 1')).toBeVisible()
  await expect(summary(anna).getByText('1 worse')).toBeVisible()
  await expect(figure(anna, '1 of 2')).toBeVisible()
  const runs = anna.getByRole('table', { name: 'Runs over time' }).getByRole('row')
  const before = await runs.count()
  await isAccessible(anna)
  await anna.getByRole('button', { name: 'Run again' }).click()
  await expect(runs).toHaveCount(before + 1)
  await expect(summary(anna).getByText('by hand')).toBeVisible()
  await expect(summary(anna).getByText('Nothing changed')).toBeVisible()
  // The list of questions, which is exported, is fetched beside the runs.
  await expect(laptop.getByText('Worse')).toHaveCount(0)
  const download = anna.waitForEvent('download')
  await anna.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Rules .*\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(
    'When is a laptop replaced?,laptops.txt,A laptop is replaced after four years.,true,0,0,same,',
  )
  await choose(anna, 'Which allowance do I get?', 'Open in “Test a question”')
  await expect(anna.getByRole('textbox', { name: 'Question' })).toHaveValue('Which allowance do I get?')
  await expect(
    anna.getByRole('main').getByRole('listitem').filter({ hasText: 'travel.txt' }).first(),
  ).toBeVisible()
  await view(anna, 'Test set').click()
  await choose(anna, 'When is a laptop replaced?', 'Remove question')
  await dialog(anna).getByRole('button', { name: 'Remove question' }).click()
  await expect(row(anna, 'When is a laptop replaced?')).toHaveCount(0)
})

test('a question without results is shown to the maintainers when its asker reports it', async () => {
  await visit(anna, `${fixture.product.url}/datasources/${id}`)
  const answer = await askNothing()
  const tell = answer.getByRole('button', REPORT)
  // The reader learns it before the text.
  expect((await answer.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/Nothing found in “Rules”\..*Sorry\./)
  await expect(
    answer.getByText('The people who maintain this data source will see your question and your name.'),
  ).toBeVisible()
  await isAccessible(bea)
  await view(anna, NOT_ANSWERED).click()
  await expect(anna.getByText('1 question found nothing in the last 30 days.')).toBeVisible()
  await expect(anna.getByText('No questions reported')).toBeVisible()
  await expect(anna.getByText('zeppelins')).toHaveCount(0)
  await tell.click()
  await expect(
    answer.getByText('The people who maintain the data source can see your question now.'),
  ).toBeVisible()
  await expect(tell).toHaveCount(0)
  const reported = anna.getByRole('list', { name: 'Questions that found nothing' }).getByRole('listitem')
  await expect(
    reported.filter({ hasText: 'Where do zeppelins land?' }).getByText(/^Reported once by Bea Berg/),
  ).toBeVisible()
  await isAccessible(anna)
  await answer.getByRole('button', { name: 'Withdraw question' }).click()
  await expect(tell).toBeVisible()
  await expect(anna.getByText('No questions reported')).toBeVisible()
  await tell.click()
  await expect(reported.filter({ hasText: 'Where do zeppelins land?' })).toBeVisible()
})

test('a reported question leads to documents, test set and search, and can be discarded @full', async () => {
  const answer = await askNothing()
  await answer.getByRole('button', REPORT).click()
  await expect(answer.getByRole('button', REPORT)).toHaveCount(0)
  await visit(anna, `${fixture.product.url}/datasources/${id}`)
  await view(anna, NOT_ANSWERED).click()
  const choose = async (name: string) => {
    await anna.getByRole('button', { name: 'Actions for “Where do zeppelins land?”' }).click()
    await anna.getByRole('menuitem', { name }).click()
  }
  await choose('Add document')
  await expect(dialog(anna).getByRole('list', { name: 'Documents of this data source' })).toBeVisible()
  await dialog(anna).getByRole('button', { name: 'Cancel' }).click()
  await choose('Keep as test question')
  await expect(anna.getByText('Kept as test question')).toBeVisible()
  await choose('Search again')
  await expect(anna.getByText('Nothing found')).toBeVisible()
  await view(anna, 'Test set').click()
  await expect(row(anna, 'Where do zeppelins land?').getByText('Not found')).toBeVisible()
  await view(anna, NOT_ANSWERED).click()
  await choose('Discard')
  await expect(anna.getByText('No questions reported')).toBeVisible()
})

test('only the asker can report a question @full', async () => {
  await askNothing()
  await anna.goto(`${fixture.product.url}/projects/${projectId}`)
  const answer = anna.getByRole('article').last()
  await expect(
    answer.getByText('Nothing found in “Rules”. This answer is not from your documents.'),
  ).toBeVisible()
  await expect(answer.getByRole('button', REPORT)).toHaveCount(0)
})

for (const [language, name] of [
  ['de', 'Testfragen'],
  ['bg', 'Пробни въпроси'],
] as const)
  test(`the page fits a phone in ${language} @full`, async ({ browser }) => {
    await openSet(LAPTOP)
    const page = await fixture.open(browser, `/datasources/${id}?view=set`, {
      remembers: { language, theme: 'dark' },
      viewport: { width: 360, height: 740 },
      reducedMotion: 'reduce',
    })
    await expect(page.getByRole('table', { name })).toBeVisible()
    await isAccessible(page)
    const views = page.getByRole('main').getByRole('radiogroup').first().locator('label')
    for (const box of await Promise.all((await views.all()).map((one) => one.boundingBox())))
      expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThanOrEqual(344)
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wide).toBe(0)
    await page.context().close()
  })
