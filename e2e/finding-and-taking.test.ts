// Search by the beginning of a word, and exported files that keep formulas and column alignment.
import { readFile } from 'node:fs/promises'
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { openSharedFixture, type Fixture, visit } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

const NAME = 'Tender for the charging stations along the northern ring road, second lot of three'
const OFFER =
  '## Offers\n\n| Bidder | Price |\n| --- | ---: |\n| **Voltaris** GmbH | 2 |\n| Brückner, Ulm | 4 |'
const FORMULA = '\\[ \\sqrt{\\frac{a^2+b^2}{c}} \\]'

let fixture: Fixture
let page: Page
let formula: number

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'], settings: { text: 'The answer.', rate: 200 } })
  await bring(NAME, OFFER)
  formula = await bring('Formula', `${OFFER}\n\n${FORMULA}`)
  await bring('Words', OFFER)
  page = await fixture.open(browser, '/', { acceptDownloads: true })
  // The start page is a new chat: what is opened before the page has gone there goes with it.
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

async function bring(name: string, responseText: string): Promise<number> {
  const chats = [{ name: 'Chat', turns: [{ queryText: 'Show it', responseText }] }]
  return (await fixture.client.call(contract.projects.import, { body: { name, chats } })).data.project.id
}

test('the sidebar filter leads to a message search that matches the beginning of words', async () => {
  await page
    .getByRole('textbox', { name: /Search/ })
    .first()
    .fill('Volta')
  await page.getByRole('button', { name: 'Search messages' }).click()
  const field = page.getByRole('combobox', { name: /Search/ })
  await expect(field).toHaveValue('Volta')
  const found = page.getByRole('option').filter({ hasText: 'northern ring road' })
  await expect(found).toContainText('Show it Offers Bidder · Price Voltaris GmbH · 2 Brückner, Ulm · 4')
  await expect(found.locator('mark')).toHaveText('Voltaris')
  const place = found.getByText(`${NAME} · Chat`)
  await expect(place).toBeVisible()
  expect(await place.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  await expect(found.locator('time')).toHaveText(/\d/)
  await isAccessible(page)
  await field.fill('Brück')
  await expect(found.locator('mark')).toHaveText('Brückner')
  await page.keyboard.press('Escape')
})

async function download(kind: RegExp, project = formula): Promise<string> {
  await visit(page, `${fixture.product.url}/projects/${project}?dialog=download`)
  const dialog = page.getByRole('dialog', { name: 'Download this tab' })
  await dialog.getByText(kind).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  return file.path()
}

test('an exported HTML file shows formulas and keeps the alignment of columns @full', async () => {
  const path = await download(/^HTML/)
  const opened = await page.context().newPage()
  const html = await readFile(path, 'utf8')
  await opened.setContent(html)
  const math = await opened.locator('math').boundingBox()
  expect(math?.height).toBeGreaterThan(20)
  await expect(opened.locator('.katex-html')).toBeHidden()
  await expect(opened.getByRole('cell', { name: '4' })).toHaveCSS('text-align', 'end')
  await opened.close()
})

test('an exported image shows formulas and keeps the alignment of columns', async () => {
  const data = (await readFile(await download(/^PNG/))).toString('base64')
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
    const png = await readFile(await download(/^PNG/, await bring('Odd', text)))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.length).toBeGreaterThan(10_000)
  }
  const long = await bring('Long', 'y'.repeat(400_000))
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
