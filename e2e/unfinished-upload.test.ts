// An upload that another page began and did not finish: the document says so, and leads on.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { openSharedFixture, type Fixture, visit } from './fixture.ts'

const TEXT = 'The quay opens at noon.'

let fixture: Fixture
let page: Page

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'], settings: {} })
  page = await fixture.open(browser, '/datasources', { reducedMotion: 'reduce' })
})

/** Opens a data source with a document whose upload was not finished. */
test.beforeEach(async () => {
  const { data } = await fixture.client.call(contract.datasources.create, { body: { name: 'Quay' } })
  const { id } = data.datasource
  const body = { name: 'opening.txt', size: TEXT.length }
  const { media } = (await fixture.client.call(contract.media.begin, { params: { id }, body })).data
  const piece = { offset: 0, base64: Buffer.from(TEXT.slice(0, 9)).toString('base64') }
  await fixture.client.call(contract.media.append, { params: { id: media.media_id }, body: piece })
  await visit(page, `${fixture.product.url}/datasources/${id}`)
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const row = () => page.getByRole('row').filter({ hasText: 'opening.txt' })
const textFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
})

async function resume(file: ReturnType<typeof textFile>): Promise<void> {
  await page.getByRole('button', { name: 'Actions for opening.txt' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Continue upload' }).click()
  await (await chooser).setFiles([file])
}

test('it is neither pending nor failed, and another file is refused with the reason', async () => {
  await expect(row()).toContainText('Upload not finished')
  await expect(row()).toContainText('Continue the upload in the menu with the same file, or remove it.')
  await expect(row()).not.toContainText(/Failed|Pending/)
  await isAccessible(page)
  await resume(textFile('other.txt', 'Another text.'))
  await expect(page.getByText('“other.txt” is another file')).toBeVisible()
  await expect(row()).toContainText('Upload not finished')
})

test('the same file continues it', async () => {
  await resume(textFile('opening.txt', TEXT))
  await expect(row()).toContainText('Ready')
  await row().getByRole('link', { name: 'opening.txt' }).click()
  await expect(page.getByRole('group', { name: 'Text of the document' })).toContainText(TEXT)
})
