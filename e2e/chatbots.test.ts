// A chatbot from the tab to the web site of somebody else and back to the inbox; its page and dialogs; the assistant of the
// installation (CHATBOT-*).
import { createServer, type Server } from 'node:http'
import AxeBuilder from '@axe-core/playwright'
import { contract } from '@polylogue/contract'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { openSharedFixture, type Fixture, visit } from './fixture.ts'

let fixture: Fixture
let anna: Page
/** The web site of somebody else. */
let site: { server: Server; origin: string; html: string }
let projectId = 0
let tabId = 0
let datasourceId = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ settings: { text: 'It costs 2,400 euros.' } })
  site = await openSite()
  const content = Buffer.from('# Connections\n\nA house connection costs 2,400 euros.').toString('base64')
  const media = [{ name: 'leaflet.md', mime_type: 'text/markdown', content }]
  const source = await fixture.client.call(contract.datasources.create, { body: { name: 'Leaflets', media } })
  datasourceId = source.data.datasource.id
  await expect
    .poll(async () => {
      const found = await fixture.client.call(contract.datasources.get, { params: { id: datasourceId } })
      return found.data.datasource.status
    })
    .toBe(2)
  const made = await fixture.client.call(contract.projects.import, {
    body: {
      name: 'Connections',
      chats: [{ name: 'Connections', turns: [{ queryText: 'Hi', responseText: 'Hello' }] }],
    },
  })
  projectId = made.data.project.id
  const { Projecttabs } = (await fixture.client.call(contract.tabs.list, { params: { id: projectId } })).data
  const body = { defaultDatasourceId: datasourceId }
  tabId = Projecttabs[0]?.id ?? 0
  await fixture.client.call(contract.tabs.update, { params: { id: tabId }, body })
  anna = await fixture.open(browser, `/projects/${projectId}`, {
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  anna.setDefaultTimeout(15_000)
})

test.afterAll(async () => {
  await anna.context().close()
  await new Promise((resolve) => site.server.close(resolve))
  await fixture.close()
})

/** Serves one page, which a test fills with the copied code. */
async function openSite(): Promise<typeof site> {
  const made = {
    origin: '',
    html: '',
    server: createServer((_, reply) => void reply.setHeader('content-type', 'text/html').end(made.html)),
  }
  await new Promise<void>((resolve) => made.server.listen(0, '127.0.0.1', resolve))
  const address = made.server.address()
  made.origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return made
}

/** Makes a chatbot of the tab, which answers on the web site, in place of the earlier ones. */
async function makeBot(name: string) {
  const { ChatBots } = (
    await fixture.client.call(contract.chatbots.list, { params: { id: 1 }, query: { orEmpty: 'true' } })
  ).data
  for (const { id } of ChatBots) await fixture.client.call(contract.chatbots.remove, { params: { id } })
  const body = {
    name,
    description: 'Answers about connections.',
    refProjectTabId: tabId,
    rules: { origins: [site.origin] },
  }
  return (await fixture.client.call(contract.chatbots.create, { body })).data.ChatBot
}

/** Asks as a visitor of the web site, whose page has this code. */
async function askThere(browser: Browser, code: string, questions: readonly string[]): Promise<void> {
  site.html = `<!doctype html><html lang="en"><title>Site</title><body><h1>Site</h1>${code}</body></html>`
  const context = await browser.newContext()
  const visitor = await context.newPage()
  await visitor.goto(site.origin)
  await visitor.getByRole('button', { name: 'Ask a question' }).click()
  for (const question of questions) {
    const field = visitor.getByRole('textbox')
    await field.fill(question)
    await field.press('Enter')
    await expect(visitor.getByText(question)).toBeVisible()
    // The next one can be sent when this one is answered.
    await expect(visitor.getByText('It costs 2,400 euros.').last()).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'Send' })).toBeVisible()
  }
  await context.close()
}

const dialog = () => anna.getByRole('dialog', { name: /chatbot$/i })

/** Without the preview: the widget has tests of its own. */
async function editorIsAccessible(): Promise<void> {
  const { violations } = await new AxeBuilder({ page: anna })
    .setLegacyMode()
    .exclude('iframe')
    .exclude('[inert]')
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

test('a tab becomes a chatbot, whose copied code answers on the web site', async ({ browser }) => {
  await visit(anna, `${fixture.product.url}/projects/${projectId}`)
  await anna.getByRole('button', { name: 'Actions for “Connections”' }).last().click()
  await anna.getByRole('menuitem', { name: 'Export tab to chatbot' }).click()
  await expect(dialog().getByText('What answers quote of “Leaflets”')).toBeVisible()
  await isAccessibleAgain(anna)
  await dialog().getByRole('button', { name: 'Create chatbot' }).click()
  const editor = anna.getByRole('dialog', { name: 'Edit chatbot' })
  await editor.getByRole('button', { name: /^Where it runs/ }).click()
  await editor.getByLabel('Website', { exact: true }).fill(`${site.origin}/some/page`)
  await editor.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(editor.getByText(/^Added http:\/\/127\.0\.0\.1.*“\/some\/page” was left out/)).toBeVisible()
  await editor.getByRole('button', { name: /^Look and first words/ }).click()
  await editor.getByLabel('Name in the widget').fill('House connections')
  await editorIsAccessible()
  const preview = anna.frameLocator('iframe[title="A website with the chatbot"]')
  await expect(preview.getByText('House connections').first()).toBeVisible()
  await editor.getByRole('button', { name: 'Embed code' }).click()
  await editor.getByRole('button', { name: 'Copy code' }).click()
  await expect(anna.getByText('Published. Visitors see the changes at once.')).toBeVisible()
  const code = await anna.evaluate(() => navigator.clipboard.readText())
  expect(code).toContain('/widget.js" data-chatbot="')
  await editor.getByRole('button', { name: 'Close' }).first().click()
  await expect(editor).toBeHidden()
  await askThere(browser, code, ['What does a house connection cost?'])
})

test('what found nothing waits in the inbox, and becomes a test question', async ({ browser }) => {
  const { id: botId, identifier } = await makeBot('Connections')
  const code = `<script src="${fixture.product.url}/widget.js" data-chatbot="${identifier}" async></script>`
  await askThere(browser, code, ['What does a house connection cost?', 'Where do narwhals winter?'])
  // Loaded: nothing tells the page of a visitor’s question.
  await anna.goto(`${fixture.product.url}/users/me/chatbots`)
  const row = anna.getByRole('main').getByRole('listitem').filter({ hasText: 'Connections' }).first()
  await expect(row.getByText(/^Answers on 127\.0\.0\.1/)).toBeVisible()
  await isAccessibleAgain(anna)
  await row.getByRole('link', { name: '1 question waiting' }).click()
  await expect(anna.getByRole('heading', { name: 'Where do narwhals winter?' })).toBeVisible()
  await expect(anna).toHaveURL(new RegExp(`/chatbots/${botId}/inbox`))
  await isAccessible(anna)
  await anna.getByRole('button', { name: 'Make a test question' }).click()
  await anna.getByRole('button', { name: 'Show test questions' }).click()
  await expect(anna.getByRole('table').getByText('Where do narwhals winter?')).toBeVisible()
  await visit(anna, `${fixture.product.url}/chatbots/${botId}/inbox?view=usage`)
  await expect(anna.getByRole('img', { name: /^Questions of 30 days, at most 2/ })).toBeVisible()
  await anna.getByRole('main').getByText('Unanswered questions', { exact: true }).click()
  await anna.getByRole('button', { name: 'Open as chat' }).click()
  await expect(anna).toHaveURL(/\/projects\/\d+\?tab=\d+/)
  await expect(anna.getByText('Where do narwhals winter?').first()).toBeVisible()
})

test('the dialog of the list opens read-only, is edited by keyboard, and closes with the list up to date', async () => {
  // Another name than before: the page still has the last list, whose row leads to a chatbot that is deleted.
  await makeBot('Drains')
  await visit(anna, `${fixture.product.url}/users/me/chatbots`)
  await anna.getByRole('main').getByRole('link', { name: 'Drains', exact: true }).first().focus()
  await anna.keyboard.press('Enter')
  const view = anna.getByRole('dialog', { name: 'Chatbot', exact: true })
  await expect(view.getByRole('textbox')).toHaveCount(0)
  expect((await view.boundingBox())?.width).toBe(760)
  await view.getByRole('button', { name: /^You are reading/ }).focus()
  await anna.keyboard.press('Enter')
  await anna.getByRole('textbox', { name: 'Name' }).fill('House help')
  await anna.keyboard.press('Enter')
  await expect(anna.getByText('Chatbot saved.')).toBeVisible()
  await expect(anna.getByRole('dialog')).toHaveCount(0)
  await expect(anna.getByRole('heading', { name: 'House help' })).toBeVisible()
})

test('a deleted chatbot leaves the list at once, and comes back', async () => {
  // Another name than before: the page still has the last list, whose row would go while its menu is open.
  await makeBot('Meters')
  await visit(anna, `${fixture.product.url}/users/me/chatbots`)
  await anna.getByRole('button', { name: 'Actions for “Meters”' }).click()
  await anna.getByRole('menuitem', { name: 'Delete chatbot' }).click()
  await anna.getByRole('dialog').getByRole('button', { name: 'Delete chatbot' }).click()
  await expect(anna.getByRole('heading', { name: 'No chatbots yet' })).toBeVisible()
  await anna.getByRole('button', { name: 'Undo' }).click()
  await expect(anna.getByRole('heading', { name: 'Meters' })).toBeVisible()
})

test('the assistant stands in the corner, and another theme installs it anew', async () => {
  await visit(anna, `${fixture.product.url}/about`)
  const userMenu = anna.locator('header button[aria-haspopup=menu]').last()
  await userMenu.click()
  await anna.getByRole('menuitem', { name: 'Chatbot assistant', exact: true }).click()
  const widget = anna.locator('polylogue-chat')
  await expect(widget).toHaveCount(1)
  const field = widget.getByRole('textbox')
  await field.fill('How do I add a tab?')
  await field.press('Enter')
  await expect(widget.getByText('How do I add a tab?')).toBeVisible()
  await widget.evaluate((element) => element.setAttribute('data-first', ''))
  await expect(anna.locator('polylogue-chat[data-first]')).toHaveCount(1)
  await anna
    .getByRole('navigation')
    .getByRole('button', { name: /dark theme/i })
    .click()
  await expect(anna.locator('polylogue-chat[data-first]')).toHaveCount(0)
  await expect(widget).toHaveCount(1)
  await expect(widget.getByText('How do I add a tab?')).toBeVisible()
  await userMenu.click()
  await anna.getByRole('menuitem', { name: 'Close chatbot assistant', exact: true }).click()
  await expect(widget).toHaveCount(0)
})
