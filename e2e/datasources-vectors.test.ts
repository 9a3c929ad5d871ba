// Vectors of data sources: the embedding model is chosen, progress is seen, and passages in other words are found.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { byWords } from '../apps/server/test/model-server/index.ts'
import { isAccessible } from './accessible.ts'
import { openSharedFixture, scriptedModel, type Fixture, visit } from './fixture.ts'

const byMeaning = byWords([
  ['travel', 'journey', 'trip'],
  ['allowance', 'subsistence'],
])

let fixture: Fixture
let anna: Page
/** Of the test that runs. */
let datasourceId = 0
/** Resolves when the model may go on. */
let gate: Promise<void> = Promise.resolve()
let texts = 0
let isDown = false

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({
    models: ['script', 'embed'],
    async embed(text) {
      // The first batch passes.
      if (++texts > 32) await gate
      return isDown ? undefined : byMeaning(text)
    },
  })
  anna = await fixture.open(browser, '/admin/models-crud', { reducedMotion: 'reduce' })
  anna.setDefaultTimeout(15_000)
})

test.afterEach(async () => {
  isDown = false
  // The next file shares the product.
  await choose(null)
  await fixture.client.call(contract.datasources.remove, { params: { id: datasourceId } })
  // What is in the recycle bin is counted, too.
  await fixture.client.call(contract.bin.empty)
})

test.afterAll(async () => {
  await anna.context().close()
  await fixture.close()
})

const choose = (modelTagId: number | null) =>
  fixture.client.call(contract.vectors.update, { body: { modelTagId } })

/** Creates the data source of a test, with this many passages beside the one about journeys. */
async function makeRules(lots: number): Promise<void> {
  const sections = Array.from({ length: lots }, (_, lot) =>
    `Lot ${lot} lists prices of tools, the names of suppliers and the dates of delivery. `.repeat(3),
  )
  const text = ['The allowance for every journey is thirty euros.', ...sections].join('\n\n')
  const media = [
    { name: 'rules.txt', mime_type: 'text/plain', content: Buffer.from(text).toString('base64') },
  ]
  const body = { name: 'Rules', chunkSize: 64, chunkOverlap: 16, media }
  datasourceId = (await fixture.client.call(contract.datasources.create, { body })).data.datasource.id
}

/** Creates a data source whose passages have vectors, and opens the test of its questions. */
async function openTest(): Promise<void> {
  await makeRules(8)
  await choose((await scriptedModel(fixture.client, 'embed')).defaultModelTagId)
  const state = async () => {
    const { data } = await fixture.client.call(contract.datasources.get, { params: { id: datasourceId } })
    return data.datasource.vectors?.state
  }
  await expect.poll(state, { timeout: 60_000 }).toBe('ready')
  await visit(anna, `${fixture.product.url}/datasources/${datasourceId}`)
  await expect(main().getByText('Searched by words and by meaning.')).toBeVisible()
  await main().getByText('Test a question', { exact: true }).click()
}

const main = () => anna.getByRole('main')
const model = () => main().getByLabel('Embedding model for data sources')

async function ask(question: string): Promise<void> {
  await main().getByRole('textbox', { name: 'Question' }).fill(question)
  await main().getByRole('button', { name: 'Search' }).click()
}

test('an administrator chooses the embedding model; indexing can be cancelled and continued', async () => {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  gate = promise
  texts = 0
  await makeRules(60)
  await visit(anna, `${fixture.product.url}/admin/models-crud`)
  await expect(model()).toHaveValue('')
  await expect(main().getByText(/^Off: data sources match words only/)).toBeVisible()
  await model().selectOption({ label: 'embed:latest' })
  await expect(main().getByText('0 of 1 data source complete')).toBeVisible()
  await isAccessible(anna)
  await visit(anna, `${fixture.product.url}/datasources/${datasourceId}`)
  const progress = main().getByRole('progressbar', { name: 'Passages with vectors' })
  await expect(progress).toHaveAttribute('aria-valuenow', '32')
  await expect(main().getByText(/^Preparing search by meaning: 32 of \d+ passages$/)).toBeVisible()
  await main().getByRole('button', { name: 'Cancel preparing search by meaning' }).click()
  await expect(
    main().getByText(/^Preparing search by meaning was cancelled: 32 of \d+ passages$/),
  ).toBeVisible()
  const resume = main().getByRole('button', { name: 'Continue preparing search by meaning' })
  await expect(resume).toBeFocused()
  await isAccessible(anna)
  await resume.click()
  await expect(main().getByText(/^Preparing search by meaning: 32 of \d+ passages$/)).toBeVisible()
  open()
  await expect(main().getByText('Searched by words and by meaning.')).toBeVisible()
  await expect(progress).toHaveCount(0)
})

test('a passage in other words is found and shows its score for meaning', async () => {
  await openTest()
  await ask('Which subsistence does a trip bring?')
  const first = main().getByRole('listitem').filter({ hasText: 'thirty euros' })
  await expect(first.getByRole('img', { name: /^Match: .*meaning 70$/ })).toBeVisible()
  await isAccessible(anna)
})

test('only words are searched while the model does not respond, and the page says so', async () => {
  await openTest()
  isDown = true
  await ask('Which allowance is there?')
  await expect(main().getByText(/Search by meaning is not available at the moment/)).toBeVisible()
  await expect(main().getByRole('listitem').filter({ hasText: 'thirty euros' }).first()).toBeVisible()
})
