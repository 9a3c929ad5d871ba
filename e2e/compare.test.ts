// Compare mode: one question to every tab of a project, with answers side by side; and replaying earlier prompts in a new
// tab.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { openSharedFixture, type Fixture, visit } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

const STORY = Array.from({ length: 120 }, (_, index) => `Sentence ${index + 1} of the story.`).join('\n\n')
const MODELS = ['llama3.3', 'mistral-small', 'gpt-oss']
const script = { text: STORY, rate: 150 }

let fixture: Fixture
let page: Page
let project = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: MODELS, settings: script })
  const { data: list } = await fixture.client.call(contract.models.list)
  const models = list.Models.filter(({ name }) => MODELS.includes(name))
  const { data } = await fixture.client.call(contract.projects.create, {
    body: { name: 'Ausschreibung', type: 2 },
  })
  project = data.project.id
  for (const model of models)
    await fixture.client.call(contract.tabs.create, {
      params: { id: project },
      body: {
        name: `Tab ${model.name}`,
        defaultModelId: model.id,
        defaultModelTagId: model.tags[0]?.id ?? 0,
      },
    })
  page = await fixture.open(browser, `/projects/${project}`)
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const lane = (name: string) => page.getByRole('region', { name: `Tab ${name}` })
const message = () => page.getByRole('textbox', { name: 'Message to all tabs' })

test('a question goes to the chosen tabs as one line, and its draft survives a reload', async () => {
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  await composer.fill('May we award directly\nif no bid is valid?')
  await page.getByRole('banner').getByRole('button', { name: 'Compare' }).click()
  await expect(message()).toHaveValue('May we award directly\nif no bid is valid?')
  await page.getByText('Keep line breaks').click()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Keep line breaks' })).toBeChecked()
  await page.getByText('Keep line breaks').click()
  await isAccessible(page)
  await page.reload()
  await expect(message()).toHaveValue('May we award directly\nif no bid is valid?')
  await page.getByRole('button', { name: '3 models', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: /Tab gpt-oss/ }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '2 of 3 models' })).toBeVisible()
  await page.getByRole('button', { name: 'Ask 2 models' }).click()
  await expect(page).toHaveURL(/compare=[0-9a-f-]{36}/)
  await expect(page.getByRole('heading', { name: 'Compare', level: 1 })).toBeVisible()
  await expect(page.getByText('May we award directly if no bid is valid?')).toBeVisible()
  await expect(lane('llama3.3')).toContainText('Sentence 2 of')
  await expect(lane('mistral-small')).toContainText('Sentence 2 of')
  await expect(lane('gpt-oss')).toHaveCount(0)
})

test('answers continue after a reload, and lanes scroll together until that is switched off', async () => {
  await page.reload()
  await expect(lane('llama3.3')).toContainText('Done')
  await expect(lane('mistral-small')).toContainText('Sentence 120 of the story.')
  await expect(lane('llama3.3').getByText(/\d\stokens\s/)).toBeVisible()
  await isAccessible(page)
  const box = (name: string) => lane(name).getByRole('group', { name: `Tab ${name}` })
  const top = (name: string) => box(name).evaluate((element) => element.scrollTop)
  await box('llama3.3').evaluate((element) => element.scrollTo({ top: 300 }))
  await expect.poll(() => top('mistral-small')).toBe(300)
  await page.getByText('Scroll together').click()
  await box('llama3.3').evaluate((element) => element.scrollTo({ top: 100 }))
  await expect.poll(() => top('llama3.3')).toBe(100)
  expect(await top('mistral-small')).toBe(300)
})

test('an answer can be rated in its lane, and one of the answers stopped', async () => {
  const good = lane('llama3.3').getByRole('button', { name: 'Good answer' })
  await good.click()
  await expect(good).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: '2 of 3 models' }).click()
  await page.getByRole('menuitemcheckbox', { name: /Tab gpt-oss/ }).click()
  await page.keyboard.press('Escape')
  await message().fill('Once more?')
  await message().press('Enter')
  await expect(lane('gpt-oss')).toContainText('Sentence 2 of')
  await lane('gpt-oss').getByRole('button', { name: 'Stop' }).click()
  await expect(lane('gpt-oss')).toContainText('Stopped')
  await expect(lane('llama3.3')).toContainText('Done')
  await page.getByRole('button', { name: 'Earlier comparisons' }).click()
  await page.getByRole('menuitem', { name: /May we award directly/ }).click()
  await expect(lane('gpt-oss')).toHaveCount(0)
  await expect(good).toHaveAttribute('aria-pressed', 'true')
})

test('without streaming an answer appears when it is complete', async () => {
  await page.getByText('Show answers while they are written', { exact: true }).click()
  await message().fill('And at once?')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/stream=off/)
  await expect(lane('llama3.3')).toContainText('appears here when it is complete')
  await expect(lane('llama3.3')).not.toContainText('Sentence 1 of')
  await expect(lane('llama3.3')).toContainText('Sentence 120 of the story.')
})

test('a lane opens its tab', async () => {
  await lane('mistral-small').getByRole('button', { name: 'Open “Tab mistral-small”' }).click()
  await expect(page.getByRole('tab', { name: /Tab mistral-small/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('article').last()).toContainText('Sentence 120 of the story.')
})

test('the selected prompts are replayed in order with another model in a new tab', async () => {
  await page.getByRole('button', { name: 'Actions for “Tab mistral-small”' }).click()
  await page.getByRole('menuitem', { name: 'Replay prompts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay prompts' })
  // Another model and all prompts are preselected.
  await expect(dialog.getByLabel('Model').locator('option:checked')).not.toHaveText(/mistral-small/)
  await expect(dialog.getByRole('button', { name: 'Replay 3 prompts' })).toBeEnabled()
  await dialog.getByRole('checkbox', { name: 'All prompts' }).uncheck()
  await expect(dialog.getByText('Select at least one prompt.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Replay/ })).toBeDisabled()
  await dialog.getByLabel('Model').selectOption('gpt-oss')
  await dialog.getByRole('checkbox', { name: 'All prompts' }).check()
  await dialog.getByRole('checkbox', { name: /Once more/ }).uncheck()
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Replay 2 prompts' }).click()
  await expect(page.getByText('The chat is being prepared for replay.')).toBeVisible()
  await expect(page.getByRole('tab', { name: /Tab mistral-small, gpt-oss/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByText('Replaying 1 of 2')).toBeVisible()
  // A reload takes seconds on a busy machine.
  script.rate = 50
  await page.reload()
  await expect(page.getByText('Replaying 2 of 2')).toBeVisible()
  script.rate = 150
  await expect(page.getByText(/^Replaying/)).toHaveCount(0, { timeout: 60_000 })
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByText('And at once?')).toBeVisible()
})

test('the tag is next to the model, even with a hint below the model @full', async () => {
  await page.route(/\/models(\?|$)/, async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replaceAll('"isLocal":true', '"isLocal":false')
    await route.fulfill({ response, body: text })
  })
  await page.goto(`${fixture.product.url}/projects/${project}?dialog=replay`)
  const dialog = page.getByRole('dialog', { name: 'Replay prompts' })
  await expect(dialog.getByText(/not processed locally/)).toBeVisible()
  const top = async (name: string) => (await dialog.getByLabel(name, { exact: true }).boundingBox())?.y
  expect(await top('Tag')).toBe(await top('Model'))
  await page.unroute(/\/models(\?|$)/)
  await page.goto(`${fixture.product.url}/projects/${project}`)
})

test('forms with a model say that it is external, before it is used', async () => {
  await page.route(/\/models(\?|$)/, async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replaceAll('"isLocal":true', '"isLocal":false')
    await route.fulfill({ response, body: text })
  })
  const note = page.getByRole('dialog').getByText(/not processed locally: your prompts are sent to/)
  await page.goto(`${fixture.product.url}/projects/${project}?dialog=new-project`)
  await expect(note).toBeVisible()
  await visit(page, `${fixture.product.url}/projects?dialog=startup-options`)
  await expect(note).toBeVisible()
  const offered = page.getByLabel('Model for new chats and projects').locator('option')
  await expect(offered.filter({ hasText: 'gpt-oss · External' })).toHaveCount(1)
  await visit(page, `${fixture.product.url}/projects/${project}`)
  await page.getByRole('button', { name: 'Actions for “Tab llama3.3”' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(note).toBeVisible()
  await page.unroute(/\/models(\?|$)/)
  await page.goto(`${fixture.product.url}/projects/${project}`)
})

test('a running replay can be cancelled and says how many prompts were asked', async () => {
  await page.getByRole('tab', { name: /^Tab llama3.3/ }).click()
  await page.getByRole('button', { name: 'Actions for “Tab llama3.3”' }).click()
  await page.getByRole('menuitem', { name: 'Replay prompts' }).click()
  await page.getByRole('button', { name: 'Replay 3 prompts' }).click()
  await page.getByRole('button', { name: 'Cancel replay' }).click()
  await expect(page.getByText(/was cancelled after \d of 3/)).toBeVisible()
})

test('saved prompts can be replayed, except those that need values @full', async () => {
  const create = (title: string, prompt: string) =>
    fixture.client.call(contract.prompts.create, { body: { title, prompt, outputFormId: 1 } })
  await create('Greeting', 'Say hello to {{user_name}} in {{tone | default="a friendly"}} tone.')
  await create('Letter', 'Write to {{customer}} about {{subject}}.')
  await page.getByRole('tab', { name: /^Tab llama3.3 llama3.3/ }).click()
  await page.getByRole('button', { name: 'Actions for “Tab llama3.3”' }).click()
  await page.getByRole('menuitem', { name: 'Replay prompts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay prompts' })
  await dialog.getByRole('checkbox', { name: 'All prompts' }).uncheck()
  await dialog.getByText('Saved prompts (0)').click()
  await expect(dialog.getByRole('checkbox', { name: /^Letter Needs 2 values/ })).toBeDisabled()
  await dialog.getByRole('searchbox', { name: 'Search prompts' }).fill('greet')
  await expect(dialog.getByRole('checkbox')).toHaveCount(1)
  await dialog.getByRole('checkbox', { name: 'Greeting' }).check()
  await dialog.getByRole('searchbox', { name: 'Search prompts' }).fill('no such prompt')
  await expect(dialog.getByText('No prompts found for “no such prompt”.')).toBeVisible()
  await isAccessible(page)
  // Selected prompts stay selected while a search hides them.
  await dialog.getByRole('button', { name: 'Replay 1 prompt' }).click()
  await expect(page.getByText(/^Say hello to .+ in a friendly tone\.$/)).toBeVisible()
  await expect(page.getByText(/^Replaying/)).toHaveCount(0, { timeout: 60_000 })
})
