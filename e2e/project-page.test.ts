// The page of a project: what it consists of, and what its new tabs begin with.
import { contract, CUSTINST_SCOPES, DATASOURCE_STATUS } from '@polylogue/contract'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { openSharedFixture, PHONE, scriptedModel, type Fixture, visit } from './fixture.ts'

const BRIEF = 'Answer in one sentence.'

let fixture: Fixture
let page: Page
let address = ''
let projectId = 0
let brief = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script', 'echo'], settings: { text: 'At noon [1].' } })
  const body = { name: 'Brief', content: BRIEF, scope: CUSTINST_SCOPES.respond }
  brief = (await fixture.client.call(contract.custinsts.create, { body })).data.custinst.id
  page = await fixture.open(browser, '/projects', { reducedMotion: 'reduce' })
})

/** Shows the overview of a new project “Harbour”, in place of the one before; as it is at first, or with a model and an instruction. */
async function openHarbour(model = 'script', custInstRespondId = 0): Promise<void> {
  const earlier = projectId
  const body = {
    name: 'Harbour',
    description: 'All about the new quay.',
    type: 2,
    custInstRespondId,
    ...(await scriptedModel(fixture.client, model)),
  } as const
  projectId = (await fixture.client.call(contract.projects.create, { body })).data.project.id
  await fixture.client.call(contract.tabs.create, { params: { id: projectId }, body: { name: 'Offers' } })
  address = `/projects/${projectId}`
  await visit(page, `${fixture.product.url}${address}?tab=overview`)
  await expect(overview(page)).toContainText('All about the new quay.')
  if (earlier > 0) await fixture.client.call(contract.projects.remove, { params: { id: earlier } })
}

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

/** The zones of the page, in the order of the document. */
const ZONES = [
  'Description',
  'Tabs',
  'Prompts used here',
  'People',
  'Default model',
  'Instructions',
  'Data source',
  'Files',
]

const overview = (of: Page) => of.getByRole('tabpanel', { name: 'Overview' })

test('the first tab of a project shows what it consists of, on one screen', async () => {
  await openHarbour()
  await page.getByRole('tab', { name: /^Offers/ }).click()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page).toHaveURL(/tab=overview/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour')
  const panel = overview(page)
  for (const name of ZONES) await expect(panel.getByRole('region', { name })).toBeVisible()
  await expect(panel).toContainText('All about the new quay.')
  await expect(panel.getByRole('region', { name: 'People' })).toContainText('Owner')
  await expect(panel.getByRole('combobox', { name: /^Model:/ })).toHaveText(/script/)
})

test('the name stands on the page, and in the bar only while it is scrolled away', async () => {
  await openHarbour()
  const name = overview(page).getByRole('heading', { level: 1, name: 'Harbour' })
  await expect(name).toHaveCSS('font-size', '24px')
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('link', { name: 'Projects' })).toBeVisible()
  await expect(bar.getByText('Harbour')).toHaveCount(0)
  const size = page.viewportSize() ?? PHONE.viewport
  await page.setViewportSize({ ...size, height: 400 })
  await overview(page).evaluate((panel) => panel.scrollTo(0, panel.scrollHeight))
  await expect(bar.getByText('Harbour')).toBeVisible()
  await overview(page).evaluate((panel) => panel.scrollTo(0, 0))
  await expect(bar.getByText('Harbour')).toHaveCount(0)
  await page.setViewportSize(size)
  await page.getByRole('button', { name: 'Actions for “Harbour”' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect(overview(page).getByRole('textbox', { name: 'Name of the project' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(name).toBeFocused()
})

test('without distractions, the name on the page is the only heading', async () => {
  await openHarbour()
  await page.getByRole('banner').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Distraction-free mode' }).click()
  await expect(page.getByRole('button', { name: /^Leave/ })).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Harbour'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Harbour'])
})

test('new tabs and unused ones have what was chosen there', async () => {
  await openHarbour()
  const panel = overview(page)
  const instructions = panel.getByRole('region', { name: 'Instructions' })
  await expect(instructions).toContainText('No instructions.')
  await instructions.getByRole('button', { name: 'Change instructions' }).click()
  await instructions.getByLabel('How the model should answer').selectOption('Brief')
  await instructions.getByRole('button', { name: 'Done' }).click()
  await expect(instructions).toContainText(BRIEF)
  await panel.getByRole('combobox', { name: /^Model:/ }).click()
  await page.getByRole('option', { name: /echo/ }).click()
  await expect(panel.getByRole('combobox', { name: /^Model:/ })).toHaveText(/echo/)
  await panel.getByRole('button', { name: 'Add tab' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await expect(page.getByRole('button', { name: /Brief/ })).toBeVisible()
  const { data } = await fixture.client.call(contract.tabs.list, { params: { id: projectId } })
  const project = (await fixture.client.call(contract.projects.get, { params: { id: projectId } })).data
    .project
  expect(project.custInstRespondId).toBeGreaterThan(0)
  expect(data.Projecttabs).toHaveLength(2)
  for (const tab of data.Projecttabs)
    expect(tab).toMatchObject({
      custInstRespondId: project.custInstRespondId,
      defaultModelTagId: project.defaultModelTagId,
    })
})

test('the arrow keys lead from the first tab to the overview and back', async () => {
  await openHarbour()
  await page.getByRole('tab', { name: /^Offers/ }).click()
  await page.getByRole('tab', { name: /^Offers/ }).press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeFocused()
  await expect(overview(page)).toBeVisible()
  await page.keyboard.press('F2')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: /^Offers/ })).toBeFocused()
})

test('a chat has no such page', async () => {
  const body = { name: 'Just a chat' }
  const { id } = (await fixture.client.call(contract.projects.create, { body })).data.project
  await fixture.client.call(contract.tabs.create, { params: { id }, body: {} })
  await visit(page, `${fixture.product.url}/projects/${id}?tab=overview`)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveCount(0)
})

const source = () => overview(page).getByRole('region', { name: 'Data source' })

/** Opens an ordinary project: described, with tabs, an instruction, a data source of two files and a prompt that ran. */
async function ordinaryProject(): Promise<string> {
  const { client } = fixture
  const content = (text: string) => Buffer.from(text).toString('base64')
  const media = ['rules.txt', 'prices.txt'].map((name) => ({
    name,
    mime_type: 'text/plain',
    content: content(`All ${name}.`),
  }))
  const { datasource } = (await client.call(contract.datasources.create, { body: { name: 'Bids', media } }))
    .data
  const isReady = async () =>
    (await client.call(contract.datasources.get, { params: { id: datasource.id } })).data.datasource.status
  await expect.poll(isReady).toBe(DATASOURCE_STATUS.ready)
  const custInst = {
    name: 'Tone',
    content: 'Be brief.\nName the page.\nNet prices.',
    scope: CUSTINST_SCOPES.respond,
  }
  const { custinst } = (await client.call(contract.custinsts.create, { body: custInst })).data
  const body = {
    name: 'Tender for the charging points 2027',
    description: 'Award of 84 charging points at six sites, lots 1 to 3. Bids were due on 20 November.',
    type: 2,
    defaultDatasourceId: datasource.id,
    custInstRespondId: custinst.id,
    ...(await scriptedModel(client)),
  }
  const { id } = (await client.call(contract.projects.create, { body })).data.project
  for (const name of ['Comparison of the bids', 'Specification of lot 2', 'Questions of bidders'])
    await client.call(contract.tabs.create, { params: { id }, body: { name } })
  return `/projects/${id}?tab=overview`
}

test('every section of an ordinary project is on one screen of 1440 by 900', async () => {
  await visit(page, `${fixture.product.url}${await ordinaryProject()}`)
  const files = overview(page).getByRole('region', { name: 'Files' })
  await expect(files.getByRole('listitem').filter({ hasText: 'Ready' })).toHaveCount(2)
  await expect(overview(page).getByRole('region', { name: 'Instructions' })).toContainText('Net prices.')
  for (const name of ZONES)
    await expect(overview(page).getByRole('region', { name })).toBeInViewport({ ratio: 1 })
  await expect(askField()).toBeInViewport({ ratio: 1 })
})

const askField = () => overview(page).getByRole('textbox', { name: 'Ask in this project' })

test('a question there is asked in a new tab with what the project sets, and the page names it', async () => {
  await openHarbour('echo', brief)
  await visit(page, `${fixture.product.url}${address}?tab=overview`)
  await askField().fill('What does the quay cost?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: /What does the quay cost/, selected: true })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Answer' })).toContainText('What does the quay cost?')
  await expect(page.getByRole('button', { name: /Brief/ })).toBeVisible()
  await page.getByRole('tab', { name: 'Overview' }).click()
  const row = overview(page).getByRole('button').filter({ hasText: '“What does the quay cost?”' })
  await expect(row).toContainText('You')
  await expect(
    overview(page).getByRole('region', { name: 'Tabs' }).getByRole('listitem').first(),
  ).toContainText('What does the quay cost?')
  await expect(askField()).toHaveValue('')
})

test('a prompt that was run here stands there, runs again, is copied and edited', async () => {
  await openHarbour('echo', brief)
  const body = { title: 'Letter', prompt: 'Write to {{name}}.', outputFormId: 1 }
  const { id } = (await fixture.client.call(contract.prompts.create, { body })).data.Prompt
  const used = overview(page).getByRole('region', { name: 'Prompts used here' })
  await expect(used).toContainText('No prompts were run here')
  await visit(page, `${fixture.product.url}${address}?dialog=execute-prompt&prompt=${id}`)
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Mr Ahn')
  await page.getByRole('dialog').getByRole('button', { name: 'Run prompt' }).click()
  await expect(page.getByRole('article', { name: 'Answer' })).toContainText('Write to Mr Ahn.')
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(used).toContainText('Run once')
  await isAccessible(page)
  await used.getByRole('button', { name: 'Run “Letter”' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(used.getByRole('button', { name: 'Run “Letter”' })).toBeFocused()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await used.getByRole('button', { name: 'Copy the text of “Letter”' }).click()
  await expect(page.getByText('Text copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Write to {{name}}.')
  await used.getByRole('button', { name: 'Edit “Letter”' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit prompt' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(used.getByRole('button', { name: 'Edit “Letter”' })).toBeFocused()
  await used.getByRole('link', { name: 'Letter' }).click()
  await expect(page).toHaveURL(/\/prompts\/\d+$/)
})

let clicks = 0
const click = async (target: Locator) => {
  clicks += 1
  await target.click()
}
const textFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
})

test('a new project has two files and an instruction after six clicks, and its answers cite them', async () => {
  clicks = 0
  await visit(page, `${fixture.product.url}/projects`)
  await click(page.getByRole('navigation').getByRole('link', { name: /^New project/ }))
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Bridge')
  await page.keyboard.press('Enter')
  await expect(overview(page).getByRole('button', { name: 'Add files' })).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await click(overview(page).getByRole('button', { name: 'Add files' }))
  const files = [
    textFile('rules.txt', 'The deadline for bids is the third of March.'),
    textFile('prices.txt', 'The bridge costs nine million euros.'),
  ]
  await (await chooser).setFiles(files)
  await click(overview(page).getByRole('button', { name: 'Add instruction' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Short')
  await click(dialog.getByText('How the model should answer'))
  await dialog.getByRole('textbox', { name: 'Instruction' }).fill('Answer in one sentence.')
  await click(dialog.getByRole('button', { name: 'Add instruction' }))
  // The project uses it at once.
  await expect(overview(page).getByRole('region', { name: 'Instructions' })).toContainText(
    'Answer in one sentence.',
  )
  const section = overview(page).getByRole('region', { name: 'Files' })
  await expect(section.getByRole('listitem').filter({ hasText: 'Ready' })).toHaveCount(2)
  await expect(source()).toContainText('Ready')
  await expect(section).not.toContainText('as soon as they are read')
  expect(clicks).toBeLessThanOrEqual(6)
})

test('a file from the desktop is cited in an answer after four clicks', async () => {
  clicks = 0
  const body = { name: 'Tunnel', type: 2, ...(await scriptedModel(fixture.client)) }
  const { id } = (await fixture.client.call(contract.projects.create, { body })).data.project
  await visit(page, `${fixture.product.url}/projects/${id}?tab=overview`)
  const section = overview(page).getByRole('region', { name: 'Files' })
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['The tunnel opens at noon on Monday.'], 'tunnel.txt', { type: 'text/plain' }))
    return data
  })
  // The whole page takes it.
  const target = page.getByRole('navigation', { name: 'Main navigation' })
  const offer = page.getByText('Drop to add to the files of “Tunnel”')
  await askField().dispatchEvent('dragover', { dataTransfer })
  await expect(overview(page).getByPlaceholder(/Drop/)).toBeVisible()
  await expect(offer).toHaveCount(0)
  // A browser repeats it while files are held: the part that takes them may still be loading.
  await expect(async () => {
    await target.dispatchEvent('dragover', { dataTransfer })
    await expect(offer).toBeVisible({ timeout: 500 })
  }).toPass()
  await target.dispatchEvent('drop', { dataTransfer })
  await expect(offer).toHaveCount(0)
  await expect(section.getByRole('listitem')).toContainText('Ready')
  await expect(source()).toContainText('Ready')
  await click(askField())
  await page.keyboard.type('When does the tunnel open?\n')
  const answer = page.getByRole('article', { name: 'Answer' })
  await click(answer.getByRole('button', { name: '1 tunnel.txt' }))
  await expect(answer.getByRole('blockquote')).toContainText('at noon')
  expect(clicks).toBeLessThanOrEqual(4)
})

test('the field takes files, saved prompts and options, as that of a chat does', async () => {
  await openHarbour('echo', brief)
  const body = { title: 'Deadline', prompt: 'When is the deadline?', outputFormId: 1 }
  await fixture.client.call(contract.prompts.create, { body })
  await visit(page, `${fixture.product.url}${address}?tab=overview&dialog=prompt-options`)
  const dialog = page.getByRole('dialog', { name: 'Prompt options' })
  await dialog.getByRole('spinbutton', { name: /^Temperature/ }).fill('0.3')
  await isAccessibleAgain(page)
  await dialog.getByRole('button', { name: 'Save options' }).click()
  await expect(dialog).toHaveCount(0)
  const changed = overview(page).getByRole('button', { name: 'Prompt options, 1 changed' })
  await expect(changed).toBeVisible()
  await askField().click()
  await page.keyboard.type('/dead')
  await expect(page.getByRole('option', { name: /Deadline/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(askField()).toHaveValue('When is the deadline?')
  const chooser = page.waitForEvent('filechooser')
  await overview(page).getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles([textFile('dates.txt', 'The deadline is the third of March.')])
  const attached = overview(page).getByRole('list', { name: 'Attachments' })
  await expect(attached).toContainText('dates.txt')
  await page.reload()
  await expect(attached).toContainText('dates.txt')
  await expect(changed).toBeVisible()
  const sent = page.waitForRequest(/\/prompts\/\d+\/stream/)
  await askField().press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({
    prompt: 'When is the deadline?',
    attachments: [{ name: 'dates.txt' }],
  })
  await expect(page.getByRole('article', { name: 'Answer' })).toContainText('When is the deadline?')
  const { data } = await fixture.client.call(contract.tabs.list, { params: { id: projectId } })
  expect(data.Projecttabs.at(-1)?.options).toEqual({ temperature: 0.3 })
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(changed, 'the next tab begins without them').toHaveCount(0)
  await expect(askField()).toHaveValue('')
  await expect(attached).toHaveCount(0)
})

const drop = async (name: string, text: string, times = 1) => {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, content, count]) => {
      const data = new DataTransfer()
      data.items.add(new File([content.repeat(count)], fileName, { type: 'text/plain' }))
      return data
    },
    [name, text, times] as const,
  )
  await askField().dispatchEvent('drop', { dataTransfer })
}

test('files of the field become files of the project', async () => {
  await openHarbour()
  await askField().click()
  await drop('gates.txt', 'The gates open at six.')
  await expect(overview(page).getByText('This file is for this question only.')).toBeVisible()
  await overview(page).getByRole('button', { name: 'Use as a data source' }).click()
  await expect(overview(page).getByRole('list', { name: 'Attachments' })).toHaveCount(0)
  const section = overview(page).getByRole('region', { name: 'Files' })
  await expect(section.getByRole('listitem')).toContainText('gates.txt')
  await expect(source()).toContainText('Ready')
  // One that is too large for a question is offered to the data source.
  await drop('long.txt', 'The quay is old. ', 700_000)
  const refused = overview(page).getByRole('alert').filter({ hasText: 'long.txt' })
  await expect(refused).toContainText('A data source can take “long.txt”.')
  await refused.getByRole('button', { name: 'Add to “Harbour”' }).click()
  await expect(refused).toHaveCount(0)
  await expect(overview(page).getByRole('region', { name: 'Files' })).toContainText('long.txt')
})

test('the page fits a phone', async () => {
  await openHarbour()
  await page.setViewportSize(PHONE.viewport)
  await expect(overview(page).getByRole('region', { name: 'Data source' })).toBeVisible()
  const sideways = () => overview(page).evaluate((one) => one.scrollWidth - one.clientWidth)
  expect(await sideways()).toBe(0)
  await drop('Assessment of the video surveillance at the depot.txt', 'The depot is safe.')
  await drop('Budget of the harbour with all of its annexes.txt', 'It costs 9 €. ', 800_000)
  await expect(overview(page).getByRole('alert')).toContainText('Budget of the harbour')
  const { x = 0, width = 0 } = (await askField().boundingBox()) ?? {}
  expect(x + width, 'the field ends at the margin').toBeLessThanOrEqual(374)
  expect(width, 'and has one column').toBeGreaterThan(300)
  expect(await sideways()).toBe(0)
  await isAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
})
