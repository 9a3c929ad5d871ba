// Scans and pictures are read by text recognition, with the real package (decision 111): of a question, where it waits for them, and
// of a data source, where their text is marked in the list of documents, at passages, in the reader and at the sources of an answer.
import { contract } from '@polylogue/contract'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { makeBids, openSharedFixture, type Fixture, visit } from './fixture.ts'
import { pictureOf, scanOf } from './scan.ts'

let fixture: Fixture
let page: Page
let photo: Buffer

test.beforeAll(async ({ browser }) => {
  photo = await pictureOf(browser, ['The bicycle garage opens in March.', 'It costs 12 euros a month.'])
  fixture = await openSharedFixture({
    models: ['script', 'echo'],
    settings: { text: 'It opens in March [1].' },
  })
  page = await fixture.open(browser, '/projects', { reducedMotion: 'reduce' })
  page.setDefaultTimeout(30_000)
})

/** Returns the address of a new tab, whose model repeats its request. */
const newTab = async () =>
  `${fixture.product.url}/projects/${await makeBids(fixture.client, ['Scans'], 'echo')}`

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
  await visit(page, await newTab())
  await attach('letter.pdf', scanned(3))
  await expect(chips()).toContainText(/Reading page \d of 3 …/, slow)
  await message().fill('When does the garage open?')
  await message().press('Enter')
  await expect(waiting()).toBeVisible()
  await isAccessible(page)
  await expect(answers()).toHaveCount(1, slow)
  await expect(answers().last()).toContainText('read by text recognition and can have mistakes')
  await expect(answers().last()).toContainText('bicycle garage opens in March')
  await expect(page.getByRole('button', { name: /View letter\.pdf/ })).toContainText(/text read, \d+ % sure/)
})

/** A Windows bitmap of one white pixel. */
const BITMAP = Buffer.from(
  '424d3a000000000000003600000028000000010000000100000001001800' +
    '000000000400000000000000000000000000000000000000ffffff00',
  'hex',
)

test('a picture of another format is converted where the browser can show it, else the page says what to do', async () => {
  await visit(page, await newTab())
  await attach('drawing.bmp', BITMAP, 'image/bmp')
  await expect(chips()).toContainText('drawing.png', slow)
  await attach('IMG_1.heic', Buffer.from('000000186674797068656963', 'hex'), 'image/heic')
  await expect(page.getByText('this browser cannot read the picture: save it as JPEG or PNG')).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: /Remove.*drawing/ }).click()
  await expect(page.getByText('drawing.png')).toHaveCount(0)
})

test('a picture is read for a model that sees none, again after a reload, and not once it is removed', async () => {
  await visit(page, await newTab())
  await attach('photo.jpg', photo)
  await expect(chips()).toContainText(/Text read, \d+ % sure/, slow)
  await expect.poll(keptFiles).toEqual(['photo.jpg'])
  await page.reload()
  await expect(chips()).toContainText(/Text read, \d+ % sure/, slow)
  await message().fill('What does it say?')
  await message().press('Enter')
  await expect(answers()).toHaveCount(1, slow)
  await expect(answers().last()).toContainText('bicycle garage opens in March')
  // The page sends only the bytes when a question is asked again.
  await answers().last().getByRole('button', { name: 'Answer again', exact: true }).click()
  await expect(page.getByText('2/2')).toBeVisible()
  await expect(answers().last()).toContainText('bicycle garage opens in March')

  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/prompts/files/text'))
  await attach('archive.pdf', scanned(100))
  await expect(chips()).toContainText(/Reading page \d+ of 100 …/, slow)
  await expect(page.getByRole('button', { name: 'Stop reading' })).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Remove archive.pdf' }).click()
  await ended
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
  // Loaded: the code that converts pictures must not be there.
  await page.goto(await newTab())
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/convert-picture/, async (route) => {
    await released
    await route.continue()
  })
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

let sourceId = 0

/** Creates a data source with a scan, a picture and a text. */
async function makeArchive(browser: Browser): Promise<void> {
  const canteen = await pictureOf(browser, ['The canteen opens at noon.'])
  const file = (name: string, mime_type: string, bytes: Buffer) => ({
    name,
    mime_type,
    content: bytes.toString('base64'),
  })
  const media = [
    file('letters.pdf', 'application/pdf', scanOf([canteen, photo])),
    file('photo.jpg', 'image/jpeg', canteen),
    file('note.txt', 'text/plain', Buffer.from('The library opens at nine.')),
  ]
  const body = { name: 'Archive', media }
  sourceId = (await fixture.client.call(contract.datasources.create, { body })).data.datasource.id
  const isRead = async () => {
    const { data } = await fixture.client.call(contract.datasources.get, { params: { id: sourceId } })
    return data.datasource.status === 2 && data.datasource.media.every(({ recognizing }) => !recognizing)
  }
  await expect.poll(isRead, { timeout: 110_000 }).toBe(true)
}

test.describe('in a data source', () => {
  test.beforeAll(({ browser }) => makeArchive(browser))

  test('the list of documents says what was recognised, and how certain it is', async () => {
    await visit(page, `${fixture.product.url}/datasources/${sourceId}`)
    const documents = page.getByRole('main')
    await expect(documents).toContainText(/Pages read by text recognition: 1–2\. .*\d+ %/, {
      timeout: 120_000,
    })
    await expect(documents).toContainText(/Read by text recognition\. .*\d+ %/, { timeout: 60_000 })
    await isAccessible(page)
  })

  test('a passage that was recognised says so, and one that was not does not', async () => {
    const ask = async (question: string) => {
      await page.getByRole('textbox', { name: 'Question' }).fill(question)
      await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
    }
    const passage = (name: string) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name: `Open ${name} at this passage` }) })
    await visit(page, `${fixture.product.url}/datasources/${sourceId}?view=test`)
    await ask('When does the bicycle garage open?')
    await expect(passage('letters.pdf').getByText('Text recognition', { exact: true })).toBeVisible()
    await isAccessible(page)
    await ask('When does the library open?')
    await expect(passage('note.txt')).toBeVisible()
    await expect(passage('note.txt').getByText('Text recognition', { exact: true })).toHaveCount(0)
  })

  test('the reader names the recognised pages', async () => {
    const { data } = await fixture.client.call(contract.datasources.get, { params: { id: sourceId } })
    const id = data.datasource.media[0]?.media_id
    await visit(page, `${fixture.product.url}/datasources/${sourceId}/media/${id}`)
    const told = page.getByRole('listitem').filter({ hasText: '2 pages were read by text recognition' })
    await expect(told).toContainText(/\d+ %/)
    await told.getByRole('button', { name: 'Go to page 2' }).press('Enter')
    await expect(page.getByText('The canteen opens at noon.').first()).toBeVisible()
    await isAccessible(page)
  })

  test('a source of an answer says that its text was recognised', async () => {
    const projectId = await makeBids(fixture.client, ['Letters'])
    const params = { id: projectId }
    const [tab] = (await fixture.client.call(contract.tabs.list, { params })).data.Projecttabs
    await fixture.client.call(contract.tabs.update, {
      params: { id: tab?.id ?? 0 },
      body: { defaultDatasourceId: sourceId },
    })
    await visit(page, `${fixture.product.url}/projects/${projectId}`)
    await page.getByRole('textbox', { name: 'Message' }).fill('When does the bicycle garage open?')
    await page.keyboard.press('Enter')
    const answer = page.getByRole('article', { name: 'Answer' }).last()
    const chip = answer.getByRole('group', { name: 'Sources' }).getByRole('button').first()
    await expect(chip).toContainText('read by text recognition')
    await chip.press('Enter')
    await expect(answer.getByRole('group', { name: /letters\.pdf/ })).toContainText(
      'The bicycle garage opens',
    )
    await isAccessible(page)
    await answer.getByRole('link', { name: 'Open the source' }).click()
    await expect(page).toHaveURL(/[?&]page=2&at=\d+-\d+/)
    await expect(page.locator('mark[data-sentence]')).toContainText('The bicycle garage opens in March')
  })
})
