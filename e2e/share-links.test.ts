// A share link from the dialog to the page of somebody without an account: what it shows, what it leaves out, how it ends
// (SHARE-9 to SHARE-14).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { isAccessible } from './accessible.ts'
import { ANNA } from './anna.ts'
import { openFixture, type Fixture, visit } from './fixture.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'share-links-'))
let fixture: Fixture
let anna: Page
/** The page of somebody without an account. */
let visitor: Page

const TABLE = '| Bidder | Price |\n|---|--:|\n| Brückner | 12 |'
const CODE = '```ts\nconst price: number = 12\n```'

test.beforeAll(async ({ browser }) => {
  const file = path.join(folder, 'config.json')
  writeFileSync(file, JSON.stringify({ httpShareEnabled: true, customerName: 'Stadtwerke Hollenbeck' }))
  fixture = await openFixture({ env: { POLYLOGUE_CONFIG: file } })
  anna = await fixture.open(browser, '/projects', { reducedMotion: 'reduce' })
  anna.setDefaultTimeout(10_000)
  visitor = await fixture.open(browser, '/mark.svg', { as: [] })
})

test.afterAll(async () => {
  for (const page of [anna, visitor]) await page.context().close()
  await fixture.close()
  rmSync(folder, { recursive: true })
})

const dialog = () => anna.getByRole('dialog')

/** Imports a chat of Anna's; resolves with the id of its project. */
async function makeChat(
  name: string,
  turns: { queryText: string; responseText: string; confidential?: boolean }[],
): Promise<number> {
  const { data } = await fixture.client.call(contract.projects.import, {
    body: { name, chats: [{ name, turns }] },
  })
  return data.project.id
}

/** Makes a link of the chat in Anna's page by the dialog; resolves with its address. */
async function makeLink(projectId: number, choose: () => Promise<void>): Promise<string> {
  await visit(anna, `${fixture.product.url}/projects/${projectId}`)
  await anna.getByRole('button', { name: 'Share by link' }).click()
  await expect(dialog().getByRole('radio', { name: /As it is now/ })).toBeChecked()
  await choose()
  await dialog().getByRole('button', { name: 'Create link' }).click()
  await expect(dialog().getByText('It is shown only once')).toBeVisible()
  const address = await dialog().getByRole('status', { name: 'Link' }).textContent()
  return address ?? ''
}

/** Makes a link for anybody to the first tab of a project; resolves with its address. */
async function linkTo(projectId: number, files?: { queryId: number; index: number }[]): Promise<string> {
  const { client, product } = fixture
  const [tab] = (await client.call(contract.tabs.list, { params: { id: projectId } })).data.Projecttabs
  const body = { tabId: tab?.id ?? 0, audience: 'anybody' as const, ...(files && { files }) }
  const { share } = (await client.call(contract.shares.create, { body })).data
  return new URL(share.uri ?? '', product.url).href
}

const anybody = async () =>
  dialog()
    .getByRole('radio', { name: /Anybody with the link/ })
    .check()

test('a link shows a chat to somebody without an account, without its confidential messages, until it ends', async () => {
  const id = await makeChat('Bids', [
    { queryText: 'Compare the bids.', responseText: `${TABLE}\n\n${CODE}\n\n$$a^2$$` },
    { queryText: 'What is secret?', responseText: 'The reserve price.', confidential: true },
    { queryText: 'Who wins?', responseText: '**Brückner** wins.' },
  ])
  const address = await makeLink(id, async () => {
    await expect(anna.getByText('reserve price')).toHaveCount(1)
    await isAccessible(anna)
    await anybody()
  })
  await isAccessible(anna)
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Bids')
  await expect(visitor.getByRole('banner')).toContainText('Stadtwerke Hollenbeck')
  await expect(visitor.getByRole('cell', { name: 'Brückner' })).toBeVisible()
  await expect(visitor.locator('.katex')).toBeVisible()
  await expect(visitor.getByText('number', { exact: true })).toBeVisible()
  await expect(visitor.getByText('1 message is left out')).toBeVisible()
  await expect(visitor.getByText('reserve price')).toHaveCount(0)
  await expect(visitor.getByText('Read only')).toBeVisible()
  await expect(visitor.getByRole('navigation', { name: /chats/i })).toHaveCount(0)
  await isAccessible(visitor)
  await visitor.getByRole('button', { name: 'Switch to dark theme' }).click()
  await isAccessible(visitor)
  await visit(anna, `${fixture.product.url}/users/me/shares`)
  await anna.getByRole('button', { name: 'End link: Bids' }).click()
  await dialog().getByRole('button', { name: 'End link' }).click()
  await expect(anna.getByRole('button', { name: 'End link: Bids' })).toHaveCount(0)
  // The visitor comes back to the window.
  await visitor.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(visitor.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
  await expect(visitor.getByText('Compare the bids.')).toHaveCount(0)
  await isAccessible(visitor)
  const notFound = async (at: string) => {
    await visitor.goto(at)
    await expect(visitor.getByRole('heading', { name: 'Chat not found' })).toBeVisible()
    return visitor.locator('main').innerHTML()
  }
  const ended = await notFound(address)
  expect(await notFound(`${fixture.product.url}/share/chats/eyJ0YWJJZCI6MX0`)).toBe(ended)
})

test('a link that goes on shows what was asked meanwhile; one that does not shows it when it is brought up to date', async () => {
  const id = await makeChat('News', [{ queryText: 'First?', responseText: 'One.' }])
  const frozen = await makeLink(id, anybody)
  await dialog().getByRole('button', { name: 'Done' }).click()
  await dialog().getByRole('button', { name: 'New link' }).click()
  await dialog()
    .getByRole('radio', { name: /Goes on with the chat/ })
    .check()
  await anybody()
  await dialog().getByRole('button', { name: 'Create link' }).click()
  const going = (await dialog().getByRole('status', { name: 'Link' }).textContent()) ?? ''
  const [one, other] = [visitor, await visitor.context().newPage()]
  await one.goto(frozen)
  await other.goto(going)
  await expect(other.getByText('One.')).toBeVisible()
  await expect(one.getByText('One.')).toBeVisible()
  await visit(anna, `${fixture.product.url}/projects/${id}`)
  await anna.getByRole('textbox', { name: 'Message' }).fill('How do I share a chat?')
  await anna.keyboard.press('Enter')
  await expect(other.getByText('How do I share a chat?')).toBeVisible({ timeout: 15_000 })
  await one.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(one.getByText('How do I share a chat?')).toHaveCount(0)
  await anna.getByRole('button', { name: 'Share by link' }).click()
  await dialog()
    .getByRole('button', { name: /Bring up to date/ })
    .first()
    .click()
  await expect(anna.getByText('The link shows the chat as it is now')).toBeVisible()
  await one.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(one.getByText('How do I share a chat?')).toBeVisible()
  await other.close()
})

test('a long chat opens at its newest message, and older ones load without moving the view', async () => {
  const turns = Array.from({ length: 150 }, (_, index) => ({
    queryText: `Question ${index}`,
    responseText: `Answer ${index}\n\n${TABLE}`,
  }))
  const page = visitor
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(await linkTo(await makeChat('Long', turns)))
  await expect(page.getByText('Answer 149', { exact: true })).toBeInViewport()
  await expect(page.getByText('Answer 100', { exact: true })).toHaveCount(0)
  const mark = page.getByText('Question 111', { exact: true })
  await mark.scrollIntoViewIfNeeded()
  await expect(page.getByText('Question 20', { exact: true })).toHaveCount(1)
  await expect(page.getByText('Answer 100', { exact: true })).toHaveCount(1)
  await expect(mark).toBeInViewport()
  await page.getByRole('button', { name: 'Download as' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Plain text' }).click()
  const file = await (await saving).createReadStream()
  let text = ''
  for await (const chunk of file) text += String(chunk)
  expect(text).toContain('Answer 0')
  expect(text).toContain('Answer 149')
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the page works without storage, and speaks the language of its address', async ({ browser }) => {
  const id = await makeChat('Ohne Speicher', [{ queryText: 'Frage', responseText: 'Ohne alles.' }])
  const address = await linkTo(id)
  const context = await browser.newContext()
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Forbidden', 'SecurityError')
        },
      })
  })
  const page = await context.newPage()
  await page.goto(`${address}?lang=de`)
  await expect(page.getByText('Ohne alles.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Drucken' })).toBeVisible()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await context.close()
})

test('EXPORT-8: a visitor saves the chat as Markdown, and as Word with the pictures that the link shows and no others', async () => {
  const base64 =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const pictures = ['shown.png', 'kept.png'].map((name) => ({ name, mime_type: 'image/png', base64 }))
  const chats = [{ name: 'Photos', turns: [{ queryText: 'Look', responseText: TABLE, pictures }] }]
  const { client } = fixture
  const { project } = (await client.call(contract.projects.import, { body: { name: 'Photos', chats } })).data
  const [tab] = (await client.call(contract.tabs.list, { params: { id: project.id } })).data.Projecttabs
  const [query] = (await client.call(contract.queries.list, { params: { id: tab?.id ?? 0 } })).data.Queries
  await visitor.goto(await linkTo(project.id, [{ queryId: query?.id ?? 0, index: 0 }]))
  const save = async (format: RegExp): Promise<Buffer> => {
    await visitor.getByRole('button', { name: 'Download as' }).click()
    const download = visitor.waitForEvent('download')
    await visitor.getByRole('menuitem', { name: format }).click()
    return readFileSync(await (await download).path())
  }
  const markdown = (await save(/Markdown/)).toString()
  expect(markdown).toContain('Photos')
  expect(markdown).toMatch(/\| *Brückner *\| *12 *\|/)
  const parts = unzipSync(await save(/Word/))
  const text = strFromU8(parts['word/document.xml'] ?? new Uint8Array())
  expect(Object.keys(parts).filter((name) => name.startsWith('word/media/'))).toHaveLength(1)
  expect(text).toContain('descr="shown.png"')
  expect(text).not.toContain('kept.png')
})

test('a link for people leads to the sign-in and back, and its reader continues in a copy', async () => {
  const id = await makeChat('Routes', [{ queryText: 'Which way?', responseText: 'Along the river.' }])
  const address = await makeLink(id, () => Promise.resolve())
  const page = visitor
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Sign in to open this chat' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('User name or e-mail').fill(ANNA.email)
  await page.getByLabel('Password', { exact: true }).fill(ANNA.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Along the river.')).toBeVisible()
  expect(new URL(page.url()).pathname).toContain('/share/chats/')
  await page.getByRole('button', { name: 'Continue as a copy' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  expect(new URL(page.url()).pathname).toMatch(/^\/projects\/\d+$/)
  expect(new URL(page.url()).pathname).not.toBe(`/projects/${id}`)
  // In the other tests, the visitor has no account.
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${fixture.product.url}/mark.svg`)
})

test('a project of one tab is not shared by link, and says what to do first', async () => {
  const { data } = await fixture.client.call(contract.projects.create, { body: { name: 'One tab', type: 2 } })
  await fixture.client.call(contract.tabs.create, { params: { id: data.project.id }, body: { name: 'Only' } })
  await visit(anna, `${fixture.product.url}/projects/${data.project.id}`)
  const icon = anna.getByRole('button', { name: /add a second tab first/ })
  await expect(icon).toHaveAttribute('aria-disabled', 'true')
  await icon.click({ force: true })
  await expect(dialog()).toHaveCount(0)
})

test('administrators see that a link exists, not what it shows, and end it', async () => {
  await linkTo(await makeChat('Hidden name', [{ queryText: 'Q', responseText: 'A' }]))
  await visit(anna, `${fixture.product.url}/admin/shares`)
  const list = anna.getByRole('list', { name: 'Share links' })
  await expect(list.getByRole('listitem').first()).toContainText('System Administrator')
  await expect(anna.getByRole('main').getByText('Hidden name')).toHaveCount(0)
  await isAccessible(anna)
  const before = await list.getByRole('listitem').count()
  await list
    .getByRole('button', { name: /End the link/ })
    .first()
    .click()
  await dialog().getByRole('button', { name: 'End link' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(before - 1)
})

test('an encoded address opens the project read-only, without navigation, tools and message field', async () => {
  const id = await makeChat('Only to read', [{ queryText: 'Q', responseText: 'Read this.' }])
  const encoded = Buffer.from(JSON.stringify({ project: id })).toString('base64url')
  await visit(anna, `${fixture.product.url}/projects/${encoded}`)
  await expect(anna.getByText('Read this.')).toBeVisible()
  expect(new URL(anna.url()).search).toBe('?r=true')
  await expect(anna.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0)
  await isReadOnly()
  await isAccessible(anna)
  await anna.getByRole('link', LEAVE).click()
  await expect(anna.getByRole('textbox', { name: 'Message' })).toBeVisible()
  expect(new URL(anna.url()).search).toBe('')
  await expect(anna.getByRole('button', { name: 'Share', exact: true })).toBeVisible()
  for (const name of SHELL) await expect(anna.getByRole('button', { name }).first()).toBeVisible()
})

const LEAVE = { name: 'Leave read-only view' }
/** Buttons of the shell and of the chat. */
const SHELL = [/^Notifications/, /user menu$/, 'Add a tab', /^Bookmarks/, /^Actions for “/]

/** The page has nothing of the shell, and nothing that changes or asks. */
async function isReadOnly() {
  await expect(anna.getByText('Read only', { exact: true })).toBeVisible()
  await expect(anna.getByRole('banner')).toHaveCount(0)
  await expect(anna.getByRole('navigation')).toHaveCount(0)
  for (const name of SHELL) await expect(anna.getByRole('button', { name })).toHaveCount(0)
  await expect(anna.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
  await expect(anna.getByText('You have read access only')).toHaveCount(0)
}

test('an event starts and ends read-only mode on every page, also without keys @full', async () => {
  const id = await makeChat('Shown on a wall', [{ queryText: 'Q', responseText: 'Read that.' }])
  await visit(anna, `${fixture.product.url}/projects/${id}`)
  await expect(anna.getByRole('textbox', { name: 'Message' })).toBeVisible()
  const send = (detail?: boolean) =>
    anna.evaluate((on) => dispatchEvent(new CustomEvent('polylogue:read-only', { detail: on })), detail)
  await send()
  await isReadOnly()
  // Who sent the event ends the mode.
  await expect(anna.getByRole('link', LEAVE)).toHaveCount(0)
  await expect(anna.getByText('Read that.')).toBeVisible()
  await anna.keyboard.press('ControlOrMeta+k')
  await anna.keyboard.press('ControlOrMeta+Shift+s')
  await anna.keyboard.press('ControlOrMeta+Shift+Comma')
  await expect(anna.getByRole('dialog')).toHaveCount(0)
  await isReadOnly()
  await send(false)
  await expect(anna.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expect(anna.getByRole('banner')).toBeVisible()
  await visit(anna, `${fixture.product.url}/projects?r=true`)
  await expect(anna.getByRole('main').getByText('Shown on a wall')).toBeVisible()
  await isReadOnly()
})

test('a page in read-only mode shows its progress while it loads', async () => {
  const id = await makeChat('Slow to load', [{ queryText: 'Q', responseText: 'Read slowly.' }])
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await anna.route(`**/api/v1/projects/${id}`, async (route) => {
    await held
    await route.continue()
  })
  await anna.goto(`${fixture.product.url}/projects/${id}?r=true`)
  const bar = anna.getByRole('progressbar', { name: 'Polylogue' })
  await expect(bar).toBeVisible()
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(130)
  release()
  await expect(anna.getByText('Read slowly.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await anna.unroute(`**/api/v1/projects/${id}`)
})
