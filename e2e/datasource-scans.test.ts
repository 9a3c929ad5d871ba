// Marks of text recognition: in the list of documents, at passages, in the reader and at the sources of an answer.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { makeBids, openSharedFixture, type Fixture, visit } from './fixture.ts'
import { pictureOf, scanOf } from './scan.ts'

test.describe.configure({ mode: 'serial' })

let fixture: Fixture
let page: Page
let projectId = 0
let sourceId = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'], settings: { text: 'It opens in March [1].' } })
  const garage = await pictureOf(browser, [
    'The bicycle garage opens in March.',
    'It costs 12 euros a month.',
  ])
  const canteen = await pictureOf(browser, ['The canteen opens at noon.'])
  const file = (name: string, mime_type: string, bytes: Buffer) => ({
    name,
    mime_type,
    content: bytes.toString('base64'),
  })
  const { data } = await fixture.client.call(contract.datasources.create, {
    body: {
      name: 'Archive',
      media: [
        file('letters.pdf', 'application/pdf', scanOf([canteen, garage])),
        file('photo.jpg', 'image/jpeg', canteen),
        file('note.txt', 'text/plain', Buffer.from('The library opens at nine.')),
      ],
    },
  })
  sourceId = data.datasource.id
  page = await fixture.open(browser, `/datasources/${sourceId}`, { reducedMotion: 'reduce' })
  page.setDefaultTimeout(20_000)
  projectId = await makeBids(fixture.client, ['Letters'])
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

test('the list of documents says what was recognised, and how certain it is', async () => {
  const documents = page.getByRole('main')
  await expect(documents).toContainText(/Pages read by text recognition: 1–2\. .*\d+ %/, { timeout: 120_000 })
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
  await expect(answer.getByRole('group', { name: /letters\.pdf/ })).toContainText('The bicycle garage opens')
  await isAccessible(page)
  await answer.getByRole('link', { name: 'Open the source' }).click()
  await expect(page).toHaveURL(/[?&]page=2&at=\d+-\d+/)
  await expect(page.locator('mark[data-sentence]')).toContainText('The bicycle garage opens in March')
})

test('the languages of scans are chosen in the dialog, which reads them again', async () => {
  await visit(page, `${fixture.product.url}/datasources/${sourceId}`)
  await page.getByRole('main').getByRole('button', { name: 'Add documents' }).click()
  const dialog = page.getByRole('dialog')
  const languages = dialog.getByRole('group', { name: 'Languages of scans' })
  for (const name of ['German', 'English', 'Bulgarian'])
    await expect(languages.getByRole('checkbox', { name })).toBeChecked()
  await languages.getByRole('checkbox', { name: 'Bulgarian' }).press('Space')
  await expect(dialog.getByText('Scans are read again when you save.')).toBeVisible()
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Save data source' }).click()
  await expect(dialog).toBeHidden()
  const { data } = await fixture.client.call(contract.datasources.get, { params: { id: sourceId } })
  expect(data.datasource.recognitionLanguages).toEqual(['deu', 'eng'])
})
