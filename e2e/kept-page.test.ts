// The page shell that this device caches for the next visit (decision 34), and code that fails to load.
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { makeBids, openSharedFixture, pageWith, type Fixture } from './fixture.ts'
import { relayTo, type Relay } from './relay.ts'

let fixture: Fixture
/** Stands between the page and the product, so that the page can lose the server that other files use. */
let relay: Relay
let page: Page
let path: string
const complaints: string[] = []

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'] })
  relay = await relayTo(fixture.product.url)
  path = `/projects/${await makeBids(fixture.client, ['Lot 2'])}`
  page = await pageWith(await browser.newContext(), relay.url, fixture.storage)
  await page.goto(relay.url + path)
  page.on('console', (message) => {
    if (/Security Policy|Refused to/.test(message.text())) complaints.push(message.text())
  })
  await standsAndIsKept()
})

test.afterAll(async () => {
  await page.context().close()
  await relay.close()
  await fixture.close()
})

const stands = () => expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
const kept = () => page.evaluate(async () => (await caches.match('/'))?.text())
const nonceOf = (text: string | undefined) => /nonce="([\w-]{20,})"/.exec(text ?? '')?.[1]
const ownNonce = () =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce)

/** Waits until the page is loaded and a page other than itself is cached. */
async function standsAndIsKept() {
  await stands()
  const nonce = await ownNonce()
  await expect.poll(async () => nonceOf(await kept())).toBeDefined()
  await expect.poll(async () => nonceOf(await kept())).not.toBe(nonce)
}

/** Opens the page where a test begins, if another test has left it. */
async function begin() {
  if (page.url() === relay.url + path) return
  await page.goto(relay.url + path)
  await standsAndIsKept()
}

/** Returns whether this page came from the cache or the server, and whether it was reloaded. */
const cameFrom = () =>
  page.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const { deliveryType, type } = visit as PerformanceNavigationTiming & { deliveryType: string }
    return { from: deliveryType === 'cache-storage' ? 'device' : 'server', type }
  })

/** Replaces the cached page with another one. */
const keepOther = (from: string, to: string) =>
  page.evaluate(
    async ([was, is]) => {
      const cache = await caches.open('page')
      const reply = await cache.match('/')
      if (!reply) throw new Error('Nothing is kept')
      const text = await reply.clone().text()
      if (!new RegExp(was).test(text)) throw new Error(`There is no ${was} in it`)
      await cache.put('/', new Response(text.replace(new RegExp(was), is), { headers: reply.headers }))
    },
    [from, to] as const,
  )

test('the next visit starts with the cached page at any address, with a new nonce each time', async () => {
  await begin()
  const nonces = new Set<string | undefined>([await ownNonce()])
  for (const address of ['/projects?x=1', path]) {
    await page.goto(relay.url + address)
    await expect(page.getByRole('main')).toBeVisible()
    expect(await cameFrom()).toEqual({ from: 'device', type: 'navigate' })
    nonces.add(await ownNonce())
    await expect.poll(async () => [undefined, ...nonces].includes(nonceOf(await kept()))).toBe(false)
  }
  expect(nonces.size).toBe(3)
  await stands()
  expect(complaints).toEqual([])
})

test('a reload fetches the page from the server', async () => {
  await begin()
  await page.reload()
  expect(await cameFrom()).toEqual({ from: 'server', type: 'reload' })
  await standsAndIsKept()
})

test('an outdated cached page is replaced by the server’s page, and the draft stays', async () => {
  await begin()
  await page.getByRole('textbox', { name: 'Message' }).fill('Who signs above 50,000 €?')
  await keepOther('data-build="[^"]+"', 'data-build="an-older-one"')
  await page.goto(relay.url + path)
  await expect.poll(() => cameFrom().catch(() => undefined)).toEqual({ from: 'server', type: 'reload' })
  await standsAndIsKept()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Who signs above 50,000 €?')
  await expect.poll(kept).not.toContain('an-older-one')
})

test('a cached page whose files no longer exist is replaced by the server’s page', async () => {
  await keepOther('/assets/index-[^"]+[.]js', '/assets/index-gone0000.js')
  await page.goto(relay.url + path)
  await expect.poll(() => cameFrom().catch(() => undefined)).toEqual({ from: 'server', type: 'reload' })
  await standsAndIsKept()
  await expect.poll(kept).not.toContain('gone0000')
})

const ROOT = 'id="root"'

test('files, documents and API calls do not come from the cache', async () => {
  await begin()
  expect(await kept()).toContain(ROOT)
  for (const address of ['/mark.svg', '/api/v1/spec.html', '/static/data/config.json']) {
    const reply = await page.goto(relay.url + address, { waitUntil: 'commit' })
    expect([address, reply?.status(), reply?.fromServiceWorker()]).toEqual([address, 200, false])
    expect(await reply?.text()).not.toContain(ROOT)
  }
})

test('a page that does not come from the server is not cached, and the next visit asks again', async () => {
  const body = '<!doctype html><title>Company sign-in</title>'
  await page.route(`${relay.url}/`, (route) => route.fulfill({ contentType: 'text/html', body }))
  const asked = page.waitForResponse(`${relay.url}/`)
  await page.goto(relay.url + path)
  await (await asked).finished()
  // Writes to the cache complete in order: after this one, the response above would have been stored.
  await page.evaluate(async () => {
    const reply = await fetch('/')
    await reply.clone().text()
    await (await caches.open('later')).put('/later', reply)
    await caches.delete('later')
  })
  expect(await kept()).toBeUndefined()
  await page.unrouteAll()
  await page.goto(relay.url + path)
  expect((await cameFrom()).from).toBe('server')
  await standsAndIsKept()
})

test('the cache contains no content of users', async () => {
  await begin()
  const held = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return { names, addresses: requests.flat().map(({ url }) => new URL(url).pathname) }
  })
  expect(held).toEqual({ names: ['page'], addresses: ['/'] })
  const text = await kept()
  expect(text).toContain(ROOT)
  expect(text).not.toMatch(/Bids|Lot 2|anna|eyJ/i)
})

test('code that fails to load is requested again', async () => {
  const asked = { en: 0, workspace: 0 }
  for (const part of ['en', 'workspace'] as const)
    await page.route(new RegExp(`/assets/${part}-[\\w-]{8}\\.js$`), (route) =>
      ++asked[part] > 2 ? route.continue() : route.abort(),
    )
  await page.goto(relay.url + path)
  await stands()
  expect(asked.en).toBeGreaterThan(2)
  expect(asked.workspace).toBeGreaterThan(2)
})

test('a page whose code no longer exists after an upgrade is reloaded', async () => {
  // Stays routed: a request that is intercepted while its route is removed may never end.
  let loads = 0
  page.on('domcontentloaded', () => void loads++)
  await page.route(/\/assets\/workspace-[\w-]{8}\.js$/, (route) =>
    loads < 2 ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto(relay.url + path)
  await stands()
  expect(loads).toBe(2)
})

test('an account that fails to load is requested again, and the page says so @full', async () => {
  const own = /\/api\/v1\/users\/1$/
  const strip = page.getByText('Could not load your account, so parts of this page are missing.')
  const account = page.getByRole('button', { name: /Administrator, user menu$/ })
  let reply: 'lost' | 'broken' | 'real' = 'lost'
  let asked = 0
  await page.route(own, (route) => {
    asked++
    if (reply === 'lost') return route.abort('connectionrefused')
    return reply === 'broken' ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.continue()
  })
  await page.goto(`${relay.url}/admin/audit`)
  await expect(strip).toBeVisible()
  await expect(page.locator('#start-up'), 'the start does not wait for the next attempts').toHaveCount(0)
  await isAccessible(page)
  reply = 'broken'
  const before = asked
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => asked, 'at once, and again by itself').toBeGreaterThan(before + 1)
  await expect(strip).toBeVisible()
  await expect(account).toHaveCount(0)
  reply = 'real'
  await expect(account).toBeVisible()
  await expect(page.getByText('End of the audit trail.')).toBeVisible()
  await expect(strip).toHaveCount(0)
  await page.unroute(own)
})

test('a page shows that it is loading until its texts arrive', async () => {
  const texts = Promise.withResolvers<void>()
  await page.route(/\/assets\/en-lazy-[\w-]{8}\.js$/, async (route) => {
    await texts.promise
    await route.continue()
  })
  await page.goto(`${relay.url}/datasources/999999`)
  const main = page.getByRole('main')
  await expect(main.getByRole('status')).toHaveText('Loading')
  texts.resolve()
  await expect(main.getByRole('heading', { name: 'This data source was deleted' })).toBeVisible()
})

test('without the server the cached page opens and says so until the server responds', async () => {
  const strip = page.getByText('The server cannot be reached. Your text is kept.')
  // With a route, the browser takes no file from its cache.
  await page.unrouteAll({ behavior: 'wait' })
  await relay.close()
  await page.goto(relay.url + path)
  await expect(strip).toBeVisible()
  expect((await cameFrom()).from).toBe('device')
  await page.reload()
  await expect(strip).toBeVisible()
  await relay.open()
  await expect(strip).toHaveCount(0, { timeout: 30_000 })
  // What could not be loaded is loaded now.
  await stands()
})
