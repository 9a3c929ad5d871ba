// Data sources at the composer: a dropped file becomes one, four actions to a cited answer; `#` lists them, as `/` lists prompts.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { makeBids, openSharedFixture, type Fixture, visit } from './fixture.ts'

let fixture: Fixture
let page: Page
let projectId = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'], settings: { text: 'It is 30 euros a day [1].' } })
  page = await fixture.open(browser, '/projects', { reducedMotion: 'reduce' })
})

/** Shows a new tab when there are these data sources and no others; the tab uses the first one if `isUsed`. */
async function openTab(sources: readonly string[] = [], isUsed = false): Promise<void> {
  const { client } = fixture
  // Refused when there is none.
  const listed = await client.call(contract.datasources.list).catch(() => undefined)
  for (const { id } of listed?.data.datasources ?? [])
    await client.call(contract.datasources.remove, { params: { id } })
  const content = Buffer.from('Opening hours are from nine to five.').toString('base64')
  const ids: number[] = []
  for (const name of sources) {
    const media = [{ name: `${name}.txt`, mime_type: 'text/plain', content }]
    const body = { name, summary: `All about ${name}.`, media }
    ids.push((await client.call(contract.datasources.create, { body })).data.datasource.id)
  }
  const ready = async () =>
    (await client.call(contract.datasources.list, { query: { status: 2 } })).meta.total
  if (sources.length > 0) await expect.poll(ready, { timeout: 60_000 }).toBe(sources.length)
  projectId = await makeBids(client, ['Costs'])
  if (isUsed)
    await client.call(contract.tabs.update, {
      params: { id: (await tab())?.id ?? 0 },
      body: { defaultDatasourceId: ids[0] ?? 0 },
    })
  await visit(page, `${fixture.product.url}/projects/${projectId}`)
  await expect(composer()).toBeFocused()
  if (isUsed)
    await expect(page.getByRole('button', { name: `Data source of this tab: ${sources[0]}` })).toBeVisible()
}

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const message = () => page.getByRole('textbox', { name: 'Message' })
const answer = () => page.getByRole('article', { name: 'Answer' }).last()
const attachments = () => page.getByRole('list', { name: 'Attachments' })
const tab = async () =>
  (await fixture.client.call(contract.tabs.list, { params: { id: projectId } })).data.Projecttabs[0]

/** Names of the documents of the data source of the tab. */
async function names(): Promise<string[]> {
  const params = { id: (await tab())?.defaultDatasourceId ?? 0 }
  const { data } = await fixture.client.call(contract.datasources.get, { params })
  return data.datasource.media.map(({ name }) => name)
}

async function drop(name: string, text: string, fileType = 'text/plain'): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, content, type]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], fileName, { type }))
      return transfer
    },
    [name, text, fileType] as const,
  )
  await message().dispatchEvent('drop', { dataTransfer: data })
}

const FOR_THIS_ONLY = 'This file is for this question only.'

test('a dropped file becomes a data source with one click, and the next answer cites it', async () => {
  await openTab()
  await expect(message()).toBeFocused()
  await drop('Travel costs.txt', 'The allowance for travel is 30 euros a day.')
  await expect(page.getByText(FOR_THIS_ONLY)).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Use as a data source' }).click()
  await expect(attachments()).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Data source of this tab: Travel costs' })).toBeVisible({
    timeout: 60_000,
  })
  expect((await tab())?.defaultDatasourceId).toBeGreaterThan(0)
  await message().fill('What is the allowance for travel?')
  await page.keyboard.press('Enter')
  await expect(answer()).toContainText('It is 30 euros a day')
  await expect(answer().getByRole('button', { name: 'Source 1' })).toBeVisible()
})

test('by keyboard, a second file goes to the data source of the tab', async () => {
  await openTab(['Travel costs'], true)
  await drop('Hotels.txt', 'A hotel may cost 120 euros a night.')
  const add = page.getByRole('button', { name: 'Add to “Travel costs”' })
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(attachments()).toHaveCount(0)
  await expect.poll(names).toEqual(['Travel costs.txt', 'Hotels.txt'])
})

test('a file that is too large for a question is offered to the data source', async () => {
  await openTab(['Travel costs'], true)
  // Eleven megabytes, of which little is indexed.
  await drop('Ledger.html', `<!--${' '.repeat(11_000_000)}--><p>A ticket costs 80 euros.`, 'text/html')
  const refused = page.getByRole('alert').filter({ hasText: 'Ledger.html' })
  await expect(refused).toContainText('A data source can take “Ledger.html”.')
  await isAccessible(page)
  await refused.getByRole('button', { name: 'Add to “Travel costs”' }).click()
  await expect(refused).toHaveCount(0)
  await expect.poll(names).toContain('Ledger.html')
})

test('a file that stays is for one question', async () => {
  await openTab()
  await drop('Notes.txt', 'The meeting is at nine.')
  await expect(attachments()).toContainText('Notes.txt')
  await page.getByRole('button', { name: 'Remove Notes.txt' }).click()
  await expect(page.getByText(FOR_THIS_ONLY)).toHaveCount(0)
})

const composer = () => page.locator('#composer')
const options = () => page.getByRole('listbox', { name: 'Data sources' }).getByRole('option')

test('# lists the data sources, and the chosen one is used in the tab', async () => {
  await openTab(['Tenders', 'Harbour rules'])
  await page.keyboard.type('#')
  await expect(options()).toHaveCount(2)
  await expect(page.getByRole('combobox', { name: 'Message' })).toHaveAttribute('aria-expanded', 'true')
  await isAccessible(page)
  await page.keyboard.type('tend')
  await expect(options()).toHaveText([/^Tenders/])
  await page.keyboard.press('Enter')
  await expect(options()).toHaveCount(0)
  await expect(composer()).toHaveValue('')
  await expect(composer()).toBeFocused()
  await expect(page.getByRole('button', { name: /Tenders/ })).toBeVisible()
})

test('a search without a result leads to a new data source', async () => {
  await openTab(['Tenders'])
  await page.keyboard.type('#zzz')
  await page.getByRole('button', { name: 'New data source' }).click()
  await expect(page.getByRole('dialog', { name: 'New data source' })).toBeVisible()
  await expect(composer()).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await composer().focus()
})

test('a heading is just text, and Escape closes the list', async () => {
  await openTab(['Tenders', 'Harbour rules'])
  await page.keyboard.type('#')
  await expect(options()).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(options()).toHaveCount(0)
  await page.keyboard.type(' Heading')
  await expect(options()).toHaveCount(0)
  await expect(composer()).toHaveValue('# Heading')
})

test('the menu of the composer leads to the data sources beside the tab', async () => {
  await openTab(['Harbour rules'])
  await page.getByRole('button', { name: 'Add to the message' }).click()
  await page.getByRole('menuitem', { name: 'Data source' }).click()
  const panel = page.getByRole('complementary', { name: 'Side panel' })
  await expect(panel.getByRole('heading', { name: 'Harbour rules' })).toBeVisible()
})
