// The frame around every page: sidebar, top bar and menus, start page, modes, URLs, signing out.
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { startProduct, type Product } from '../apps/server/test/product.ts'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { PHONE } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

const EMAIL = 'anna@example.org'
const PASSWORD = 'Ein-guter-Satz-42'
const admin = { POLYLOGUE_ADMIN_EMAIL: EMAIL, POLYLOGUE_ADMIN_PASSWORD: PASSWORD }
const LONG = 'Datenschutz-Folgenabschätzung Videoüberwachung Betriebshof'

async function configFile(config: object): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'polylogue-config-')), 'config.json')
  await writeFile(file, JSON.stringify(config))
  return file
}

/** Returns an API client of the first user, with the offers for new users dismissed. */
async function asAnna(url: string) {
  const send = async (method: string, call: string, body: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const response = await fetch(`${url}/api/v1/${call}`, { method, headers, body: JSON.stringify(body) })
    expect(response.ok, `${method} ${call}`).toBe(true)
    return (await response.json()).messageContent
  }
  const { data, meta } = await send('POST', 'auth/authenticate', { userName: EMAIL, userPassword: PASSWORD })
  const call = (method: string, address: string, body: object) =>
    send(method, address, body, data.access_token)
  const setting = (settingName: string, settingValue: string) =>
    call('PUT', `settings/${meta.userId}/setting`, { settingName, settingValue })
  await setting('showInitialTour', 'true')
  await setting('whatsNewScreen', '1.0.0')
  const create = (name: string) =>
    call('POST', 'projects', { name, description: '', type: 2, defaultModelId: 1, defaultModelTagId: 1 })
  return { create, setting }
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('User name or e-mail').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })
const search = (page: Page) => navigation(page).getByLabel('Search chats and projects')
const row = (page: Page, name: string) => navigation(page).getByRole('link', { name, exact: true })

async function choose(page: Page, menu: string | RegExp, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: menu, exact: typeof menu === 'string' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test.describe('on a wide screen', () => {
  let product: Product
  let page: Page

  test.beforeAll(async ({ browser }) => {
    const config = await configFile({
      appName: 'Werkbank',
      vendor: 'Stadtwerke Beispielstadt',
      languages: ['en', 'de'],
    })
    product = await startProduct({ env: { ...admin, POLYLOGUE_CONFIG: config } })
    const anna = await asAnna(product.url)
    const names = Array.from({ length: 104 }, (_, index) => `Note ${index + 1}`)
    for (const name of [...names, 'Works council', 'Travel expenses', LONG]) await anna.create(name)
    page = await (await browser.newContext({ baseURL: product.url })).newPage()
  })

  test.afterAll(async () => {
    await page.context().close()
    await product[Symbol.asyncDispose]()
  })

  test('a visitor signs in under the configured name and reaches the requested page', async () => {
    await page.goto('/help/tabs#add')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page).toHaveTitle('Sign in · Werkbank')
    await expect(page.getByText(/Werkbank 1\.0\.0 · Stadtwerke Beispielstadt/)).toBeVisible()
    await page.getByRole('button', { name: /^Language/ }).click()
    await expect(page.getByRole('menuitemradio')).toHaveText(['English', 'Deutsch'])
    await page.keyboard.press('Escape')
    await signIn(page)
    await expect(page).toHaveURL('/help/tabs#add')
    await expect(page.locator('#start-up')).toHaveCount(0)
  })

  test('an address that names another host leads to a page of this product after signing in', async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: product.url })
    const visitor = await context.newPage()
    await visitor.goto(`${product.url}//example.org/x`)
    await signIn(visitor)
    await expect(navigation(visitor)).toBeVisible()
    await visitor.reload()
    await expect(navigation(visitor)).toBeVisible()
    expect(new URL(visitor.url()).origin).toBe(product.url)
    await context.close()
  })

  test('the first visit to / opens the default project, later ones the dashboard', async () => {
    const fresh = await page.context().newPage()
    await fresh.goto('/')
    await expect(fresh.getByRole('heading', { name: 'New chat' })).toBeVisible()
    await navigation(fresh).getByRole('link', { name: 'Dashboard' }).click()
    await expect(fresh).toHaveURL('/')
    await fresh.reload()
    await expect(row(fresh, 'Dashboard')).toHaveAttribute('aria-current', 'page')
    await expect(fresh).toHaveURL('/')
    await fresh.close()
  })

  test('unknown addresses, unavailable pages and missing projects lead to /', async () => {
    for (const address of ['/no/such/page', '/errors', '/projects/x', '/projects/999999']) {
      await page.goto(address)
      await expect(page, address).toHaveURL('/')
      const why = address.endsWith('999999') ? 'This project does not exist' : 'Page not found'
      await expect(page.getByText(why), address).toBeVisible()
    }
    await page.getByRole('button', { name: 'Show chats and projects' }).last().click()
    await expect(page).toHaveURL('/projects')
    await page.goto('/share')
    await expect(page).toHaveURL('/')
    await page.goto('/help/about')
    await expect(page).toHaveURL('/about')
    await page.goto('/errors/403')
    await expect(page.getByRole('heading', { name: 'Error 403 · Unauthorized' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to the main page' }).click()
    await expect(page).toHaveURL('/')
  })

  test('projects can be searched, reached by arrow keys, renamed, pinned and deleted', async () => {
    await page.goto('/projects')
    await search(page).fill('note 1')
    await expect(navigation(page).getByRole('heading', { name: 'Found' })).toBeVisible()
    await expect(row(page, 'Works council')).toHaveCount(0)
    await search(page).fill('no such thing')
    await expect(navigation(page).getByText('No results for “no such thing”.')).toBeVisible()
    await search(page).press('Escape')
    await expect(row(page, LONG)).toHaveAttribute('title', LONG)

    await search(page).press('ArrowDown')
    await expect(row(page, 'New chat')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, LONG)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, 'Travel expenses')).toBeFocused()
    await page.keyboard.press('F2')
    const field = navigation(page).getByLabel('Name of the project')
    await field.fill('Never')
    await field.press('Escape')
    await expect(row(page, 'Travel expenses')).toBeFocused()

    await page.route('**/api/v1/projects/*', (route) => route.abort())
    await page.keyboard.press('F2')
    await field.fill('Travel expenses 2027')
    await field.press('Enter')
    await expect(page.getByText('Could not save the project')).toBeVisible()
    await expect(field).toHaveValue('Travel expenses 2027')
    await page.unroute('**/api/v1/projects/*')
    await field.press('Enter')
    await expect(row(page, 'Travel expenses 2027')).toBeFocused()

    await row(page, 'Works council').hover()
    await choose(page, 'Actions for “Works council”', 'Pin to the top')
    await expect(navigation(page).getByRole('list', { name: 'Pinned' })).toHaveText('Works council')
    await expect(row(page, 'Works council')).toBeFocused()
    await page.reload()
    await expect(navigation(page).getByRole('list', { name: 'Pinned' })).toHaveText('Works council')
    await isAccessible(page)

    await row(page, 'Works council').hover()
    await choose(page, 'Actions for “Works council”', 'Delete project')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete project' }).click()
    await expect(row(page, 'Works council')).toHaveCount(0)
    await expect(navigation(page).getByRole('list', { name: 'Pinned' })).toHaveCount(0)
  })

  test('the navigation keeps its projects when a refetch fails', async () => {
    let failed = 0
    await page.route(/\/api\/v1\/users\/\d+\/projects(\?|$)/, async (route) => {
      await route.fulfill({ status: 403, json: {} })
      failed++
    })
    const anna = await asAnna(product.url)
    // The second refetch begins after the first one was rendered.
    for (const name of ['First other', 'Second other']) {
      const before = failed
      await anna.create(name)
      await expect.poll(() => failed).toBeGreaterThan(before)
    }
    await expect(row(page, 'Travel expenses 2027')).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('a project keeps the focus when renaming shows a list in which it is in another group', async () => {
    const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString()
    await page.route(/\/api\/v1\/users\/\d+\/projects(\?|$)/, async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as {
        messageContent: { data: { Projects: { name: string; lastUsed: string }[] } }
      }
      for (const project of json.messageContent.data.Projects)
        if (project.name === 'Travel expenses 2027') project.lastUsed = yesterday
      await route.fulfill({ response, json })
    })
    await page.goto('/projects')
    await row(page, 'Travel expenses 2027').focus()
    await page.keyboard.press('F2')
    const field = navigation(page).getByLabel('Name of the project')
    await field.fill('Travel expenses 2028')
    await field.press('Enter')
    await expect(row(page, 'Travel expenses 2028')).toBeFocused()
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('a long list loads more entries while scrolling', async () => {
    await page.goto('/projects')
    await expect(row(page, 'Note 10')).toBeVisible()
    await expect(row(page, 'Note 1')).toHaveCount(0)
    await row(page, 'Note 10').scrollIntoViewIfNeeded()
    await expect(row(page, 'Note 1')).toHaveCount(1)
  })

  test('a project is prefetched on hover, focus or press, and not requested again on opening', async () => {
    await page.goto('/projects')
    await expect(row(page, 'New chat')).toBeVisible()
    const asked: string[] = []
    page.on('request', (request) => {
      const [, call] =
        /\/api\/v1\/(projects\/\d+(?:\/tabs)?|queries\/\d+\/queries)(?:\?|$)/.exec(request.url()) ?? []
      if (call) asked.push(call.replace(/\d+/, 'N'))
    })
    const whole = ['projects/N', 'projects/N/tabs', 'queries/N/queries']
    await row(page, 'New chat').hover()
    await expect.poll(() => asked.toSorted()).toEqual(whole)
    await row(page, 'New chat').click()
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
    expect(asked.toSorted()).toEqual(whole)

    await page.goto('/projects')
    await expect(row(page, 'New chat')).toBeVisible()
    asked.length = 0
    await row(page, 'New chat').focus()
    await expect.poll(() => asked.toSorted()).toEqual(whole)

    // A touch does not hover before it presses.
    await page.goto('/projects')
    await expect(row(page, 'New chat')).toBeVisible()
    asked.length = 0
    await row(page, 'New chat').dispatchEvent('pointerdown')
    await expect.poll(() => asked.toSorted()).toEqual(whole)
  })

  test('project, tabs and messages are requested in parallel, with a placeholder meanwhile', async () => {
    await page.goto('/projects')
    await expect(row(page, 'New chat')).toBeVisible()
    const asked: string[] = []
    const held = Promise.withResolvers<void>()
    const calls = /\/api\/v1\/(?:projects\/\d+(\/tabs)?|queries\/\d+(\/queries)\?.*)$/
    await page.route(calls, async (route) => {
      const [, tabs, messages] = calls.exec(route.request().url()) ?? []
      asked.push(tabs ?? messages ?? 'project')
      await held.promise
      await route.continue()
    })
    await row(page, 'New chat').click()
    await expect.poll(() => asked.toSorted()).toEqual(['/queries', '/tabs', 'project'])
    // No response yet: the previous page stays briefly, then the placeholder of the new page is shown.
    await expect(page.getByRole('heading', { name: 'Project', exact: true })).toBeVisible()
    await expect(page.getByRole('main').locator('[aria-busy]')).toBeVisible()
    held.resolve()
    await expect(page.getByRole('heading', { name: 'New chat' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await page.unroute(calls)
  })

  test('the page set as start page opens first in another page session, and a notice says so', async () => {
    await page.goto('/projects')
    await choose(page, 'More', 'Set as start page')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'This is your start page' })).toBeDisabled()
    await page.keyboard.press('Escape')
    const fresh = await page.context().newPage()
    await fresh.goto('/')
    await expect(fresh).toHaveURL('/projects')
    await expect(fresh.getByText('Your start page is open')).toBeVisible()
    await fresh.close()
  })

  test('the choice of simple or pro mode is kept', async () => {
    await page.getByRole('button', { name: 'Mode: Simple' }).click()
    await page.getByRole('menuitemradio', { name: 'Pro' }).click()
    await expect(page.getByText('Pro mode')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Mode: Pro' })).toBeVisible()
  })

  test('the focus view hides the navigation in a project, but not outside projects', async () => {
    await row(page, LONG).click()
    await page.getByRole('button', { name: 'Focus view' }).click()
    await expect(navigation(page)).toHaveCount(0)
    await page.keyboard.press('Control+Shift+Period')
    await expect(navigation(page)).toBeVisible()
    await page.keyboard.press('Control+Shift+Period')
    await expect(navigation(page)).toHaveCount(0)
    await choose(page, /user menu$/, 'Help')
    await expect(page).toHaveURL('/help')
    await expect(navigation(page)).toBeVisible()
  })

  test('distraction-free mode hides bars and navigation until Escape, and keeps the focus', async () => {
    await choose(page, 'More', 'Distraction-free mode')
    await expect(navigation(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Leave distraction-free mode' })).toBeFocused()
    await isAccessibleAgain(page)
    await page.keyboard.press('Escape')
    await expect(navigation(page)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('menus are accessible in both themes @full', async () => {
    await page.getByRole('button', { name: /user menu$/ }).click()
    await expect(page.getByRole('menuitem', { name: 'API documentation' })).toHaveAttribute(
      'href',
      '/api/v1/spec.html',
    )
    await isAccessibleAgain(page)
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await isAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /user menu$/ })).toBeFocused()
  })

  test('a strip says that the user is offline, and the palette still works afterwards', async () => {
    await page.context().setOffline(true)
    await expect(page.getByText('You are offline. Your text is kept.')).toBeVisible()
    await page.keyboard.press('Control+K')
    await page.keyboard.type('about')
    await expect(page).toHaveURL(/dialog=palette/)
    await expect(navigation(page)).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText('You are offline. Your text is kept.')).toHaveCount(0)
    await expect(page.getByRole('combobox')).toHaveValue('about')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/about')
    await expect(page.getByRole('heading', { name: 'About' })).toBeFocused()
  })

  test('the web manifest and the icons for an installation are served', async ({ request }) => {
    const manifest = await request.get(`${product.url}/manifest.webmanifest`)
    expect(manifest.headers()['content-type']).toContain('application/manifest+json')
    const { name, icons } = (await manifest.json()) as {
      name: string
      icons: { src: string; sizes: string }[]
    }
    expect(name).toBe('Werkbank')
    for (const { src, sizes } of icons) {
      const icon = await request.get(product.url + src)
      expect(icon.status(), src).toBe(200)
      if (!src.endsWith('.png')) continue
      const bytes = await icon.body()
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
    }
  })

  test('a question is kept if the session ends while it is being sent', async () => {
    await row(page, 'New chat').click()
    await expect(page).toHaveURL(/\/projects\/\d+$/)
    const address = page.url()
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Who keeps the recordings?')
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('polylogue.session') ?? '{}')
      const ended = { ...session, access: 'ended', refresh: 'ended' }
      localStorage.setItem('polylogue.session', JSON.stringify(ended))
    })
    await message.press('Enter')
    await expect(page.getByText(/Your session has expired/)).toBeVisible()
    await signIn(page)
    await expect(page).toHaveURL(address)
    await expect(message).toHaveValue('Who keeps the recordings?')
  })

  test('session and user are stored under the keys that config.json names, until signing out', async () => {
    const { authTokenKey, userDataKey } = await (await page.request.get('/static/data/config.json')).json()
    const stored = (key: string) =>
      page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null') as unknown, key)
    await expect.poll(() => stored(authTokenKey)).toMatchObject({ userId: 1 })
    expect(await stored(userDataKey)).toEqual({ id: 1, name: 'System Administrator', email: EMAIL })
    await choose(page, /user menu$/, 'Sign out')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect([await stored(authTokenKey), await stored(userDataKey)]).toEqual([null, null])
    await signIn(page)
    // The start page replaces the first one, and with it an open menu.
    await expect(page).toHaveURL('/projects')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects')
  })

  test('signing out works without a response, and the next sign-in opens the start page', async () => {
    await page.route('**/auth/logout', (route) => route.abort())
    await choose(page, /user menu$/, 'Sign out')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('polylogue.session'))).toBeNull()
    await signIn(page)
    await expect(page, 'the start page of a new page session').toHaveURL('/projects')
  })
})

test.describe('on a small screen', () => {
  test.use(PHONE)

  test('shows the drawer and an expired licence', async ({ page }) => {
    const license = { licenseType: 'trial', licenseEnd: '2024-01-31', companyName: 'Stadtwerke' }
    const config = await configFile({ license, dark: true })
    await using product = await startProduct({ env: { ...admin, POLYLOGUE_CONFIG: config } })
    await asAnna(product.url)
    await page.goto(`${product.url}/projects`)
    await signIn(page)
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    const dialog = page.getByRole('dialog', { name: 'The licence has expired' })
    await expect(dialog).toContainText('31 Jan 2024')
    await isAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toHaveCount(0)
    await page.reload()
    await page.getByRole('button', { name: 'Open navigation' }).click()
    const line = navigation(page).getByRole('link', { name: /Licence expired/ })
    await expect(line).toHaveAttribute('href', '/about')
    await isAccessible(page)
    await page.getByRole('button', { name: /user menu$/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeInViewport()
    await page.setViewportSize({ width: 390, height: 560 })
    await expect(page.getByRole('menuitem', { name: 'Sign out' }), 'the others scroll').toBeInViewport()
    await page.setViewportSize(PHONE.viewport)
    await page.keyboard.press('Escape')
    await expect(navigation(page), 'Escape closed the menu alone').toBeVisible()
    await search(page).fill('nowhere')
    await expect(navigation(page).getByText('No results for “nowhere”.')).toBeVisible()
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(sideways).toBe(0)
  })
})
