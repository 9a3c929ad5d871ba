// From the pages of prompts and data sources into a new chat: clicks are counted, and no dialog is a dead end.
import { contract, DATASOURCE_STATUS } from '@polylogue/contract'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { makeBids, openSharedFixture, type Fixture, visit } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

const MOST_CLICKS = 4
const RULES = 'The deadline for bids is the third of March at noon.'

let fixture: Fixture
let page: Page
let projectId = 0
let datasourceId = 0
let clicks = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'], settings: { text: 'On the third of March [1].' } })
  const { client } = fixture
  projectId = await makeBids(client, ['Costs'])
  const prompt = { title: 'Letter', prompt: 'Write a letter to {{customer_name}}.', outputFormId: 1 }
  await client.call(contract.prompts.create, { body: prompt })
  const content = Buffer.from(RULES).toString('base64')
  const body = { name: 'Bidding rules', media: [{ name: 'rules.txt', mime_type: 'text/plain', content }] }
  datasourceId = (await client.call(contract.datasources.create, { body })).data.datasource.id
  const status = async () =>
    (await client.call(contract.datasources.get, { params: { id: datasourceId } })).data.datasource.status
  await expect.poll(status, { timeout: 60_000 }).toBe(DATASOURCE_STATUS.ready)
  page = await fixture.open(browser, '/prompts', { reducedMotion: 'reduce' })
})

test.beforeEach(() => void (clicks = 0))

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const dialog = () => page.getByRole('dialog')
const customer = () => dialog().getByRole('textbox', { name: /^customer.name$/i })
const answer = () => page.getByRole('article', { name: 'Answer' })
const question = (text: string) => page.getByRole('region', { name: 'Conversation' }).getByText(text)
const inUse = () => page.getByRole('button', { name: /^Data source of this tab/ })
const click = async (target: Locator) => {
  clicks += 1
  await target.click()
}

test('a prompt leads from its page to an answer in a new chat', async () => {
  await click(page.getByRole('button', { name: 'Run “Letter”' }))
  await expect(dialog().getByRole('radio', { name: /^In a new chat/ })).toBeChecked()
  await isAccessible(page)
  // Needs no click.
  await expect(customer()).toBeFocused()
  await page.keyboard.type('Ms Berg')
  await click(dialog().getByRole('button', { name: 'Run in a new chat' }))
  await expect(answer()).toContainText('On the third of March')
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
  await expect(page).toHaveURL(/\/projects\/\d+$/)
  expect(page.url()).not.toMatch(new RegExp(`/projects/${projectId}$`))
  await expect(question('Write a letter to Ms Berg.')).toBeVisible()
})

test('the sentence for the answer format has the language of the prompt, and nothing is left to choose', async () => {
  const { client, product } = fixture
  const body = { title: 'Brief', prompt: 'Schreibe einen Brief über {{das_thema}}.', outputFormId: 3 }
  const { id } = (await client.call(contract.prompts.create, { body })).data.Prompt
  await visit(page, `${product.url}/prompts?dialog=execute-prompt&prompt=${id}`)
  await dialog().getByLabel('Das thema').fill('Fristen')
  const preview = dialog().getByRole('region', { name: 'Preview' })
  await expect(preview).toHaveText(/über Fristen\.\s*Antworte als Tabelle\.$/)
  await expect(dialog().getByRole('button', { name: 'Run in a new chat' })).toBeEnabled()
})

test('a prompt is asked in a project that is chosen in its dialog', async () => {
  await visit(page, `${fixture.product.url}/prompts`)
  await page.getByRole('button', { name: 'Run “Letter”' }).click()
  await customer().fill('Mr Ahn')
  await dialog()
    .getByRole('radio', { name: /^In a project/ })
    .check()
  const run = dialog().getByRole('button', { name: 'Run prompt' })
  await expect(run).toBeDisabled()
  await expect(dialog().getByText('Choose a project or chat.')).toBeVisible()
  await isAccessible(page)
  await dialog().getByRole('radio', { name: /^Bids/ }).check()
  await run.click()
  await expect(page).toHaveURL(new RegExp(`/projects/${projectId}\\?tab=\\d+$`))
  await expect(page.getByRole('tab', { name: /Letter/, selected: true })).toBeVisible()
  await expect(question('Write a letter to Mr Ahn.')).toBeVisible()
})

test('a question on the page of a data source leads to an answer with its source', async () => {
  await visit(page, `${fixture.product.url}/datasources/${datasourceId}`)
  await page.getByRole('textbox', { name: 'Ask this data source' }).fill('What is the deadline for bids?')
  await isAccessible(page)
  await click(page.getByRole('button', { name: 'Ask in a new chat' }))
  await click(answer().getByRole('button', { name: '1 rules.txt' }))
  await expect(answer().getByRole('blockquote')).toContainText('third of March')
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
  await expect(inUse()).toHaveAccessibleName('Data source of this tab: Bidding rules')
})

test('a data source is used in a new chat, which is used again until something is asked in it', async () => {
  const use = async () => {
    await visit(page, `${fixture.product.url}/datasources`)
    await page.getByRole('button', { name: 'Use “Bidding rules”' }).click()
    await dialog().getByRole('button', { name: 'New chat with this data source' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New chat')
    await expect(inUse()).toHaveAccessibleName('Data source of this tab: Bidding rules')
    return page.url()
  }
  expect(await use()).toBe(await use())
  // A new chat without a data source is another one.
  await page.keyboard.press('Control+Shift+O')
  await expect(inUse()).toHaveCount(0)
})

test('a data source is used in a tab of a project that is chosen in its dialog', async () => {
  await visit(page, `${fixture.product.url}/datasources`)
  await page.getByRole('button', { name: 'Use “Bidding rules”' }).click()
  await dialog()
    .getByRole('radio', { name: /^In a project/ })
    .check()
  await dialog().getByRole('radio', { name: /^Bids/ }).check()
  await expect(dialog().getByRole('checkbox', { name: 'Costs' })).toBeChecked()
  await isAccessible(page)
  await dialog().getByRole('button', { name: 'Use data source' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${projectId}\\?tab=\\d+$`))
  await expect(inUse()).toHaveAccessibleName('Data source of this tab: Bidding rules')
})
