// Plugins: what a person uninstalls is offered nowhere, and comes back.
import { ask } from '@polylogue/client'
import { contract, PLUGIN_IDS } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { openSharedFixture, type Fixture, visit } from './fixture.ts'

let fixture: Fixture
let page: Page
let user: number
let chat: string

const switchAll = async (value: 'true' | 'false') => {
  for (const id of PLUGIN_IDS)
    await fixture.client.call(contract.settings.setByName, {
      params: { id: user },
      body: { settingName: `plugin.${id}`, settingValue: value },
    })
}

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'] })
  const { client } = fixture
  user = (JSON.parse(fixture.storage[0]?.value ?? '{}') as { userId: number }).userId
  await client.call(contract.settings.setByName, {
    params: { id: user },
    body: { settingName: 'proMode', settingValue: 'true' },
  })
  const { data } = await client.call(contract.models.list)
  const tag = data.Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName.startsWith('script'))
  const model = { defaultModelId: tag?.modelId ?? 0, defaultModelTagId: tag?.id ?? 0 }
  const body = { name: 'Tender', description: '', type: 2, ...model }
  const project = (await client.call(contract.projects.create, { body })).data.project.id
  const params = { params: { id: project }, body: { name: 'First', ...model } }
  const tab = (await client.call(contract.tabs.create, params)).data.projecttab.id
  for await (const _ of ask(client, tag?.id ?? 0, { projectTabId: tab, prompt: 'Hello', language: 'en' }));
  chat = `/projects/${project}?tab=${tab}`
  page = await fixture.open(browser, chat, { reducedMotion: 'reduce' })
})

test.afterAll(async () => {
  await switchAll('true')
  await page.context().close()
  await fixture.close()
})

/** Everything that plugins offer on the page of a chat, by plugin; each function returns what is offered. */
const offers: readonly [name: string, of: () => ReturnType<Page['getByRole']>][] = [
  ['prompt-repository', () => page.getByRole('link', { name: /^Prompts/ })],
  ['prompt-ideas', () => page.getByRole('button', { name: 'Prompt ideas', exact: true })],
  ['prompt-options', () => page.getByRole('button', { name: /^Prompt options/ })],
  ['copy-response', () => page.getByRole('button', { name: 'Copy answer' })],
  ['rate-message', () => page.getByRole('button', { name: 'Good answer' })],
  ['prompt-stats', () => page.getByText(/\d\stokens?/)],
]

/** Opens a menu, and returns the names of its entries. */
async function entries(button: ReturnType<Page['getByRole']>): Promise<string[]> {
  await button.click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  const names = await page.getByRole('menu').getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  return names
}

const menus = async () => [
  ...(await entries(
    page.getByRole('toolbar', { name: 'Actions for this answer' }).getByRole('button', { name: 'More' }),
  )),
  ...(await entries(page.getByRole('button', { name: 'Actions for “First”' }))),
  ...(await entries(page.getByRole('button', { name: 'Add to the message' }))),
  ...(await entries(page.getByRole('button', { name: /, user menu$/ }))),
]

const IN_MENUS = [
  'Copy as plain text',
  'Translate',
  'Translate message',
  'Save prompt',
  'Replay prompts',
  'Earlier prompts',
  'Attachments',
  'Theme builder',
  'API documentation',
]

/** Values of `dialog` in addresses. */
const DIALOGS = [
  'history',
  'attach',
  'translate-prompt',
  'translate',
  'replay',
  'theme-builder',
  'sharing',
  'prompt-options',
]

test('everything is offered at first', async () => {
  await switchAll('true')
  await visit(page, fixture.product.url + chat)
  for (const [name, of] of offers) await expect(of().first(), name).toBeVisible()
  const found = await menus()
  for (const name of IN_MENUS) expect(found.join('\n')).toContain(name)
  for (const dialog of DIALOGS) {
    await visit(page, `${fixture.product.url}${chat}&dialog=${dialog}`)
    await expect(page.getByRole('dialog'), dialog).toBeVisible()
  }
})

test('what is uninstalled is offered nowhere', async () => {
  await switchAll('false')
  await page.goto(fixture.product.url + chat)
  await expect(page.getByRole('toolbar', { name: 'Actions for this answer' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Golden sets/ })).toBeVisible()
  for (const [name, of] of offers) await expect(of(), name).toHaveCount(0)
  const found = (await menus()).join('\n')
  for (const name of IN_MENUS) expect(found).not.toContain(name)
  // Neither by an address that was kept.
  for (const dialog of DIALOGS) {
    await visit(page, `${fixture.product.url}${chat}&dialog=${dialog}`)
    await expect(page.getByRole('toolbar', { name: 'Actions for this answer' }), dialog).toBeVisible()
    await expect(page.getByRole('dialog'), dialog).toHaveCount(0)
  }
})

test('its pages say so and install it', async () => {
  await switchAll('false')
  for (const path of ['/prompts', '/plugins/prompt-ideas', '/plugins/api', '/help/api']) {
    await visit(page, fixture.product.url + path)
    await expect(page.getByRole('main').getByRole('alert').getByRole('heading')).toHaveText(
      /^The plugin .* is not installed$/,
    )
  }
  await visit(page, `${fixture.product.url}/plugins/nothing`)
  await expect(page.getByText('The requested plugin nothing does not exist')).toBeVisible()
  await visit(page, `${fixture.product.url}/prompts`)
  await page.getByRole('button', { name: 'Install Prompt repository' }).click()
  await expect(page.getByText('The plugin Prompt repository is installed')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Prompts/ })).toBeVisible()
})

test('the list is also in a dialog @full', async () => {
  await switchAll('false')
  await visit(page, fixture.product.url + chat)
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Plugins' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plugins' })
  await dialog.getByRole('switch', { name: 'Installed: Rate answers' }).click()
  await expect(page.getByText('The plugin Rate answers is installed')).toBeVisible()
  await isAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Good answer' })).toBeVisible()
})
