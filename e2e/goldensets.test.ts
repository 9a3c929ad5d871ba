// Golden sets: written, run against two models, compared, voted on, downloaded, shared, and seen before a model is deployed.
import { readFile } from 'node:fs/promises'
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { makeBids, openSharedFixture, signInAgainAfter, type Fixture, visit } from './fixture.ts'

// The tests follow one set: what one has written, run or voted on, the next one shows.
test.describe.configure({ mode: 'serial' })

const ANSWER = 'The price is 42 EUR. This offer is for the works.'
const script = { text: ANSWER, rate: 2_000 }

let fixture: Fixture
let anna: Page
let setAddress = ''
let runAddress = ''
let setId = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script', 'echo'], settings: script })
  await makeBids(fixture.client, ['Costs'])
  const body = { title: 'Offer', prompt: 'Write an offer to {{customer | required}}.', outputFormId: 1 }
  await fixture.client.call(contract.prompts.create, { body })
  anna = await fixture.open(browser, '/prompts', { reducedMotion: 'reduce' })
  anna.setDefaultTimeout(15_000)
})

test.afterAll(async () => {
  await anna.context().close()
  await fixture.close()
})

const dialog = (page: Page) => page.getByRole('dialog')
const rows = (page: Page) => page.getByRole('list', { name: 'Prompts', exact: true }).getByRole('listitem')
const check = (page: Page, number: number) => dialog(page).getByRole('group', { name: `Check ${number}` })
const card = (page: Page, model: string) =>
  page.getByRole('list', { name: 'Scorecards' }).getByRole('listitem').filter({ hasText: model })
const answer = (page: Page, model: string, title: string) =>
  page.getByRole('article', { name: `Answer of ${model} latest to “${title}”` })

async function addCheck(page: Page, number: number, kind: string): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Add check' }).click()
  await check(page, number).getByLabel('Type').selectOption(kind)
}

test('a link opens the list of golden sets, which is empty at first', async () => {
  await anna.getByRole('navigation').getByRole('link', { name: 'Golden sets' }).click()
  await expect(anna.getByRole('heading', { level: 1 })).toHaveText('Golden sets')
  await expect(anna.getByText('No golden sets yet')).toBeVisible()
  await isAccessibleAgain(anna)
})

test('a set is created by keyboard from the palette', async () => {
  await anna.keyboard.press('Control+k')
  await anna.keyboard.type('new golden set')
  await expect(anna.getByRole('option', { name: /^New golden set/ })).toBeVisible()
  await anna.keyboard.press('Enter')
  await expect(dialog(anna).getByLabel('Name')).toBeFocused()
  await anna.keyboard.type('Tender answers')
  await isAccessibleAgain(anna)
  await anna.keyboard.press('Enter')
  await expect(anna.getByRole('heading', { level: 1 })).toHaveText('Tender answers')
  await expect(anna.getByText('No prompts yet')).toBeVisible()
  setAddress = new URL(anna.url()).pathname
  setId = Number(setAddress.split('/').at(-1))
  await isAccessibleAgain(anna)
})

test('a saved prompt is added with its values and a check of each kind', async () => {
  await anna.getByRole('button', { name: 'Add saved prompt' }).click()
  await isAccessibleAgain(anna)
  await dialog(anna)
    .getByRole('button', { name: /^Offer/ })
    .click()
  await dialog(anna).getByLabel('customer').fill('the works')
  await anna.keyboard.press('Enter')
  await expect(dialog(anna).getByLabel('Prompt', { exact: true })).toHaveValue('Write an offer to the works.')
  await addCheck(anna, 1, 'Contains text')
  await check(anna, 1).getByLabel('Text').fill('offer')
  await addCheck(anna, 2, 'Matches a pattern')
  await check(anna, 2)
    .getByLabel('Regular expression')
    .fill(String.raw`\d+ eur`)
  await addCheck(anna, 3, 'Is JSON')
  await check(anna, 3).getByLabel('JSON Schema').fill('{"type":"object"}')
  await addCheck(anna, 4, 'Is short')
  await check(anna, 4).getByLabel('Maximum characters').fill('500')
  await addCheck(anna, 5, 'Cites a source')
  await check(anna, 5).getByLabel('Text').fill('handbook')
  await addCheck(anna, 6, 'Judged by a model')
  await check(anna, 6)
    .getByRole('combobox', { name: /^Model/ })
    .click()
  await check(anna, 6)
    .getByRole('option', { name: /script/ })
    .click()
  await check(anna, 6).getByLabel('Rule').fill('Names a price.')
  await isAccessible(anna)
  const save = dialog(anna).getByRole('button', { name: 'Add prompt' })
  await anna.reload()
  await expect(check(anna, 6).getByLabel('Rule')).toHaveValue('Names a price.')
  await save.click()
  await expect(dialog(anna)).toHaveCount(0)
  await expect(rows(anna)).toHaveCount(1)
  for (const fact of ['Saved prompt', 'Contains “offer”', 'At most 500 characters', 'Judged: Names a price.'])
    await expect(rows(anna)).toContainText(fact)
})

test('a new prompt is added, moved by keyboard, and edited', async () => {
  await anna.getByRole('button', { name: 'Add prompt' }).click()
  await dialog(anna).getByLabel('Title').fill('Price')
  await dialog(anna).getByLabel('Prompt', { exact: true }).fill('What is the price?')
  await addCheck(anna, 1, 'Contains text')
  await check(anna, 1).getByLabel('Text').fill('EUR')
  await dialog(anna).getByRole('button', { name: 'Add prompt' }).click()
  await expect(rows(anna)).toHaveCount(2)
  await expect(dialog(anna)).toHaveCount(0)
  await anna.getByRole('button', { name: 'Move “Price” up' }).focus()
  await anna.keyboard.press('Enter')
  await expect(rows(anna).first()).toContainText('What is the price?')
  await expect(anna.getByRole('button', { name: 'Move “Price” up' })).toBeFocused()
  await anna.getByRole('button', { name: 'Edit “Price”' }).click()
  await dialog(anna).getByLabel('Prompt', { exact: true }).fill('Tell me the price in EUR.')
  await dialog(anna).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  await expect(rows(anna).first()).toContainText('Tell me the price in EUR.')
  await isAccessibleAgain(anna)
})

test('an edited prompt is found again after signing in, when somebody else changed the set @full', async () => {
  const asked = (title: string) => ({ promptId: 0, title, prompt: `Ask ${title}`, checks: [] })
  const store = { name: 'Shared work', description: '', prompts: ['Beta', 'Gamma'].map(asked) }
  const { id } = (await fixture.client.call(contract.goldensets.create, { body: store })).data.GoldenSet
  const params = { id }
  await visit(anna, `${fixture.product.url}/goldensets/${id}`)
  const text = dialog(anna).getByLabel('Prompt', { exact: true })
  const save = dialog(anna).getByRole('button', { name: 'Save changes' })
  await anna.getByRole('button', { name: 'Edit “Gamma”' }).click()
  await text.fill('Gamma of Anna')
  await signInAgainAfter(anna, () => save.click())
  await expect(text).toHaveValue('Gamma of Anna')
  const prompts = ['Gamma', 'Delta', 'Epsilon'].map(asked)
  await fixture.client.call(contract.goldensets.update, { params, body: { prompts } })
  // Also while the page behind the dialog is inert.
  await expect(anna.locator('ol > li h3')).toHaveText(['Gamma', 'Delta', 'Epsilon'])
  await save.click()
  await expect(dialog(anna).getByRole('alert')).toContainText('Ask Gamma')
  await isAccessibleAgain(anna)
  await dialog(anna).getByRole('button', { name: 'Save my version' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  const { data } = await fixture.client.call(contract.goldensets.get, { params })
  expect(data.GoldenSet.prompts.map(({ prompt }) => prompt)).toEqual([
    'Gamma of Anna',
    'Ask Delta',
    'Ask Epsilon',
  ])
  await anna.getByRole('button', { name: 'Delete “Delta”' }).click()
  await dialog(anna).getByRole('button', { name: 'Delete prompt' }).click()
  await expect(rows(anna)).toHaveCount(2)
  await fixture.client.call(contract.goldensets.remove, { params })
  await visit(anna, fixture.product.url + setAddress)
})

test('a run shows its progress, can be cancelled, and asks the missing questions again', async () => {
  script.rate = 1
  await anna.getByRole('button', { name: 'Run golden set' }).click()
  const start = dialog(anna).getByRole('button', { name: 'Start run' })
  await expect(start).toBeDisabled()
  await dialog(anna)
    .getByRole('checkbox', { name: /script/ })
    .check()
  await dialog(anna).getByRole('checkbox', { name: /echo/ }).check()
  await expect(dialog(anna).getByText(/^4 questions will be asked/)).toBeVisible()
  await isAccessibleAgain(anna)
  await start.click()
  await expect(anna.getByRole('heading', { level: 1 })).toHaveText(/^Run of /)
  runAddress = new URL(anna.url()).pathname
  await expect(anna.getByRole('progressbar', { name: /answers$/ })).toBeVisible()
  await expect(anna.getByText('Writing').first()).toBeVisible()
  await isAccessible(anna)
  await anna.reload()
  await anna.getByRole('button', { name: 'Cancel run' }).click()
  await expect(anna.getByRole('progressbar', { name: /answers$/ })).toHaveCount(0)
  await expect(anna.getByText('Cancelled').first()).toBeVisible()
  script.rate = 2_000
  await anna.getByRole('button', { name: 'Ask again what failed' }).click()
  await expect(anna.getByText('Done', { exact: true })).toBeVisible()
  await expect(anna.getByRole('button', { name: 'Ask again what failed' })).toHaveCount(0)
})

test('answers, checks and scorecards appear side by side', async () => {
  await expect(card(anna, 'script')).toContainText('1 of 2 prompts passed')
  await expect(answer(anna, 'script', 'Price')).toContainText('Passed Contains “EUR”')
  const offer = answer(anna, 'script', 'Offer')
  for (const verdict of [
    'Passed Contains “offer”',
    'Failed Is JSON of the schema',
    'Failed Cites “handbook”',
  ])
    await expect(offer).toContainText(verdict)
  await expect(offer).toContainText('Unclear Judged: Names a price.')
  await expect(offer).toContainText('The judging model gave no verdict.')
  await expect(offer).toContainText(/\d+ tokens/)
  await isAccessibleAgain(anna)
})

test('results can be limited to notable prompts, and the texts of two models compared @full', async () => {
  await anna.getByRole('switch', { name: 'Only differences and failures' }).click()
  await expect(answer(anna, 'script', 'Price')).toHaveCount(0)
  await expect(answer(anna, 'script', 'Offer')).toBeVisible()
  await anna.getByRole('switch', { name: 'Only differences and failures' }).click()
  await expect(answer(anna, 'script', 'Price')).toBeVisible()
  await anna.getByRole('switch', { name: 'Show differences' }).click()
  const difference = anna.getByRole('region', { name: /^From .+ to / }).first()
  await expect(difference.locator('ins').first()).toBeVisible()
  await expect(difference.locator('del').first()).toBeVisible()
  await isAccessible(anna)
  await anna.getByRole('switch', { name: 'Show differences' }).click()
})

test('votes are cast by keyboard before the models are shown', async () => {
  await anna.getByRole('button', { name: 'Vote', exact: true }).click()
  await expect(dialog(anna).getByText('2 pairs left')).toBeVisible()
  await expect(dialog(anna)).not.toContainText('script')
  await isAccessibleAgain(anna)
  await anna.keyboard.press('1')
  await expect(dialog(anna).getByRole('status')).toContainText('script latest')
  await expect(dialog(anna).getByRole('button', { name: 'Next pair' })).toBeFocused()
  await anna.keyboard.press('Enter')
  await expect(dialog(anna).getByText('1 pair left')).toBeVisible()
  await anna.keyboard.press('3')
  await dialog(anna).getByRole('button', { name: 'Next pair' }).click()
  await expect(dialog(anna).getByText('You have voted on all pairs')).toBeVisible()
  await isAccessible(anna)
  await anna.keyboard.press('Escape')
  await expect(card(anna, 'script')).toContainText('1 tied')
})

async function download(page: Page, kind: string): Promise<string> {
  await page.getByRole('button', { name: 'Download' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: kind }).click(),
  ])
  return readFile(await file.path(), 'utf8')
}

test('a run can be downloaded as CSV and as HTML @full', async () => {
  const csv = await download(anna, 'CSV table')
  expect(csv.split('\r\n')).toHaveLength(6)
  expect(csv).toContain('Tell me the price in EUR.')
  expect(csv).toContain(ANSWER)
  const html = await download(anna, 'HTML page')
  expect(html).toContain('<h1>Tender answers</h1>')
  expect(html).toContain('Passed: Contains “EUR”')
  expect(html).not.toContain('<script')
})

test('a second run adds to the history of the set @full', async () => {
  const { scorecards } = (
    await fixture.client.call(contract.goldensets.run, {
      params: { id: setId, runId: Number(runAddress.split('/').at(-1)) },
    })
  ).data.GoldenRun
  const body = { modelTagIds: scorecards.map(({ modelTagId }) => modelTagId) }
  await anna.goto(fixture.product.url + setAddress)
  await fixture.client.call(contract.goldensets.begin, { params: { id: setId }, body })
  await expect(anna.getByRole('list', { name: 'Runs' }).getByRole('listitem')).toHaveCount(2)
  await expect(anna.getByRole('table', { name: 'Passed prompts per run' }).getByRole('row')).toHaveCount(3)
  await isAccessibleAgain(anna)
})

test('a reader sees the results and cannot run or edit @full', async ({ browser }) => {
  const as = await fixture.newcomer({ firstName: 'Bea', lastName: 'Berg', email: 'bea@example.org' })
  const { Users } = (await fixture.client.call(contract.users.list, { query: { q: 'Berg' } })).data
  const shared = {
    contextId: Users[0]?.context.id ?? 0,
    hasReadAccess: true,
    hasWriteAccess: false,
    hasAdminAccess: false,
  }
  const body = { assocContexts: [shared] }
  const params = { id: setId }
  await fixture.client.call(contract.goldensets.update, { params, body })
  const runs = async () => (await fixture.client.call(contract.goldensets.runs, { params })).data.GoldenRuns
  const modelTagIds = (await runs())[0]?.scorecards.map(({ modelTagId }) => modelTagId) ?? []
  await fixture.client.call(contract.goldensets.begin, { params, body: { modelTagIds } })
  await expect.poll(async () => (await runs())[0]?.state).toBe('done')
  const bea = await fixture.open(browser, '/goldensets', { as, reducedMotion: 'reduce' })
  await bea.getByRole('link', { name: 'Tender answers' }).click()
  await expect(
    bea.getByText('Runs that began before this set was shared with you are not shown.'),
  ).toBeVisible()
  await expect(bea.getByRole('list', { name: 'Runs' }).getByRole('listitem')).toHaveCount(1)
  await expect(rows(bea)).toHaveCount(2)
  await expect(bea.getByRole('button', { name: 'Run golden set' })).toHaveCount(0)
  await expect(bea.getByRole('button', { name: 'Edit “Price”' })).toHaveCount(0)
  await bea.getByRole('list', { name: 'Runs' }).getByRole('link').last().click()
  await expect(card(bea, 'script')).toContainText('1 of 2 prompts passed')
  await expect(bea.getByRole('button', { name: 'Vote', exact: true })).toBeVisible()
  await isAccessible(bea)
  await bea.context().close()
})

test('the dialog that deploys a model shows its scores and runs a set @full', async () => {
  const { Models } = (await fixture.client.call(contract.models.list)).data
  const tag = Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName === 'script:latest')
  const address = `/admin/models-crud?dialog=deploy-tag&model=${tag?.modelId}&tag=${tag?.id}`
  await anna.route(/\/goldensets\/scorecards/, (route) => route.fulfill({ status: 400, json: {} }))
  await anna.goto(fixture.product.url + address)
  await expect(dialog(anna).getByText('Could not load the golden sets.')).toBeVisible()
  await expect(dialog(anna).getByRole('button', { name: 'Cancel' })).toBeEnabled()
  await anna.unroute(/\/goldensets\/scorecards/)
  await dialog(anna).getByRole('button', { name: 'Try again' }).click()
  const own = dialog(anna).getByRole('listitem').filter({ hasText: 'Tender answers' })
  await expect(own).toContainText('1 of 2')
  await isAccessibleAgain(anna)
  await own.getByRole('button', { name: 'Run “Tender answers”' }).click()
  await expect(own.getByRole('status')).toContainText('1 of 2')
  await isAccessible(anna)
})

test('sets are filtered, duplicated and deleted @full', async () => {
  await anna.goto(`${fixture.product.url}/goldensets`)
  await anna.getByRole('button', { name: 'Actions for “Tender answers”' }).click()
  await anna.getByRole('menuitem', { name: 'Duplicate golden set' }).click()
  await expect(anna.getByRole('heading', { level: 1 })).toHaveText('Tender answers (copy)')
  await expect(rows(anna)).toHaveCount(2)
  await anna.goto(`${fixture.product.url}/goldensets`)
  await anna.getByRole('searchbox', { name: 'Search golden sets' }).fill('copy')
  await expect(anna.getByRole('link', { name: 'Tender answers', exact: true })).toHaveCount(0)
  await anna.getByRole('button', { name: 'Actions for “Tender answers (copy)”' }).click()
  await anna.getByRole('menuitem', { name: 'Delete golden set' }).click()
  await dialog(anna).getByRole('button', { name: 'Delete golden set' }).click()
  await expect(anna.getByText('No golden set matches “copy”.')).toBeVisible()
  await anna.getByRole('button', { name: 'Clear filter' }).click()
  await expect(anna.getByRole('link', { name: 'Tender answers', exact: true })).toBeVisible()
})
