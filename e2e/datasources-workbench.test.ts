// The workbench of documents: other passages are tried out, the original is shown beside the text, and each reason why an answer
// does not get a passage is shown.
import { contract, type Datasource } from '@polylogue/contract'
import { chromium, expect, test, type Page } from '@playwright/test'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { BROWSER_FLAGS, findChromium } from './chromium.ts'
import { makeBids, openSharedFixture, PHONE, signInAgainAfter, type Fixture, visit } from './fixture.ts'
import { pdfOf } from './pdf.ts'

let fixture: Fixture
let page: Page
let source: Datasource
let bea: Page

const rule = (at: number) => `Deliveries of lot ${at} are checked by inspector number ${at} at the gate.`
const manual = Array.from(
  { length: 24 },
  (_, at) => `# Chapter ${at + 1}\n\n${`Rule ${at} says that item ${at * 7} is kept in order. `.repeat(12)}`,
).join('\n\n')
const hostile = `<h1>Canteen</h1><p onclick="top.hacked=1">The canteen opens at noon.</p><script>top.hacked = 1</script>
  <img src="x" onerror="top.hacked=1"><iframe src="javascript:top.hacked=1"></iframe><a href="javascript:top.hacked=1">Menu</a>`
const FILES: Readonly<Record<string, string | Buffer>> = {
  'manual.md': manual,
  'plans.pdf': pdfOf(['The vault is behind the library.', '', 'The boiler is in the cellar.']),
  'canteen.html': hostile,
  'seas.txt': 'Ships sail on seas.',
  'copy.txt': rule(3),
  'broken.pdf': '%PDF-1.7 nothing',
  'photo.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  ...Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`lot ${at}.txt`, rule(at)])),
}

const settled = async (): Promise<Datasource> => {
  const { data } = await fixture.client.call(contract.datasources.get, { params: { id: source.id } })
  return data.datasource
}

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'], settings: { text: 'See [1].' } })
  const media = Object.entries(FILES).map(([name, content]) => ({
    name,
    mime_type: '',
    content: Buffer.from(content as string).toString('base64'),
  }))
  const body = { name: 'Handbook', chunkSize: 256, chunkOverlap: 32, media }
  source = (await fixture.client.call(contract.datasources.create, { body })).data.datasource
  await expect.poll(async () => (await settled()).mediaWaiting, { timeout: 60_000 }).toBe(0)
  source = await settled()
  page = await fixture.open(browser, at('manual.md'), { reducedMotion: 'reduce' })
  page.setDefaultTimeout(15_000)
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const at = (name: string, search = '') =>
  `/datasources/${source.id}/media/${source.media.find((one) => one.name === name)?.media_id}${search}`
const open = (path: string) => visit(page, fixture.product.url + path)
const panel = () => page.getByRole('region', { name: 'Change passages' })
const size = () => panel().getByRole('slider', { name: 'Passage length' })
const status = () => panel().getByRole('status')
const text = () => page.getByRole('group', { name: 'Text of the document' })
const original = () => page.getByRole('region', { name: 'Original', exact: true })
const why = () => page.getByRole('region', { name: 'Why was a passage not used?' })
const told = () => why().getByRole('status').first()

test('a slider splits the open document, and the settings are used for the whole data source', async () => {
  await open(at('manual.md'))
  const stored = source.media.find(({ name }) => name === 'manual.md')?.chunks ?? 0
  await page.getByRole('button', { name: 'Change passages' }).click()
  await expect(status()).toContainText(`${stored} passages.`)
  await expect(status()).toContainText('These are the passages in use.')
  await size().fill('127')
  await size().press('ArrowRight')
  await expect(size()).toHaveValue('128')
  await expect(status()).toContainText(`of ${stored} passages of this document.`)
  await expect(status()).not.toHaveAttribute('aria-busy')
  const count = Number(/^(\d+) passages/.exec((await status().textContent()) ?? '')?.[1])
  expect(count).toBeGreaterThan(stored)
  await expect(text().getByText('New', { exact: true }).first()).toBeVisible()
  await expect(text().locator('[title="Repeated from the passage before"]').first()).toBeVisible()
  await isAccessible(page)
  expect((await settled()).chunkSize).toBe(256)
  await panel().getByRole('button', { name: 'Use for this data source' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Index ${source.mediaCount} documents of “Handbook” again`)
  await dialog.getByRole('button', { name: 'Use for this data source' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(async () => (await settled()).mediaWaiting, { timeout: 30_000 }).toBe(0)
  source = await settled()
  expect(source.chunkSize).toBe(128)
  expect(source.media.find(({ name }) => name === 'manual.md')?.chunks).toBe(count)
  await expect(status()).toContainText('These are the passages in use.')
  await expect(size()).toHaveValue('128')
  await expect(text().getByText('New', { exact: true })).toHaveCount(0)
})

test('an HTML document is shown without active content', async () => {
  await open(at('canteen.html'))
  const frame = original().getByTitle('Original of canteen.html')
  await expect(frame).toHaveAttribute('sandbox', '')
  const inside = frame.contentFrame()
  await expect(inside.getByText('The canteen opens at noon.')).toBeVisible()
  await inside.getByText('The canteen opens at noon.').click()
  await expect(inside.locator('script, iframe, [onclick], [href], [src]')).toHaveCount(0)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})

test('an image is shown, and a PDF can be downloaded if the browser cannot show it @full', async () => {
  await open(at('photo.png'))
  await expect(original().getByRole('img', { name: 'photo.png' })).toBeVisible()
  await expect(page.getByText(/^No text found: probably a scan/)).toBeVisible()
  await page.getByRole('link', { name: 'Handbook' }).first().click()
  await page.getByRole('link', { name: 'plans.pdf' }).click()
  await expect(original().getByText('This browser does not show PDF files in a page.')).toBeVisible()
  const download = page.waitForEvent('download')
  await original().getByRole('button', { name: 'Download the original' }).click()
  expect((await download).suggestedFilename()).toBe('plans.pdf')
})

const testOf = (q: string, more = '') =>
  `/datasources/${source.id}?view=test&q=${encodeURIComponent(q)}${more}`

/** Finds a passage by its words, and asks why it is not in the answer. */
async function ask(words: string, name: RegExp): Promise<void> {
  await why().getByRole('searchbox', { name: 'Find a passage that you expected' }).fill(words)
  await why().getByRole('button', { name }).first().click()
}

test('each reason why a passage is not in the answer is explained, with its score @full', async () => {
  await open(testOf('inspector checks deliveries at the gate', '&n=1'))
  await ask('lot 7', /Why not in the answer\? Deliveries of lot 7/)
  await expect(told()).toContainText(/It is number \d+, and an answer gets 1 passage\./)
  await expect(told().getByText('Best passage, from')).toBeVisible()
  await expect(told().getByRole('img', { name: /^Match: / })).toHaveCount(2)
  await isAccessible(page)
  await ask('ships', /Ships sail/)
  await expect(told()).toContainText('Not found: no word of the question is in it.')
  await ask('broken', /broken\.pdf/)
  await expect(told()).toContainText('The document could not be indexed. The file is damaged.')
  await ask('photo', /photo\.png/)
  await expect(told()).toContainText('No text found that could be searched')
  await open(testOf('inspector of lot 3', '&n=2'))
  const sentences: string[] = []
  for (const name of ['copy.txt', 'lot 3.txt']) {
    await ask(name, new RegExp(`Why not in the answer\\? ${name}`))
    await expect(told().getByRole('link', { name: `Open ${name} at this passage` })).toBeVisible()
    sentences.push((await told().textContent()) ?? '')
  }
  expect(sentences.join()).toMatch(/It says almost the same as passage 1/)
  expect(sentences.join()).toMatch(/An answer gets this passage\. It is number 1\./)
  await open(testOf('Which ships carry zinc, copper, lead and tungsten of lot 7?'))
  await ask('lot 2.txt', /lot 2\.txt/)
  await expect(told()).toContainText('Weak: it has too few words of the question')
  await open(testOf('Rule 3 item 21', '&room=20'))
  await expect(page.getByText('They may have 20 tokens.')).toBeVisible()
  await ask('item 21', /Why not in the answer\? .*(Rule|Chapter)/s)
  await expect(told()).toContainText(/No room: 20 tokens were left, it has \d+\./)
  await page.getByRole('button', { name: 'Test without them' }).click()
  await expect(told()).toContainText('An answer gets this passage.')
  await open(testOf('inspector', '&about=999999'))
  await expect(told()).toContainText('The passage is not there any more.')
  await open(testOf('inspector', '&doc=999999'))
  await expect(told()).toContainText(
    'The document is not in this data source any more, or you cannot read it.',
  )
  await why().getByRole('searchbox').fill('xylophone')
  await expect(why().getByText('No passage and no document has these words.')).toBeVisible()
})

test('a passage can be chosen in the text of a document', async () => {
  await open(testOf('Ships on seas'))
  await why().getByRole('searchbox').fill('manual')
  await why().getByRole('link', { name: 'Choose a passage in its text: manual.md' }).click()
  await expect(page.getByText('Find the passage that you expected and choose')).toBeVisible()
  await isAccessible(page)
  await page.getByRole('link', { name: 'Why not in the answer? Passage 2', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/about=\d+/)
  await expect(told()).toContainText('Not found: no word of the question is in it.')
  await expect(told()).toContainText('manual.md')
})

const part = (name: string) => text().locator('section').filter({ hasText: name })
const act = async (menu: string, item: string) => {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Shows Anna, who writes a note, that somebody else has written another one; it is deleted again. */
async function showNoteConflict(): Promise<void> {
  const id = source.media.find(({ name }) => name === 'seas.txt')?.media_id ?? 0
  const { document } = (await fixture.client.call(contract.media.text, { params: { id } })).data
  const params = { id, chunkId: document.chunks[0]?.chunkId ?? 0 }
  const note = (text: string) =>
    fixture.client.call(contract.media.setChunk, { params, body: { note: text } })
  await act('Actions for Passage 1', 'Add note')
  const dialog = page.getByRole('dialog', { name: 'Note for Passage 1' })
  await dialog.getByRole('textbox', { name: 'Note or keywords' }).fill('of Anna')
  await note('of somebody else')
  await expect(dialog.getByRole('alert')).toContainText('of somebody else')
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Use the saved version' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await note('')
}

test('a passage can be switched off in its text, and on again in the test of a question', async () => {
  await open(at('seas.txt'))
  const actions = page.getByRole('button', { name: 'Actions for Passage 1', exact: true })
  await actions.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Switch off' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Passage 1 is switched off')).toBeVisible()
  await expect(actions).toBeFocused()
  await expect(part('Passage 1').getByText('Switched off', { exact: true })).toBeVisible()
  await showNoteConflict()
  await open(testOf('Ships sail on seas'))
  await expect(
    page.getByText('“Ships”, “sail”, “seas”: only in passages that are switched off'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open seas.txt at this passage' })).toHaveCount(0)
  await ask('seas.txt', /seas\.txt/)
  await expect(told()).toContainText('Switched off: searches and answers do not find it.')
  await isAccessible(page)
  await told().getByRole('button', { name: 'Switch on' }).click()
  await expect(told()).toContainText('An answer gets this passage. It is number 1.')
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body)
  await expect.poll(hasFocus).toBe(true)
  const result = page.getByRole('button', { name: 'Actions for Passage 1, from seas.txt', exact: true })
  await result.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Switch off' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(result).toHaveCount(0)
  await expect.poll(hasFocus).toBe(true)
  await page
    .locator('[aria-live] > [data-kind]')
    .filter({ hasText: 'Passage 1, from seas.txt is switched off' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(result).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open seas.txt at this passage' }).first()).toBeVisible()
  await expect(told()).toContainText('An answer gets this passage. It is number 1.')
})

test('passages that are switched off are listed and can be switched on there @full', async () => {
  await open(at('seas.txt'))
  await act('Actions for Passage 1', 'Switch off')
  await page.getByText('Passage 1 is switched off').waitFor()
  await open(`/datasources/${source.id}`)
  await page.getByText('Switched off', { exact: true }).click()
  const list = page.getByRole('list', { name: 'Passages that are switched off' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByText('Passage 1', { exact: true })).toBeVisible()
  await isAccessible(page)
  await list.getByRole('link', { name: 'Open seas.txt at Passage 1' }).click()
  await expect(part('Passage 1').getByText('Switched off', { exact: true })).toBeVisible()
  await page.goBack()
  await list.getByRole('button', { name: 'Switch on: seas.txt, Passage 1' }).press('Enter')
  await expect(page.getByText('No passage is switched off')).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  await isAccessible(page)
})

test('a passage is found by its note, and a failed save keeps the input @full', async () => {
  await open(testOf('zeppelin'))
  await expect(page.getByText('“zeppelin”')).toBeVisible()
  await open(at('seas.txt'))
  await act('Actions for Passage 1', 'Add note')
  const dialog = page.getByRole('dialog', { name: 'Note for Passage 1' })
  await dialog.getByRole('textbox', { name: 'Note or keywords' }).fill('zeppelin landing')
  await isAccessibleAgain(page)
  await page.route(/\/chunks\/\d+$/, (route) => route.abort())
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Could not save the note')
  await page.unroute(/\/chunks\/\d+$/)
  await signInAgainAfter(page, () => dialog.getByRole('button', { name: 'Save' }).click())
  await expect(dialog.getByRole('textbox', { name: 'Note or keywords' })).toHaveValue('zeppelin landing')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(part('Passage 1').getByText('zeppelin landing')).toBeVisible()
  await open(testOf('zeppelin'))
  const results = page.getByRole('listitem').filter({ hasText: 'seas.txt' })
  await expect(results.first()).toContainText('Note: zeppelin landing')
  await isAccessible(page)
  await act('Actions for Passage 1, from seas.txt', 'Edit note')
  await page.getByRole('textbox', { name: 'Note or keywords' }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(results).toHaveCount(0)
})

test('a change by another user appears in an open document @full', async () => {
  await open(at('copy.txt'))
  await expect(text()).toContainText('Deliveries of lot 3')
  const id = source.media.find(({ name }) => name === 'copy.txt')?.media_id ?? 0
  const read = await fixture.client.call(contract.media.text, { params: { id } })
  const params = { id, chunkId: read.data.document.chunks[0]?.chunkId ?? 0 }
  await fixture.client.call(contract.media.setChunk, { params, body: { isOff: true, note: 'told by hand' } })
  await expect(part('Passage 1').getByText('Switched off', { exact: true })).toBeVisible()
  await expect(part('Passage 1').getByText('told by hand')).toBeVisible()
  await fixture.client.call(contract.media.setChunk, { params, body: { isOff: false, note: '' } })
  await expect(part('Passage 1').getByText('Switched off', { exact: true })).toHaveCount(0)
})

/** Creates a project that uses the data source, and returns its address. */
async function bidsWithSource(): Promise<string> {
  const projectId = await makeBids(fixture.client, ['Costs'])
  const params = { id: projectId }
  await fixture.client.call(contract.projects.update, { params, body: { defaultDatasourceId: source.id } })
  const { data } = await fixture.client.call(contract.tabs.list, { params })
  const tab = data.Projecttabs[0]
  await fixture.client.call(contract.tabs.update, {
    params: { id: tab?.id ?? 0 },
    body: { defaultDatasourceId: source.id },
  })
  return `/projects/${projectId}`
}

test('a PDF opens at the page of a passage or of an answer’s source, in the viewer of the browser', async () => {
  // The headless shell, in which the other tests run, has no viewer of PDF files.
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...BROWSER_FLAGS],
  })
  const tests = page
  try {
    page = await fixture.open(browser, at('plans.pdf'), { reducedMotion: 'reduce' })
    await opensPages()
    await opensSource()
  } finally {
    page = tests
    await browser.close()
  }
})

async function opensPages(): Promise<void> {
  const frame = original().getByTitle('Original of plans.pdf')
  await expect(frame).toHaveAttribute('src', /^blob:.*#page=1&/)
  const left = page.getByRole('region', { name: 'Left out of this document' })
  await expect(left).toContainText('A page has no text, so nothing on it is found:')
  await isAccessibleAgain(page)
  await left.getByRole('button', { name: 'Go to page 2' }).click()
  await expect(frame).toHaveAttribute('src', /#page=2&/)
  await text()
    .getByRole('button', { name: /show page \d of the original$/ })
    .last()
    .click()
  await expect(frame).toHaveAttribute('src', /#page=[13]&/)
  // The browser's viewer, which is no page of this origin.
  await expect.poll(() => page.frames().some((one) => one.url().startsWith('chrome-extension:'))).toBe(true)
}

async function opensSource(): Promise<void> {
  await open(await bidsWithSource())
  await page.getByRole('textbox', { name: 'Message' }).fill('Where is the boiler?')
  await page.keyboard.press('Enter')
  const answer = page.getByRole('article').last()
  await answer.getByRole('button', { name: 'plans.pdf' }).click()
  await expect(answer.getByRole('button', { name: 'plans.pdf' })).toContainText('p. 3')
  await expect(answer.getByRole('blockquote').locator('mark')).toHaveText('The boiler is in the cellar.')
  await isAccessibleAgain(page)
  await answer.getByRole('link', { name: 'Open the source' }).click()
  await expect(page).toHaveURL(/[?&]page=3&at=\d+-\d+/)
  await expect(text().locator('mark[data-sentence]')).toHaveText('The boiler is in the cellar.')
  await expect(original().locator('iframe')).toHaveAttribute('src', /#page=3&/)
}

test('an answer links to the test of its question, with its settings @full', async () => {
  await open(await bidsWithSource())
  for (const question of ['Where is the vault behind the library?', 'And why?']) {
    await page.getByRole('textbox', { name: 'Message' }).fill(question)
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^\d of [\d,]+ passages used$/).last()).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  }
  const answer = page.getByRole('article').last()
  await answer.hover()
  await answer.getByRole('button', { name: 'More' }).last().click()
  await page.getByRole('menuitem', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('datasourceRoom')).toHaveCount(0)
  await isAccessible(page)
  await dialog.getByRole('link', { name: 'Why was a passage not used?' }).click()
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('And why?')
  await expect(page.getByText('Same settings as the answer: 5 passages.')).toBeVisible()
  await expect(page.getByText('“Where is the vault behind the library?”')).toBeVisible()
  await ask('vault', /The vault is behind the library/)
  await expect(told()).toContainText('An answer gets this passage. It is number 1.')
})

test('readers can try settings but not apply them @full', async ({ browser }) => {
  const as = await fixture.newcomer({ firstName: 'Bea', lastName: 'Berg', email: 'bea@example.org' })
  const { data } = await fixture.client.call(contract.users.list, { query: { q: 'bea' } })
  const contextId = data.Users[0]?.context.id ?? 0
  await fixture.client.call(contract.datasources.update, {
    params: { id: source.id },
    body: { assocContexts: [{ contextId }] },
  })
  bea = await fixture.open(browser, at('manual.md', '?cut=open'), { as })
  const region = bea.getByRole('region', { name: 'Change passages' })
  await expect(region.getByRole('status')).toContainText('These are the passages in use.')
  await expect(region.getByRole('button', { name: 'Use for this data source' })).toHaveCount(0)
  await expect(bea.getByRole('group', { name: 'Text of the document' })).toContainText('Passage 1')
  await expect(bea.getByRole('button', { name: 'Actions for Passage 1', exact: true })).toHaveCount(0)
  await bea.context().close()
})

test('on a phone the user switches between text and original, in the dark theme @full', async ({
  browser,
}) => {
  const phone = await fixture.open(browser, at('plans.pdf', '?cut=open'), {
    ...PHONE,
    colorScheme: 'dark',
    remembers: { theme: 'dark' },
  })
  await expect(phone.getByRole('region', { name: 'Change passages' }).getByRole('status')).toBeVisible()
  await isAccessible(phone)
  await expect(phone.getByRole('region', { name: 'Original', exact: true })).toHaveCount(0)
  await phone.getByText('Original', { exact: true }).click()
  await expect(phone.getByRole('region', { name: 'Original', exact: true })).toBeVisible()
  await expect(phone.getByRole('group', { name: 'Text of the document' })).toBeHidden()
  await isAccessible(phone)
  const wide = () => phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await wide()).toBeLessThanOrEqual(0)
  await phone.goto(fixture.product.url + testOf('inspector of lot 3', '&doc=999999'))
  await expect(phone.getByText('The document is not in this data source any more')).toBeVisible()
  await isAccessible(phone)
  expect(await wide()).toBeLessThanOrEqual(0)
  await phone.context().close()
})
