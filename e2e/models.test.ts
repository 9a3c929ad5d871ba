// Model management by a super user: connects a server, downloads a model, deploys, reorders, deactivates; and what other
// users see of it. Partly by keyboard, with axe on the way.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { startModelServer, type ModelServer } from '../apps/server/test/model-server/index.ts'
import { serveModelFile, type ServedModelFile } from '../apps/server/test/model-server/model-file.ts'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { openFixture, type Fixture, visit } from './fixture.ts'

// The tests follow one installation: which models it has, and in which order, depends on those before.
test.describe.configure({ mode: 'serial' })

/** A download of half a minute, which a test ends: axe, a reload and leaving the dialog fit into it on a slow machine. */
const PULL = { tokens: 160, rate: 5 }

let fixture: Fixture
let ollama: ModelServer
let modelFile: ServedModelFile
let page: Page

test.beforeAll(async ({ browser }) => {
  modelFile = await serveModelFile({ held: true })
  // The last test needs an installation without models.
  fixture = await openFixture({
    models: ['script'],
    env: { OPENAI_BASE_URL: '', POLYLOGUE_CONFIG: modelFile.configPath },
  })
  const body = { kind: 'openai' as const, addresses: [fixture.models.url] }
  await fixture.client.call(contract.providers.create, { body })
  const guided = { settingName: 'firstSteps', settingValue: '' } as const
  await fixture.client.call(contract.settings.setByName, { params: { id: 1 }, body: guided })
  ollama = await startModelServer({ models: ['qwen3:8b'], settings: PULL })
  page = await fixture.open(browser, '/admin', { reducedMotion: 'reduce' })
  page.setDefaultTimeout(10_000)
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
  await ollama.close()
  await modelFile.close()
})

const dialog = () => page.getByRole('dialog')
const main = () => page.getByRole('main')
const row = (name: string) => main().getByRole('row').filter({ hasText: name })

/** Returns the names in reorder mode, in order. */
const order = () => main().getByRole('listitem').locator('b').allTextContents()

test('a provider is tested and connected, and its models are counted', async () => {
  await main()
    .getByRole('link', { name: /Providers/ })
    .click()
  await main().getByRole('button', { name: 'Connect provider' }).click()
  await isAccessibleAgain(page)
  await dialog().getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog().getByLabel('Name')).toBeFocused()
  await expect(dialog().getByText('Enter at least one address.')).toBeVisible()
  await dialog().getByLabel('Name').fill('Ollama in the basement')
  await dialog().getByRole('textbox', { name: 'Addresses' }).fill(`${ollama.url}\nhttp://127.0.0.1:9`)
  await dialog().getByRole('button', { name: 'Test connection' }).click()
  const hosts = dialog().getByRole('list', { name: 'Test result' })
  await expect(hosts.getByRole('listitem').filter({ hasText: ollama.url })).toContainText('Online, version')
  await expect(hosts.getByRole('listitem').filter({ hasText: ':9' })).toContainText('Unreachable')
  await expect(dialog().getByText('1 model found')).toBeVisible()
  await isAccessible(page)
  await dialog().getByRole('textbox', { name: 'Addresses' }).fill(ollama.url)
  await dialog().getByLabel('Key', { exact: true }).fill('sk-that-nobody-reads-again')
  await dialog().getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog()).toHaveCount(0)
  const connected = main().getByRole('listitem').filter({ hasText: 'Ollama in the basement' })
  await expect(connected.first()).toContainText('1 model · key stored')
  await main().getByRole('button', { name: 'Edit Ollama in the basement' }).click()
  await expect(dialog().getByText('A key is stored.')).toBeVisible()
  await expect(dialog().getByLabel('Key', { exact: true })).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(main().getByRole('button', { name: /^Edit Polylogue:/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await isAccessibleAgain(page)
})

test('a model is downloaded with its progress, also after a reload', async () => {
  await main().getByRole('link', { name: 'Models' }).click()
  await expect(row('qwen3')).toContainText('Deployed')
  await main().getByRole('button', { name: 'Add model' }).click()
  await dialog().getByLabel('Provider').selectOption('Ollama in the basement')
  await dialog().getByLabel('Model name').fill('llama3.2:3b')
  await dialog().getByRole('button', { name: 'Download and deploy' }).click()
  await expect(dialog().getByRole('heading', { name: 'Tags of llama3.2' })).toBeVisible()
  const bar = dialog().getByRole('progressbar', { name: /llama3\.2/ })
  const percent = async () => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(percent).toBeGreaterThan(5)
  await isAccessible(page)
  const before = await percent()
  await page.reload()
  await expect(bar).toHaveAttribute('aria-valuetext', /of/)
  expect(await percent()).toBeGreaterThanOrEqual(before)
  await page.keyboard.press('Escape')
  await expect(row('llama3.2').getByRole('progressbar')).toBeVisible()
  ollama.finish()
  await expect(row('llama3.2')).toContainText('Deployed')
  expect(ollama.stats().byPath['POST /api/pull']).toBe(1)
})

test('a tag can be undeployed and deployed again, each after a confirmation', async () => {
  await main().getByRole('button', { name: 'Tags of llama3.2: deploy and undeploy' }).click()
  await dialog().getByRole('button', { name: 'Undeploy llama3.2:3b' }).click()
  await expect(dialog().getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(dialog()).toContainText('This can take a while')
  await isAccessibleAgain(page)
  await dialog().getByRole('button', { name: 'Undeploy', exact: true }).click()
  await expect(dialog().getByText('Not deployed')).toBeVisible()
  await dialog().getByRole('button', { name: 'Deploy llama3.2:3b' }).click()
  await dialog().getByRole('button', { name: 'Deploy', exact: true }).click()
  await expect(dialog().getByText('Deployed', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
  await expect(main().getByRole('button', { name: 'Tags of llama3.2: deploy and undeploy' })).toBeFocused()
  await isAccessibleAgain(page)
})

test('the capabilities of a tag can be set by hand @full', async () => {
  const open = async () => {
    await main().getByRole('button', { name: 'Tags of llama3.2: deploy and undeploy' }).click()
    await dialog().getByRole('button', { name: 'Set what llama3.2:3b can do' }).click()
    await expect(dialog().getByRole('heading', { name: 'Capabilities of llama3.2:3b' })).toBeVisible()
  }
  await open()
  await isAccessible(page)
  await dialog().getByLabel('Context length in tokens').fill('4096')
  await dialog().getByLabel('Tool calls').selectOption('No')
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog().getByRole('heading', { name: 'Tags of llama3.2' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
  await open()
  await expect(dialog().getByLabel('Context length in tokens')).toHaveValue('4096')
  await expect(dialog().getByLabel('Tool calls').locator('option:checked')).toHaveText('No')
  // A window this low has no room for the form: it scrolls, and its buttons stay.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 667, height: 330 })
  await expect(dialog().getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(size ?? { width: 1440, height: 900 })
  await dialog().getByLabel('Context length in tokens').fill('1')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await dialog().getByRole('button', { name: 'Set what llama3.2:3b can do' }).click()
  await expect(dialog().getByLabel('Context length in tokens')).toHaveValue('4096')
  await page.keyboard.press('Escape')
  // Until the page has switched dialogs, a second Escape would close the first one again.
  await expect(dialog().getByRole('heading', { name: 'Tags of llama3.2' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
})

test('a failed download is reported and can be tried again', async () => {
  await main().getByRole('button', { name: 'Add model' }).click()
  await dialog().getByLabel('Provider').selectOption('Ollama in the basement')
  await dialog().getByLabel('Model name').fill('missing:1b')
  await dialog().getByRole('button', { name: 'Download and deploy' }).click()
  await expect(dialog().getByRole('alert')).toBeVisible({ timeout: 20_000 })
  await isAccessible(page)
  await dialog().getByRole('button', { name: 'Try again' }).click()
  await expect(dialog()).toContainText('Deploy “missing:1b”')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await dialog().getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog()).toHaveCount(0)
  await expect(row('missing')).toContainText('Failed: 1b')
})

test('models are ordered by keyboard, by buttons and by drag and drop', async () => {
  await main().getByRole('button', { name: 'Change order' }).click()
  await expect(main().getByRole('button', { name: 'Save order' })).toBeDisabled()
  await expect.poll(async () => (await order()).slice(0, 4)).toEqual(['Guide', 'script', 'qwen3', 'llama3.2'])
  const handle = main().getByRole('button', { name: 'Move llama3.2', exact: true })
  await handle.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(main().getByRole('status')).toHaveText('llama3.2, position 3 of 5')
  await expect(handle).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  await expect(main().getByRole('status')).toHaveText('Move cancelled. llama3.2 is back in its place.')
  await isAccessibleAgain(page)
  await main().getByRole('button', { name: 'Cancel' }).click()
  await main().getByRole('button', { name: 'Change order' }).click()
  await expect.poll(async () => (await order()).slice(0, 4)).toEqual(['Guide', 'script', 'qwen3', 'llama3.2'])
  await handle.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await main().getByRole('button', { name: 'Move script down' }).click()
  await expect.poll(async () => (await order()).slice(0, 4)).toEqual(['Guide', 'llama3.2', 'script', 'qwen3'])
  const grip = await main().getByRole('button', { name: 'Move qwen3', exact: true }).boundingBox()
  const onto = await main().getByRole('button', { name: 'Move llama3.2', exact: true }).boundingBox()
  if (!grip || !onto) throw new Error('no handles')
  await page.mouse.move(grip.x + 10, grip.y + 10)
  await page.mouse.down()
  await page.mouse.move(grip.x + 10, onto.y, { steps: 6 })
  await page.mouse.up()
  await expect.poll(async () => (await order()).slice(0, 4)).toEqual(['Guide', 'qwen3', 'llama3.2', 'script'])
  await main().getByRole('button', { name: 'Save order' }).click()
  await expect(page.getByText('Order saved')).toBeVisible()
  const { data } = await fixture.client.call(contract.models.list)
  expect(data.Models.map(({ name }) => name).slice(0, 4)).toEqual(['Guide', 'qwen3', 'llama3.2', 'script'])
})

test('a deactivated model is not in the picker, and Guide cannot be deactivated', async () => {
  await expect(main().getByRole('button', { name: /^Guide is built in/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  const picked = async () => {
    await visit(page, `${fixture.product.url}/projects?dialog=new-project`)
    // Leaves the first field empty, whose hint then moves what is below.
    await expect(dialog().getByRole('textbox', { name: 'Name' })).toBeFocused()
    await dialog()
      .getByRole('combobox', { name: /^Model:/ })
      .click()
    await expect(page.getByRole('option', { name: /Guide/ })).toBeVisible()
    return page.getByRole('option').allTextContents()
  }
  expect((await picked()).join()).toMatch(/qwen3.*8b.*4,096 tokens/)
  await visit(page, `${fixture.product.url}/admin/models-crud`)
  await main().getByRole('button', { name: 'Deactivate qwen3' }).click()
  await expect(row('qwen3')).toContainText('Deactivated')
  expect((await picked()).join()).not.toContain('qwen3')
  await visit(page, `${fixture.product.url}/admin/models-crud`)
  await main().getByRole('button', { name: 'Activate qwen3' }).click()
  await expect(row('qwen3')).toContainText('Deployed')
  // Disabled actions say why.
  for (const why of [
    'Permissions of qwen3: everyone can use every active model',
    'Edit qwen3: names and descriptions come from its provider',
  ]) {
    const button = row('qwen3').getByRole('button', { name: why })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await button.hover()
    await expect(page.getByRole('tooltip').filter({ hasText: why })).toBeVisible()
  }
})

test('by keyboard the model picker opens at the chosen model, and Escape returns the focus', async () => {
  await visit(page, `${fixture.product.url}/projects?dialog=new-project`)
  const picker = dialog().getByRole('combobox', { name: /^Model:/ })
  const active = async () => {
    await expect(picker).toHaveAttribute('aria-activedescendant', /./)
    return page.locator(`[id="${await picker.getAttribute('aria-activedescendant')}"]`).textContent()
  }
  await expect(picker).toHaveAttribute('aria-expanded', 'false')
  await picker.press('ArrowDown')
  await expect(page.getByRole('listbox')).toBeVisible()
  await expect(picker).toHaveAttribute('aria-expanded', 'true')
  expect(await active()).toBe(await page.getByRole('option', { selected: true }).textContent())
  await isAccessibleAgain(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(picker).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  const chosen = (await active()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(picker).toBeFocused()
  expect(chosen).toContain(((await picker.textContent()) ?? '').split(' ')[0])
  await dialog()
    .getByText(/^Model$/)
    .click()
  await expect(picker).toBeFocused()
})

test('on a small screen nothing is wider than the window, in the dark theme as well @full', async () => {
  // Without animations: axe must not check colours during a fade-in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of [
    'models-crud',
    'models-crud?reorder=true',
    'providers',
    'models-crud?dialog=add-model',
  ]) {
    await page.goto(`${fixture.product.url}/admin/${path}`)
    await expect(
      page.getByRole('button', { name: /Save order|Add model|Connect provider|Download/ }).first(),
    ).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'))
    await isAccessible(page)
  }
  await page.emulateMedia({ reducedMotion: null })
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('staff cannot open models and providers @full', async ({ browser }) => {
  const as = await fixture.newcomer({ firstName: 'Robin', lastName: 'Lang', email: 'robin@example.org' })
  const staff = await fixture.open(browser, '/admin/models-crud', { as })
  await expect(staff).not.toHaveURL(/admin/)
  await staff.goto(`${fixture.product.url}/admin/providers`)
  await expect(staff).not.toHaveURL(/admin/)
  await staff.context().close()
})

test('a model of the catalogue downloads from the guide while the user works on, and then answers', async () => {
  const { client } = fixture
  const { embedded, Providers } = (await client.call(contract.providers.list)).data
  test.skip(embedded !== 'ready', 'node-llama-cpp is not installed for this platform')
  await visit(page, `${fixture.product.url}/admin/models-crud?dialog=add-model`)
  await dialog().getByLabel('Provider').selectOption('Embedded')
  const catalogue = dialog().getByRole('radiogroup', { name: 'Model' })
  const lighthouse = catalogue.getByRole('radio', { name: /Lighthouse/ })
  await expect(catalogue).toHaveAccessibleDescription(/This machine has .* of memory/)
  await dialog().getByRole('button', { name: 'Download and deploy' }).click()
  await expect(dialog().getByText('Choose a model.')).toBeVisible()
  await expect(catalogue.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(lighthouse).toBeChecked()

  // An installation without models.
  for (const { id, source } of Providers)
    if (source === 'configured') await client.call(contract.providers.remove, { params: { id } })
  await visit(page, `${fixture.product.url}/`)
  const guide = page.getByRole('region', { name: /^Set up/ })
  await guide.getByRole('button', { name: 'Download Lighthouse (F16)' }).click()
  const bar = guide.getByRole('progressbar')
  const percent = async () => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(percent).toBeGreaterThan(5)
  expect(await percent()).toBeLessThan(100)
  await expect(guide).toContainText('The download continues when you leave this page.')
  await isAccessible(page)
  const message = page.getByRole('textbox', { name: 'Message' })
  await visit(page, `${fixture.product.url}/chats/new`)
  await message.fill('How do I add a tab?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').last()).toContainText('Quoted from the help')
  await visit(page, `${fixture.product.url}/`)
  await expect.poll(percent).toBeGreaterThan(5)
  modelFile.release()
  await expect(guide.getByRole('heading', { name: 'Connect a model (done)' })).toBeAttached({
    timeout: 60_000,
  })
  await visit(page, `${fixture.product.url}/chats/new`)
  await expect(page.getByRole('combobox', { name: /^Model: lighthouse/ })).toBeVisible()
  await message.fill('Who lives there?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').last()).toContainText(modelFile.text, { timeout: 60_000 })
  await visit(page, `${fixture.product.url}/admin/models-crud?dialog=add-model`)
  await expect(catalogue.getByRole('radio', { name: /Lighthouse.*Already downloaded/ })).toBeVisible()
})
