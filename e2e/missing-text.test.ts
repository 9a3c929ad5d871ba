// Files without text, such as scans: the composer says so before they are sent (decision 101).
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { makeBids, openSharedFixture, type Fixture } from './fixture.ts'
import { pdfOf } from './pdf.ts'

test.describe.configure({ mode: 'serial' })

let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({
    models: ['script'],
    settings: { text: 'Only the first page is known.' },
  })
  const id = await makeBids(fixture.client, ['Scans'])
  page = await fixture.open(browser, `/projects/${id}`, { reducedMotion: 'reduce' })
  page.setDefaultTimeout(20_000)
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const message = () => page.getByRole('textbox', { name: 'Message' })
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
  await expect(answers().last()).toContainText('Only the first page is known.')
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
  await expect(answers()).toHaveCount(1)
  expect(held).toBe(1)
  const sent = replyOf('/stream')
  await message().press('Enter')
  expect((await sent).status()).toBe(200)
  await expect(answers()).toHaveCount(2)
  await expect(page.getByText('Not sent yet')).toHaveCount(0)
  await page.unroute(files)
})
