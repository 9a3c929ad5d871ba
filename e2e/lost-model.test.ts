// A tab whose model was removed: an alert says so, the tab switches to Guide, and the draft is kept (PROJECT-4).
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { makeBids, openSharedFixture, scriptedModel, type Fixture } from './fixture.ts'

const TITLE = 'This model is not available'
const SENTENCE =
  'script was removed or undeployed, or is not available in the region. This tab now uses Guide; your text is kept.'

let fixture: Fixture
let bids: number
let script: Awaited<ReturnType<typeof scriptedModel>>

test.beforeAll(async () => {
  fixture = await openSharedFixture({
    models: ['script', 'second'],
    settings: { text: 'Only one bid is complete.' },
  })
  script = await scriptedModel(fixture.client)
  bids = await makeBids(fixture.client, ['Lot 1'])
})
test.afterAll(() => fixture.close())
test.afterEach(async () => {
  const params = { id: script.defaultModelId }
  await fixture.client.call(contract.models.activate, { params })
  await fixture.client.call(contract.models.deploy, {
    params,
    body: { modelTagId: script.defaultModelTagId },
  })
})

const tabs = async () =>
  (await fixture.client.call(contract.tabs.list, { params: { id: bids } })).data.Projecttabs
const dialog = (page: Page) => page.getByRole('dialog', { name: TITLE })
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** Creates a tab of the model; resolves with its URL. */
async function newTab(): Promise<{ id: number; path: string }> {
  const { data } = await fixture.client.call(contract.tabs.create, { params: { id: bids }, body: script })
  return { id: data.projecttab.id, path: `/projects/${bids}?tab=${data.projecttab.id}` }
}

async function isGivenToGuide(page: Page, id: number, sentence: string): Promise<void> {
  await expect(dialog(page).getByRole('alert')).toHaveText(sentence)
  const guide = { defaultModelId: 1, defaultModelTagId: 1 }
  await expect.poll(async () => (await tabs()).find((tab) => tab.id === id)).toMatchObject(guide)
}

test('a model undeployed while the user writes: an alert appears and Guide answers', async ({ browser }) => {
  const { id, path } = await newTab()
  const page = await fixture.open(browser, path, { reducedMotion: 'reduce' })
  await message(page).fill('Which help topics are there?')
  await fixture.client.call(contract.models.undeploy, {
    params: { id: script.defaultModelId },
    body: { modelTagId: script.defaultModelTagId },
  })
  await isGivenToGuide(page, id, SENTENCE)
  await isAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(message(page)).toHaveValue('Which help topics are there?')
  await message(page).press('Enter')
  await expect(page.getByRole('article').last()).toContainText('Quoted from the help')
  await page.context().close()
})

test('a model withdrawn while the user was away: an alert appears once, on a phone too @full', async ({
  browser,
}) => {
  const { id, path } = await newTab()
  await fixture.client.call(contract.models.deactivate, { params: { id: script.defaultModelId } })
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const page = await fixture.open(browser, path, { ...phone, reducedMotion: 'reduce' })
  await isGivenToGuide(
    page,
    id,
    'The model of this tab was removed or undeployed, or is not available in the region. ' +
      'The tab now uses Guide; your text is kept.',
  )
  await isAccessible(page)
  await page.getByRole('button', { name: 'Continue with Guide' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('combobox', { name: /^Model: Guide/ })).toBeAttached()
  await expect(dialog(page)).toHaveCount(0)
  await page.context().close()
})

test('an outdated list of models does not replace the model of a tab @full', async ({ browser }) => {
  const { id, path } = await newTab()
  const page = await fixture.open(browser, '/mark.svg')
  let asked = 0
  await page.route(/\/api\/v1\/models$/, async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { messageContent: { data: { Models: { name: string }[] } } }
    const { data } = reply.messageContent
    if (asked++ === 0) data.Models = data.Models.filter(({ name }) => name !== 'script')
    await route.fulfill({ response, json: reply })
  })
  await page.goto(fixture.product.url + path)
  await expect(page.getByRole('combobox', { name: /^Model: script/ })).toBeAttached()
  expect(asked).toBeGreaterThan(1)
  await expect(dialog(page)).toHaveCount(0)
  expect((await tabs()).find((tab) => tab.id === id)).toMatchObject(script)
  await page.context().close()
})

test('a model undeployed while its list is open: an alert appears and the tab uses Guide', async ({
  browser,
}) => {
  const { data: list } = await fixture.client.call(contract.models.list)
  const second = list.Models.find(({ name }) => name === 'second')
  const body = { defaultModelId: second?.id ?? 0, defaultModelTagId: second?.tags[0]?.id ?? 0 }
  const { data } = await fixture.client.call(contract.tabs.create, { params: { id: bids }, body })
  const page = await fixture.open(browser, '/mark.svg', { reducedMotion: 'reduce' })
  let known: string | undefined
  // Delays the event to the page.
  await page.route(/\/api\/v1\/models$/, async (route) => {
    const response = await route.fetch()
    known ??= await response.text()
    await route.fulfill({ response, body: known })
  })
  await page.goto(`${fixture.product.url}/projects/${bids}?tab=${data.projecttab.id}`)
  await page.getByRole('combobox', { name: /^Model: second/ }).click()
  await fixture.client.call(contract.models.undeploy, {
    params: { id: script.defaultModelId },
    body: { modelTagId: script.defaultModelTagId },
  })
  await page.getByRole('option', { name: /^script/ }).click()
  await isGivenToGuide(page, data.projecttab.id, SENTENCE)
  await expect(page.getByText('Could not change the model')).toHaveCount(0)
  await page.context().close()
})
