// Drafts and files of unsent messages survive. The composer names files without text, such as scans, before they are sent
// (decision 101), and nothing covers it.
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { ANNA } from './anna.ts'
import { makeAsked, openSharedFixture, type Fixture, visit } from './fixture.ts'
import { pdfOf } from './pdf.ts'

let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({
    models: ['script'],
    settings: { text: 'Only Brückner meets the specification.' },
  })
  page = await fixture.open(browser, '/projects', { reducedMotion: 'reduce' })
})

test.beforeEach(async () => {
  const { path } = await makeAsked(fixture.client, ['Lot 2'])
  await visit(page, fixture.product.url + path)
  await expect(message()).toBeFocused()
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const message = () => page.getByRole('textbox', { name: 'Message' })
const lastAnswer = () => page.getByRole('article').last()

const answers = () => page.getByRole('article', { name: 'Answer' })
const told = () => page.getByRole('status').filter({ hasText: 'The model does not get' })
/** Files are read in a process of their own, which a busy machine starts slowly. */
const replyOf = (path: string) =>
  page.waitForResponse((reply) => new URL(reply.url()).pathname.endsWith(path), { timeout: 45_000 })
const attach = (name: string, ...texts: string[]) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name, mimeType: 'application/pdf', buffer: pdfOf(texts) }])

test('the composer names the pages without text and what to do, and the question can be sent', async () => {
  const read = replyOf('/prompts/files')
  await attach('offer.pdf', 'The price is 30 euros.', '', '', 'Signed in June.', '')
  expect((await read).status()).toBe(200)
  await expect(told()).toContainText('offer.pdfPages 2–3, 5 have no text, probably scans.')
  await expect(told()).toContainText('Scan it again with a higher resolution, paste the text')
  await isAccessible(page)
  await message().fill('What does it cost?')
  const sent = replyOf('/stream')
  await message().press('Enter')
  expect((await sent).status()).toBe(200)
  await expect(answers()).toHaveCount(1)
  await expect(answers().last()).toContainText('Only Brückner')
  await expect(told()).toHaveCount(0)
})

test('a question that is sent while its file is still being read returns with the warning, and is sent then', async () => {
  let held = 0
  const files = '**/api/v1/prompts/files'
  // Never answered: the server finds out itself when the question arrives.
  await page.route(files, () => void held++)
  await attach('minutes.pdf', 'Present: all.', '')
  await expect(page.getByText('Reading 1 file')).toBeVisible()
  await expect.poll(() => held).toBe(1)
  await message().fill('Who was there?')
  const refused = replyOf('/stream')
  await message().press('Enter')
  expect((await refused).status()).toBe(409)
  await expect(told()).toContainText('minutes.pdfPage 2 has no text, probably a scan.')
  await expect(page.getByText('Not sent yet: a file has pages without text')).toBeVisible()
  await expect(message()).toHaveValue('Who was there?')
  await expect(answers()).toHaveCount(0)
  expect(held).toBe(1)
  const sent = replyOf('/stream')
  await message().press('Enter')
  expect((await sent).status()).toBe(200)
  await expect(answers()).toHaveCount(1)
  await expect(page.getByText('Not sent yet')).toHaveCount(0)
  await page.unroute(files)
})

test('attached files survive a reload and are sent; files of other users are deleted', async () => {
  const chips = page.getByRole('list', { name: 'Attachments' }).last().getByRole('button', { name: /^View/ })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'lots.md', mimeType: 'text/markdown', buffer: Buffer.from('# Lots') },
      { name: 'plan.md', mimeType: 'text/markdown', buffer: Buffer.from('# Plan') },
    ])
  await expect(page.getByRole('button', { name: 'View plan.md' })).toBeVisible()
  await expect.poll(keptFiles).toEqual(['lots.md', 'plan.md'])
  await keepForSomebodyElse('secret.txt')
  await page.evaluate(() => localStorage.setItem('polylogue.draft.999.tab.1', 'Somebody else’s'))
  await page.reload()
  await expect(chips).toHaveText([/lots\.md/, /plan\.md/])
  await expect.poll(keptFiles).toEqual(['lots.md', 'plan.md'])
  expect(await page.evaluate(() => localStorage.getItem('polylogue.draft.999.tab.1'))).toBeNull()
  await page.getByRole('button', { name: 'Remove lots.md' }).click()
  await expect.poll(keptFiles).toEqual(['plan.md'])
  await expect(page.getByRole('button', { name: 'Remove plan.md' })).toBeVisible()
  await message().fill('What is planned?')
  await message().press('Enter')
  await expect(lastAnswer()).toContainText('Only Brückner')
  await expect.poll(keptFiles).toEqual([])
  await expect(page.getByRole('button', { name: 'Remove plan.md' })).toHaveCount(0)
})

/** Returns the names of the files stored in this browser. */
const keptFiles = () =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        indexedDB.open('polylogue').onsuccess = ({ target }) => {
          const { result: database } = target as IDBOpenDBRequest
          const all = database.transaction('files').objectStore('files').getAll()
          all.onsuccess = () => {
            database.close()
            resolve(
              all.result
                .map(({ file }: { file: File }) => file.name)
                .toSorted((one, other) => one.localeCompare(other)),
            )
          }
        }
      }),
  )

const keepForSomebodyElse = (name: string) =>
  page.evaluate(
    (given) =>
      new Promise<void>((resolve) => {
        indexedDB.open('polylogue').onsuccess = ({ target }) => {
          const { result: database } = target as IDBOpenDBRequest
          const change = database.transaction('files', 'readwrite')
          const file = new File(['x'], given)
          change
            .objectStore('files')
            .put({ id: 'other', draft: '999.tab.1', at: 1, file, type: 'text/plain' })
          change.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
    name,
  )

test('a notice appears above the composer and does not cover it', async () => {
  await page.getByRole('banner').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Distraction-free mode' }).click()
  const notice = page.getByRole('region', { name: 'Notifications' }).locator('[data-kind=info]').first()
  await expect(notice).toBeVisible()
  const bottom = async () => {
    const box = await notice.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const top = async () => (await page.locator('[data-tour=composer]').boundingBox())?.y ?? 0
  await expect.poll(async () => (await bottom()) < (await top())).toBe(true)
  await message().fill('One\nTwo\nThree\nFour\nFive')
  await expect.poll(async () => (await bottom()) < (await top())).toBe(true)
  await message().fill('')
  await page.keyboard.press('Escape')
})

/** Returns what the browser keeps for the pages. */
const keptBy = (tab: Page) =>
  tab.evaluate(async () => {
    const names = await caches.keys()
    const replies = await Promise.all(names.map(async (name) => (await caches.open(name)).matchAll()))
    const texts = await Promise.all(replies.flat().map((reply) => reply.text()))
    return {
      own: [localStorage, sessionStorage].map((one) => JSON.stringify(one)).join('\n'),
      cached: texts.join(''),
    }
  })
const OWN = /secret|access|refresh|anna|draft|unread|lots/i

test('an expired session keeps drafts, and signing out deletes all data of the user (SIGNIN-16)', async () => {
  const address = page.url()
  const other = await page.context().newPage()
  await other.goto(address)
  await message().fill('An unsent secret')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'lots.md', mimeType: 'text/markdown', buffer: Buffer.from('# A chosen secret') }])
  await expect.poll(keptFiles).toEqual(['lots.md'])
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('polylogue.session') ?? '{}')
    localStorage.setItem(
      'polylogue.session',
      JSON.stringify({ ...session, access: 'ended', refresh: 'ended' }),
    )
  })
  await page.reload()
  await signIn(ANNA)
  await expect(message()).toHaveValue('An unsent secret')
  await expect(page.getByRole('button', { name: 'Remove lots.md' })).toBeVisible()

  for (const found of ['secret', 'access', 'refresh', 'draft'])
    expect((await keptBy(page)).own).toContain(found)

  // A draft that another browser tab is about to store must not be stored after signing out.
  await other.getByRole('textbox', { name: 'Message' }).fill('A late secret')
  await page.getByRole('button', { name: /user menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect.poll(keptFiles).toEqual([])
  for (const tab of [page, other]) {
    const kept = await keptBy(tab)
    expect(kept.own).not.toMatch(OWN)
    expect(kept.cached).not.toMatch(/secret|anna@/i)
  }
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await other.close()
  // For the other tests.
  await signIn(ANNA)
})

const signIn = async ({ email, password }: { email: string; password: string }) => {
  await page.getByLabel(/e-mail/i).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/sign-in/)
}
