// A first model from the catalogue: it downloads while the user works on, and is used once it is ready.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { serveModelFile, type ServedModelFile } from '../apps/server/test/model-server/model-file.ts'
import { isAccessible } from './accessible.ts'
import { openFixture, type Fixture } from './fixture.ts'

let file: ServedModelFile
let fixture: Fixture

test.beforeAll(async () => {
  file = await serveModelFile({ held: true })
  fixture = await openFixture({ models: [], env: { OPENAI_BASE_URL: '', POLYLOGUE_CONFIG: file.configPath } })
  await fixture.client.call(contract.settings.setByName, {
    params: { id: 1 },
    body: { settingName: 'firstSteps', settingValue: '' },
  })
})
test.afterAll(async () => {
  await fixture.close()
  await file.close()
})

const guide = (page: Page) => page.getByRole('region', { name: /^Set up/ })
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })

test('a catalogue model downloads while the user works on, and then answers', async ({ browser }) => {
  const { embedded } = (await fixture.client.call(contract.providers.list)).data
  test.skip(embedded !== 'ready', 'node-llama-cpp is not installed for this platform')
  const page = await fixture.open(browser, '/', { reducedMotion: 'reduce' })
  await guide(page).getByRole('button', { name: 'Download Lighthouse (F16)' }).click()
  const bar = guide(page).getByRole('progressbar')
  const percent = async () => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(percent).toBeGreaterThan(5)
  expect(await percent()).toBeLessThan(100)
  await expect(guide(page)).toContainText('The download continues when you leave this page.')
  await isAccessible(page)
  await page.goto(`${fixture.product.url}/chats/new`)
  await message(page).fill('How do I add a tab?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').last()).toContainText('Quoted from the help')
  await page.goto(`${fixture.product.url}/`)
  await expect.poll(percent).toBeGreaterThan(5)
  file.release()
  await expect(guide(page).getByRole('heading', { name: 'Connect a model (done)' })).toBeAttached({
    timeout: 60_000,
  })
  await page.goto(`${fixture.product.url}/chats/new`)
  await expect(page.getByRole('combobox', { name: /^Model: lighthouse/ })).toBeVisible()
  await message(page).fill('Who lives there?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').last()).toContainText(file.text, { timeout: 60_000 })
  await page.context().close()
})
