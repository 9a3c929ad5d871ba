// No text of a model, a document or a person runs a script, loads from elsewhere or puts elements of its own into the page,
// wherever the page shows it (MD-*).
import { pathToFileURL } from 'node:url'
import { contract } from '@polylogue/contract'
import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { openSharedFixture, type Fixture, visit } from './fixture.ts'
import { HOSTILE_NAMES, HOSTILE_TEXTS } from './hostile-texts.ts'

const NAME = HOSTILE_NAMES[2] ?? ''
const PER_TAB = 12
const groups = Array.from({ length: Math.ceil(HOSTILE_TEXTS.length / PER_TAB) }, (_, at) =>
  HOSTILE_TEXTS.slice(at * PER_TAB, (at + 1) * PER_TAB),
)

let fixture: Fixture
let page: Page
let project = 0
let source = 0
/** What ran, was requested elsewhere, opened or was stopped only by the policy of the page. */
const faults: string[] = []

/** Elements that no text may bring along. */
const FOREIGN =
  'script, style, link, meta, base, iframe, object, embed, form[action], video, audio, template, marquee, noscript'

async function watch(context: BrowserContext): Promise<void> {
  const origin = new URL(fixture.product.url).origin
  context.on('request', (request) => {
    const url = request.url()
    if (!/^(?:data|blob|file):/.test(url) && new URL(url).origin !== origin) faults.push(`request ${url}`)
  })
  context.on('page', (opened) => {
    opened.on('dialog', (dialog) => {
      faults.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
  })
  await context.exposeFunction('noteFault', (fault: string) => void faults.push(fault))
  await context.addInitScript(() => {
    const note = (fault: string) =>
      (globalThis as unknown as { noteFault(fault: string): void }).noteFault(fault)
    globalThis.alert = () => note('a script ran')
    // Diagrams are drawn in a frame of their own, whose policy stops what the library lets through (decision 15).
    if (location.pathname === '/diagram/draw.html') return
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      note(`stopped by the policy: ${violatedDirective} ${blockedURI}`),
    )
  })
}

/** Looks for elements that no text may bring along, unsafe links, handlers and names that are taken; and for faults so far. */
async function inspect(
  shown: Page,
  within: string,
  counts: (fault: string) => boolean = () => true,
): Promise<void> {
  const found = await shown.evaluate(
    ({ within: place, foreign }) => {
      const areas = [...document.querySelectorAll(place)]
      const isOurs = (one: Element) =>
        one.matches('style[data-mantine-styles], iframe[sandbox]:not([sandbox*=allow-scripts])')
      const strange = areas
        .flatMap((area) => [...area.querySelectorAll(foreign)])
        .filter((one) => !isOurs(one))
        .map((one) => `<${one.tagName}>`)
      const links = areas
        .flatMap((area) => [...area.querySelectorAll('a[href]')])
        .map((one) => one.getAttribute('href') ?? '')
        .filter((href) => !/^(?:https?:|mailto:|\/(?!\/)|#)/.test(href))
      const handlers = areas
        .flatMap((area) => [...area.querySelectorAll('*')])
        .flatMap((one) => [...one.attributes])
        .filter(({ name }) => name.startsWith('on'))
        .map(({ name }) => name)
      const taken = [
        'location',
        'document',
        'createElement',
        'config',
        'cookie',
        'defaultView',
        'body',
        'attributes',
      ].filter((id) => document.getElementById(id) !== null || document.getElementsByName(id).length > 0)
      return { areas: areas.length, faults: [...strange, ...links, ...handlers, ...taken] }
    },
    { within, foreign: FOREIGN },
  )
  expect(found.areas).toBeGreaterThan(0)
  expect(found.faults).toEqual([])
  expect(faults.filter(counts)).toEqual([])
}

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({
    models: ['script', 'script2'],
    settings: { text: HOSTILE_TEXTS.join('\n\n') },
  })
  const chats = groups.map((texts, at) => ({
    name: HOSTILE_NAMES[at] ?? NAME,
    turns: texts.map((text) => ({
      queryText: text,
      responseText: text,
      reasoningText: text,
      modelName: NAME,
    })),
  }))
  const { data } = await fixture.client.call(contract.projects.import, { body: { name: NAME, chats } })
  project = data.project.id
  const content = Buffer.from(`# ${NAME}\n\nThe zeppelin lands.\n\n${HOSTILE_TEXTS.join('\n\n')}`).toString(
    'base64',
  )
  const html = Buffer.from(
    `<html><title>${NAME}</title><body><main><p>The zeppelin flies.</p>${HOSTILE_TEXTS.join('<p>')}</main></body></html>`,
  )
  const made = await fixture.client.call(contract.datasources.create, {
    body: {
      name: NAME,
      media: [
        { name: `${NAME.replaceAll(/[/\\]/g, '_')}.md`, mime_type: 'text/markdown', content },
        {
          name: 'page"><img src=x onerror=alert(1)>.html',
          mime_type: 'text/html',
          content: html.toString('base64'),
        },
      ],
    },
  })
  source = made.data.datasource.id
  const status = async () =>
    (await fixture.client.call(contract.datasources.get, { params: { id: source } })).data.datasource.status
  await expect.poll(status, { timeout: 60_000 }).toBe(2)
  await fixture.client.call(contract.prompts.create, {
    body: { title: NAME, prompt: HOSTILE_TEXTS.slice(0, 20).join('\n'), outputFormId: 1 },
  })
  // No page of the app yet: it must load when it is watched.
  page = await fixture.open(browser, '/mark.svg', { acceptDownloads: true })
  await watch(page.context())
  await page.goto(`${fixture.product.url}/dashboard`)
})

test.afterAll(async () => {
  await page.context().close()
  await fixture.close()
})

const tabs = async () =>
  (await fixture.client.call(contract.tabs.list, { params: { id: project } })).data.Projecttabs

test('what runs, loads from elsewhere or opens is noticed', async () => {
  await page.evaluate(() => {
    alert(1)
    const picture = document.createElement('img')
    picture.src = 'https://evil.example/a.png'
    document.body.append(picture)
  })
  await expect.poll(() => faults.some((fault) => fault.startsWith('stopped by the policy'))).toBe(true)
  expect(faults).toContain('a script ran')
  faults.length = 0
})

/** Draws the diagrams of the thread, and returns how many are pictures; what cannot be drawn keeps its button. */
async function drawAll(): Promise<number> {
  const show = page.getByRole('button', { name: 'Show diagram' })
  let failed = 0
  for (let left = await show.count(); failed < left; left = await show.count()) {
    await show.nth(failed).click()
    await expect(page.getByText('Drawing', { exact: true })).toHaveCount(0, { timeout: 30_000 })
    if ((await show.count()) === left) failed += 1
  }
  return page.getByRole('img', { name: 'Diagram' }).count()
}

test('in a thread, also in the question, the reasoning, the diagrams and all names', async () => {
  test.setTimeout(120_000)
  let drawn = 0
  for (const { id } of await tabs()) {
    await visit(page, `${fixture.product.url}/projects/${project}?tab=${id}`)
    await expect(page.getByRole('article').last()).toBeVisible()
    // The oldest messages are rendered where the reader scrolls to them.
    await page.evaluate(() => {
      for (const one of document.querySelectorAll('*'))
        if (one.scrollHeight > one.clientHeight) one.scrollTop = 0
    })
    for (const button of await page.getByRole('button', { name: /^(?:Thought|Reasoning)/ }).all())
      await button.click()
    drawn += await drawAll()
    await inspect(page, 'main')
  }
  expect(drawn).toBeGreaterThan(0)
  await inspect(page, 'nav')
})

test('in compared answers that are streamed, and in what a search finds', async () => {
  await visit(page, `${fixture.product.url}/projects/${project}`)
  await page.getByRole('textbox', { name: 'Message' }).fill('Where does the zeppelin land?')
  await page.keyboard.press('Enter')
  const last = page.getByRole('article', { name: 'Answer' }).last()
  await expect(last.getByRole('button', { name: 'More', exact: true })).toBeVisible({ timeout: 60_000 })
  await inspect(page, 'main')
})

test('in answers that are compared', async () => {
  await visit(page, `${fixture.product.url}/projects/${project}`)
  await page.getByRole('banner').getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('textbox', { name: 'Message to all tabs' }).fill(HOSTILE_TEXTS.slice(0, 20).join(' '))
  await page.getByRole('button', { name: /^Ask \d+ (models|tabs)$/ }).click()
  await expect(page.locator('main').getByText('Done', { exact: true }).first()).toBeVisible()
  await inspect(page, 'main')
})

test('in prompts and data sources: lists, documents, passages', async () => {
  for (const path of [
    '/prompts',
    '/datasources',
    `/datasources/${source}`,
    `/projects/${project}?panel=prompts`,
  ]) {
    await visit(page, fixture.product.url + path)
    await expect(page.getByText(NAME).first()).toBeVisible()
    await inspect(page, 'main')
  }
  const { data } = await fixture.client.call(contract.datasources.get, { params: { id: source } })
  for (const { media_id: id } of data.datasource.media) {
    await visit(page, `${fixture.product.url}/datasources/${source}/media/${id}`)
    await expect(page.getByText('zeppelin').first()).toBeVisible()
    // The original of a page is parsed, where the policy reports what parsing never runs, and shown in a frame without scripts.
    const isReported = (fault: string) => !fault.startsWith('stopped by the policy')
    faults.splice(0, faults.length, ...faults.filter(isReported))
    await inspect(page, 'main', isReported)
  }
})

test('on paper and in an exported page', async () => {
  await visit(page, `${fixture.product.url}/dashboard`)
  faults.length = 0
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const [tab] = await tabs()
  await visit(page, `${fixture.product.url}/projects/${project}?tab=${tab?.id}&dialog=print`)
  await expect(page.locator('html[data-printed]')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await inspect(page, 'main')
  await page.emulateMedia({ media: 'screen' })
  await visit(page, `${fixture.product.url}/projects/${project}?tab=${tab?.id}&dialog=download`)
  const dialog = page.getByRole('dialog', { name: 'Download this tab' })
  await dialog.getByText(/^HTML/).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  const path = test.info().outputPath('exported.html')
  await file.saveAs(path)
  const opened = await page.context().newPage()
  await opened.goto(pathToFileURL(path).href)
  await expect(opened.getByText('alert(1)').first()).toBeVisible()
  await inspect(opened, 'body')
  await opened.close()
})
