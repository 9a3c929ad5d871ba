// Chats that are found and taken along: search by the beginning of a word, exported files, the printed page, copied text.
import { readFile } from 'node:fs/promises'
import { contract } from '@polylogue/contract'
import { expect, test, type Download, type Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { isAccessible } from './accessible.ts'
import { openSharedFixture, type Fixture, visit } from './fixture.ts'

const NAME = 'Tender for the charging stations along the northern ring road, second lot of three'
const BIDDER = 'Voltaris'
const OFFER = `## Offers\n\n| Bidder | Price |\n| --- | ---: |\n| **${BIDDER}** GmbH | 2 |\n| Brückner, Ulm | 4 |`
const FORMULA = '\\[ \\sqrt{\\frac{a^2+b^2}{c}} \\]'
const ANSWER = `${OFFER}\n\n${FORMULA}\n\n\`\`\`py\nx = 1\n\`\`\``

let fixture: Fixture
let page: Page
let project: number
let formula: number

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['echo'], settings: {} })
  await bringTab(NAME, 'Chat', ['Show it', OFFER.replace(BIDDER, 'Heliovolt')])
  formula = await bring('Formula', ['Show it', `${OFFER}\n\n${FORMULA}`])
  project = await bring('Bids: “Los 2”', ['Compare', ANSWER], ['And now?', 'Nothing more.'])
  page = await fixture.open(browser, '/', { acceptDownloads: true })
  // The start page is a new chat: what is opened before the page has gone there goes with it.
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

type Turn = readonly [question: string, answer: string]

const bring = (name: string, ...turns: Turn[]): Promise<number> => bringTab(name, name, ...turns)

async function bringTab(name: string, tab: string, ...turns: Turn[]): Promise<number> {
  const chats = [
    { name: tab, turns: turns.map(([queryText, responseText]) => ({ queryText, responseText })) },
  ]
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

test('the sidebar filter leads to a message search that matches the beginning of words', async () => {
  await visit(page, `${fixture.product.url}/projects`)
  await page
    .getByRole('textbox', { name: /Search/ })
    .first()
    .fill('Helio')
  await page.getByRole('button', { name: 'Search messages' }).click()
  const field = page.getByRole('combobox', { name: /Search/ })
  await expect(field).toHaveValue('Helio')
  const found = page.getByRole('option').filter({ hasText: 'northern ring road' })
  await expect(found).toContainText('Show it Offers Bidder · Price Heliovolt GmbH · 2 Brückner, Ulm · 4')
  await expect(found.locator('mark')).toHaveText('Heliovolt')
  const place = found.getByText(`${NAME} · Chat`)
  await expect(place).toBeVisible()
  expect(await place.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  await expect(found.locator('time')).toHaveText(/\d/)
  await isAccessible(page)
  await page.keyboard.press('Escape')
})

test('EXPORT-1, EXPORT-2: a chat is downloaded as Word, and the product reads what it says', async () => {
  const file = await downloaded(/^Word/, ofTab())
  expect(file.suggestedFilename()).toMatch(/^Bids “Los 2” \d{4}-\d\d-\d\d\.docx$/)
  const read = await readByProduct(file)
  for (const said of ['Compare', 'Offers', BIDDER, 'x = 1', 'Nothing more.']) expect(read).toContain(said)
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
})

test('EXPORT-4: an answer is downloaded alone as Markdown', async () => {
  const text = await readFile(await (await downloaded(/^Markdown/, ofLastAnswer)).path(), 'utf8')
  expect(text).toContain('# Bids: “Los 2”')
  expect(text).toContain('> And now?')
  expect(text).toContain('Nothing more.')
  expect(text).not.toContain(BIDDER)
})

test('EXPORT-7: a long chat is printed whole, with its title, and no more than that', async () => {
  const turns = Array.from({ length: 120 }, (_, at): Turn => [
    `Question ${at + 1}`,
    `${ANSWER}\n\nEnd ${at + 1}`,
  ])
  const long = await bring('Long one', ...turns)
  await page.addInitScript(() => {
    if (window.top === window) return
    window.print = () => {
      const [sheet] = document.adoptedStyleSheets
      const rules = [...(sheet?.cssRules ?? [])].map((rule) => rule.cssText).join('\n')
      Reflect.set(window.parent, 'printed', {
        rules,
        html: document.body.innerHTML,
        title: document.title,
        frame: window.frameElement?.getAttribute('name'),
      })
      dispatchEvent(new Event('afterprint'))
    }
  })
  await ofTab(long)()
  const dialog = page.getByRole('dialog', { name: 'Download this tab' })
  await dialog.getByText(/^PDF/).click()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog).toBeHidden({ timeout: 60_000 })
  const printed = await page.evaluate(
    () => Reflect.get(window, 'printed') as { rules: string; html: string; title: string; frame: string },
  )
  expect(printed).toMatchObject({ title: 'Long one', frame: 'paper' })
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

test('an exported HTML file shows formulas and keeps the alignment of columns @full', async () => {
  const path = await (await downloaded(/^HTML/, ofTab(formula))).path()
  const opened = await page.context().newPage()
  const html = await readFile(path, 'utf8')
  await opened.setContent(html)
  const math = await opened.locator('math').boundingBox()
  expect(math?.height).toBeGreaterThan(20)
  await expect(opened.locator('.katex-html')).toBeAttached()
  await expect(opened.locator('.katex-html')).toBeHidden()
  await expect(opened.getByRole('cell', { name: '4' })).toHaveCSS('text-align', 'end')
  await opened.close()
})

test('an exported image shows formulas and keeps the alignment of columns', async () => {
  const data = (await readFile(await (await downloaded(/^PNG/, ofTab(formula))).path())).toString('base64')
  // Counts dark pixel rows in the lower part of the image: the formula comes last.
  const dark = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    if (!context) return { formula: 0, number: 0 }
    context.drawImage(bitmap, 0, 0)
    const { data: pixels, width, height } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    const rows = (left: number, right: number, top: number) => {
      let found = 0
      for (let y = Math.floor(top * height); y < height; y++)
        for (let x = Math.floor(left * width); x < right * width; x++)
          if ((pixels[4 * (y * width + x)] ?? 255) < 100) {
            found++
            break
          }
      return found
    }
    return { formula: rows(0.4, 0.6, 0.6), number: rows(0.9, 1, 0.3) }
  }, data)
  expect(dark.formula).toBeGreaterThan(30)
  expect(dark.number).toBeGreaterThan(10)
})

test('an image shows texts with control characters and of all directions, or says that they are too long', async () => {
  const hostile = `Bell \u0007, escape \u001b[31mred\u001b[0m, \u202eback\u202c, half \ud83d\n\n\`\`\`\n\u001b[0m 👨‍👩‍👧‍👦 \uffff\n\`\`\`\n\nعربي English עברית 🏴󠁧󠁢󠁥󠁮󠁧󠁿 [x](https://a.example/\u0001 "\u0002")`
  for (const text of [hostile, `A line: ${'x'.repeat(50_000)}`]) {
    const png = await readFile(
      await (await downloaded(/^PNG/, ofTab(await bring('Odd', ['Show it', text])))).path(),
    )
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.length).toBeGreaterThan(10_000)
  }
  const long = await bring('Long', ['Show it', 'y'.repeat(400_000)])
  await visit(page, `${fixture.product.url}/projects/${long}?dialog=download`)
  const dialog = page.getByRole('dialog', { name: 'Download this tab' })
  await dialog.getByText(/^PNG/).click()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog.getByText('This tab is too long for an image. Choose HTML.')).toBeVisible()
})

test('a copied selection has formulas as TeX, once, and tables with tabs', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, `${fixture.product.url}/projects/${formula}`)
  await expect(page.locator('.katex')).toBeVisible()
  const copied = async () => {
    // From the first cell into the middle of the formula.
    await page.evaluate(() => {
      const [cell] = document.querySelectorAll('th')
      const letter = [...document.querySelectorAll('.katex-html .mord')].findLast(
        (part) => part.childElementCount === 0,
      )
      if (cell && letter) getSelection()?.setBaseAndExtent(cell, 0, letter, 1)
    })
    await page.keyboard.press('ControlOrMeta+c')
    return page.evaluate(async () => {
      const [item] = await navigator.clipboard.read()
      const read = async (type: string) => (await item?.getType(type))?.text()
      return Promise.all([read('text/plain'), read('text/html')])
    })
  }
  // What copies formulas loads after the page; until then the browser copies.
  await expect
    .poll(async () => (await copied())[0])
    .toBe('Bidder\tPrice\nVoltaris GmbH\t2\nBrückner, Ulm\t4\n\n$$\\sqrt{\\frac{a^2+b^2}{c}}$$')
  const [, html] = await copied()
  expect(html).toContain('<table')
  expect(html?.match(/frac/g)).toHaveLength(1)
})
