// The help: searched, read in the user's language, and quoted by Guide.
import { contract } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAccessible, isAccessibleAgain } from './accessible.ts'
import { openFixture, openSharedFixture, type Fixture, visit } from './fixture.ts'

const OPERATOR = {
  contact: { name: 'Help desk', url: 'https://help.example.org' },
  termsOfService: 'https://help.example.org/terms',
}

let fixture: Fixture

test.beforeAll(async () => {
  fixture = await openSharedFixture({ models: ['script'], settings: { text: 'A story.', rate: 60 } })
})
test.afterAll(() => fixture.close())

const main = (page: Page) => page.getByRole('main')

test('topics are found and read: a result opens its section, with contents, related topics and a way back', async ({
  browser,
}) => {
  const page = await fixture.open(browser, '/help')
  const topics = main(page)
    .getByRole('listitem')
    .filter({ has: page.locator('b') })
  await expect(main(page)).toContainText('Every topic in one list')
  await expect.poll(() => topics.count()).toBeGreaterThan(12)
  await isAccessibleAgain(page)
  await page.getByRole('searchbox', { name: 'Search topics by title and text' }).fill('MERMAID csv')
  await expect(topics).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: '1 topic found' })).toBeAttached()
  await page.getByRole('link', { name: 'Tables, code and diagrams in answers' }).click()
  await expect(page.getByRole('heading', { name: 'Messages and answers', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tables, code and diagrams in answers' })).toBeInViewport()
  await visit(page, `${fixture.product.url}/help/tabs`)
  await isAccessibleAgain(page)
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'How much of the conversation a model sees' })
    .click()
  await expect(page.getByRole('heading', { name: 'How much of the conversation' })).toBeInViewport()
  await page
    .getByRole('navigation', { name: 'Related topics' })
    .getByRole('link', { name: 'Prompt options' })
    .click()
  await expect(page.getByRole('heading', { name: 'Prompt options', level: 1 })).toBeFocused()
  await expect(page.getByRole('row', { name: /^Temperature/ })).toContainText('0.8')
  await isAccessibleAgain(page)
  await page.getByRole('banner').getByRole('link', { name: 'Help' }).click()
  await expect(page).toHaveURL(/\/help$/)
  await page.context().close()
})

test('a topic shows its page in the theme and language of the reader, and asks Guide in a new chat (PAGE-10)', async ({
  browser,
}) => {
  // Stored: what another file of this product has stored would win over what the page remembers.
  const dark = { settingName: 'darkTheme', settingValue: 'true' }
  await fixture.client.call(contract.settings.setByName, { params: { id: 1 }, body: dark })
  const page = await fixture.open(browser, '/help/compare', { remembers: { language: 'de' } })
  const picture = main(page).getByRole('img', { name: 'Bild: Modelle vergleichen' })
  await expect(picture).toHaveAttribute('src', '/static/pictures/compare-de-dark.png')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
  const field = page.getByRole('textbox', { name: 'Guide dazu fragen' })
  await field.fill('Wie viele Modelle gehen?')
  // What is typed survives a reload.
  await page.reload()
  await expect(field).toHaveValue('Wie viele Modelle gehen?')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/projects\/\d+/)
  await expect(page.getByText('Modelle vergleichen: Wie viele Modelle gehen?').first()).toBeVisible()
  await expect(page.getByRole('article').getByRole('button', { name: '1 Modelle vergleichen' })).toBeVisible()
  await page.context().close()
})

test('topics show the models with their tags, the shortcuts and the API @full', async ({ browser }) => {
  const page = await fixture.open(browser, '/help/models')
  await page.getByRole('article').getByRole('link', { name: 'Guide', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Guide', level: 1 })).toBeVisible()
  await expect(page.getByRole('row', { name: /guide:latest/i })).toContainText('ready')
  await isAccessibleAgain(page)
  await page.goto(`${fixture.product.url}/help/models/999`)
  await expect(main(page)).toContainText('Model not found')
  await page.goto(`${fixture.product.url}/help/keyboard-shortcuts`)
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Add a tab' })).toContainText(/Ctrl.*Shift/)
  await page.goto(`${fixture.product.url}/help/api`)
  await expect(page.getByRole('link', { name: 'Open the API viewer' })).toHaveAttribute(
    'href',
    '/api/v1/spec.html',
  )
  await expect(main(page)).toContainText(`curl ${fixture.product.url}/v1/chat/completions`)
  await expect(main(page)).toContainText('"model": "script:latest"')
  await isAccessibleAgain(page)
  await page.goto(`${fixture.product.url}/plugins/api`)
  await expect(page.getByRole('heading', { name: 'API', level: 1 })).toBeVisible()
  await expect(main(page)).toContainText('chat.completions.create')
  await isAccessibleAgain(page)
  await page.goto(`${fixture.product.url}/plugins/nothing-of-the-kind`)
  await expect(main(page).getByRole('alert')).toContainText('This plugin is not available')
  await page.goto(`${fixture.product.url}/help/about`)
  await expect(page).toHaveURL(/\/about$/)
  await page.context().close()
})

test('in German the help is translated, and Guide quotes the German help @full', async ({ browser }) => {
  const page = await fixture.open(browser, '/help', { remembers: { language: 'de' } })
  await expect(main(page)).toContainText('Alle Themen in einer Liste')
  await expect(main(page)).not.toContainText('Auf Englisch')
  await page.getByRole('searchbox').fill('startseite')
  await expect(page.getByRole('link', { name: /^Startseite Legen/ })).toBeVisible()
  await isAccessible(page)
  const { data } = await fixture.client.call(contract.projects.create, {
    body: { name: 'Fragen', type: 0 },
  })
  await fixture.client.call(contract.tabs.create, {
    params: { id: data.project.id },
    body: { name: 'Tab 1', defaultModelId: 1, defaultModelTagId: 1 },
  })
  await page.goto(`${fixture.product.url}/projects/${data.project.id}`)
  const message = page.getByRole('textbox', { name: 'Nachricht' })
  await message.fill('Wie füge ich einen Tab hinzu?')
  await message.press('Enter')
  const answer = page.getByRole('article').last()
  await expect(answer).toContainText('Zitiert aus der Hilfe')
  await expect(answer).toContainText('Strg+Umschalt+Komma')
  await page.context().close()
})

test('on a phone nothing is wider than the screen, and the contents are collapsed @full', async ({
  browser,
}) => {
  const page = await fixture.open(browser, '/help/prompt-options', {
    viewport: { width: 390, height: 844 },
    remembers: { theme: 'dark', language: 'bg' },
  })
  await expect(page.getByRole('heading', { name: 'Опции на заявката', level: 1 })).toBeVisible()
  await expect(page.getByRole('table')).toBeAttached()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByText('На тази страница').click()
  await expect(page.getByRole('link', { name: 'temperature: температура' })).toBeVisible()
  await isAccessible(page)
  await page.context().close()
})

test('Guide is described in the user’s language @full', async ({ browser }) => {
  const page = await fixture.open(browser, '/help/models/1', { remembers: { language: 'de' } })
  await expect(main(page)).toContainText('Zitiert aus der Hilfe')
  await expect(main(page)).toContainText('Guide durchsucht die Hilfe')
  await expect(main(page)).not.toContainText('Quoted from the help')
  await page.goto(`${fixture.product.url}/help/models`)
  await expect(main(page)).toContainText('Zitiert aus der Hilfe')
  await page.context().close()
})

test('the API viewer follows the theme, colours the methods and is accessible @full', async ({ browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'help-'))
  const config = join(folder, 'config.json')
  await writeFile(config, JSON.stringify(OPERATOR))
  const named = await openFixture({ models: ['script'], env: { POLYLOGUE_CONFIG: config } })
  const backgrounds: string[] = []
  for (const theme of ['light', 'dark']) {
    const page = await named.open(browser, '/api/v1/spec.html', { remembers: { theme } })
    await expect(page.getByRole('heading', { name: /^Polylogue API/, level: 1 })).toBeVisible()
    backgrounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))
    for (const name of ['Help desk', 'Apache-2.0', 'Terms of service'])
      await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible()
    const colours = await page.evaluate(() =>
      ['get', 'post', 'put', 'delete'].map(
        (method) => getComputedStyle(document.querySelector(`.${method}`) ?? document.body).color,
      ),
    )
    expect(new Set(colours).size).toBe(4)
    await page.goto(`${named.product.url}/api/v1/spec.html#projects.create`)
    await expect(page.getByText('defaultModelId?: integer').first()).toBeVisible()
    await isAccessible(page)
    // Another browser tab changes the theme.
    const other = await page.context().newPage()
    await other.goto(`${named.product.url}/api/v1/spec.html`)
    await other.evaluate(
      (next) => localStorage.setItem('polylogue.theme', next),
      theme === 'light' ? 'dark' : 'light',
    )
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .not.toBe(backgrounds.at(-1))
    await page.context().close()
  }
  expect(backgrounds[0]).not.toBe(backgrounds[1])
  await named.close()
  await rm(folder, { recursive: true })
})

test('the topic about models on the server exists in every language @full', async ({ browser }) => {
  for (const [language, title] of [
    ['en', 'Models on the server itself'],
    ['de', 'Modelle auf dem Server selbst'],
    ['bg', 'Модели на самия сървър'],
  ] as const) {
    const page = await fixture.open(browser, '/help', { remembers: { language } })
    await main(page).getByRole('link', { name: title }).first().click()
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page).toHaveURL(/\/help\/embedded-models$/)
    await page.context().close()
  }
})
