// The frame around every page: sidebar, top bar and menus, start page, modes, URLs, signing out.
import { contract } from '@polylogue/contract'
import { createClient, type Client } from '@polylogue/client'
import { expect, test, type Page } from '@playwright/test'
import { isAccessibleAgain } from './accessible.ts'
import { openSharedFixture, type Fixture, visit } from './fixture.ts'

// The tests follow one session of Nora, from her first sign-in: her list, her start page and her signing out.
test.describe.configure({ mode: 'serial' })

// Not Anna: she stays signed in for the next file.
const EMAIL = 'nora@example.org'
const PASSWORD = 'korrekt pferd batterie 7'
const LONG = 'Datenschutz-Folgenabschätzung Videoüberwachung Betriebshof'

let fixture: Fixture
let nora: Client
let page: Page

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: [] })
  const as = await fixture.newcomer({ firstName: 'Nora', lastName: 'Berg', email: EMAIL })
  const { access } = JSON.parse(as[0]?.value ?? '{}') as { access: string }
  nora = createClient({ baseUrl: fixture.product.url, token: () => access })
  const turns = [{ queryText: 'Why?', responseText: 'Because.' }]
  const chats = Array.from({ length: 104 }, (_, index) => ({ name: `Note ${index + 1}`, turns }))
  await nora.call(contract.projects.import, { body: { name: 'Notes', separately: true, chats } })
  for (const name of ['Works council', 'Travel expenses', LONG]) await create(name)
  page = await (await browser.newContext({ baseURL: fixture.product.url })).newPage()
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

async function create(name: string): Promise<number> {
  const body = { name, description: '', type: 2, defaultModelId: 1, defaultModelTagId: 1 } as const
  return (await nora.call(contract.projects.create, { body })).data.project.id
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

test('an address that names another host leads to a page of this product; the first visit to / to the default project', async () => {
  await page.goto(`${fixture.product.url}//example.org/x`)
  await signIn(page)
  await expect(navigation(page)).toBeVisible()
  expect(new URL(page.url()).origin).toBe(fixture.product.url)
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'New chat' })).toBeVisible()
  await navigation(page).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/')
  await page.reload()
  await expect(row(page, 'Dashboard'), 'later visits open the dashboard').toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page).toHaveURL('/')
})

test('unknown addresses, unavailable pages and missing projects lead to /', async () => {
  await page.goto('/no/such/page')
  await expect(page).toHaveURL('/')
  for (const address of ['/no/such/page', '/errors', '/projects/x', '/projects/999999']) {
    await visit(page, address)
    await expect(page, address).toHaveURL('/')
    const why = address.endsWith('999999') ? 'This project does not exist' : 'Page not found'
    await expect(page.getByText(why), address).toBeVisible()
  }
  await page.getByRole('button', { name: 'Show chats and projects' }).last().click()
  await expect(page).toHaveURL('/projects')
  await page.goto('/share')
  await expect(page).toHaveURL('/')
  await visit(page, '/errors/403')
  await expect(page.getByRole('heading', { name: 'Error 403 · Unauthorized' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the main page' }).click()
  await expect(page).toHaveURL('/')
})

test('projects can be searched, reached by arrow keys, renamed and pinned', async () => {
  await visit(page, '/projects')
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
})

test('the navigation keeps its projects when a refetch fails', async () => {
  let failed = 0
  await page.route(/\/api\/v1\/users\/\d+\/projects(\?|$)/, async (route) => {
    await route.fulfill({ status: 403, json: {} })
    failed++
  })
  // The second refetch begins after the first one was rendered.
  for (const name of ['First other', 'Second other']) {
    const before = failed
    await create(name)
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
  await expect(navigation(page).getByRole('list', { name: 'Pinned' })).toHaveText('Works council')
  await isAccessibleAgain(page)
  await row(page, 'Travel expenses 2027').focus()
  await page.keyboard.press('F2')
  const field = navigation(page).getByLabel('Name of the project')
  await field.fill('Travel expenses 2028')
  await field.press('Enter')
  await expect(row(page, 'Travel expenses 2028')).toBeFocused()
  await page.unrouteAll({ behavior: 'wait' })
})

test('a pinned project is deleted', async () => {
  await row(page, 'Works council').hover()
  await choose(page, 'Actions for “Works council”', 'Delete project')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete project' }).click()
  await expect(row(page, 'Works council')).toHaveCount(0)
  await expect(navigation(page).getByRole('list', { name: 'Pinned' })).toHaveCount(0)
})

test('a long list loads more entries while scrolling', async () => {
  await page.goto('/projects')
  await expect(row(page, 'Note 10')).toBeVisible()
  await expect(row(page, 'Note 1')).toHaveCount(0)
  await row(page, 'Note 10').scrollIntoViewIfNeeded()
  await expect(row(page, 'Note 1')).toHaveCount(1)
})

test('a project is prefetched on hover, focus or press, and not requested again on opening', async () => {
  await visit(page, '/projects')
  const [hovered, focused, pressed] = ['Note 102', 'Note 103', 'Note 104'].map((name) => row(page, name))
  if (!hovered || !focused || !pressed) throw new Error('no rows')
  const asked: string[] = []
  page.on('request', (request) => {
    const [, call] =
      /\/api\/v1\/(projects\/\d+(?:\/tabs)?|queries\/\d+\/queries)(?:\?|$)/.exec(request.url()) ?? []
    if (call) asked.push(call.replace(/\d+/, 'N'))
  })
  const whole = ['projects/N', 'projects/N/tabs', 'queries/N/queries']
  await hovered.hover()
  await expect.poll(() => asked.toSorted()).toEqual(whole)
  await hovered.click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  expect(asked.toSorted()).toEqual(whole)

  // The message field of an opened project takes the focus.
  await visit(page, '/projects')
  // It takes the focus from the navigation, where people followed a link.
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeFocused()
  asked.length = 0
  await focused.focus()
  await expect.poll(() => asked.toSorted()).toEqual(whole)

  // A touch does not hover before it presses.
  asked.length = 0
  await pressed.dispatchEvent('pointerdown')
  await expect.poll(() => asked.toSorted()).toEqual(whole)
})

test('project, tabs and messages are requested in parallel, with a placeholder meanwhile', async () => {
  await visit(page, '/projects')
  const asked: string[] = []
  const held = Promise.withResolvers<void>()
  const calls = /\/api\/v1\/(?:projects\/\d+(\/tabs)?|queries\/\d+(\/queries)\?.*)$/
  await page.route(calls, async (route) => {
    const [, tabs, messages] = calls.exec(route.request().url()) ?? []
    asked.push(tabs ?? messages ?? 'project')
    await held.promise
    await route.continue()
  })
  await row(page, 'Note 101').click()
  await expect.poll(() => asked.toSorted()).toEqual(['/queries', '/tabs', 'project'])
  // No response yet: the previous page stays briefly, then the placeholder of the new page is shown.
  await expect(page.getByRole('heading', { name: 'Project', exact: true })).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy]')).toBeVisible()
  held.resolve()
  await expect(page.getByRole('heading', { name: 'Note 101' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await page.unroute(calls)
})

test('the page set as start page opens first in another page session, in the mode that was chosen', async () => {
  await visit(page, '/projects')
  await page.getByRole('button', { name: 'Mode: Simple' }).click()
  await page.getByRole('menuitemradio', { name: 'Pro' }).click()
  await expect(page.getByText('Pro mode')).toBeVisible()
  await choose(page, 'More', 'Set as start page')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'This is your start page' })).toBeDisabled()
  await page.keyboard.press('Escape')
  const fresh = await page.context().newPage()
  await fresh.goto('/')
  await expect(fresh).toHaveURL('/projects')
  await expect(fresh.getByText('Your start page is open')).toBeVisible()
  await expect(fresh.getByRole('button', { name: 'Mode: Pro' })).toBeVisible()
  await fresh.close()
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
  await isAccessibleAgain(page)
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
  const manifest = await request.get(`${fixture.product.url}/manifest.webmanifest`)
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  const { name, icons } = (await manifest.json()) as {
    name: string
    icons: { src: string; sizes: string }[]
  }
  expect(name).toBe('Polylogue')
  for (const { src, sizes } of icons) {
    const icon = await request.get(fixture.product.url + src)
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

test('session and user are stored under the keys that config.json names, until signing out, also without a response', async () => {
  const { authTokenKey, userDataKey } = await (await page.request.get('/static/data/config.json')).json()
  const stored = (key: string) =>
    page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null') as unknown, key)
  await expect.poll(() => stored(authTokenKey)).toMatchObject({ userId: expect.any(Number) })
  expect(await stored(userDataKey)).toEqual({ id: expect.any(Number), name: 'Nora Berg', email: EMAIL })
  await page.route('**/auth/logout', (route) => route.abort())
  await choose(page, /user menu$/, 'Sign out')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect([await stored(authTokenKey), await stored(userDataKey)]).toEqual([null, null])
  await signIn(page)
  await expect(page, 'the start page of a new page session').toHaveURL('/projects')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects')
})
