// Translating: a text in the dialog, the own message, a question to all tabs, an answer in place, and a page of the help.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { startTranslationServer, type TranslationServer } from '../apps/server/test/translation-server.ts'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { makeAsked, makeBids, openFixture, PHONE, type Fixture, visit } from './fixture.ts'

const ANSWER =
  'Dear {{name}}, the bid is valid.\n\n- See `offer.pdf` at https://example.org/bids.\n\n```\nlet code = 1\n```'

let folder: string
let server: TranslationServer
let fixture: Fixture
let page: Page
let projectId = 0

/** The product with a translation server; `license` and `isLocal` as configured. */
async function open(file: object, isLocal = true): Promise<Fixture> {
  const config = join(folder, `${Math.random()}.json`)
  const translators = { server: { kind: 'libretranslate', address: server.url, name: 'House', isLocal } }
  await writeFile(config, JSON.stringify({ translators, ...file }))
  const settings = { text: ANSWER, rate: 2_000 }
  return openFixture({ models: ['script'], settings, env: { POLYLOGUE_CONFIG: config } })
}

test.beforeAll(async ({ browser }) => {
  folder = await mkdtemp(join(tmpdir(), 'translate-'))
  server = await startTranslationServer({ charLimit: 2_000 })
  fixture = await open({})
  page = await fixture.open(browser, '/projects', { reducedMotion: 'reduce' })
  page.setDefaultTimeout(15_000)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
})

/** Shows a new project; these questions were asked in its first tab. */
async function openProject(questions: readonly string[] = []): Promise<void> {
  const { id, path } = await makeAsked(fixture.client, ['Costs', 'Letters'], questions)
  projectId = id
  await visit(page, fixture.product.url + path)
  await expect(field()).toBeFocused()
}

/** Stores the languages as a person's default. */
async function keepLanguages(): Promise<void> {
  await fromPlusMenu()
  await dialog().getByLabel('From').selectOption('English')
  await dialog().getByLabel('To', { exact: true }).selectOption('Bulgarian')
  await dialog().getByRole('button', { name: 'Save as default' }).click()
  await expect(page.getByText('Languages saved as default.')).toBeVisible()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog()).toHaveCount(0)
}

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
  await server.close()
  await rm(folder, { recursive: true })
})

const dialog = (on: Page = page) => on.getByRole('dialog')
const field = (on: Page = page) => on.locator('#composer')
const translate = (on: Page = page) => dialog(on).getByRole('button', { name: 'Translate', exact: true })

async function fromPlusMenu(on: Page = page): Promise<void> {
  await on.getByRole('button', { name: 'Add to the message', exact: true }).click()
  await on.getByRole('menuitem', { name: 'Translate message' }).click()
}

const ENTRY = { name: 'Translate' }

test('the dialog opens from the user menu and shows a result to copy', async () => {
  await openProject()
  await page.getByRole('button', { name: /user menu/ }).click()
  await page.getByRole('menuitem', ENTRY).click()
  await expect(page).toHaveURL(/dialog=translate/)
  await expect(dialog().getByText('Uses House')).toBeVisible()
  await isAccessibleAgain(page)
  await dialog().getByLabel('To', { exact: true }).selectOption('German')
  await dialog().getByLabel('Text').fill('Good morning, {{name}}!')
  await translate().click()
  const result = dialog().getByLabel('Translation', { exact: true })
  await expect(result).toHaveValue('GOOD MORNING, {{name}}!')
  await expect(result).toHaveAttribute('readonly')
  expect(server.asked.at(-1)).toMatchObject({ source: 'auto', target: 'de' })
  await dialog().getByRole('button', { name: 'Copy translation' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('GOOD MORNING, {{name}}!')
  await isAccessible(page)
  await dialog().getByLabel('Text').fill('')
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
})

test('the palette opens the dialog @full', async () => {
  await openProject()
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: /Search/ }).fill('LibreTranslate')
  await page.getByRole('option', { name: 'Translate' }).click()
  await expect(dialog().getByRole('heading', { name: 'Translate' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
})

test('a message is translated into the saved default language, and back with one click', async () => {
  await openProject()
  await field().fill('Is the bid of {{name}} valid?')
  await fromPlusMenu()
  await expect(dialog().getByRole('heading', { name: 'Translate prompt' })).toBeVisible()
  await dialog().getByLabel('From').selectOption('English')
  await dialog().getByLabel('To', { exact: true }).selectOption('Bulgarian')
  await isAccessibleAgain(page)
  await dialog().getByRole('button', { name: 'Save as default' }).click()
  await expect(page.getByText('Languages saved as default.')).toBeVisible()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await fromPlusMenu()
  await dialog().getByRole('button', { name: 'Translate', exact: true }).click()
  await expect(dialog()).toHaveCount(0)
  await expect(field()).toHaveValue('IS THE BID OF {{name}} VALID?')
  expect(server.asked.at(-1)).toMatchObject({ source: 'en', target: 'bg' })
  await expect(page.getByText(/^Translated .*into Bulgarian by House/)).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Show original' }).click()
  await expect(field()).toHaveValue('Is the bid of {{name}} valid?')
  await page.getByRole('button', { name: 'Show translation' }).click()
  await expect(field()).toHaveValue('IS THE BID OF {{name}} VALID?')
  await page.getByRole('button', { name: 'Show original' }).click()
  await page.keyboard.press('Escape')
  await field().press('Enter')
  await expect(page.getByRole('article').last()).toContainText('let code = 1')
  await expect(page.getByText(/^Translated .*into Bulgarian by House/)).toHaveCount(0)
})

test('an answer is translated in place, keeps its code and can be switched back', async () => {
  await openProject(['Is the bid valid?'])
  await field().fill('Is it?')
  await keepLanguages()
  await field().fill('')
  const answer = page.getByRole('article', { name: 'Answer' }).last()
  await answer.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Translate', exact: true }).click()
  await expect(answer).toContainText('DEAR {{name}}, THE BID IS VALID.')
  await expect(answer).toContainText('Translated from English into Bulgarian by House')
  await expect(answer.locator('[lang=bg]')).toContainText('let code = 1')
  await expect(answer.getByRole('link', { name: 'https://example.org/bids' })).toBeVisible()
  await expect(answer.locator('code').first()).toHaveText('offer.pdf')
  await isAccessible(page)
  await answer.getByRole('button', { name: 'Copy answer' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('THE BID IS VALID')
  await answer.getByRole('button', { name: 'Show original' }).click()
  await expect(answer).toContainText('Dear {{name}}, the bid is valid.')
  await answer.getByRole('button', { name: 'Show translation' }).click()
  // Re-rendering keeps it: another tab and back.
  await page.getByRole('tab', { name: 'Letters' }).click()
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('tab', { name: /^Costs/ }).click()
  await expect(page.getByRole('article').last()).toContainText('THE BID IS VALID')
  const { Projecttabs } = (await fixture.client.call(contract.tabs.list, { params: { id: projectId } })).data
  const stored = await fixture.client.call(contract.queries.list, { params: { id: Projecttabs[0]?.id ?? 0 } })
  expect(JSON.stringify(stored.data)).not.toContain('THE BID IS VALID')
})

test('a failed translation of an answer is reported and can be tried again @full', async () => {
  await openProject(['Is the bid valid?'])
  await field().fill('Is it?')
  await keepLanguages()
  await field().fill('')
  server.faults = { status: 429, retryAfter: '9', at: 'translate' }
  const answer = page.getByRole('article', { name: 'Answer' }).last()
  await answer.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Translate', exact: true }).click()
  await expect(answer.getByRole('alert')).toContainText('busy. Try again in 9 seconds')
  await expect(answer).toContainText('Dear {{name}}, the bid is valid.')
  server.faults = {}
  await answer.getByRole('button', { name: 'Try again' }).click()
  await expect(answer).toContainText('THE BID IS VALID')
})

test('the question to all tabs can be translated @full', async () => {
  await openProject()
  await field().fill('Is it?')
  await keepLanguages()
  await field().fill('')
  await page.getByRole('banner').getByRole('button', { name: 'Compare' }).click()
  const question = page.getByRole('textbox', { name: 'Message to all tabs' })
  await question.fill('Which bid wins?')
  await page.getByRole('button', { name: 'Translate message' }).click()
  await dialog().last().getByRole('button', { name: 'Translate', exact: true }).click()
  await expect(question).toHaveValue('WHICH BID WINS?')
  await isAccessible(page)
  await dialog().getByRole('button', { name: 'Show original' }).click()
  await expect(question).toHaveValue('Which bid wins?')
  await question.fill('')
  await page.keyboard.press('Escape')
})

test('an answer of a comparison is translated in its lane @full', async () => {
  await openProject()
  await field().fill('Is it?')
  await keepLanguages()
  await field().fill('')
  await page.getByRole('banner').getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('textbox', { name: 'Message to all tabs' }).fill('Is the bid valid?')
  await page.getByRole('button', { name: 'Ask 2 tabs' }).click()
  const lane = page.getByRole('region', { name: 'Costs' })
  await expect(lane.getByRole('article')).toContainText('let code = 1')
  await lane.getByRole('button', { name: 'Translate', exact: true }).click()
  await expect(lane).toContainText('DEAR {{name}}, THE BID IS VALID.')
  await expect(lane).toContainText('Translated from English into Bulgarian by House')
  await expect(page.getByRole('region', { name: 'Letters' })).toContainText('the bid is valid.')
  await isAccessible(page)
  await lane.getByRole('button', { name: 'Show original' }).click()
  await expect(lane.getByRole('article')).toContainText('Dear {{name}}, the bid is valid.')
  await page.goto(`${fixture.product.url}/projects/${projectId}`)
})

test('a help page in another language is translated and switched back @full', async ({ browser }) => {
  const german = await fixture.open(browser, '/help', { remembers: { language: 'de' } })
  await german.route('**/static/md/de/help/tabs.md', (route) => route.fulfill({ status: 404, body: '' }))
  await german.goto(`${fixture.product.url}/help/tabs`)
  await german.getByRole('button', { name: 'Diese Seite übersetzen' }).click()
  await german.getByRole('dialog').getByLabel('Nach').selectOption('Deutsch')
  await isAccessible(german)
  await german.getByRole('dialog').getByRole('button', { name: 'Übersetzen', exact: true }).click()
  const article = german.getByRole('article')
  await expect(article).toContainText('TAB')
  const heading = article.getByRole('heading', { level: 2 }).first()
  const translated = await heading.textContent()
  expect(translated).toMatch(/[A-Z]/)
  expect(translated).toBe(translated?.toUpperCase())
  await german.getByRole('button', { name: 'Original anzeigen' }).click()
  await expect(heading).not.toHaveText(translated ?? '')
  await german.context().close()
})

test('a guest without the permission does not see translation @full', async ({ browser }) => {
  const as = await fixture.newcomer({ firstName: 'Gast', lastName: 'Gast', email: 'gast@example.org' })
  const { Users } = (await fixture.client.call(contract.users.list)).data
  const guest = Users.find(({ email }) => email === 'gast@example.org')
  await fixture.client.call(contract.users.update, { params: { id: guest?.id ?? 0 }, body: { roleId: 6 } })
  const other = await fixture.open(browser, '/help?dialog=translate', { as })
  await other.getByRole('button', { name: /user menu/ }).click()
  await expect(other.getByRole('menuitem', { name: 'Help' })).toBeVisible()
  await expect(other.getByRole('menuitem', ENTRY)).toHaveCount(0)
  await expect(dialog(other)).toHaveCount(0)
  await other.context().close()
})

test('on a phone, an external service is named before an answer is sent to it @full', async ({ browser }) => {
  const outside = await open({}, false)
  const id = await makeBids(outside.client, ['Costs'])
  const phone = await outside.open(browser, `/projects/${id}`, { ...PHONE, reducedMotion: 'reduce' })
  await field(phone).fill('Is it valid?')
  await fromPlusMenu(phone)
  await expect(dialog(phone).getByText('House is external: the text is sent to a third party.')).toBeVisible()
  await isAccessible(phone)
  await dialog(phone).getByRole('button', { name: 'Cancel' }).click()
  await phone.getByRole('button', { name: 'Send', exact: true }).click()
  const answer = phone.getByRole('article', { name: 'Answer' }).last()
  await expect(answer).toContainText('let code = 1')
  const before = server.asked.length
  await answer.getByRole('button', { name: 'More', exact: true }).click()
  await phone.getByRole('menuitem', { name: 'Translate', exact: true }).click()
  await expect(answer.getByText('House is external')).toBeVisible()
  server.faults = { detects: { valid: 'de' } }
  expect(server.asked).toHaveLength(before)
  await answer.getByRole('button', { name: 'Translate', exact: true }).click()
  await expect(answer).toContainText('Translated from German into English by House (external)')
  server.faults = {}
  await isAccessible(phone)
  await phone.context().close()
  await outside.close()
})

test('an expired trial shows the licence alert instead of the dialog @full', async ({ browser }) => {
  const license = { licenseType: 'trial', licenseEnd: '2020-01-01' }
  const expired = await open({ license })
  const other = await expired.open(browser, '/')
  await expect(dialog(other).getByText(/trial licence/)).toBeVisible()
  await other.keyboard.press('Escape')
  await expect(dialog(other)).toHaveCount(0)
  // The page of the first chat closes a menu that was opened before it.
  await expect(other.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await other.getByRole('button', { name: /user menu/ }).click()
  await other.getByRole('menuitem', ENTRY).click()
  await expect(dialog(other).getByText(/trial licence/)).toBeVisible()
  await expect(other).toHaveURL(/dialog=license-expired/)
  await other.context().close()
  await expired.close()
})
