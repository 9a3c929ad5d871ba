// A file that is dropped on the message field becomes a data source of the tab: four actions to a cited answer.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { makeBids, openSharedFixture, type Fixture } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

let fixture: Fixture
let page: Page
let projectId = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'], settings: { text: 'It is 30 euros a day [1].' } })
  projectId = await makeBids(fixture.client, ['Costs'])
  page = await fixture.open(browser, `/projects/${projectId}`, { reducedMotion: 'reduce' })
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const message = () => page.getByRole('textbox', { name: 'Message' })
const answer = () => page.getByRole('article', { name: 'Answer' }).last()
const attachments = () => page.getByRole('list', { name: 'Attachments' })
const tab = async () =>
  (await fixture.client.call(contract.tabs.list, { params: { id: projectId } })).data.Projecttabs[0]

async function drop(name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], fileName, { type: 'text/plain' }))
      return transfer
    },
    [name, text] as const,
  )
  await message().dispatchEvent('drop', { dataTransfer: data })
}

test('a dropped file becomes a data source with one click, and the next answer cites it', async () => {
  await expect(message()).toBeFocused()
  await drop('Travel costs.txt', 'The allowance for travel is 30 euros a day.')
  await expect(page.getByText('This file is for this question only.')).toBeVisible()
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
  await drop('Hotels.txt', 'A hotel may cost 120 euros a night.')
  const add = page.getByRole('button', { name: 'Add to “Travel costs”' })
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(attachments()).toHaveCount(0)
  const id = (await tab())?.defaultDatasourceId ?? 0
  const names = async () => {
    const { data } = await fixture.client.call(contract.datasources.get, { params: { id } })
    return data.datasource.media.map(({ name }) => name)
  }
  await expect.poll(names).toEqual(['Travel costs.txt', 'Hotels.txt'])
})

test('a file that is too large for a question is offered to the data source', async () => {
  await drop('Ledger.txt', 'A ticket costs 80 euros. '.repeat(450_000))
  const refused = page.getByRole('alert').filter({ hasText: 'Ledger.txt' })
  await expect(refused).toContainText('A data source can take “Ledger.txt”.')
  await isAccessible(page)
  await refused.getByRole('button', { name: 'Add to “Travel costs”' }).click()
  await expect(refused).toHaveCount(0)
  const id = (await tab())?.defaultDatasourceId ?? 0
  const names = async () => {
    const { data } = await fixture.client.call(contract.datasources.get, { params: { id } })
    return data.datasource.media.map(({ name }) => name)
  }
  await expect.poll(names).toContain('Ledger.txt')
})

test('a file that stays is for one question', async () => {
  await drop('Notes.txt', 'The meeting is at nine.')
  await expect(attachments()).toContainText('Notes.txt')
  await page.getByRole('button', { name: 'Remove Notes.txt' }).click()
  await expect(page.getByText('This file is for this question only.')).toHaveCount(0)
})
