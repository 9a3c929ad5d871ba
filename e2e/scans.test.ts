// Scans and pictures of a question are read by text recognition, with the real package (decision 111).
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { makeBids, openSharedFixture, type Fixture } from './fixture.ts'
import { pictureOf, scanOf } from './scan.ts'

test.describe.configure({ mode: 'serial' })

let fixture: Fixture
let page: Page
let photo: Buffer

test.beforeAll(async ({ browser }) => {
  photo = await pictureOf(browser, ['The bicycle garage opens in March.', 'It costs 12 euros a month.'])
  fixture = await openSharedFixture({ models: ['script', 'echo'] })
  const id = await makeBids(fixture.client, ['Scans'], 'echo')
  page = await fixture.open(browser, `/projects/${id}`, { reducedMotion: 'reduce' })
  page.setDefaultTimeout(30_000)
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const message = () => page.getByRole('textbox', { name: 'Message' })
const answers = () => page.getByRole('article', { name: 'Answer' })
const chips = () => page.getByRole('list', { name: 'Attachments' }).last()
const waiting = () => page.getByRole('status').filter({ hasText: 'The message is sent when' })
const attach = (
  name: string,
  buffer: Buffer,
  mimeType = name.endsWith('pdf') ? 'application/pdf' : 'image/jpeg',
) => page.locator('input[type=file]').first().setInputFiles([{ name, mimeType, buffer }])
const scanned = (pages: number) => scanOf(Array.from({ length: pages }, () => photo))
/** A process of its own reads a file, which a busy machine starts slowly. */
const slow = { timeout: 60_000 }

test('a question waits for the text of a scan, which is read page by page', async () => {
  await attach('letter.pdf', scanned(8))
  await expect(chips()).toContainText(/Reading page \d of 8 …/, slow)
  await message().fill('When does the garage open?')
  await message().press('Enter')
  await expect(waiting()).toBeVisible()
  await isAccessible(page)
  await expect(answers()).toHaveCount(1, slow)
  await expect(answers().last()).toContainText('read by text recognition and can have mistakes')
  await expect(answers().last()).toContainText('bicycle garage opens in March')
  await expect(page.getByRole('button', { name: /View letter\.pdf/ })).toContainText(/text read, \d+ % sure/)
})

test('reading ends when it is stopped, and a question can be sent without the text', async () => {
  await attach('archive.pdf', scanned(100))
  await expect(chips()).toContainText(/Reading page \d+ of 100 …/, slow)
  await page.getByRole('button', { name: 'Stop reading' }).press('Enter')
  const told = page.getByRole('status').filter({ hasText: 'The model gets nothing of it' })
  await expect(told).toContainText('archive.pdf')
  await isAccessible(page)
  await page.getByRole('button', { name: 'Read its text' }).click()
  await expect(chips()).toContainText(/Reading page \d+ of 100 …/, slow)
  await message().fill('What is in it?')
  await message().press('Enter')
  await page.getByRole('button', { name: 'Do not send yet' }).click()
  await expect(waiting()).toHaveCount(0)
  await message().press('Enter')
  await page.getByRole('button', { name: 'Stop reading' }).click()
  await expect(told).toContainText('archive.pdf')
  await expect(waiting()).toHaveCount(0)
  await expect(answers()).toHaveCount(1)
  await page.getByRole('button', { name: 'Read its text' }).click()
  await expect(chips()).toContainText(/Reading page \d+ of 100 …/, slow)
  await message().press('Enter')
  await page.getByRole('button', { name: 'Send without the text' }).click()
  await expect(answers()).toHaveCount(2, slow)
  await expect(answers().last()).toContainText('This document has no text')
})

/** A Windows bitmap of one white pixel. */
const BITMAP = Buffer.from(
  '424d3a000000000000003600000028000000010000000100000001001800' +
    '000000000400000000000000000000000000000000000000ffffff00',
  'hex',
)

test('a picture of another format is converted where the browser can show it, else the page says what to do', async () => {
  await attach('drawing.bmp', BITMAP, 'image/bmp')
  await expect(chips()).toContainText('drawing.png', slow)
  await attach('IMG_1.heic', Buffer.from('000000186674797068656963', 'hex'), 'image/heic')
  await expect(page.getByText('this browser cannot read the picture: save it as JPEG or PNG')).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: /Remove.*drawing/ }).click()
  await expect(page.getByText('drawing.png')).toHaveCount(0)
})

test('a picture is read for a model that sees none, again after a reload, and not once it is removed', async () => {
  await attach('photo.jpg', photo)
  await expect(chips()).toContainText(/Text read, \d+ % sure/, slow)
  await expect.poll(keptFiles).toEqual(['photo.jpg'])
  await page.reload()
  await expect(chips()).toContainText(/Text read, \d+ % sure/, slow)
  await message().fill('What does it say?')
  await message().press('Enter')
  await expect(answers()).toHaveCount(3, slow)
  await expect(answers().last()).toContainText('bicycle garage opens in March')
  // The page sends only the bytes when a question is asked again.
  await answers().last().getByRole('button', { name: 'Answer again', exact: true }).click()
  await expect(page.getByText('2/2')).toBeVisible()
  await expect(answers().last()).toContainText('bicycle garage opens in March')

  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/prompts/files/text'))
  await attach('archive.pdf', scanned(100))
  await expect(chips()).toContainText(/Reading page \d+ of 100 …/, slow)
  await page.getByRole('button', { name: 'Remove archive.pdf' }).click()
  await ended
  await attach('photo.jpg', photo)
  await expect(chips()).toContainText(/Text read, \d+ % sure/, slow)
})

const keptFiles = () =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('polylogue', 1)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('files').objectStore('files').getAll()
          reading.onsuccess = () => resolve((reading.result as { file: File }[]).map(({ file }) => file.name))
        }
      }),
  )

test('a question that is sent while a picture is converted takes it along', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/convert-picture/, async (route) => {
    await released
    await route.continue()
  })
  // The code that converts pictures is not loaded yet.
  await page.reload()
  await attach('poster.bmp', photo, 'image/bmp')
  await expect(page.getByRole('status').filter({ hasText: 'Converting the picture' })).toBeVisible()
  await message().fill('What does the poster say?')
  await message().press('Enter')
  await expect(message()).toHaveValue('What does the poster say?')
  await expect(page.getByRole('button', { name: 'Do not send yet' })).toBeVisible()
  release()
  await expect(page.getByRole('button', { name: /View poster\.png/ })).toBeVisible(slow)
  await expect(answers().last()).toContainText('What does the poster say?', slow)
  await expect(message()).toHaveValue('')
  await page.unrouteAll({ behavior: 'wait' })
})
