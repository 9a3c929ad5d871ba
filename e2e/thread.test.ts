// Actions on messages: copy, link, rate, delete, diagrams, search, export, import.
import { readFile } from 'node:fs/promises'
import { contract } from '@polylogue/contract'
import { expect, test, type Dialog, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { openSharedFixture, type Fixture, visit } from './fixture.ts'

const DIAGRAM = '```mermaid\ngraph TD; A[Bid]-->B[Score]\n```'
const HOSTILE =
  '```mermaid\ngraph TD; A["<img src=x onerror=alert(1)>"]-->B; click A "javascript:alert(2)"; click B "https://evil.example/"\n```'
const TABLE = '| Bidder | Price |\n| --- | ---: |\n| Brückner, Ulm | 1,284,500 € |\n| Voltaris | 2 |\n'

let fixture: Fixture
let page: Page
let project: number

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'], settings: { text: 'The answer.', rate: 200 } })
  const long = Array.from({ length: 90 }, (_, index) => ({
    queryText: `Question ${index + 1}`,
    responseText: `Answer ${index + 1} names **needle**${index === 4 ? ' and haystack' : ''}.`,
    modelName: 'Llama 3.3',
  }))
  const shown = [DIAGRAM, HOSTILE, TABLE].map((responseText, index) => ({
    queryText: `Show ${index + 1}`,
    responseText,
  }))
  const endless = Array.from({ length: 200 }, (_, index) => `Paragraph ${index + 1} of many.`).join('\n\n')
  const chats = [
    { name: 'Long', turns: long },
    { name: 'Shown', turns: shown },
    { name: 'Endless', turns: [{ queryText: 'Go on', responseText: endless }] },
  ]
  const { data } = await fixture.client.call(contract.projects.import, { body: { name: 'Bids', chats } })
  project = data.project.id
  page = await fixture.open(browser, `/projects/${project}`, {
    permissions: ['clipboard-read', 'clipboard-write'],
    acceptDownloads: true,
  })
  await expect(answer('Answer 90')).toBeVisible()
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const answer = (text: string) => page.getByRole('article').filter({ hasText: text }).last()
const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
const more = async (text: string, item: string) => {
  await answer(text).hover()
  await answer(text).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const openTab = (name: string) => page.getByRole('tab', { name }).click()
const openLong = async () => {
  await visit(page, `${fixture.product.url}/projects/${project}`)
  await openTab('Long')
  await expect(answer('Answer 90')).toBeVisible()
}
const actions = async (item: string) => {
  await page.getByRole('banner').getByRole('button', { name: /Bids/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('find in this tab searches the whole chat and returns the focus', async () => {
  await openLong()
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.press('Control+Shift+KeyF')
  const field = page.getByRole('textbox', { name: 'Find in this tab' })
  await expect(field).toBeFocused()
  const status = page.getByRole('search', { name: 'Find in this tab' }).getByRole('status')
  await field.fill('names needle')
  await expect(status).toHaveText(/^\d+\/90$/)
  await field.fill('haystack')
  await expect(status).toHaveText('1/1')
  await field.press('Enter')
  await expect(answer('haystack')).toBeInViewport()
  await isAccessibleAgain(page)
  await field.fill('nowhere')
  await expect(status).toHaveText('Not found')
  await field.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
})

test('an answer is copied as plain text, and its details are shown', async () => {
  await openLong()
  const button = answer('Answer 90').getByRole('button', { name: 'More', exact: true })
  await button.click()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await more('Answer 90', 'Copy as plain text')
  await expect.poll(clipboard).toBe('Answer 90 names needle.')
  await more('Answer 90', 'Details')
  await expect(page.getByRole('dialog', { name: 'Details' })).toContainText('Llama 3.3')
  await isAccessibleAgain(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button).toBeFocused()
})

const OLDER = /[?&]cursor=/

/** Copies the link to the newest message; returns the one to the second. */
async function linkToAnswer2(): Promise<string> {
  await more('Answer 90', 'Copy link to this message')
  await expect.poll(clipboard).toContain('message=')
  const address = new URL(await clipboard())
  address.searchParams.set('message', String(Number(address.searchParams.get('message')) - 88))
  return address.href
}

test.describe('a busy machine', () => {
  // A second attempt would hide a message that is out of view now and then.
  test.describe.configure({ retries: 0 })

  test('a link opens its message, however far up it is and however slow replies are', async () => {
    await openLong()
    const address = await linkToAnswer2()
    // A busy page is never idle.
    const busy = await page.context().newPage()
    await busy.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    let release = () => undefined as void
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await busy.route(OLDER, async (route) => {
      await released
      await route.continue()
    })
    const asked = busy.waitForRequest(OLDER)
    await busy.goto(address)
    await asked
    const shown = (text: string) => busy.getByRole('article').filter({ hasText: text })
    await expect(shown('Answer 90')).toBeVisible()
    await expect(shown('Answer 2 names')).toHaveCount(0)
    release()
    await expect(shown('Answer 2 names')).toBeInViewport()
    await expect(busy).not.toHaveURL(/message=/)
    await busy.close()
  })
})

test('a link that cannot reach its message says so, and reaches it when it is tried again', async () => {
  await openLong()
  const target = answer('Answer 2 names')
  const address = await linkToAnswer2()
  await page.route(OLDER, (route) =>
    route.fulfill({ status: 500, json: { errorCode: 'INTERNAL', errorMessage: 'Broken.' } }),
  )
  await page.goto(address)
  const failed = page.getByRole('alert').filter({ hasText: 'Could not load the linked message' })
  await expect(failed).toBeVisible()
  await expect(target).toHaveCount(0)
  // Its button acts on this chat only: the notice leaves with it.
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Dashboard' })
    .click()
  await expect(failed).toHaveCount(0)
  await page.goBack()
  await expect(failed).toBeVisible()
  await page.unroute(OLDER)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(failed).toHaveCount(0)
  await expect(target).toBeInViewport()
  await expect(page).not.toHaveURL(/message=/)
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(answer('Answer 90')).toBeInViewport()
})

test('a message is deleted, and its neighbour gets the focus', async () => {
  const turns = [88, 89, 90].map((at) => ({ queryText: `Question ${at}`, responseText: `Answer ${at}.` }))
  const body = { name: 'Short', chats: [{ name: 'Short', turns }] }
  const { id } = (await fixture.client.call(contract.projects.import, { body })).data.project
  await visit(page, `${fixture.product.url}/projects/${id}`)
  await expect(answer('Answer 90')).toBeVisible()
  await more('Answer 89', 'Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete message' })
  await expect(dialog).toContainText('The question and its answer are deleted.')
  await isAccessibleAgain(page)
  await dialog.getByRole('button', { name: 'Delete message' }).click()
  await expect(answer('Answer 89')).toHaveCount(0)
  await expect(page.locator('[data-turn]', { hasText: 'Question 90' })).toBeFocused()
  await expect(answer('Answer 88')).toBeVisible()
})

test('a table is copied as CSV, and a diagram is a picture without active content', async () => {
  await openLong()
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(fixture.product.url)) asked.push(request.url())
  })
  const onDialog = (dialog: Dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  }
  page.on('dialog', onDialog)
  await openTab('Shown')
  await page.getByRole('table').hover()
  await page.getByRole('button', { name: 'Copy as CSV' }).click()
  await expect.poll(clipboard).toBe('Bidder,Price\r\n"Brückner, Ulm","1,284,500 €"\r\nVoltaris,2')
  const show = page.getByRole('button', { name: 'Show diagram' })
  await show.first().click()
  await expect(page.getByRole('img', { name: 'Diagram' })).toHaveCount(1, { timeout: 20_000 })
  await show.first().click()
  await expect(page.getByRole('img', { name: 'Diagram' })).toHaveCount(2, { timeout: 20_000 })
  await isAccessible(page)
  await page.getByRole('button', { name: 'Show code' }).first().click()
  await expect(show).toBeFocused()
  expect(asked.filter((address) => !/^(blob|data):/.test(address))).toEqual([])
  page.off('dialog', onDialog)
})

test('a very long answer renders its end first and the rest a moment later', async () => {
  await openLong()
  // Checked inside the page, because the state lasts only a moment.
  const first = page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        new MutationObserver((_, observer) => {
          const drawn = document.body.innerText.match(/Paragraph \d+ of many/g)?.length ?? 0
          if (drawn === 0) return
          observer.disconnect()
          resolve(drawn)
        }).observe(document.body, { childList: true, subtree: true }),
      ),
  )
  await openTab('Endless')
  expect(await first).toBeLessThan(100)
  await expect(page.getByText('Paragraph 200 of many.')).toBeInViewport()
  await expect(page.getByText(/^Paragraph \d+ of many\.$/)).toHaveCount(200)
  await expect(page.getByText('Paragraph 200 of many.')).toBeInViewport()
})

test('copying an answer copies all of it, even while only its end is rendered', async () => {
  await openLong()
  await openTab('Long')
  const idle = await page.evaluateHandle(() => {
    const real = window.requestIdleCallback
    window.requestIdleCallback = () => 0
    return real
  })
  await openTab('Endless')
  await more('Paragraph 200 of many.', 'Copy as plain text')
  await expect.poll(clipboard).toContain('Paragraph 1 of many.')
  await expect(page.getByText('Paragraph 1 of many.', { exact: true })).toHaveCount(0)
  await idle.evaluate((real) => {
    window.requestIdleCallback = real
  })
})

test('a downloaded chat can be imported again', async () => {
  await openLong()
  await openTab('Long')
  await actions('Download this tab')
  const dialog = page.getByRole('dialog', { name: 'Download this tab' })
  await expect(dialog.getByRole('radio', { name: /^Word/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /^JSON/ }).check()
  await isAccessibleAgain(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^Bids - Long \d{4}-\d\d-\d\d\.json$/)
  const written = JSON.parse(await readFile(await file.path(), 'utf8')) as { messages: unknown[] }
  expect(written.messages).toHaveLength(90)

  await visit(page, `${fixture.product.url}/projects?dialog=import`)
  const chosen = page.getByRole('dialog', { name: 'Import chats' })
  const field = chosen.locator('input[type=file]')
  await field.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{') })
  await expect(chosen.getByRole('alert')).toContainText('not valid JSON')
  const mimeType = 'application/json'
  await field.setInputFiles([
    { name: 'chat.json', mimeType, buffer: await readFile(await file.path()) },
    {
      name: 'a.json',
      mimeType,
      buffer: Buffer.from('[{"name":"Boats","chat_messages":[]},{"name":"Ships"}]'),
    },
  ])
  await expect(chosen).toContainText('90 questions')
  await chosen.getByText('2 chats are left out').click()
  await expect(chosen).toContainText('Boats: no question in it')
  await expect(chosen).toContainText('Ships: its messages are missing in the file')
  await isAccessible(page)
  await chosen.getByRole('button', { name: 'Import 1 chat' }).click()
  await chosen.getByRole('link', { name: 'Open Bids · Long' }).click()
  await expect(answer('Answer 90')).toBeVisible()
})

/** The export file of ChatGPT: more chats than one request takes. */
const EXPORT = JSON.stringify(
  Array.from({ length: 201 }, (_, index) => {
    const message = { author: { role: 'user' }, content: { content_type: 'text', parts: [`Why ${index}?`] } }
    return { title: `Chat ${index + 1}`, current_node: 'q', mapping: { q: { message } } }
  }),
)

test('an import continues when its dialog is closed, and a notice reports the result', async () => {
  await visit(page, `${fixture.product.url}/projects`)
  const dialog = page.getByRole('dialog', { name: 'Import chats' })
  const notices = page.getByRole('region', { name: 'Notifications' })
  const open = page.getByRole('search').getByRole('link', { name: 'Import chats' })
  let isFirst = true
  let release = () => {}
  await page.route('**/projects/import', async (route) => {
    // The first request of each import waits until its dialog is closed; the last one of the second import fails.
    const asked = route.request().postDataJSON() as { chats: unknown[]; separately: boolean }
    if (isFirst) await new Promise<void>((resolve) => ((isFirst = false), (release = resolve)))
    if (!asked.separately && asked.chats.length === 1) return route.fulfill({ status: 500, json: {} })
    // One chat is enough for the server.
    return route.continue({ postData: JSON.stringify({ ...asked, chats: asked.chats.slice(0, 1) }) })
  })
  const begin = async (as: 'Separate chats' | 'One project') => {
    isFirst = true
    await open.click()
    const file = { name: 'conversations.json', mimeType: 'application/json', buffer: Buffer.from(EXPORT) }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await expect(dialog.getByRole('radio', { name: 'Separate chats' })).toBeChecked()
    await dialog.getByRole('radio', { name: as }).check()
    await isAccessibleAgain(page)
    await dialog.getByRole('button', { name: 'Import 201 chats' }).click()
    await expect(dialog).toContainText('0 of 201 chats imported')
    await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  }
  await begin('Separate chats')
  await isAccessibleAgain(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const question = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await question).type()).toBe('beforeunload')
  await (await question).dismiss()
  release()
  await expect(notices).toContainText('201 chats imported, with their dates.')
  await open.click()
  await expect(dialog).toContainText('201 chats imported, with their dates.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await begin('One project')
  await page.goBack()
  await expect(dialog).toBeHidden()
  release()
  await expect(notices.getByRole('alert')).toContainText('200 of 201 chats were imported.')
  await open.click()
  await expect(dialog).toContainText('200 of 201 chats were imported.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // One of them was there already. Both ends were seen in a notice of five seconds only (NOTIFY-18).
  await visit(page, `${fixture.product.url}/notifications`)
  const told = page.getByRole('main')
  await expect(told).toContainText('Import stopped early')
  await expect(told).toContainText('199 chats · 1 not imported')
  await expect(told).toContainText('201 chats')
  await page
    .getByRole('link', { name: /Import finished/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/projects$/)
  await page.unroute('**/projects/import')
})

test('imported chats stand under their own dates, and the same file again adds nothing', async () => {
  await visit(page, `${fixture.product.url}/projects?dialog=import`)
  const dialog = page.getByRole('dialog', { name: 'Import chats' })
  const chats = ['Storks', 'Cranes'].map((title, index) => {
    const message = {
      author: { role: 'user' },
      content: { content_type: 'text', parts: [`Where do ${title} go?`] },
    }
    const time = Date.UTC(2023, 4, 10 + index) / 1_000
    return { title, create_time: time, update_time: time, current_node: 'q', mapping: { q: { message } } }
  })
  const file = {
    name: 'conversations.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(chats)),
  }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Import 2 chats' }).click()
  await expect(dialog).toContainText('2 chats imported, with their dates.')
  await dialog.getByRole('button', { name: 'Import more' }).click()
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Import 2 chats' }).click()
  await expect(dialog).toContainText('All 2 chats were imported before. Nothing was imported again.')
  await isAccessibleAgain(page)
  await dialog.getByRole('link', { name: 'Show all chats' }).click()
  const cards = page
    .getByRole('main')
    .getByRole('article')
    .filter({ hasText: /Storks|Cranes/ })
  await expect(cards).toHaveCount(2)
  // A card under the pointer shows its buttons in place of the time.
  for (const card of await cards.all()) await expect(card.locator('time')).toContainText('2023')
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  const under = (heading: string) =>
    navigation.getByRole('list', { name: heading }).getByRole('link', { name: 'Storks', exact: true })
  await under('Older').scrollIntoViewIfNeeded()
  await expect(under('Older')).toHaveCount(1)
  await expect(under('Today')).toHaveCount(0)
})

test('a chat is downloaded as HTML without active content @full', async () => {
  await page.goto(`${fixture.product.url}/projects/${project}?dialog=download`)
  const dialog = page.getByRole('dialog', { name: 'Download this tab' })
  await dialog.getByText(/^HTML/).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('Answer 5 names <strong>needle</strong> and haystack.')
  expect(text).toContain('--pl-text:')
  expect(text).not.toMatch(/<script|<link|<img/)
})

test('printing loads the whole chat and prints only the chat @full', async () => {
  await page.goto(`${fixture.product.url}/projects/${project}`)
  await expect(answer('Answer 90')).toBeVisible()
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await actions('Print this tab')
  await expect(page.locator('html[data-printed]')).toHaveCount(1)
  await expect(page.locator('[data-turn]')).toHaveCount(90)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: 'Conversation' }).getByText('Bids · Long')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeHidden()
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByText('Question 1', { exact: true })).toBeVisible()
})
