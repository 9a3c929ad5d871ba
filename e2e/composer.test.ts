// The composer: drafts, attachments, large pastes, prompt options, the chat history, and what prevents sending.
import { contract } from '@polylogue/contract'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { isAccessibleAgain } from './accessible.ts'
import { makeAsked, openSharedFixture, visit, type Fixture } from './fixture.ts'

let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  const settings = { text: 'Only Brückner meets the specification.', rate: 200 }
  fixture = await openSharedFixture({ models: ['script'], settings })
  page = await fixture.open(browser, '/projects')
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const message = () => page.getByRole('textbox', { name: 'Message' })
const dialog = () => page.getByRole('dialog')
const lastAnswer = () => page.getByRole('article').last()

/** Shows a new tab, in which these questions were asked. */
async function openTab(
  questions: readonly string[] = [],
  tabs: readonly string[] = ['Lot 2'],
): Promise<void> {
  const { path } = await makeAsked(fixture.client, tabs, questions)
  await visit(page, fixture.product.url + path)
  await expect(message()).toBeFocused()
  if (questions.length > 0) await expect(lastAnswer()).toContainText('Only Brückner')
}

const add = async (item: string) => {
  await page.getByRole('button', { name: 'Add to the message' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('the first prompt names the default project, and ArrowUp brings the prompt back', async () => {
  const { data } = await fixture.client.call(contract.projects.ensureDefault, { params: { id: 1 }, body: {} })
  await visit(page, `${fixture.product.url}/projects/${data.project.id}`)
  await page.getByRole('combobox', { name: /^Model/ }).click()
  await page
    .getByRole('option', { name: /^script/ })
    .first()
    .click()
  await message().fill('   ')
  await message().press('Enter')
  const messages = page.getByRole('article')
  await expect(messages).toHaveCount(0)
  await message().fill('Compare the bids for lot 2, and write a query.')
  await message().press('Enter')
  await expect(message()).toHaveValue('')
  await expect(page.getByRole('heading', { level: 1, name: 'Compare the bids for lot 2' })).toBeVisible()
  await expect(lastAnswer()).toContainText('Only Brückner')
  // The blank one was not sent either.
  await expect(messages).toHaveCount(1)
  await message().press('ArrowUp')
  await expect(message()).toHaveValue('Compare the bids for lot 2, and write a query.')
})

test('the field grows to 240 px and then scrolls', async () => {
  await openTab()
  await message().fill(Array.from({ length: 40 }, (_, index) => `Line ${index}`).join('\n'))
  const box = await message().boundingBox()
  expect(box?.height).toBe(240)
  await message().fill('One line')
  expect((await message().boundingBox())?.height).toBeLessThan(48)
})

test('files are attached, refused with the reason, viewed, sent and downloaded', async () => {
  await openTab()
  await message().fill('What is in these?')
  await add('Attachments')
  await dialog()
    .locator('input[type=file]')
    .setInputFiles([
      { name: 'Lageplan.dwg', mimeType: 'image/vnd.dwg', buffer: Buffer.from('x') },
      { name: 'bids.csv', mimeType: 'text/csv', buffer: Buffer.from('bidder,price\nBrückner,1284500\n') },
      { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes') },
    ])
  await expect(dialog().getByRole('alert')).toContainText('Lageplan.dwg')
  await expect(dialog().getByRole('alert')).toContainText('type not accepted by this model')
  await expect(dialog()).toContainText('2 of 10 files')
  await isAccessibleAgain(page)
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect(dialog()).toHaveCount(0)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose other files' }).click(),
  ])
  expect(chooser.isMultiple()).toBe(true)
  await page.getByRole('button', { name: 'View bids.csv' }).click()
  await expect(dialog()).toContainText('1 of 2')
  await page.keyboard.press('ArrowRight')
  await expect(dialog().getByRole('heading', { name: 'notes.md' })).toBeVisible()
  await isAccessibleAgain(page)
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
  await message().press('Enter')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(lastAnswer()).toContainText('Only Brückner')
  await page.getByRole('list', { name: 'Attachments' }).last().getByRole('button').first().click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog().getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('bids.csv')
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
})

test('a draft and 20,000 pasted lines survive a reload, and the lines become a file', async () => {
  await openTab()
  await message().fill('Who signs for')
  await message().press('Shift+Enter')
  await page.keyboard.type('amounts above 50,000 €?')
  const draft = 'Who signs for\namounts above 50,000 €?'
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', Array.from({ length: 20_000 }, (_, index) => `Line ${index}`).join('\n'))
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.getElementById('composer')?.dispatchEvent(paste)
  })
  await expect(page.getByText('Pasted text, 20,000 lines')).toBeVisible()
  await expect(message()).toHaveValue(draft)
  await page.reload()
  await expect(page.getByText('Pasted text, 20,000 lines')).toBeVisible()
  await expect(message()).toHaveValue(draft)
  await page.getByRole('button', { name: 'Attach as text file' }).click()
  await expect(page.getByRole('button', { name: 'View Pasted text.txt' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Pasted text.txt' }).click()
  await message().fill('')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+Shift+Escape')
  await expect(message()).toBeFocused()
})

test('changed prompt options are counted on the button, and reset', async () => {
  await openTab()
  await visit(page, `${page.url().split('?')[0]}?dialog=prompt-options`)
  const temperature = dialog().getByRole('spinbutton', { name: /^Temperature/ })
  await temperature.fill('0.2')
  await isAccessibleAgain(page)
  await dialog().getByRole('button', { name: 'Save options' }).click()
  await expect(dialog()).toHaveCount(0)
  const button = page.getByRole('button', { name: 'Prompt options, 1 changed' })
  await button.click()
  await expect(temperature).toHaveValue('0.2')
  await dialog().getByRole('button', { name: 'Reset all' }).click()
  await dialog().getByRole('button', { name: 'Save options' }).click()
  await expect(button).toHaveCount(0)
})

test('an earlier prompt is found, appended to a draft or sent directly', async () => {
  await openTab(['Compare the bids for lot 2, and write a query.', 'What is in these?'])
  await message().fill('My draft')
  await add('Earlier prompts')
  await expect(dialog().getByRole('combobox')).toBeFocused()
  await page.keyboard.type('LOT 2')
  await expect(dialog().getByRole('option')).toHaveCount(1)
  await isAccessibleAgain(page)
  await page.keyboard.press('Enter')
  await expect(message()).toHaveValue('My draft\n\nCompare the bids for lot 2, and write a query.')
  await expect(message()).toBeFocused()
  const answers = await page.getByRole('article').count()
  await add('Earlier prompts')
  await dialog().getByText('Send directly').click()
  await dialog()
    .getByRole('option', { name: /^What is in these/ })
    .click()
  await expect(page.getByRole('article')).toHaveCount(answers + 1)
  await expect(message()).toHaveValue('My draft\n\nCompare the bids for lot 2, and write a query.')
})

test('a message can be written offline, but not sent', async () => {
  await openTab()
  await page.context().setOffline(true)
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await message().fill('Kept')
  await message().press('Enter')
  await expect(message()).toHaveValue('Kept')
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: 'Send', exact: true })).not.toHaveAttribute('aria-disabled')
})

const QUESTION = 'Which bidder signs for amounts above 50,000 €?'
const ASKED = '**/api/v1/prompts/*/stream*'
const notices = () => page.getByRole('region', { name: 'Notifications' })

/** Writes a question with a file and sends it; the field is empty then. */
async function sendWithFile(): Promise<void> {
  await message().fill(QUESTION)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'limits.txt', mimeType: 'text/plain', buffer: Buffer.from('50,000 €') }])
  await expect(page.getByRole('button', { name: 'Remove limits.txt' })).toBeVisible()
  await message().press('Enter')
  await expect(message()).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Remove limits.txt' })).toHaveCount(0)
}

async function isBackInField(): Promise<void> {
  await expect(message()).toHaveValue(QUESTION)
  await expect(page.getByRole('button', { name: 'Remove limits.txt' })).toHaveCount(1)
}

test('an unsent question is restored after a reload, unless the server received it', async () => {
  await openTab()
  await page.route(ASKED, () => undefined)
  await sendWithFile()
  await page.reload()
  await isBackInField()
  await page.unroute(ASKED)
  // Reaches the server, but the page gets no response.
  await page.route(ASKED, (route) => void route.fetch().catch(() => undefined))
  const answers = await page.getByRole('article').count()
  const { requests } = fixture.models.stats()
  await message().press('Enter')
  await expect(message()).toHaveValue('')
  await expect.poll(() => fixture.models.stats().requests).toBeGreaterThan(requests)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(answers + 1)
  await expect(page.getByText(QUESTION).last()).toBeVisible()
  await expect(message()).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Remove limits.txt' })).toHaveCount(0)
  await page.unroute(ASKED)
})

test('a question that fails after its tab was left is restored with its files', async () => {
  await openTab()
  let sent = Promise.withResolvers<() => void>()
  await page.route(ASKED, async (route) => {
    await new Promise<void>((resolve) => sent.resolve(resolve))
    await route.abort()
  })
  const fail = async () => {
    // A question with a file is sent a moment after its field is empty.
    const abort = await sent.promise
    sent = Promise.withResolvers()
    abort()
  }
  await page.getByRole('button', { name: 'Add a tab', exact: true }).click()
  await expect(page.getByRole('tab')).toHaveCount(2)
  // A live event may list the tab before it is opened.
  await expect(page.getByRole('tab').last()).toHaveAttribute('aria-selected', 'true')
  // Until then the field is that of the tab before.
  const choose = async (tab: Locator) => {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  }
  const [first, last] = [page.getByRole('tab').first(), page.getByRole('tab').last()]
  for (const seen of ['from the other tab', 'back in its tab']) {
    await choose(first)
    await sendWithFile()
    await choose(last)
    if (seen === 'back in its tab') await choose(first)
    await fail()
    if (seen === 'from the other tab') {
      await expect(notices()).toContainText('The message is in its field again.')
      await expect(message()).toHaveValue('')
      await choose(first)
    }
    await isBackInField()
    await page.getByRole('button', { name: 'Remove limits.txt' }).click()
    await message().fill('')
  }
  await page.unroute(ASKED)
})

test('an edited question survives a change of tabs and a reload', async () => {
  await openTab([QUESTION], ['Lot 2', 'Lot 3'])
  await page.getByRole('button', { name: 'Edit and ask again' }).last().click()
  const field = page.getByRole('textbox', { name: 'Edit and ask again' })
  await expect(field).toBeFocused()
  await field.fill('Which bidder signs for amounts above 60,000 €?')
  await page.getByRole('tab').last().click()
  await page.getByRole('tab').first().click()
  await expect(field).toHaveValue('Which bidder signs for amounts above 60,000 €?')
  await page.reload()
  await expect(field).toHaveValue('Which bidder signs for amounts above 60,000 €?')
  await expect(message()).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(field).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('60,000 €')
})

/** Loads the page but blocks the chunk of the menus; resolves with a function that lets it load and waits for it. */
async function withoutMenus(): Promise<() => Promise<void>> {
  const code = /\/assets\/menu-parts-[^/]*\.js$/
  let come = () => {}
  const gate = new Promise<void>((resolve) => (come = resolve))
  await page.route(code, async (route) => {
    await gate
    await route.continue()
  })
  await page.reload()
  await expect(lastAnswer()).toBeVisible()
  return async () => {
    const there = page.waitForResponse(code)
    come()
    await (await there).finished()
    await page.unroute(code)
  }
}

test('a menu opens when its code is loaded, unless the user moved on @full', async () => {
  await openTab([QUESTION])
  const more = page.getByRole('button', { name: 'Add to the message' })
  const first = await withoutMenus()
  await more.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await first()
  await expect(page.getByRole('menuitem', { name: 'Attachments' })).toBeVisible()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()

  const second = await withoutMenus()
  await more.press('Enter')
  await message().fill('And what of lot 3?')
  const focused = await page.evaluateHandle(() => {
    const names: unknown[] = []
    document.addEventListener('focusin', ({ target }) => names.push((target as Element).ariaLabel))
    return names
  })
  await second()
  await page
    .getByRole('button', { name: /^Actions for “/ })
    .last()
    .click()
  await expect(page.getByRole('menu')).toHaveCount(1)
  expect(await focused.jsonValue()).not.toContain('Add to the message')
  await expect(message()).toHaveValue('And what of lot 3?')
  await page.keyboard.press('Escape')
})

test('a file that is too long says how much was read and how much the model received @full', async () => {
  await openTab()
  await message().fill('What is in this?')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.alloc(2_100_000, 'long ') }])
  await expect(page.getByRole('button', { name: 'Remove long.txt' })).toBeVisible()
  await message().press('Enter')
  await expect(page.getByText('long.txt: only the first 2,000,000 characters were read.')).toBeVisible()
  const used = /1 file did not fit into the context: ([\d,]+) of its 2,000,000 characters were used\./
  await expect(lastAnswer()).toContainText(used)
  const [, figure = ''] = used.exec((await lastAnswer().textContent()) ?? '') ?? []
  await lastAnswer().hover()
  await lastAnswer().getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  for (const text of ['Files used in part1', `Characters used of these files${figure}`, '2,000,000'])
    await expect(dialog()).toContainText(text)
  await page.keyboard.press('Escape')
})
