// Documents of chats: Word, Markdown, and the printed page.
import { readFile } from 'node:fs/promises'
import { contract } from '@polylogue/contract'
import { expect, test, type Download, type Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { isAccessible } from './accessible.ts'
import { openSharedFixture, type Fixture, visit } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

const ANSWER =
  '## Offers\n\n| Bidder | Price |\n| --- | ---: |\n| **Voltaris** | 2 |\n\n\\[ \\sqrt{\\frac{a^2}{c}} \\]\n\n```py\nx = 1\n```'

let fixture: Fixture
let page: Page
let project: number

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['echo'], settings: {} })
  project = await bring('Bids: “Los 2”', ['Compare', ANSWER], ['And now?', 'Nothing more.'])
  page = await fixture.open(browser, '/', { acceptDownloads: true })
  // The start page is a new chat: what is opened before the page has gone there goes with it.
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

async function bring(name: string, ...turns: (readonly [string, string])[]): Promise<number> {
  const chats = [{ name, turns: turns.map(([queryText, responseText]) => ({ queryText, responseText })) }]
  return (await fixture.client.call(contract.projects.import, { body: { name, chats } })).data.project.id
}

async function downloaded(format: RegExp, open: () => Promise<unknown>): Promise<Download> {
  await open()
  const dialog = page.getByRole('dialog', { name: /^Download/ })
  await dialog.getByText(format).click()
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 20_000 }),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  await expect(dialog).toBeHidden()
  return file
}

const ofTab =
  (id = project) =>
  () =>
    visit(page, `${fixture.product.url}/projects/${id}?dialog=download`)

async function ofLastAnswer() {
  await visit(page, `${fixture.product.url}/projects/${project}`)
  await page.getByRole('article').last().getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Download answer' }).click()
}

/** Attaches the file to a question, whose model repeats what the product has read in it. */
async function readByProduct(file: Download): Promise<string> {
  await visit(page, `${fixture.product.url}/projects/${await bring('Reads', ['One', 'Two'])}`)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: file.suggestedFilename(),
      mimeType: '',
      buffer: await readFile(await file.path()),
    })
  const answers = page.getByRole('article')
  const again = answers.last().getByRole('button', { name: 'Answer again', exact: true })
  await expect(again).toBeVisible()
  const before = await answers.count()
  await page.getByRole('textbox', { name: 'Message' }).fill('What does it say?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(answers).not.toHaveCount(before)
  await expect(again).toBeVisible()
  return answers.last().innerText()
}

/** The share of a PNG's pixels that have the red of the test's picture. */
const redShare = (base64: string): Promise<number> =>
  page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] }
    let red = 0
    for (let at = 0; at < data.length; at += 4)
      if ((data[at] ?? 0) > 180 && (data[at + 1] ?? 255) < 40) red += 1
    return red / (bitmap.width * bitmap.height)
  }, base64)

test('EXPORT-1, EXPORT-2: a chat is downloaded as Word, and the product reads what it says', async () => {
  const file = await downloaded(/^Word/, ofTab())
  expect(file.suggestedFilename()).toMatch(/^Bids “Los 2” \d{4}-\d\d-\d\d\.docx$/)
  const read = await readByProduct(file)
  for (const said of ['Compare', 'Offers', 'Voltaris', 'x = 1', 'Nothing more.']) expect(read).toContain(said)
})

test('EXPORT-8: a WebP picture of a question is in Word, Markdown, HTML and PNG; one that is broken has its name', async () => {
  const webp = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3_000, height: 60 })
    const context = canvas.getContext('2d')
    if (context) context.fillStyle = '#c03'
    context?.fillRect(0, 0, 1_500, 60)
    return canvas.toDataURL('image/webp')
  })
  const answer = `Here: ![red](${webp}) and ![none](data:image/webp;base64,AAAA)`
  const pictures = [
    { name: 'field.webp', mime_type: 'image/webp', base64: webp.slice(webp.indexOf(',') + 1) },
    { name: 'broken.png', mime_type: 'image/png', base64: 'iVBORw0KGgoAAAAA' },
  ]
  const body = {
    name: 'Photos',
    chats: [{ name: 'Photos', turns: [{ queryText: 'Look', responseText: answer, pictures }] }],
  }
  const { id } = (await fixture.client.call(contract.projects.import, { body })).data.project
  const word = unzipSync(await readFile(await (await downloaded(/^Word/, ofTab(id))).path()))
  const media = Object.entries(word).filter(([name]) => name.startsWith('word/media/'))
  expect(media.map(([, bytes]) => strFromU8(bytes.slice(1, 4), true))).toEqual(['PNG', 'PNG'])
  const written = strFromU8(word['word/document.xml'] ?? new Uint8Array())
  expect(written).toContain('descr="field.webp"')
  expect(written).toContain('descr="red"')
  expect(written).toContain('broken.png')
  expect(written).toContain('>none<')
  const text = await readFile(await (await downloaded(/^Markdown/, ofTab(id))).path(), 'utf8')
  expect(text).toContain('![field.webp][picture-1]')
  expect(text).toMatch(/^\[picture-1\]: data:image\/png;base64,iVBOR/m)
  // At most 1,400 pixels wide.
  expect(Buffer.from(/base64,(iVBOR.*)/.exec(text)?.[1] ?? '', 'base64').readUInt32BE(16)).toBe(1_400)
  const html = await readFile(await (await downloaded(/^HTML/, ofTab(id))).path(), 'utf8')
  expect(html).toMatch(
    /<img class="pl-paper-picture" src="data:image\/png;base64,iVBOR[^"]*" alt="field.webp"/,
  )
  expect(html).toContain('<p class="pl-paper-files">broken.png</p>')
  const drawn = (await readFile(await (await downloaded(/^PNG/, ofTab(id))).path())).toString('base64')
  expect(await redShare(drawn)).toBeGreaterThan(0.005)
  await downloaded(/^Markdown/, ofTab(id))
  await ofTab(id)()
  const dialog = page.getByRole('dialog', { name: /^Download/ })
  await dialog.getByRole('checkbox', { name: 'Attached pictures' }).uncheck()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog).toBeHidden()
  await ofTab(id)()
  await expect(dialog.getByRole('checkbox', { name: 'Attached pictures' })).not.toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Attached pictures' }).check()
})

test('EXPORT-4: an answer is downloaded alone as Markdown, and the dialog remembers the format', async () => {
  const text = await readFile(await (await downloaded(/^Markdown/, ofLastAnswer)).path(), 'utf8')
  expect(text).toContain('# Bids: “Los 2”')
  expect(text).toContain('> And now?')
  expect(text).toContain('Nothing more.')
  expect(text).not.toContain('Voltaris')
  await ofTab()()
  const dialog = page.getByRole('dialog', { name: 'Download this tab' })
  await expect(dialog.getByRole('radio', { name: /^Markdown/ })).toBeChecked()
  await isAccessible(page)
})

test('EXPORT-7: a long chat is printed whole, with its title, and no more than that', async () => {
  const turns = Array.from(
    { length: 120 },
    (_, at) => [`Question ${at + 1}`, `${ANSWER}\n\nEnd ${at + 1}`] as const,
  )
  const long = await bring('Long one', ...turns)
  await page.addInitScript(() => {
    if (window.top === window) return
    window.print = () => {
      const [sheet] = document.adoptedStyleSheets
      const rules = [...(sheet?.cssRules ?? [])].map((rule) => rule.cssText).join('\n')
      Reflect.set(window.parent, 'printed', { rules, html: document.body.innerHTML, title: document.title })
      dispatchEvent(new Event('afterprint'))
    }
  })
  await ofTab(long)()
  const dialog = page.getByRole('dialog', { name: 'Download this tab' })
  await dialog.getByText(/^PDF/).click()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog).toBeHidden({ timeout: 60_000 })
  const printed = await page.evaluate(
    () => Reflect.get(window, 'printed') as { rules: string; html: string; title: string },
  )
  expect(printed.title).toBe('Long one')
  expect(printed.rules).toContain('counter(pages)')
  const paper = await page.context().newPage()
  await paper.setContent(printed.html)
  await paper.addStyleTag({ content: printed.rules })
  await paper.emulateMedia({ media: 'print' })
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText('Long one')
  await expect(paper.getByText('End 1', { exact: true })).toBeVisible()
  await expect(paper.getByText('End 120', { exact: true })).toBeVisible()
  await expect(paper.locator('math')).toHaveCount(120)
  await expect(paper.getByRole('button')).toHaveCount(0)
  expect(
    (await paper.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type \/Page\b/g)?.length,
  ).toBeGreaterThan(20)
  await paper.close()
  await expect(page.locator('iframe[name=paper]')).toHaveCount(0)
})
