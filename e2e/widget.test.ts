// The widget on pages of other sites: strict policies, hostile pages, frames, page changes, phones (WIDGET-1 to WIDGET-9).
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { contract, type ChatBot, type ChatbotDraft } from '@polylogue/contract'
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { makeBids, openSharedFixture, PHONE, scriptedModel, type Fixture } from './fixture.ts'
import { sitePage, startHost, type Host } from './widget-host.ts'

const ANSWER =
  'No. Up to 11 kW a **notice** is enough. [1]\n\n- by your electrician\n- in advance\n\n| Power | Days |\n|---|--:|\n| 11 kW | 15 |'
const SLOW = 'script?rate=12'

let fixture: Fixture
/** Of visitors: a page begins without what earlier ones stored. */
let visitors: BrowserContext
let host: Host
let bot: ChatBot
let slowBot: ChatBot

test.beforeAll(async ({ browser }) => {
  visitors = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  host = await startHost()
  fixture = await openSharedFixture({ models: ['script', SLOW], settings: { text: ANSWER } })
  const content = Buffer.from(
    'Chargers up to 11 kW need a notice to the network operator, by an electrician.',
  ).toString('base64')
  const { data } = await fixture.client.call(contract.datasources.create, {
    body: { name: 'Leaflets', media: [{ name: 'Leaflet_chargers.txt', mime_type: 'text/plain', content }] },
  })
  const { id } = data.datasource
  await expect
    .poll(
      async () =>
        (await fixture.client.call(contract.datasources.get, { params: { id } })).data.datasource.status,
      { timeout: 60_000 },
    )
    .toBe(2)
  bot = await makeBot({ datasourceId: id, rules: { sources: 'documents', contact: true } })
  slowBot = await makeBot({ widget: { title: 'Slow help' } }, SLOW)
})

test.afterAll(async () => {
  await visitors.close()
  await host.close()
  await fixture.close()
})

type Changes = Omit<ChatbotDraft, 'rules' | 'widget'> & { rules?: object; widget?: object }

async function makeBot({ rules, widget, ...changes }: Changes = {}, model = 'script'): Promise<ChatBot> {
  const { client } = fixture
  const projectId = await makeBids(client, ['Help'], model)
  const tabs = (await client.call(contract.tabs.list, { params: { id: projectId } })).data.Projecttabs
  const { defaultModelTagId } = await scriptedModel(client, model)
  const { data } = await client.call(contract.chatbots.create, {
    body: {
      name: 'Help',
      description: 'Answers questions about connections',
      refProjectTabId: tabs[0]?.id ?? 0,
      modelTagId: defaultModelTagId,
      rules: { origins: [host.origin], ...rules },
      widget: {
        title: 'Connection help',
        welcomeMessages: ['Hello. I answer questions about connections.'],
        firstQuestions: ['Who connects me?'],
        installDelay: 0,
        ...widget,
      },
      ...changes,
    } as never,
  })
  return data.ChatBot
}

const script = (attributes = '', { identifier } = bot): string =>
  `<script src="${fixture.product.url}/widget.js" data-chatbot="${identifier}" ${attributes} async></script>`

/** Opens an empty page of a visitor who has not been to any site yet. */
async function newVisitor(): Promise<Page> {
  const page = await visitors.newPage()
  page.setDefaultTimeout(15_000)
  await page.addInitScript(() => {
    // Only the first load: what the tab stores later stays.
    if (sessionStorage.getItem('e2e.visited') !== null) return
    sessionStorage.setItem('e2e.visited', 'true')
    localStorage.clear()
  })
  return page
}

async function visit(address: string): Promise<Page> {
  const page = await newVisitor()
  await page.goto(address)
  return page
}

/** Opens a page in a browser of its own. */
async function visitIn(browser: Browser, address: string, options = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(address)
  return page
}

const launcher = (page: Page) => page.getByRole('button', { name: 'Ask a question' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Ask a question' })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Connection help' })
const log = (page: Page) => page.getByRole('group', { name: 'Chat' })

async function ask(page: Page, question: string): Promise<void> {
  await field(page).fill(question)
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('')
}

/** What a page of this site broke in its policy, or failed with. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (/polic|refused|violat|trusted/i.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

test('a visitor of a page with a strict policy asks, gets sources, rates and saves (WIDGET-1, WIDGET-5)', async () => {
  const policy = (scripts: string) =>
    `default-src 'none'; script-src ${scripts}; connect-src ${fixture.product.url}; style-src 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'`
  const address = host.put('/strict', {
    html: sitePage(script('nonce="abc123"')),
    headers: { 'content-security-policy': policy("'nonce-abc123'") },
  })
  const page = await newVisitor()
  const complaints = complaintsOf(page)
  await page.goto(address)
  await launcher(page).click()
  await expect(field(page)).toBeFocused()
  await expect(log(page)).toContainText('Hello. I answer questions about connections.')
  await isAccessible(page)
  await ask(page, 'Do I need a permit for a charger with 11 kW?')
  await expect(log(page).getByRole('cell', { name: '15' })).toBeVisible()
  await expect(log(page).locator('strong')).toHaveText('notice')
  const source = log(page).getByText('Leaflet_chargers.txt')
  await expect(source).toBeVisible()
  await log(page).getByRole('button', { name: '1', exact: true }).click()
  await expect(log(page).getByText('need a notice to the network operator')).toBeVisible()
  const [document] = await Promise.all([
    page.waitForEvent('download'),
    log(page).getByRole('button', { name: 'Download document' }).click(),
  ])
  expect(document.suggestedFilename()).toBe('Leaflet_chargers.txt')
  await isAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await isAccessible(page)
  await page.getByRole('button', { name: 'Good answer' }).click()
  await expect(page.getByRole('button', { name: 'Good answer' })).toHaveAttribute('aria-pressed', 'true')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('Connection help.txt')
  expect(readFileSync(await saved.path(), 'utf8')).toContain('Do I need a permit for a charger with 11 kW?')
  expect(complaints).toEqual([])
  await page.close()
})

test('the policy can name the script by its hash, or its host; a stranger’s site has no chatbot (WIDGET-5)', async () => {
  const bytes = Buffer.from(await (await fetch(`${fixture.product.url}/widget.js`)).arrayBuffer())
  const hash = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
  const byHash = host.put('/hash', {
    html: sitePage(script(`integrity="${hash}" crossorigin="anonymous"`)),
    headers: {
      'content-security-policy': `default-src 'none'; script-src '${hash}' ${fixture.product.url}/widget-more.js; connect-src ${fixture.product.url}`,
    },
  })
  const byHost = host.put('/host', {
    html: sitePage(script()),
    headers: {
      'content-security-policy': `default-src 'none'; script-src ${fixture.product.url}; connect-src ${fixture.product.url}`,
    },
  })
  const page = await visit(byHash)
  await launcher(page).click()
  await ask(page, 'Do I need a notice for a charger?')
  await expect(log(page).getByText('Leaflet_chargers.txt')).toBeVisible()
  // The same tab: the chat is still open.
  await page.goto(byHost)
  await ask(page, 'And for two chargers?')
  await expect(log(page).getByText('Leaflet_chargers.txt')).toHaveCount(2)
  // A site that is not among those of the chatbot.
  const elsewhere = await startHost()
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  await page.goto(elsewhere.put('/', sitePage(script())))
  await expect.poll(() => messages.join('\n')).toContain('CORS policy')
  await expect(launcher(page)).toHaveCount(0)
  await elsewhere.close()
  await page.close()
})

test('an element that names another server gets its answers there, and no script (WIDGET-5)', async () => {
  const page = await newVisitor()
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('widget-more.js')) scripts.push(request.url())
  })
  const evil = 'http://evil.example'
  await page.route(`${evil}/**`, async (route) => {
    const address = route.request().url().replace(evil, fixture.product.url)
    await route.fulfill({ response: await route.fetch({ url: address }) })
  })
  await page.goto(
    host.put(
      '/injected',
      sitePage(
        `<polylogue-chat chatbot="${bot.identifier}" api-endpoint="${evil}/api/v1/"></polylogue-chat>
        <script src="${fixture.product.url}/widget.js" async></script>`,
      ),
    ),
  )
  await launcher(page).click()
  await ask(page, 'Do I need a notice for a charger?')
  await expect(log(page).getByText('Leaflet_chargers.txt')).toBeVisible()
  expect(scripts).toEqual([`${fixture.product.url}/widget-more.js`])
  await page.close()
})

test('nothing moves, and its scripts take at most 50 ms on a slow processor (WIDGET-2)', async ({
  browser,
}) => {
  const address = host.put('/fast', sitePage('<p>Text</p>'.repeat(30) + script()))
  const times: number[] = []
  let page = await visitIn(browser, 'about:blank')
  // The least of several: other processes on this machine take turns with the browser.
  for (let round = 0; round < 5 && !times.some((time) => time < 50); round += 1) {
    if (round > 0) {
      await page.context().close()
      page = await visitIn(browser, 'about:blank')
    }
    await page.addInitScript(() => {
      const seen = Object.assign(window, { shifts: 0 })
      new PerformanceObserver((list) => {
        const entries = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
        for (const entry of entries) if (!entry.hadRecentInput) seen.shifts += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await session.send('Performance.enable')
    await page.goto(address)
    await launcher(page).waitFor()
    const { metrics } = await session.send('Performance.getMetrics')
    times.push((metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Infinity) * 1_000)
  }
  test
    .info()
    .annotations.push({ type: 'ms of script', description: times.map((time) => time.toFixed(1)).join(', ') })
  expect(Math.min(...times)).toBeLessThan(50)
  await launcher(page).click()
  await expect(field(page)).toBeFocused()
  expect(await page.evaluate(() => (window as never as { shifts: number }).shifts)).toBe(0)
  await page.context().close()
})

test('styles, names and messages of the page do not get in (WIDGET-6)', async () => {
  const address = host.put(
    '/hostile',
    sitePage(
      `<form id="polylogueChat" name="PolylogueChat"></form><img name="createElement2"><div id="e"></div><div id="polylogue-chat"></div>${script('data-lang="de-AT"')}`,
      `<style>* { all: unset !important; display: none } button, dialog, textarea { display: none !important; color: red !important; transform: rotate(9deg) !important }
      ::part(panel) { display: none } polylogue-chat { opacity: 0 !important; visibility: hidden !important; position: absolute !important; left: -999px !important }</style>
     <script>const add = window.addEventListener; window.heard = []; window.addEventListener = function (name, ...rest) { heard.push(name); return add.call(this, name, ...rest) }</script>`,
    ),
  )
  const page = await visit(address)
  const button = await launcher(page).boundingBox()
  expect(button?.x).toBeGreaterThan(1_000)
  await launcher(page).click()
  const box = await panel(page).boundingBox()
  expect([box?.width, box?.height]).toEqual([338, 348])
  const style = await field(page).evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(element).transform,
  ])
  expect(style).toEqual(['rgb(26, 24, 31)', 'none'])
  await page.evaluate(() => {
    for (const data of [
      { type: 'polylogue', action: 'ask', prompt: 'x' },
      { token: 'plv_evil' },
      'close',
      null,
    ])
      window.postMessage(data, '*')
  })
  await ask(page, '"><img src=x onerror=alert(1)> notice charger')
  await expect(log(page).getByText('"><img src=x onerror=alert(1)> notice charger')).toBeVisible()
  await expect(log(page).getByText('Leaflet_chargers.txt')).toBeVisible()
  expect(await page.evaluate(() => (window as never as { heard: string[] }).heard)).not.toContain('message')
  expect(await page.evaluate(() => Object.keys(localStorage).length)).toBe(1)
  await page.close()
})

test('a page that swaps its content, and the next page, keep the conversation, its answer and what was typed (WIDGET-7)', async () => {
  host.put('/next', sitePage(script('', slowBot)))
  const page = await visit(host.put('/swaps', sitePage(script('', slowBot))))
  await launcher(page).click()
  await ask(page, 'Do I need a notice for a charger?')
  await expect(log(page)).toContainText('No. Up')
  await page.evaluate(async (identifier) => {
    document.querySelector('polylogue-chat')?.remove()
    document.querySelector('h1')?.replaceWith('Another page')
    await new Promise((later) => setTimeout(later, 300))
    const { PolylogueChat } = window as never as { PolylogueChat: { install(settings: object): void } }
    PolylogueChat.install({
      chatbotId: identifier,
      apiEndpoint: (document.querySelector('script[data-chatbot]') as HTMLScriptElement).src.replace(
        'widget.js',
        'api/v1/',
      ),
    })
  }, slowBot.identifier)
  await expect(log(page)).toContainText('Do I need a notice for a charger?')
  const cells = log(page).getByRole('cell', { name: '15' })
  await expect(cells).toHaveCount(1, { timeout: 30_000 })
  // The cell is shown before the answer has ended, and until then a question stays in the field.
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await ask(page, 'And a permit?')
  await expect(log(page).getByText('No. Up')).toHaveCount(2)
  await field(page).fill('And for 22 kW')
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.waitForURL('**/next')
  await expect(log(page)).toContainText('And a permit?')
  await expect(field(page)).toHaveValue('And for 22 kW')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await expect(cells).toHaveCount(2, { timeout: 30_000 })
  await expect(log(page).getByText('And a permit?')).toHaveCount(1)
  await page.close()
})

test('offline: the question and what is typed stay, it is asked again, and the chat goes on (WIDGET-8)', async () => {
  const page = await visit(host.put('/offline', sitePage(script())))
  await launcher(page).click()
  await ask(page, 'Before: a charger?')
  await expect(log(page).getByText('Leaflet_chargers.txt')).toBeVisible()
  await page.context().setOffline(true)
  await ask(page, 'Do I need a notice for a charger?')
  await expect(log(page)).toContainText('The server cannot be reached. Your question is kept.')
  await field(page).fill('And then')
  await isAccessible(page)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(log(page).getByText('Leaflet_chargers.txt')).toHaveCount(2)
  await expect(log(page)).toContainText('Before: a charger?')
  await expect(field(page)).toHaveValue('And then')
  await expect(log(page).getByText('Do I need a notice for a charger?')).toHaveCount(1)
  await page.close()
})

test('two chatbots on a page, one in its text, have conversations of their own (WIDGET-3)', async () => {
  const inline = await makeBot({
    widget: { title: 'Inline help', position: 'inline', width: 500, height: 420, dark: true },
  })
  const page = await visit(
    host.put(
      '/two',
      sitePage(
        `<div style="height: 420px"><polylogue-chat chatbot="${inline.identifier}" position="inline"></polylogue-chat></div>${script()}`,
      ),
    ),
  )
  const here = page.getByRole('region', { name: 'Inline help' })
  await here.getByRole('textbox').fill('In the text')
  await page.keyboard.press('Enter')
  await expect(here.getByRole('cell', { name: '15' })).toBeVisible()
  await launcher(page).click()
  await expect(panel(page)).not.toContainText('In the text')
  await field(page).last().fill('In the corner: a charger?')
  await page.keyboard.press('Enter')
  await expect(panel(page).getByText('Leaflet_chargers.txt')).toBeVisible()
  await expect(here).not.toContainText('In the corner: a charger?')
  await isAccessible(page)
  await page.close()
})

test('the page for frames fills its frame on the chatbot’s sites only (WIDGET-5)', async () => {
  const page = await visit(
    host.put(
      '/frame',
      sitePage(
        `<iframe src="${fixture.product.url}/widget/${bot.identifier}" title="Chat" width="380" height="560"></iframe>`,
      ),
    ),
  )
  const frame = page.frameLocator('iframe')
  const box = await frame.getByRole('region', { name: 'Connection help' }).boundingBox()
  expect([box?.width, box?.height]).toEqual([380, 560])
  await frame.getByRole('textbox').fill('Do I need a notice for a charger?')
  await page.keyboard.press('Enter')
  await expect(frame.getByText('Leaflet_chargers.txt')).toBeVisible()
  await page.close()
})

test('on a phone it fills the window, above the page, and gives the focus back (WIDGET-4)', async ({
  browser,
}) => {
  const page = await visitIn(
    browser,
    host.put('/phone', sitePage(`${script()}<p>More</p>`.repeat(1) + '<p>Long</p>'.repeat(90))),
    PHONE,
  )
  await launcher(page).tap()
  const box = await panel(page).boundingBox()
  expect(box).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  const isHeld = await page.getByText('Next page').evaluate((link) => {
    link.focus()
    return document.activeElement !== link
  })
  expect(isHeld).toBe(true)
  await isAccessible(page)
  for (const target of await panel(page).getByRole('button').all()) {
    if (!(await target.isVisible())) continue
    const { width = 0, height = 0 } = (await target.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(40)
  }
  await field(page).fill('Do I need a notice for a charger?')
  await page.getByRole('button', { name: 'Send' }).tap()
  await expect(log(page).getByText('Leaflet_chargers.txt')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: 'Close' }).tap()
  await expect(launcher(page)).toBeFocused()
  // Another page of the site is not covered by it.
  await page.reload()
  await expect(launcher(page)).toBeVisible()
  await page.context().close()
})

test('by keyboard alone, in one language after the other, and sentences are read out (WIDGET-4)', async () => {
  const page = await visit(
    host.put(
      '/keys',
      sitePage(
        `${script('', slowBot)}<script>window.keys = 0; addEventListener('keydown', () => { window.keys += 1 })</script>`,
      ),
    ),
  )
  await launcher(page).waitFor()
  for (let at = 0; at < 3 && !(await launcher(page).evaluate((button) => button.matches(':focus'))); at += 1)
    await page.keyboard.press('Tab')
  await expect(launcher(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  const before = await page.evaluate(() => (window as never as { keys: number }).keys)
  await page.keyboard.type('Do I need a permit?')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Please say.')
  expect(await page.evaluate(() => (window as never as { keys: number }).keys)).toBe(before)
  await page.keyboard.press('Enter')
  const read = page.getByRole('status')
  await expect(read).toContainText('No.')
  expect((await read.textContent())?.trim()).toMatch(/[.!?:]$/)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible({ timeout: 30_000 })
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Escape')
  await expect(launcher(page)).toBeFocused()
  await page.close()
})

test('in a top corner of a page written from right to left, without storage and streaming, an answer moves nothing (WIDGET-2, WIDGET-3, WIDGET-7)', async ({
  browser,
}) => {
  const quiet = await makeBot({ widget: { position: 'top-left', stream: false, sound: true } })
  const html = sitePage(script('', quiet)).replace('<html lang="en">', '<html lang="en" dir="rtl">')
  const address = host.put('/rtl', html)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Denied', 'SecurityError')
        },
      })
    const moved = { sum: 0 }
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
      for (const { value, hadRecentInput } of entries) if (!hadRecentInput) moved.sum += value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const complaints = complaintsOf(page)
  await page.goto(address)
  await launcher(page).click()
  const place = await panel(page).boundingBox()
  expect([place && place.x < 100, place && place.y < 100]).toEqual([true, true])
  await ask(page, 'Do chargers need a permit?')
  await expect(log(page).getByRole('table')).toBeVisible()
  await ask(page, 'And larger ones?')
  await expect(log(page).getByRole('table')).toHaveCount(2)
  const moved = await page.evaluate(() => (window as unknown as { moved: { sum: number } }).moved.sum)
  expect(moved).toBe(0)
  await isAccessible(page)
  expect(complaints).toEqual([])
  await context.close()
})
