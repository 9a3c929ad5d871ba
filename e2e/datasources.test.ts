// Data sources: created with documents, used in a tab, quoted, tested, shared and deleted.
import { contract } from '@polylogue/contract'
import { expect, test, type Page, type Route } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { makeBids, openSharedFixture, type Fixture, visit } from './fixture.ts'

// The tests follow one data source: what one has uploaded, the next one uses, shares or deletes.
test.describe.configure({ mode: 'serial' })

let fixture: Fixture
let anna: Page
/** Opened by the test that shares with her. */
let bea: Page
const opened: Page[] = []
let projectId = 0
let chat = ''

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'], settings: { text: 'See [1].' } })
  projectId = await makeBids(fixture.client, ['Costs', 'Letters'])
  chat = `/projects/${projectId}`
  anna = await fixture.open(browser, `${chat}?panel=datasources`, { reducedMotion: 'reduce' })
  anna.setDefaultTimeout(15_000)
  opened.push(anna)
})

test.afterAll(async () => {
  for (const page of opened) await page.context().close()
  await fixture.close()
})

const dialog = (page: Page) => page.getByRole('dialog')
const panel = (page: Page) => page.getByRole('complementary', { name: 'Side panel' })
const item = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
const card = (page: Page, name: string) =>
  dialog(page)
    .getByRole('list', { name: 'Documents of this data source' })
    .getByRole('listitem')
    .filter({ hasText: name })
const files = (page: Page) => dialog(page).getByLabel('Files', { exact: true })
const inUse = (page: Page) => page.getByRole('button', { name: /^Data source of this tab/ })
const textFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
})

const RULES = [
  'The deadline for bids is the third of March at noon.',
  ...Array.from({ length: 40 }, (_, lot) => `Lot ${lot} has its own price sheet and its own schedule.`),
  'Bids that arrive late are excluded from the award.',
].join('\n\n')

let beas: Promise<Fixture['storage']> | undefined
/** Creates Bea once. */
const newcomer = () =>
  (beas ??= fixture.newcomer({ firstName: 'Bea', lastName: 'Berg', email: 'bea@example.org' }))

/** Drops a file onto the list of documents. */
async function drop(page: Page, name: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle((file) => {
    const data = new DataTransfer()
    data.items.add(new File(['Dropped.'], file, { type: 'text/markdown' }))
    return data
  }, name)
  const zone = dialog(page).getByRole('group', { name: 'Documents', exact: true })
  await zone.dispatchEvent('dragover', { dataTransfer })
  await expect(dialog(page).getByText('Drop to add')).toBeVisible()
  await zone.dispatchEvent('drop', { dataTransfer })
}

/** Opens the menu of a data source and chooses an entry. */
async function choose(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${name}”` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('a data source is created with files and is ready when they are indexed', async () => {
  await expect(panel(anna).getByText('No data sources yet')).toBeVisible()
  await isAccessible(anna)
  await panel(anna).getByRole('button', { name: 'New data source' }).click()
  await dialog(anna).getByLabel('Name', { exact: true }).fill('Bidding rules')
  await files(anna).setInputFiles([
    textFile('rules.txt', RULES),
    { ...textFile('tool.exe', 'MZ'), mimeType: 'application/x-msdownload' },
  ])
  await expect(dialog(anna).getByText('tool.exe: data sources do not take this type of file.')).toBeVisible()
  await expect(card(anna, 'rules.txt')).toBeVisible()
  await drop(anna, 'dropped.md')
  await expect(card(anna, 'dropped.md')).toBeVisible()
  await isAccessible(anna)
  await card(anna, 'dropped.md').getByRole('button', { name: 'Remove dropped.md' }).click()
  await dialog(anna).getByRole('button', { name: 'Create data source' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  await expect(item(anna, 'Bidding rules').getByText('Ready')).toBeVisible()
  await expect(item(anna, 'Bidding rules').getByText('1 document')).toBeVisible()
  await expect(panel(anna).getByRole('button', { name: 'New data source' })).toBeFocused()
  await isAccessibleAgain(anna)
})

test('an address can be looked at before it is added, and one that failed says why @full', async () => {
  await choose(anna, 'Bidding rules', 'Edit data source')
  const add = dialog(anna).getByRole('button', { name: 'Add address' })
  const address = dialog(anna).getByLabel('Address of a document')
  const look = dialog(anna).getByRole('button', { name: 'Test', exact: true })
  await address.fill('http://intranet/rules')
  await add.click()
  await expect(dialog(anna).getByText(/Ask an administrator to allow this host/)).toBeVisible()
  await expect(address).toHaveValue('http://intranet/rules')
  await isAccessible(anna)
  await anna.context().route('https://nowhere.invalid/**', (route) => route.fulfill({ body: 'The rules' }))
  await address.fill('nowhere.invalid/rules.pdf')
  const opened = anna.context().waitForEvent('page')
  await look.click()
  const original = await opened
  await expect(original.getByText('The rules')).toBeVisible()
  await original.close()
  await add.click()
  await expect(address).toHaveValue('')
  await expect(
    card(anna, 'nowhere.invalid').getByText(
      /^Could not reach this address: .* only fetches public addresses\. Check it, ask an administrator to allow its host, or add the document as a file\./,
    ),
  ).toBeVisible()
  await expect(card(anna, 'rules.txt').getByText('Ready')).toBeVisible()
  await isAccessible(anna)
  await dialog(anna).getByRole('button', { name: 'Actions for nowhere.invalid rules.pdf' }).click()
  await anna.getByRole('menuitem', { name: 'Remove' }).click()
  await anna.getByRole('dialog', { name: 'Remove' }).getByRole('button', { name: 'Remove' }).click()
  await expect(card(anna, 'nowhere.invalid')).toHaveCount(0)
  await dialog(anna).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(anna)).toHaveCount(0)
})

test('an upload continues after lost requests and after the dialog was closed', async () => {
  await choose(anna, 'Bidding rules', 'Edit data source')
  let lost = 0
  await anna.route(/\/media\/\d+\/pieces\?/, (route) => (lost++ < 2 ? route.abort() : route.fallback()))
  // Two pieces, of which little is indexed.
  const sentences = Array.from({ length: 6_000 }, (_, line) => `<p>Line ${line} of the annex.`).join('\n')
  await files(anna).setInputFiles([
    { ...textFile('annex.html', `<!--${' '.repeat(3_200_000)}-->${sentences}`), mimeType: 'text/html' },
  ])
  await expect(card(anna, 'annex.html').getByText('Uploading')).toBeVisible()
  await dialog(anna).getByRole('button', { name: 'Cancel' }).click()
  await expect(item(anna, 'Bidding rules').getByText('1 file is being uploaded')).toBeVisible()
  await choose(anna, 'Bidding rules', 'Edit data source')
  await expect(card(anna, 'annex.html').getByText('Ready')).toBeVisible({ timeout: 60_000 })
  expect(lost).toBeGreaterThanOrEqual(4)
  await anna.unroute(/\/media\/\d+\/pieces\?/)
  await dialog(anna).getByRole('button', { name: 'Actions for annex.html' }).click()
  await anna.getByRole('menuitem', { name: 'Read as …' }).click()
  const encoding = anna.getByRole('dialog', { name: 'Read as another encoding' })
  await expect(encoding.getByLabel('Encoding')).toBeVisible()
  await isAccessible(anna)
  await encoding.getByRole('button', { name: 'Cancel' }).click()
  await expect(encoding).toHaveCount(0)
})

test('a file that the server refuses says why and can be uploaded again @full', async () => {
  const refuse = (route: Route) => {
    const issues = [{ path: 'body.size', message: 'the file has more than 50000000 bytes' }]
    const messageContent = { meta: { requestId: 'r', issues, limit: 50_000_000 }, data: null }
    const body = JSON.stringify({ errorCode: 'MEDIA_REFUSED', errorMessage: 'Not added.', messageContent })
    return route.request().method() === 'POST'
      ? route.fulfill({ status: 400, contentType: 'application/json', body })
      : route.fallback()
  }
  await anna.route(/\/datasources\/\d+\/media$/, refuse)
  await files(anna).setInputFiles([textFile('large.txt', 'Large.'), textFile('small.txt', 'Small.')])
  await expect(
    card(anna, 'large.txt').getByText('The file is larger than the server takes (50 MB).'),
  ).toBeVisible()
  await isAccessible(anna)
  await anna.unroute(/\/datasources\/\d+\/media$/)
  await card(anna, 'small.txt').getByRole('button', { name: 'Upload again: small.txt' }).click()
  await expect(card(anna, 'small.txt').getByText('Ready')).toBeVisible()
  await card(anna, 'large.txt').getByRole('button', { name: 'Remove large.txt' }).click()
  await expect(card(anna, 'large.txt')).toHaveCount(0)
})

test('the summary and the confidentiality are changed', async () => {
  await dialog(anna).getByLabel('Summary').fill('How to bid, and until when.')
  await dialog(anna).getByRole('combobox', { name: 'Confidentiality' }).selectOption('Confidential')
  await dialog(anna).getByRole('button', { name: 'Save data source' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  await expect(item(anna, 'Bidding rules').getByText('How to bid, and until when.')).toBeVisible()
  await expect(item(anna, 'Bidding rules').getByText('Confidential')).toBeVisible()
})

test('a change by another user is shown while typing, a changed share is not @full', async () => {
  const { client } = fixture
  const { datasources } = (await client.call(contract.datasources.list)).data
  const params = { id: datasources.find(({ name }) => name === 'Bidding rules')?.id ?? 0 }
  const stored = async () => (await client.call(contract.datasources.get, { params })).data.datasource
  const { modified } = await stored()
  const summary = dialog(anna).getByLabel('Summary')
  const alert = dialog(anna).getByRole('alert')
  await choose(anna, 'Bidding rules', 'Edit data source')
  await summary.fill('How to bid.')
  await newcomer()
  const user = (await client.call(contract.users.list)).data.Users.find(
    ({ firstName }) => firstName === 'Bea',
  )
  const assocContexts = [{ contextId: user?.context.id ?? 0 }]
  await client.call(contract.datasources.update, { params, body: { assocContexts } })
  await expect(dialog(anna).getByText('Shared with 1')).toBeVisible()
  expect((await stored()).modified > modified).toBe(true)
  await expect(alert).toHaveCount(0)
  await client.call(contract.datasources.update, { params, body: { name: 'Rules of bidding' } })
  await expect(alert).toContainText('Somebody else saved in the meantime.')
  await expect(alert).toContainText('Rules of bidding')
  await expect(summary).toHaveValue('How to bid.')
  const failing = /\/datasources\/\d+$/
  await anna.route(failing, (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  const keep = dialog(anna).getByRole('button', { name: 'Save my version' })
  await keep.click()
  await expect(dialog(anna).getByText('Cannot update Data Source')).toBeVisible()
  await anna.unroute(failing)
  await keep.click()
  await expect(dialog(anna)).toHaveCount(0)
  expect(await stored()).toMatchObject({ name: 'Bidding rules', summary: 'How to bid.' })
  const body = { summary: 'How to bid, and until when.', assocContexts: [] }
  await client.call(contract.datasources.update, { params, body })
  await expect(item(anna, 'Bidding rules').getByText('How to bid, and until when.')).toBeVisible()
})

test('the filter searches summaries and is reset when the panel is closed @full', async () => {
  const filter = panel(anna).getByRole('searchbox', { name: 'Filter data sources' })
  await filter.fill('zebra')
  await expect(panel(anna).getByText('No data source matches “zebra”.')).toBeVisible()
  await filter.fill('until when')
  await expect(item(anna, 'Bidding rules')).toBeVisible()
  await panel(anna).getByRole('button', { name: 'Close side panel' }).click()
  await anna.getByRole('button', { name: 'Open side panel' }).click()
  await expect(filter).toHaveValue('')
})

test('a data source is used in a tab, and its quoted passages open in the document', async () => {
  await expect(item(anna, 'Bidding rules').getByText('Ready')).toBeVisible({ timeout: 60_000 })
  await panel(anna).getByRole('button', { name: 'Use “Bidding rules”' }).click()
  await expect(dialog(anna).getByRole('checkbox', { name: 'Costs' })).toBeChecked()
  await isAccessibleAgain(anna)
  await dialog(anna).getByRole('button', { name: 'Use data source' }).click()
  await expect(inUse(anna)).toHaveAccessibleName('Data source of this tab: Bidding rules')
  await expect(item(anna, 'Bidding rules').getByText('This tab')).toBeVisible()
  await anna.getByRole('textbox', { name: 'Message' }).fill('What is the deadline for bids?')
  await anna.keyboard.press('Enter')
  const answer = anna.getByRole('article').last()
  await expect(answer.getByText(/^\d of [\d,]+ passages used$/)).toBeVisible()
  await answer.getByRole('button', { name: '1 rules.txt' }).click()
  await expect(answer.getByRole('blockquote')).toContainText('third of March')
  await answer.getByRole('link', { name: 'Open the source' }).click()
  await expect(anna).toHaveURL(/\/datasources\/\d+\/media\/\d+\?from=\d+&to=\d+/)
  await expect(anna.getByRole('heading', { name: 'rules.txt', level: 1 })).toBeVisible()
  await expect(anna.locator('mark').first()).toBeInViewport()
  await expect(anna.locator('mark').first()).toContainText('deadline for bids')
  await expect(anna.getByText('The document has changed since')).toHaveCount(0)
  await isAccessibleAgain(anna)
})

test('the original can be downloaded and opened from its text', async () => {
  const download = anna.waitForEvent('download')
  await anna.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('rules.txt')
  await anna.getByRole('button', { name: 'Open original' }).click()
  await expect(dialog(anna).getByRole('heading', { name: 'rules.txt' })).toBeVisible()
  await anna.keyboard.press('Escape')
})

test('a long document is rendered in parts @full', async () => {
  await anna.getByRole('banner').getByRole('link', { name: 'Bidding rules' }).click()
  const table = anna.getByRole('table', { name: 'Documents' })
  await expect(table.getByRole('row')).toHaveCount(4)
  await isAccessibleAgain(anna)
  await table.getByRole('link', { name: 'annex.html' }).click()
  const text = anna.getByRole('group', { name: 'Text of the document' })
  await expect(text).toContainText('Line 0 of the annex.')
  const before = await text.evaluate((element) => element.textContent.length)
  expect(before).toBeLessThan(100_000)
  await anna.getByRole('button', { name: 'Show later text' }).click()
  await expect.poll(() => text.evaluate((element) => element.textContent.length)).toBeGreaterThan(before)
  await expect(anna.getByRole('button', { name: 'Show earlier text' })).toHaveCount(0)
})

test('the test of a question shows passages with their score and words that are not found', async () => {
  await anna.getByRole('banner').getByRole('link', { name: 'Bidding rules' }).click()
  await anna.getByRole('main').getByText('Test a question', { exact: true }).click()
  await anna.getByRole('textbox', { name: 'Question' }).fill('Which deadline has the xylophone?')
  await anna.getByRole('button', { name: 'Search', exact: true }).last().click()
  await expect(anna.getByText(/^Searched [\d,]+ passages of \d+ documents/)).toBeVisible()
  await expect(anna.getByText('“xylophone”: not in the passages that are switched on')).toBeVisible()
  const first = anna.getByRole('main').getByRole('listitem').filter({ hasText: 'rules.txt' }).first()
  await expect(first.locator('mark').first()).toHaveText('deadline')
  await expect(anna.getByRole('listitem').filter({ hasText: /^Found: deadline$/ })).toBeVisible()
  await expect(anna.getByRole('listitem').filter({ hasText: /^Ignored: .*the/ })).toBeVisible()
  await expect(first.getByRole('img', { name: /^Match: words \d+/ })).toBeVisible()
  await isAccessibleAgain(anna)
  await first.getByRole('link', { name: 'Open rules.txt at this passage' }).click()
  await expect(anna.locator('mark').first()).toContainText('deadline')
  await anna.goBack()
  await expect(anna.getByText('“xylophone”: not in the passages that are switched on')).toBeVisible()
})

test('cancelling its use outside a project says where it can be used @full', async () => {
  await choose(anna, 'Bidding rules', 'Use data source')
  await expect(dialog(anna).getByRole('radio', { name: /^In a new chat/ })).toBeChecked()
  await isAccessibleAgain(anna)
  await dialog(anna).getByRole('button', { name: 'Cancel' }).click()
  await expect(anna.getByText('To use data sources you need to be on a chat or project page')).toBeVisible()
  await expect(anna.getByRole('button', { name: 'New chat with this data source' })).toBeVisible()
})

test('with write access documents can be changed, but not name, summary and sharing @full', async ({
  browser,
}) => {
  const as = await newcomer()
  bea = await fixture.open(browser, '/datasources', { as, reducedMotion: 'reduce' })
  bea.setDefaultTimeout(15_000)
  opened.push(bea)
  const { datasources } = (await fixture.client.call(contract.datasources.list)).data
  const { Users } = (await fixture.client.call(contract.users.list)).data
  const contextId = Users.find(({ firstName }) => firstName === 'Bea')?.context.id ?? 0
  const params = { id: datasources[0]?.id ?? 0 }
  const share = { contextId, hasReadAccess: true, hasWriteAccess: true, hasAdminAccess: false }
  await fixture.client.call(contract.datasources.update, { params, body: { assocContexts: [share] } })
  await expect(item(bea, 'Bidding rules').getByText(/^Shared by /)).toBeVisible()
  await choose(bea, 'Bidding rules', 'Edit data source')
  await expect(dialog(bea).getByText('You can add, remove and index documents.')).toBeVisible()
  await expect(dialog(bea).getByLabel('Name', { exact: true })).toBeDisabled()
  await expect(dialog(bea).getByLabel('Summary')).toBeDisabled()
  await expect(dialog(bea).getByText('Sharing', { exact: true })).toHaveCount(0)
  await isAccessible(bea)
  await files(bea).setInputFiles([textFile('questions.txt', 'Questions are answered on Mondays.')])
  await expect(card(bea, 'questions.txt').getByText('Ready')).toBeVisible()
  await dialog(bea).getByRole('button', { name: 'Actions for questions.txt' }).click()
  await bea.getByRole('menuitem', { name: 'Index again' }).click()
  await expect(card(bea, 'questions.txt').getByText('Ready')).toBeVisible()
  await dialog(bea).getByRole('button', { name: 'Save data source' }).click()
  await expect(dialog(bea)).toHaveCount(0)
})

test('the list is shown even if its users cannot be loaded @full', async () => {
  // Anna, who owns it; the page itself needs Bea's own account.
  const owner = /\/api\/v1\/users\/1$/
  const lookup = bea.waitForRequest(owner)
  await bea.route(owner, (route) => route.abort())
  await bea.reload()
  await lookup
  await expect(item(bea, 'Bidding rules').getByText('4 documents')).toBeVisible()
  await bea.unroute(owner)
})

test('a user who does not own a data source can leave it @full', async () => {
  await choose(bea, 'Bidding rules', 'Sharing info')
  await dialog(bea).getByRole('button', { name: 'Leave data source' }).click()
  await dialog(bea).getByRole('button', { name: 'Leave data source' }).click()
  await expect(bea.getByText('You have left “Bidding rules”.')).toBeVisible()
  await expect(bea.getByText('No data sources yet')).toBeVisible()
})

test('the search opens a data source, and the palette the dialog for a new one @full', async () => {
  await anna.goto(`${fixture.product.url}${chat}`)
  await expect(inUse(anna)).toBeVisible()
  await anna.keyboard.press('Control+k')
  await dialog(anna).getByRole('combobox').fill('Bidding')
  await dialog(anna)
    .getByRole('group', { name: 'Found' })
    .getByRole('option', { name: /Bidding rules/ })
    .click()
  await expect(anna).toHaveURL(/\/datasources\/\d+$/)
  await anna.goBack()
  await expect(inUse(anna)).toBeVisible()
  await anna.keyboard.press('Control+k')
  await dialog(anna).getByRole('combobox').fill('new data source')
  await anna.keyboard.press('Enter')
  await expect(dialog(anna).getByRole('heading', { name: 'New data source' })).toBeVisible()
  await anna.keyboard.press('Escape')
})

test('a tab shows that its data source was deleted, and can stop using it', async () => {
  const { datasources } = (await fixture.client.call(contract.datasources.list)).data
  const documents = datasources.find(({ name }) => name === 'Bidding rules')?.mediaCount
  await visit(anna, `${fixture.product.url}${chat}`)
  await expect(inUse(anna)).toHaveAccessibleName(/: Bidding rules$/)
  await choose(anna, 'Bidding rules', 'Delete data source')
  await expect(
    dialog(anna).getByText(`Delete “Bidding rules” with its ${documents} documents?`),
  ).toBeVisible()
  await dialog(anna).getByRole('button', { name: 'Delete data source' }).click()
  await expect(panel(anna).getByText('No data sources yet')).toBeVisible()
  await expect(inUse(anna)).toHaveAccessibleName(/: Not available to you$/)
  await panel(anna).getByRole('button', { name: 'Stop using' }).click()
  await expect(inUse(anna)).toHaveCount(0)
})

test('users without the permission do not see data sources', async () => {
  await visit(anna, `${fixture.product.url}${chat}?panel=datasources`)
  await expect(panel(anna).getByRole('radio', { name: 'Data sources' })).toBeVisible()
  await anna.route(/\/api\/v1\/users\/\d+$/, async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replace('"can_use_datasources",', '')
    await route.fulfill({ response, body: text })
  })
  await anna.goto(`${fixture.product.url}${chat}?panel=datasources&dialog=new-datasource`)
  const open = anna.getByRole('button', { name: 'Open side panel' })
  await expect(panel(anna).or(open)).toBeVisible()
  if (await open.isVisible()) await open.click()
  await expect(panel(anna).getByRole('radio', { name: 'Prompts' })).toBeVisible()
  await expect(panel(anna).getByRole('radio', { name: 'Data sources' })).toHaveCount(0)
  await expect(dialog(anna)).toHaveCount(0)
  await visit(anna, `${fixture.product.url}/datasources`)
  await expect(anna).not.toHaveURL(/datasources/)
})
