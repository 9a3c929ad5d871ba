// Drafts and attachments of unsent messages survive; and nothing covers the composer.
import { expect, test, type Page } from '@playwright/test'
import { ANNA } from './anna.ts'
import { makeBids, openSharedFixture, type Fixture } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({
    models: ['script'],
    settings: { text: 'Only Brückner meets the specification.' },
  })
  page = await fixture.open(browser, `/projects/${await makeBids(fixture.client, ['Lot 2'])}`)
  await expect(message()).toBeVisible()
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const message = () => page.getByRole('textbox', { name: 'Message' })
const lastAnswer = () => page.getByRole('article').last()

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
  await message().fill('What is planned?')
  await message().press('Enter')
  await expect(lastAnswer()).toContainText('Only Brückner')
  await expect.poll(keptFiles).toEqual([])
  await page.reload()
  await expect(page.getByRole('article').last()).toBeVisible()
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

  // A draft that another browser tab is about to store must not be stored after signing out.
  await other.getByRole('textbox', { name: 'Message' }).fill('A late secret')
  await page.getByRole('button', { name: /user menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect.poll(keptFiles).toEqual([])
  for (const tab of [page, other]) {
    const kept = await tab.evaluate(async () => {
      const names = await caches.keys()
      const replies = await Promise.all(names.map(async (name) => (await caches.open(name)).matchAll()))
      const texts = await Promise.all(replies.flat().map((reply) => reply.text()))
      return {
        own: [localStorage, sessionStorage].map((one) => JSON.stringify(one)),
        cached: texts.join(''),
      }
    })
    expect(kept.own.join('\n')).not.toMatch(/secret|access|refresh|anna|draft|unread|lots/i)
    expect(kept.cached).not.toMatch(/secret|anna@/i)
  }
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await other.close()
})

const signIn = async ({ email, password }: { email: string; password: string }) => {
  await page.getByLabel(/e-mail/i).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/sign-in/)
}
