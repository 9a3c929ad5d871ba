// The app over plain http with an intranet host name, as in many installations. Browsers do not treat that as a secure
// context and disable several APIs there. All everyday tasks must still work.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { ANNA } from './anna.ts'
import { openSharedFixture, type Fixture, visit, pageWith } from './fixture.ts'

const MODELS = ['llama3.3', 'mistral-small', 'gpt-oss']

let fixture: Fixture
let page: Page
let office = ''
let project = 0
let tab = { id: 0, modelId: 0, modelTagId: 0 }
const failures: string[] = []

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({
    models: MODELS,
    settings: { text: 'The lowest valid bid wins.', rate: 200 },
  })
  office = `http://office.test:${fixture.product.port}`
  const { data: list } = await fixture.client.call(contract.models.list)
  const { data } = await fixture.client.call(contract.projects.create, { body: { name: 'Bids', type: 2 } })
  project = data.project.id
  for (const { id: modelId, name, tags } of list.Models.filter((model) => MODELS.includes(model.name))) {
    const modelTagId = tags[0]?.id ?? 0
    const made = await fixture.client.call(contract.tabs.create, {
      params: { id: project },
      body: { name, defaultModelId: modelId, defaultModelTagId: modelTagId },
    })
    tab = { id: made.data.projecttab.id, modelId, modelTagId }
  }
  await fixture.client.call(contract.users.create, {
    body: { firstName: 'Bea', lastName: 'Brand', email: 'bea@example.org', password: 'Ein-guter-Satz-43' },
  })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await pageWith(context, office, fixture.storage)
  page.setDefaultTimeout(10_000)
  page.on('pageerror', (error) => failures.push(error.message))
})

test.afterEach(() => expect(failures, 'errors in the page').toEqual([]))

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const dialog = () => page.getByRole('dialog')
const message = () => page.getByRole('textbox', { name: 'Message', exact: true })
const tools = () => page.getByRole('banner')

/** Returns the clipboard text; pasting is the only way to read it here. */
async function pasted(): Promise<string> {
  await visit(page, `${office}/projects/${project}`)
  await message().fill('')
  await page.keyboard.press('Control+V')
  const text = await message().inputValue()
  await message().fill('')
  return text
}

test('the page is not a secure context, and users can sign in', async () => {
  await visit(page, `${office}/projects`)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${office}/sign-in`)
  expect(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator])).toEqual([false, false])
  expect(await page.evaluate(() => 'randomUUID' in crypto)).toBe(false)
  await page.getByLabel(/e-mail/i).fill(ANNA.email)
  await page.getByLabel('Password', { exact: true }).fill(ANNA.password)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/sign-in/)
})

test('a question with a file is answered, and the answer can be copied', async () => {
  await visit(page, `${office}/projects/${project}`)
  const bids = {
    name: 'bids.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('bidder,price\nBrückner,1284500\n'),
  }
  await page.locator('input[type=file]').first().setInputFiles(bids)
  await expect(page.getByText('bids.csv')).toBeVisible()
  await message().fill('Which bid wins?')
  await message().press('Enter')
  const answer = page.getByRole('article').last()
  await expect(answer).toContainText('The lowest valid bid wins.')
  await expect(page.getByRole('button', { name: /bids\.csv/ })).toBeVisible()
  await answer.getByRole('button', { name: 'Copy answer' }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeAttached()
  expect(await pasted()).toBe('The lowest valid bid wins.')
})

test('a question can be sent to all tabs @full', async () => {
  await visit(page, `${office}/projects/${project}`)
  await tools().getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('textbox', { name: 'Message to all tabs' }).fill('And if none is valid?')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/compare=[0-9a-f-]{36}/)
  for (const name of MODELS)
    await expect(page.getByRole('region', { name })).toContainText('The lowest valid bid wins.')
})

test('prompts can be replayed in a new tab @full', async () => {
  const body = { prompt: 'Which bid wins?', projectTabId: tab.id, modelTagId: tab.modelTagId }
  await fixture.client.call(contract.answers.ask, { params: { id: tab.modelId }, body })
  await visit(page, `${office}/projects/${project}?tab=${tab.id}&dialog=replay`)
  await dialog()
    .getByRole('button', { name: /^Replay \d prompt/ })
    .click()
  await expect(page.getByRole('tab')).toHaveCount(5)
  await expect(page.getByRole('article').last()).toContainText('The lowest valid bid wins.')
})

test('a project is shared in three clicks', async () => {
  await visit(page, `${office}/projects/${project}`)
  await tools().getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialog().getByRole('combobox').first()).toBeFocused()
  await page.keyboard.type('bea')
  await dialog()
    .getByRole('option', { name: /Bea Brand/ })
    .click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect(dialog()).toHaveCount(0)
  await expect(tools().getByRole('img', { name: 'Shared with Bea Brand' })).toBeVisible()
})

test('a chat can be exported @full', async () => {
  await visit(page, `${office}/projects/${project}?dialog=download`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog().getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^Bids.*\.json$/)
})

test('an API token can be created and copied', async () => {
  await visit(page, `${office}/users/me?dialog=api-tokens`)
  await dialog().getByRole('button', { name: 'New token' }).click()
  await dialog().getByLabel('Name').fill('Nightly summary')
  await dialog().getByRole('button', { name: 'Create token' }).click()
  const token = (await dialog().getByLabel('Token', { exact: true }).textContent()) ?? ''
  expect(token).toMatch(/^plg_/)
  await dialog().getByRole('button', { name: 'Copy' }).click()
  await expect(dialog().getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await pasted()).toBe(token)
})
