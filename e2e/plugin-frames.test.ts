// Plugins that an installation ships, in their frames: the example, and one that tries what it may not (PLUGIN-5 to PLUGIN-7).
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createSocket } from 'node:dgram'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { ask } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { chromium, expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { BROWSER_FLAGS, findHeadlessChromium } from './chromium.ts'
import { openSharedFixture, PHONE, type Fixture } from './fixture.ts'

// The tests follow two plugins: each begins with what the one before has shipped, allowed or taken back.
test.describe.configure({ mode: 'serial' })

const EXAMPLE = path.join(import.meta.dirname, '../examples/plugins/word-count')
const HOSTILE = path.join(import.meta.dirname, 'hostile-plugin')

let fixture: Fixture
let folder: string
let elsewhere: Server
/** Shows plugins from one test to the next. */
let page: Page
/** What reached the other server. */
const heard: string[] = []

test.beforeAll(async () => {
  fixture = await openSharedFixture({ models: ['script'] })
  folder = path.join(fixture.product.dataDir, 'static/plugins')
  elsewhere = createServer((request, reply) => {
    heard.push(request.url ?? '')
    reply.end()
  })
  await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve))
  const udp = createSocket('udp4')
  udp.on('message', () => heard.push('udp'))
  await new Promise<void>((resolve) =>
    udp.bind((elsewhere.address() as AddressInfo).port, '127.0.0.1', resolve),
  )
  const { data } = await fixture.client.call(contract.models.list)
  const tag = data.Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName.startsWith('script'))
  const model = { defaultModelId: tag?.modelId ?? 0, defaultModelTagId: tag?.id ?? 0 }
  const body = { name: 'Tender', type: 0, ...model }
  const { project } = (await fixture.client.call(contract.projects.create, { body })).data
  const made = await fixture.client.call(contract.tabs.create, {
    params: { id: project.id },
    body: { name: 'Tender', ...model },
  })
  const question = { projectTabId: made.data.projecttab.id, prompt: 'one two three', language: 'en' }
  for await (const _ of ask(fixture.client, tag?.id ?? 0, question));
})

test.afterAll(async () => {
  await new Promise((resolve) => void elsewhere.close(resolve))
  for (const id of ['word-count', 'hostile'])
    await fixture.client.call(contract.plugins.revoke, { params: { id } })
  rmSync(folder, { recursive: true, force: true })
  await fixture.close()
})

function shipHostile(change: object = {}) {
  const at = path.join(folder, 'hostile')
  rmSync(at, { recursive: true, force: true })
  mkdirSync(at, { recursive: true })
  cpSync(HOSTILE, at, { recursive: true })
  cpSync(path.join(EXAMPLE, 'polylogue.js'), path.join(at, 'polylogue.js'))
  const { port } = elsewhere.address() as AddressInfo
  const script = readFileSync(path.join(HOSTILE, 'hostile.js'), 'utf8')
  writeFileSync(path.join(at, 'hostile.js'), script.replace('ELSEWHERE', `http://127.0.0.1:${port}`))
  writeFileSync(
    path.join(at, 'other.html'),
    '<!doctype html><title>Other</title><script src="polylogue.js"></script>',
  )
  const manifest = JSON.parse(readFileSync(path.join(HOSTILE, 'plugin.json'), 'utf8')) as object
  writeFileSync(path.join(at, 'plugin.json'), JSON.stringify({ ...manifest, ...change }))
}

const framed = (page: Page, name: string) => page.frameLocator(`iframe[title="${name}"]`)
const allow = (page: Page) => page.getByRole('button', { name: 'Allow', exact: true }).click()

test('the example counts the words of chats and asks in a new one (PLUGIN-4)', async ({ browser }) => {
  page = await fixture.open(browser, '/plugins')
  await expect(page.getByRole('link', { name: 'Word count' })).toHaveCount(0)
  // Without a restart.
  cpSync(EXAMPLE, path.join(folder, 'word-count'), { recursive: true })
  await page.reload()
  await page.getByRole('link', { name: 'Word count' }).click()
  await expect(page.getByRole('heading', { name: 'What Word count may do' })).toBeVisible()
  await isAccessibleAgain(page)
  await allow(page)
  const frame = framed(page, 'Word count')
  await frame.getByRole('button', { name: 'Count words' }).click()
  await expect(frame.getByRole('row', { name: /^Tender 3 / })).toBeVisible()
  await isAccessible(page)
  await frame.getByRole('button', { name: 'Ask how questions can be shorter' }).click()
  await expect(frame.locator('#answer')).not.toBeEmpty()
  await expect(frame.getByRole('button', { name: 'Ask how questions can be shorter' })).toBeEnabled()
  await expect(page.getByRole('link', { name: /^Word count/ }).first()).toBeVisible()
})

test('it follows theme and language, keyboard focus goes in and out, also on a phone (PLUGIN-8)', async ({
  browser,
}) => {
  const { userId: id } = JSON.parse(fixture.storage[0]?.value ?? '{}') as { userId: number }
  const dark = { settingName: 'darkTheme', settingValue: 'true' }
  await fixture.client.call(contract.settings.setByName, { params: { id }, body: dark })
  const page = await fixture.open(browser, '/plugins/word-count', {
    ...PHONE,
    remembers: { theme: 'dark', language: 'de' },
  })
  const frame = framed(page, 'Wörter zählen')
  await expect(frame.getByRole('heading', { name: 'Wörter zählen' })).toBeVisible()
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark')
  const button = frame.getByRole('button', { name: 'Wörter zählen' })
  await page.getByRole('switch').focus()
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Zurücknehmen' })).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await isAccessible(page)
  await page.context().close()
})

test('one that asks for more than it was given reaches nothing (PLUGIN-5, PLUGIN-7)', async () => {
  shipHostile()
  await page.goto(`${fixture.product.url}/plugins/hostile`)
  const address = page.url()
  await allow(page)
  const frame = framed(page, 'Hostile')
  await expect(frame.getByText('All tried')).toBeVisible()
  const results = await frame.getByRole('listitem').allInnerTexts()
  expect(Object.fromEntries(results.map((text) => text.split(': ', 2)))).toMatchObject({
    title: 'Hostile',
    origin: 'null',
    'parent.document': 'SecurityError',
    'top.location': 'SecurityError',
    localStorage: 'SecurityError',
    cookie: 'SecurityError',
    'inline ran': 'false',
    fetch: 'TypeError',
    'own api': 'TypeError',
    image: 'refused',
    script: 'TypeError',
    rtc: 'ReferenceError',
    blob: 'TypeError',
    'text frame': 'TypeError',
    markup: 'TypeError',
    'empty frame': 'SecurityError',
    style: 'refused',
    worker: 'TypeError',
    window: 'refused',
    prompts: 'PLUGIN_REFUSED',
    users: 'PLUGIN_REFUSED',
    remove: 'PLUGIN_REFUSED',
    tokens: 'PLUGIN_REFUSED',
    consent: 'PLUGIN_REFUSED',
    prototype: 'PLUGIN_REFUSED',
    path: 'PLUGIN_MALFORMED',
    dots: 'PLUGIN_MALFORMED',
    others: 'NOT_FOUND',
    chats: 'answered',
  })
  await expect(
    page.getByText(/^Hostile asked for something that you did not allow, and was refused/),
  ).toBeVisible()
  await frame.getByRole('button', { name: 'Navigate the top window' }).click()
  await expect(frame.getByText('top navigation: SecurityError')).toBeVisible()
  expect(page.url()).toBe(address)
  expect(heard).toEqual([])
})

test('a flood and another page in the frame end the plugin, and “Try again” begins anew (PLUGIN-8)', async () => {
  for (const [button, sentence] of [
    ['Flood', 'Hostile was stopped because it sent too much.'],
    ['Flood the window', 'Hostile was stopped because it sent too much.'],
    ['Leave', 'Hostile was stopped because it left its page.'],
    ['Leave for elsewhere', 'Hostile was stopped because it left its page.'],
    ['Send a form', 'Hostile was stopped because it left its page.'],
  ] as const) {
    const frame = framed(page, 'Hostile')
    await expect(frame.getByText('All tried')).toBeVisible()
    await frame.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    await page.getByRole('button', { name: 'Try again' }).click()
  }
  expect(heard).toEqual([])
})

test('a consent that is taken back in one window ends in the other (PLUGIN-6)', async () => {
  const frame = framed(page, 'Hostile')
  await expect(frame.getByText('All tried')).toBeVisible()
  await frame.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(frame.locator('#read-result')).toHaveText('read')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Take back' }).click()
  await expect(other.getByRole('heading', { name: 'What Hostile may do' })).toBeVisible()
  await frame.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'What Hostile may do' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.context().close()
})

test('one that hangs is noticed, and closed (PLUGIN-8)', async () => {
  shipHostile({ scopes: [] })
  // As browsers with windows do; in one process, the loop would stop our page as well (docs/plugins.md).
  const executablePath = findHeadlessChromium()
  const apart = ['--site-per-process', '--enable-features=IsolateSandboxedIframes']
  await using browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...BROWSER_FLAGS, ...apart],
  })
  const page = await fixture.open(browser, '/mark.svg')
  // The page asks every second instead of every five: a frame that hangs keeps a core busy.
  await page.addInitScript(() => {
    if (self !== top) return
    const every = window.setInterval
    const sooner = (act: TimerHandler, ms?: number) => every(act, ms === 5_000 ? 1_000 : ms)
    Object.assign(window, { setInterval: sooner })
  })
  await page.goto(`${fixture.product.url}/plugins/hostile`)
  const frame = framed(page, 'Hostile')
  await expect(frame.getByText('All tried')).toBeVisible()
  await frame.getByRole('button', { name: 'Hang', exact: true }).click({ noWaitAfter: true })
  await expect(page.getByText('Hostile has stopped responding.')).toBeVisible({ timeout: 40_000 })
  await page.getByRole('button', { name: 'Close Hostile' }).click()
  await expect(page.getByText('You closed Hostile because it had stopped responding.')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await isAccessible(page)
  await page.context().close()
})
