// Counts clicks and keys of everyday tasks; checks the focus while the user types.
import { contract, DATASOURCE_STATUS } from '@polylogue/contract'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { makeBids, openSharedFixture, visit, type Fixture } from './fixture.ts'

/** Answer of the scripted model. */
const settings = { text: 'The answer.', rate: 200 }

const ENDLESS = 'mock?endless=1&rate=50&text='

let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  const models = ['script', 'mock', ENDLESS, 'echo', 'mock?tokens=3', 'mock?tokens=4']
  // Continuing an answer works on an engine of this kind.
  const openaiModels = models.map((id) => ({ id, owned_by: 'vllm' }))
  fixture = await openSharedFixture({ models, openaiModels, settings })
  page = await fixture.open(browser, '/projects')
  await expect(page.getByRole('navigation')).toBeVisible()
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const message = (of = page) => of.getByRole('textbox', { name: 'Message' })
const answers = () => page.getByRole('article', { name: 'Answer' })
const newChat = () => page.getByRole('navigation').getByRole('link', { name: /^New chat Ctrl/ })
const openNewChat = async () => {
  await newChat().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New chat')
  await expect(message()).toBeFocused()
}
/** Opens a project by its link in the sidebar, which focuses the composer. */
const openProject = async (name: RegExp) => {
  await page.getByRole('navigation').getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(message()).toBeFocused()
}
/** Asks in a new chat. */
const asked = async (question: string) => {
  await openNewChat()
  await page.keyboard.type(`${question}\n`)
  await expect(answers()).toContainText('The answer.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(question)
}
/** Asks a second model the question of the chat. */
const askSecond = async () => {
  await page.getByRole('button', { name: 'Answer again with another model' }).click()
  await page.getByRole('option', { name: /^mock latest/ }).click()
  await expect(answers()).toContainText('2/2')
}
const chats = async () => {
  const { data } = await fixture.client.call(contract.projects.list, {
    params: { id: 1 },
    query: { kind: 'chat' },
  })
  return data.Projects.map(({ name }) => name)
}

test('a new chat with a real model takes one click or one key', async () => {
  await openNewChat()
  await page.keyboard.type('Where is the lighthouse?\n')
  await expect(answers()).toHaveText(/The answer\./)
  await expect(answers()).toContainText('script')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where is the lighthouse?')
  await page.keyboard.press('Control+Shift+O')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New chat')
  await expect(message()).toBeFocused()
})

test('an untouched new chat is reused with its draft, also from another window', async () => {
  await openNewChat()
  await page.keyboard.type('A draft')
  await newChat().click()
  await expect(message()).toBeFocused()
  await expect(message()).toHaveValue('A draft')
  const other = await page.context().newPage()
  await other.goto(`${fixture.product.url}/chats/new`)
  await expect(message(other)).toBeFocused()
  expect((await chats()).filter((name) => name === 'New chat')).toHaveLength(1)
  await other.close()
  await message().fill('')
})

test('asking a second model the same question takes two clicks', async () => {
  await openNewChat()
  await page.keyboard.type('Count, please.\n')
  await expect(answers()).toContainText('The answer.')
  await page.getByRole('button', { name: 'Answer again with another model' }).click()
  await isAccessibleAgain(page)
  await page.getByRole('option', { name: /^mock latest/ }).click()
  await expect(answers()).toContainText('mock')
  await expect(answers()).toContainText('2/2')
  await expect(page.getByRole('combobox', { name: 'Model: script latest' })).toBeVisible()
})

test('the palette finds an old chat by a word of its question', async () => {
  await asked('Who keeps the beacon?')
  await openNewChat()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('beacon')
  await expect(page.getByRole('option').first()).toContainText('Who keeps the beacon?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who keeps the beacon?')
  await expect(message()).toBeFocused()
})

test('the palette finds a message by a word of its answer @full', async () => {
  await asked('Name the birds.')
  settings.text = 'Seagulls nest below the lamp.'
  await message().fill('And what else?')
  await message().press('Enter')
  await expect(answers().last()).toContainText('Seagulls nest')
  settings.text = 'The answer.'
  await openNewChat()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('seagulls')
  await page.getByRole('option', { name: /Seagulls nest/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Name the birds.')
})

test('Compare sends the message versions that are shown @full', async () => {
  await asked('List the ships.')
  await askSecond()
  await page.getByRole('button', { name: 'Previous version' }).click()
  await expect(answers().first()).toContainText('1/2')
  await page.getByRole('navigation').getByRole('link', { name: 'Projects', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects')
  await openProject(/List the ships\./)
  await expect(answers().first()).toContainText('1/2')
  await page.getByRole('banner').getByRole('button', { name: 'Compare' }).click()
  const sent = page.waitForRequest(/\/prompts\/\d+\/stream/)
  await page.getByRole('textbox', { name: 'Message to all tabs' }).fill('And how many?')
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON().shownQueryIds).toHaveLength(1)
  await page.getByRole('link', { name: 'Close comparison' }).click()
  await expect(answers()).toHaveCount(2)
})

test('the next question continues from the older version that is shown', async () => {
  await openNewChat()
  await page.keyboard.type('First wording\n')
  await expect(answers()).toContainText('The answer.')
  await page.getByRole('button', { name: 'Edit and ask again' }).click()
  const edit = page.getByRole('textbox', { name: 'Edit and ask again' })
  await expect(edit).toBeFocused()
  // The caret is at the end of the text.
  await page.keyboard.type(', changed\n')
  await expect(page.getByText('First wording, changed')).toBeVisible()
  await expect(answers()).toContainText('2/2')
  await page.getByRole('button', { name: 'Previous version' }).click()
  const sent = page.waitForRequest(/\/prompts\/\d+\/stream/)
  await message().fill('And now?')
  // The previous answer has ended.
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await message().press('Enter')
  expect((await sent).postDataJSON().shownQueryIds).toHaveLength(1)
  await expect(answers()).toHaveCount(2)
  await expect(answers().last()).toContainText('The answer.')
  await page.reload()
  await expect(answers().first()).toContainText('1/2')
  await expect(message()).toBeFocused()
  await expect(page.getByRole('main').getByText('First wording', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Edit and ask again' }).first().click()
  await expect(edit).toHaveAccessibleDescription(/messages below stay/)
  await page.keyboard.press('Escape')
})

test('typing anywhere writes into the message field, and a skip link leads to it', async () => {
  await openNewChat()
  await page.getByRole('heading', { level: 1 }).click()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.type('hello ')
  await expect(message()).toBeFocused()
  await expect(message()).toHaveValue('hello ')
  await message().fill('')
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const skip = page.getByRole('link', { name: 'Skip to message field' })
  await skip.focus()
  await page.keyboard.press('Enter')
  await expect(message()).toBeFocused()
  const search = page.getByLabel('Search chats and projects')
  await search.click()
  await page.keyboard.type('light')
  await expect(search).toHaveValue('light')
  await search.fill('')
})

test('changing tabs focuses the message field; arrow keys stay in the tab bar', async () => {
  await asked('Two tabs, please.')
  await page.getByRole('button', { name: 'Add a tab' }).click()
  await expect(page.getByRole('tab')).toHaveCount(2)
  await expect(message()).toBeFocused()
  await page.getByRole('tab').first().click()
  await expect(page.getByRole('tab').first()).toHaveAttribute('aria-selected', 'true')
  await expect(message()).toBeFocused()
  await page.getByRole('tab').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab').last()).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab').last()).toBeFocused()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('new chat')
  await expect(page.getByRole('option').first()).toHaveText(/^New chatCtrl/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New chat')
  await expect(message()).toBeFocused()
})

test('an empty chat suggests four prompts, and choosing one fills the field without sending', async () => {
  await openNewChat()
  const proposals = page.getByRole('region', { name: 'Try one of these' }).getByRole('listitem')
  await expect(proposals).toHaveCount(4)
  await isAccessibleAgain(page)
  const text = await proposals
    .first()
    .getByRole('button')
    .evaluate((one) => one.lastChild?.textContent ?? '')
  await proposals.first().getByRole('button').click()
  await expect(message()).toHaveValue(text)
  await expect(message()).toBeFocused()
  await proposals.last().getByRole('button').click()
  // Two proposals may begin with the same words.
  await expect(message()).not.toHaveValue(text)
  await expect(answers()).toHaveCount(0)
  await message().fill('')
})

test('the model picker finds models by name, keeps favourites and returns the focus', async () => {
  await openNewChat()
  const picker = page.getByRole('combobox', { name: /^Model:/ })
  const search = page.getByRole('combobox', { name: 'Search models' })
  const options = page.getByRole('option')
  await picker.click()
  await expect(search).toBeFocused()
  await expect(options).toHaveCount(7)
  await isAccessibleAgain(page)
  await page.keyboard.type('endless')
  await expect(options).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(picker).toHaveAccessibleName(`Model: ${ENDLESS} latest`)
  await picker.click()
  await page.getByRole('button', { name: `Add ${ENDLESS} latest to favourites` }).click()
  await options.filter({ hasText: 'echo' }).hover()
  await options.filter({ hasText: 'echo' }).locator('[data-star]').click()
  const favourites = page.getByRole('group', { name: 'Favourites' }).getByRole('option')
  await expect(favourites).toContainText([ENDLESS, 'echo'])
  await expect(options).toHaveCount(7)
  await page.keyboard.press('Escape')
  const kept = async () =>
    (await fixture.client.call(contract.settings.list, { params: { id: 1 } })).data.Settings.find(
      ({ name }) => name === 'favouriteModels',
    )?.value
  await expect.poll(kept).toMatch(/^\[\d+,\d+\]$/)
  await picker.click()
  await expect(favourites).toContainText([ENDLESS, 'echo'])
  // The arrow keys begin at the chosen model, the first one of the list.
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[data-combobox-selected]')).toContainText('echo')
  await page.keyboard.press('Escape')
  await expect(picker).toBeFocused()
  await page.keyboard.type('Go on\n')
  await expect(answers()).toContainText('0 1 2')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
})

test('a stopped answer can be continued, and stopping focuses the message field', async () => {
  await openNewChat()
  await page.getByRole('combobox', { name: /^Model:/ }).click()
  await page.keyboard.type('endless')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Go on\n')
  await expect(answers()).toContainText('0 1 2')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(message()).toBeFocused()
  await expect(answers()).toContainText('Stopped after')
  // The statistics of pro mode beside it do not repeat it.
  await expect(answers()).toContainText(/\d\stokens/)
  expect((await answers().innerText()).match(/\d\ss\b/g), 'its seconds, once').toHaveLength(1)
  const kept = (await answers().locator('[data-text]').textContent()) ?? ''
  const sent = page.waitForRequest(/\/prompts\/\d+\/stream/)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  expect((await sent).postDataJSON()).toMatchObject({ continues: true })
  await expect(answers()).toContainText('2/2')
  await expect(answers().locator('[data-text]')).toContainText(kept.trim())
  // Escape closes a menu first, then stops the answer.
  await page.getByRole('button', { name: 'Add to the message' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(answers()).toContainText('Stopped after')
  await expect(message()).toBeFocused()
})

test('a new project and a link in the project list focus the message field @full', async () => {
  await asked('Where is the buoy?')
  await page.keyboard.press('Control+Shift+P')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Harbour')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour')
  await expect(page.getByRole('textbox', { name: 'Ask in this project' })).toBeFocused()
  await page.getByRole('navigation').getByRole('link', { name: 'Projects', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: 'Where is the buoy?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where is the buoy?')
  await expect(message()).toBeFocused()
})

test('a new user without management permissions gets four suggestions in the first chat @full', async ({
  browser,
}) => {
  const as = await fixture.newcomer({ firstName: 'Bea', lastName: 'Brand', email: 'bea@example.org' })
  const first = await fixture.open(browser, '/chats/new', { as })
  await expect(message(first)).toBeFocused()
  const proposals = first.getByRole('region', { name: 'Try one of these' }).getByRole('listitem')
  await expect(proposals).toHaveCount(4)
  await first.context().close()
})

test('on a phone only a new chat focuses the message field', async ({ browser }) => {
  await asked('Where is the pier?')
  const phone = await fixture.open(browser, '/projects', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await phone.getByRole('heading', { name: 'Where is the pier?' }).getByRole('link').click()
  await expect(message(phone)).toBeVisible()
  // The element that gets the focus instead.
  await expect(phone.getByRole('heading', { level: 1 })).toBeFocused()
  await phone.getByRole('button', { name: 'Open navigation' }).click()
  await phone.getByRole('link', { name: 'New chat', exact: true }).first().click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('New chat')
  await expect(message(phone)).toBeFocused()
  await phone.context().close()
})

/** From the pages of prompts and data sources: clicks are counted, and no dialog is a dead end. */
test.describe('into a new chat', () => {
  const MOST_CLICKS = 4
  const RULES = 'The deadline for bids is the third of March at noon.'
  let projectId = 0
  let datasourceId = 0
  let clicks = 0

  test.beforeAll(async () => {
    settings.text = 'On the third of March [1].'
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
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  test.afterAll(() => void (settings.text = 'The answer.'))

  test.beforeEach(() => void (clicks = 0))

  const dialog = () => page.getByRole('dialog')
  const customer = () => dialog().getByRole('textbox', { name: /^customer.name$/i })
  const question = (text: string) => page.getByRole('region', { name: 'Conversation' }).getByText(text)
  const inUse = () => page.getByRole('button', { name: /^Data source of this tab/ })
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }

  test('a prompt leads from its page to an answer in a new chat', async () => {
    await visit(page, `${fixture.product.url}/prompts`)
    await click(page.getByRole('button', { name: 'Run “Letter”' }))
    await expect(dialog().getByRole('radio', { name: /^In a new chat/ })).toBeChecked()
    await isAccessibleAgain(page)
    // Needs no click.
    await expect(customer()).toBeFocused()
    await page.keyboard.type('Ms Berg')
    await click(dialog().getByRole('button', { name: 'Run in a new chat' }))
    await expect(answers()).toContainText('On the third of March')
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
    await expect(page).toHaveURL(/\/projects\/\d+$/)
    expect(page.url()).not.toMatch(new RegExp(`/projects/${projectId}$`))
    await expect(question('Write a letter to Ms Berg.')).toBeVisible()
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
    await isAccessibleAgain(page)
    await click(page.getByRole('button', { name: 'Ask in a new chat' }))
    await click(answers().getByRole('button', { name: '1 rules.txt' }))
    await expect(answers().getByRole('blockquote')).toContainText('third of March')
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
    // Other tests look for the only new chat.
    const { data } = await fixture.client.call(contract.projects.list, { params: { id: 1 }, query: {} })
    for (const { id, name } of data.Projects)
      if (name === 'New chat') await fixture.client.call(contract.projects.remove, { params: { id } })
  })

  test('a data source is used in a tab of a project that is chosen in its dialog', async () => {
    await visit(page, `${fixture.product.url}/datasources`)
    await page.getByRole('button', { name: 'Use “Bidding rules”' }).click()
    await dialog()
      .getByRole('radio', { name: /^In a project/ })
      .check()
    await dialog().getByRole('radio', { name: /^Bids/ }).check()
    await expect(dialog().getByRole('checkbox', { name: 'Costs' })).toBeChecked()
    await isAccessibleAgain(page)
    await dialog().getByRole('button', { name: 'Use data source' }).click()
    await expect(page).toHaveURL(new RegExp(`/projects/${projectId}\\?tab=\\d+$`))
    await expect(inUse()).toHaveAccessibleName('Data source of this tab: Bidding rules')
  })
})
