// Chats whose data source alone may answer, and the number of passages of a tab (decision 99).
import { contract, type Tab } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { makeBids, openSharedFixture, type Fixture, visit } from './fixture.ts'

let fixture: Fixture
let page: Page
let projectId = 0

const answer = () => page.getByRole('article', { name: 'Answer' }).last()
const tabs = async (): Promise<Tab[]> =>
  (await fixture.client.call(contract.tabs.list, { params: { id: projectId } })).data.Projecttabs

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'], settings: { text: 'On masts, as far as I know.' } })
  const content = Buffer.from('The allowance for travel is 30 euros a day.').toString('base64')
  const { data } = await fixture.client.call(contract.datasources.create, {
    body: {
      name: 'House rules',
      answersOnly: true,
      media: [{ name: 'travel.txt', mime_type: 'text/plain', content }],
    },
  })
  const { id } = data.datasource
  await expect
    .poll(
      async () =>
        (await fixture.client.call(contract.datasources.get, { params: { id } })).data.datasource.status,
      { timeout: 60_000 },
    )
    .toBe(2)
  projectId = await makeBids(fixture.client, ['Rules'])
  const [tab] = await tabs()
  await fixture.client.call(contract.tabs.update, {
    params: { id: tab?.id ?? 0 },
    body: { defaultDatasourceId: id },
  })
  page = await fixture.open(browser, `/projects/${projectId}?tab=${tab?.id}`, { reducedMotion: 'reduce' })
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

test('no model is asked when the documents say nothing, and the question can be asked without them', async () => {
  await page.getByRole('textbox', { name: 'Message' }).fill('Where do zeppelins land?')
  await page.keyboard.press('Enter')
  const line = answer().getByRole('note')
  await expect(line).toHaveText('No model was asked: answers in this chat come only from “House rules”.')
  await expect(answer()).toContainText('The documents of “House rules” say nothing about this')
  await expect(answer()).not.toContainText('On masts')
  await isAccessible(page)
  await answer().getByRole('button', { name: 'Ask without this data source' }).click()
  await expect(answer()).toContainText('On masts, as far as I know.')
  await expect(line).toHaveCount(0)
})

test('the number of passages is chosen where the tab names its data source', async () => {
  await visit(page, `${fixture.product.url}/projects/${projectId}`)
  await page.getByRole('button', { name: 'Data source of this tab: House rules' }).click()
  await expect(page.getByText('Answers come only from these documents.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Passages per answer' }).selectOption('8')
  await expect.poll(async () => (await tabs())[0]?.amountOfChunks).toBe(8)
})
