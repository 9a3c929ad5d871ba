// Compare mode: one question to every tab of a project, with answers side by side; and replaying earlier prompts in a new
// tab. More answers in progress than a browser has connections per host: the page streams a few at a time and its other
// requests never wait for one; a comparison links to all of them, and they link to it.
import { ask } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { openSharedFixture, scriptedModel, visit, type Fixture } from './fixture.ts'

const story = (sentences: number) =>
  Array.from({ length: sentences }, (_, index) => `Sentence ${index + 1} of the story.`).join('\n\n')
const MODELS = ['llama3.3', 'mistral-small', 'gpt-oss']
/** Higher than a lane. Tests end its answers with `finish`, so it is slower than a busy machine loads a page. */
const script = { text: story(30), rate: 10 }

const TABS = 7
const SENTENCES = 15
/** A model that answers immediately. */
const QUICK = 'mock?rate=0'
const COMPARE = '0199a0c0-1111-4222-8333-444444444444'

let fixture: Fixture
let page: Page
/** The project of each test, with a tab for each model, its conversations in this order. */
let project = 0
let lanes: { id: number; defaultModelId: number; defaultModelTagId: number }[] = []

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: [...MODELS, 'script', 'mock', QUICK], settings: script })
  page = await fixture.open(browser, '/projects')
})

test.beforeEach(async () => {
  Object.assign(script, { text: story(30), rate: 10 })
  const { data: list } = await fixture.client.call(contract.models.list)
  const { data } = await fixture.client.call(contract.projects.create, {
    body: { name: 'Ausschreibung', type: 2 },
  })
  project = data.project.id
  lanes = []
  for (const name of MODELS) {
    const model = list.Models.find((one) => one.name === name)
    const choice = { defaultModelId: model?.id ?? 0, defaultModelTagId: model?.tags[0]?.id ?? 0 }
    const body = { name: `Tab ${name}`, ...choice }
    const made = await fixture.client.call(contract.tabs.create, { params: { id: project }, body })
    lanes.push({ id: made.data.projecttab.id, ...choice })
  }
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const lane = (name: string) => page.getByRole('region', { name: `Tab ${name}` })
const message = () => page.getByRole('textbox', { name: 'Message to all tabs' })

/** Ends the answers that run, once so many have begun. */
async function finishNext(count = 1): Promise<void> {
  await expect.poll(() => fixture.models.stats().open).toBe(count)
  fixture.models.finish()
}

/** Asks these tabs each question, waits for the answers, and shows the last comparison. */
async function compared(questions: readonly string[], asked = lanes): Promise<void> {
  let compareId = ''
  script.rate = 2_000
  for (const prompt of questions) {
    compareId = crypto.randomUUID()
    for (const { id, defaultModelId, defaultModelTagId } of asked)
      await fixture.client.call(contract.answers.ask, {
        params: { id: defaultModelId },
        body: { prompt, projectTabId: id, modelTagId: defaultModelTagId, compareId },
      })
  }
  script.rate = 10
  await visit(page, `${fixture.product.url}/projects/${project}?compare=${compareId}`)
}

/** Asks and closes the connection; the answer continues. */
async function begin(tabId: number, tagId: number, prompt: string, compareId: string): Promise<void> {
  const leave = new AbortController()
  const payload = { prompt, projectTabId: tabId, compareId }
  for await (const _ of ask(fixture.client, tagId, payload, { signal: leave.signal })) break
  leave.abort()
}

test('a question goes to the chosen tabs as one line, and its draft survives a reload', async () => {
  await visit(page, `${fixture.product.url}/projects/${project}`)
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  await composer.fill('May we award directly\nif no bid is valid?')
  await page.getByRole('banner').getByRole('button', { name: 'Compare' }).click()
  await expect(message()).toHaveValue('May we award directly\nif no bid is valid?')
  await page.getByText('Keep line breaks').click()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Keep line breaks' })).toBeChecked()
  await expect(message()).toHaveValue('May we award directly\nif no bid is valid?')
  await isAccessibleAgain(page)
  await page.getByText('Keep line breaks').click()
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
  fixture.models.finish()
})

test('answers continue after a reload, and lanes scroll together until that is switched off', async () => {
  for (const { id, defaultModelTagId } of lanes.slice(0, 2))
    await begin(id, defaultModelTagId, 'May we award directly?', COMPARE)
  await page.goto(`${fixture.product.url}/projects/${project}?compare=${COMPARE}`)
  await expect(lane('llama3.3').getByRole('button', { name: 'Stop' })).toBeVisible()
  fixture.models.finish()
  await expect(lane('llama3.3')).toContainText('Done')
  await expect(lane('mistral-small')).toContainText('Sentence 30 of the story.')
  await expect(lane('llama3.3').getByText(/\d\stokens\s/)).toBeVisible()
  await isAccessibleAgain(page)
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
  await compared(['May we award directly?'], lanes.slice(0, 2))
  const good = lane('llama3.3').getByRole('button', { name: 'Good answer' })
  await good.click()
  await expect(good).toHaveAttribute('aria-pressed', 'true')
  script.text = story(10)
  await message().fill('Once more?')
  await message().press('Enter')
  await expect(lane('gpt-oss')).toContainText('Sentence 2 of')
  await lane('gpt-oss').getByRole('button', { name: 'Stop' }).click()
  await expect(lane('gpt-oss')).toContainText('Stopped')
  fixture.models.finish()
  await expect(lane('llama3.3')).toContainText('Done')
  await page.getByRole('button', { name: 'Earlier comparisons' }).click()
  await page.getByRole('menuitem', { name: /May we award directly/ }).click()
  await expect(lane('gpt-oss')).toHaveCount(0)
  await expect(good).toHaveAttribute('aria-pressed', 'true')
})

test('without streaming an answer appears when it is complete', async () => {
  await compared(['May we award directly?'])
  await page.getByText('Show answers while they are written', { exact: true }).click()
  script.text = story(6)
  await message().fill('And at once?')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/stream=off/)
  await expect(lane('llama3.3')).toContainText('appears here when it is complete')
  await expect(lane('llama3.3')).not.toContainText('Sentence 1 of')
  await finishNext(3)
  await expect(lane('llama3.3')).toContainText('Sentence 6 of the story.')
  await expect(lane('llama3.3')).toContainText('Sentence 1 of')
})

test('a lane opens its tab', async () => {
  await compared(['May we award directly?'])
  await lane('mistral-small').getByRole('button', { name: 'Open “Tab mistral-small”' }).click()
  await expect(page.getByRole('tab', { name: /Tab mistral-small/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('article').last()).toContainText('Sentence 30 of the story.')
})

/** Shows the tab of a model, which has been asked three questions. */
async function askedThrice(model: string): Promise<void> {
  await compared(['May we award directly?', 'Once more?', 'And at once?'])
  await visit(page, `${fixture.product.url}/projects/${project}?tab=${lanes[MODELS.indexOf(model)]?.id}`)
}

test('the selected prompts are replayed in order with another model in a new tab', async () => {
  await askedThrice('mistral-small')
  await page.getByRole('button', { name: 'Actions for “Tab mistral-small”' }).click()
  await page.getByRole('menuitem', { name: 'Replay prompts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay prompts' })
  await dialog.getByLabel('Model').selectOption('gpt-oss')
  await dialog.getByRole('checkbox', { name: /Once more/ }).uncheck()
  await isAccessibleAgain(page)
  // A reload takes seconds on a busy machine.
  script.rate = 1
  await dialog.getByRole('button', { name: 'Replay 2 prompts' }).click()
  await expect(page.getByRole('tab', { name: /Tab mistral-small, gpt-oss/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByText('Replaying 1 of 2')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Replaying 1 of 2')).toBeVisible()
  await finishNext()
  await expect(page.getByText('Replaying 2 of 2')).toBeVisible()
  await finishNext()
  script.rate = 10
  await expect(page.getByText(/^Replaying/)).toHaveCount(0)
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

test('a running replay can be cancelled and says how many prompts were asked', async () => {
  await askedThrice('llama3.3')
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
  script.rate = 2_000
  await visit(page, `${fixture.product.url}/projects/${project}?tab=${lanes[0]?.id}`)
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

/** A project with more tabs than a browser has connections per host, and its tabs `Lot 1` and so on. */
async function makeLots() {
  const defaults = await scriptedModel(fixture.client)
  const body = { name: 'Bids', type: 2, ...defaults } as const
  const { id } = (await fixture.client.call(contract.projects.create, { body })).data.project
  const tabs: number[] = []
  for (let index = 0; index < TABS; index += 1) {
    const made = await fixture.client.call(contract.tabs.create, {
      params: { id },
      body: { name: `Lot ${index + 1}`, ...defaults },
    })
    tabs.push(made.data.projecttab.id)
  }
  return { id, tabs, ...defaults }
}

test('three of seven running answers stream after a reload, and other requests do not wait', async () => {
  script.text = story(SENTENCES).replaceAll('\n\n', ' ')
  script.rate = 7
  const lots = await makeLots()
  await Promise.all(
    lots.tabs.map((id) => begin(id, lots.defaultModelTagId, 'Which bid is the best?', COMPARE)),
  )
  const followed: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/prompts/streams/')) followed.push(request.url())
  })
  await page.goto(`${fixture.product.url}/projects/${lots.id}?compare=${COMPARE}`)
  const lot = (number: number) => page.getByRole('region', { name: `Lot ${number}`, exact: true })
  await expect(lot(1)).toContainText('Sentence 2 of')
  await expect(lot(TABS)).toContainText('Waiting for your other answers')
  const took = await page.evaluate(async () => {
    const since = performance.now()
    await Promise.all(Array.from({ length: 3 }, () => fetch('/api/v1/health', { cache: 'no-store' })))
    return performance.now() - since
  })
  expect(took).toBeLessThan(2_000)
  expect(followed).toHaveLength(3)
  fixture.models.finish()
  for (let number = 1; number <= TABS; number += 1) {
    await expect(lot(number)).toContainText(`Sentence ${SENTENCES} of the story.`)
    await expect(lot(number)).toContainText('Done')
  }
  expect(new Set(followed).size).toBe(TABS)
})

test('a message links to its comparison, also if another of its tabs was moved away', async () => {
  Object.assign(script, { text: story(SENTENCES), rate: 2_000 })
  const { id: lots, tabs, defaultModelId, defaultModelTagId } = await makeLots()
  for (const projectTabId of tabs)
    await fixture.client.call(contract.answers.ask, {
      params: { id: defaultModelId },
      body: { prompt: 'Which?', projectTabId, modelTagId: defaultModelTagId, compareId: COMPARE },
    })
  const { data } = await fixture.client.call(contract.projects.create, { body: { name: 'Archive', type: 2 } })
  await fixture.client.call(contract.tabs.move, {
    params: { id: tabs[1] ?? 0 },
    body: { projectId: data.project.id },
  })
  await visit(page, `${fixture.product.url}/projects/${lots}?tab=${tabs[0]}`)
  await page.getByRole('link', { name: 'Compared' }).click()
  await expect(page).toHaveURL(new RegExp(`compare=${COMPARE}`))
  await expect(page.getByRole('region', { name: 'Lot 2', exact: true })).toContainText(
    `Sentence ${SENTENCES} of`,
  )
  await expect(page.getByRole('region', { name: /^Lot/ })).toHaveCount(TABS)
})

test('all comparisons of a project are listed page by page @full', async () => {
  const projectTabId = lanes[0]?.id ?? 0
  const { data } = await fixture.client.call(contract.models.list)
  const quick = data.Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName === `${QUICK}:latest`)
  const body = { projectTabId, modelTagId: quick?.id ?? 0 }
  for (let number = 0; number <= 31; number += 1)
    await fixture.client.call(contract.answers.ask, {
      params: { id: quick?.modelId ?? 0 },
      body: {
        ...body,
        prompt: number === 0 ? 'First of all' : `Question ${number}`,
        compareId: number === 0 ? COMPARE : crypto.randomUUID(),
      },
    })
  await page.goto(`${fixture.product.url}/projects/${project}?compare=${COMPARE}`)
  await page.getByRole('button', { name: 'Earlier comparisons' }).click()
  await expect(page.getByRole('menuitem', { name: /^Question/ })).toHaveCount(30)
  await page.getByRole('menuitem', { name: 'Show more' }).click()
  await expect(page.getByRole('menuitem', { name: /^Question/ })).toHaveCount(31)
  await page.getByRole('menuitem', { name: /^Question 1\D/ }).click()
  await expect(page.getByRole('heading', { name: 'Question', level: 2 })).toBeAttached()
  await expect(page).not.toHaveURL(new RegExp(COMPARE))
})
