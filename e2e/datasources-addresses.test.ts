// Addresses of a data source: a page, the pages below an address, a site map; refreshed, failed, gone. The product reaches no
// public address here, so good fetches are put into its replies.
import { contract, type DatasourceSite, type MediaItem } from '@polylogue/contract'
import { expect, test, type Page } from '@playwright/test'
import { isAccessible } from './accessible.ts'
import { openSharedFixture, PHONE, type Fixture, visit } from './fixture.ts'

let fixture: Fixture
let anna: Page
let id = 0

test.beforeAll(async ({ browser }) => {
  fixture = await openSharedFixture({ models: ['script'] })
  anna = await fixture.open(browser, '/datasources', { reducedMotion: 'reduce' })
  anna.setDefaultTimeout(15_000)
})

test.beforeEach(async () => {
  if (id > 0) await fixture.client.call(contract.datasources.remove, { params: { id } })
  const content = Buffer.from('Opening hours are from nine to five.').toString('base64')
  const { data } = await fixture.client.call(contract.datasources.create, {
    body: { name: 'Manuals', media: [{ name: 'hours.txt', mime_type: 'text/plain', content }] },
  })
  id = data.datasource.id
})

test.afterAll(async () => {
  await anna.context().close()
  await fixture.close()
})

const dialog = (page: Page) => page.getByRole('dialog')
const card = (name: string) =>
  dialog(anna)
    .getByRole('list', { name: 'Documents of this data source' })
    .getByRole('listitem')
    .filter({ hasText: name })
const select = (name: string) => dialog(anna).getByRole('combobox', { name })
const table = (page: Page) => page.getByRole('table').last()

async function addSiteMap(): Promise<void> {
  const body = { kind: 'sitemap', url: 'nowhere.invalid/sitemap.xml', refresh: 'daily' } as const
  await fixture.client.call(contract.sites.create, { params: { id }, body })
}

async function add(address: string): Promise<void> {
  const field = dialog(anna).getByLabel('Address of a document')
  await field.fill(address)
  await dialog(anna).getByRole('button', { name: 'Add address' }).click()
  await expect(field).toHaveValue('')
}

test('a page, a folder of pages and a site map are added, and say why they cannot be fetched', async () => {
  await visit(anna, `${fixture.product.url}/datasources`)
  await anna.getByRole('button', { name: 'Actions for “Manuals”' }).click()
  await anna.getByRole('menuitem', { name: 'Edit data source', exact: true }).click()
  await expect(dialog(anna).getByLabel('Pages at most')).toHaveCount(0)
  await select('Fetch again').selectOption('Daily')
  await add('nowhere.invalid/prices')
  await expect(
    card('nowhere.invalid prices').getByText(
      /^Could not reach this address: .* only fetches public addresses\./,
    ),
  ).toBeVisible()
  await select('What to add').selectOption('Pages below this address')
  const limit = dialog(anna).getByLabel('Pages at most')
  await expect(limit).toHaveValue('50')
  await limit.fill('900')
  await add('nowhere.invalid/guide/')
  await expect(limit).toHaveValue('500')
  await expect(card('Pages below nowhere.invalid/guide/').getByText('1 page · 1 failed')).toBeVisible()
  await select('What to add').selectOption('A site map')
  await add('nowhere.invalid/sitemap.xml')
  await expect(
    card('Site map nowhere.invalid/sitemap.xml').getByText(
      /^Could not reach this address: .* only fetches public addresses\./,
    ),
  ).toBeVisible()
  await isAccessible(anna)
  const { sites } = (await fixture.client.call(contract.sites.list, { params: { id } })).data
  expect(sites).toMatchObject([
    { kind: 'below', limit: 500, refresh: 'daily' },
    { kind: 'sitemap', limit: 500, refresh: 'daily', lastFailure: 'unreachable' },
  ])
  // The dialog of a site opens above that of its data source, which stays, and is not saved with it.
  const site = 'Pages below nowhere.invalid/guide/'
  await card(site)
    .getByRole('button', { name: `Actions for ${site}` })
    .click()
  await anna.getByRole('menuitem', { name: 'Change limit and schedule' }).click()
  const above = anna.getByRole('dialog', { name: 'Change limit and schedule' })
  const puts: string[] = []
  anna.on('request', (request) => request.method() === 'PUT' && puts.push(new URL(request.url()).pathname))
  await above.getByLabel('Pages at most').fill('40')
  const params = { id: sites[0]?.id ?? 0 }
  await above.getByRole('button', { name: 'Save' }).click()
  await expect(above).toHaveCount(0)
  await expect(dialog(anna).getByLabel('Address of a document')).toBeVisible()
  expect(puts).toEqual([`/api/v1/sites/${params.id}`])
  const changed = (await fixture.client.call(contract.sites.list, { params: { id } })).data.sites
  expect(changed[0]).toMatchObject({ limit: 40, refresh: 'daily' })
  await dialog(anna).getByRole('button', { name: 'Cancel' }).click()
})

const hour = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString()

/** Lets a page of the browser see a site map with 200 pages, and an address that could not be refreshed. */
async function withPages(page: Page): Promise<void> {
  await page.route(new RegExp(`/api/v1/datasources/${id}$`), async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as {
      messageContent: { data: { datasource: { media: MediaItem[] } } }
    }
    const { datasource } = body.messageContent.data
    const [file] = datasource.media
    const site = (await fixture.client.call(contract.sites.list, { params: { id } })).data.sites.at(-1)
    if (file) {
      const fetched = {
        url: 'https://nowhere.invalid/',
        refresh: 'daily',
        checked: hour(48),
        changed: hour(72),
      } as const
      const pages = Array.from({ length: 200 }, (_, n): MediaItem => {
        const gone = n === 7 ? 'gone' : null
        return {
          ...file,
          ...fetched,
          media_id: 9_000 + n,
          name: `guide › page ${n}`,
          siteId: site?.id ?? 0,
          lastFailure: gone,
        }
      })
      const stale = {
        ...file,
        ...fetched,
        media_id: 8_000,
        name: 'Stale',
        lastFailure: 'unreachable' as const,
      }
      datasource.media.push(...pages, stale)
    }
    await route.fulfill({ response, json: body })
  })
  await page.route(/\/datasources\/\d+\/sites$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { messageContent: { data: { sites: DatasourceSite[] } } }
    for (const site of body.messageContent.data.sites)
      if (site.kind === 'sitemap') Object.assign(site, { lastFailure: null, checked: hour(48), due: null })
    await route.fulfill({ response, json: body })
  })
}

test('a site shows its pages on request, is refreshed, and removed with them', async () => {
  await addSiteMap()
  await withPages(anna)
  await visit(anna, `${fixture.product.url}/datasources/${id}`)
  await expect(table(anna).getByText('200 pages · 1 gone · Checked')).toBeVisible()
  await table(anna).getByRole('button', { name: 'Site map nowhere.invalid/sitemap.xml', exact: true }).click()
  await expect(table(anna).getByText(/The page is not there any more\./)).toBeVisible()
  await isAccessible(anna)
  await table(anna).getByRole('button', { name: 'Remove 1 gone page' }).click()
  await isAccessible(anna)
  await dialog(anna).getByRole('button', { name: 'Cancel' }).click()
  await anna.unrouteAll({ behavior: 'wait' })
  const actions = table(anna).getByRole('button', {
    name: 'Actions for Site map nowhere.invalid/sitemap.xml',
  })
  await actions.click()
  const asked = anna.waitForResponse(/\/sites\/\d+\/refresh$/)
  await anna.getByRole('menuitem', { name: 'Refresh now' }).click()
  expect((await asked).status()).toBe(200)
  await actions.click()
  await anna.getByRole('menuitem', { name: 'Remove with its pages' }).click()
  await dialog(anna).getByRole('button', { name: 'Remove with its pages' }).click()
  await expect(actions).toHaveCount(0)
  await expect(table(anna).getByText('hours.txt')).toBeVisible()
})

test('a failed address can be refreshed, and its interval can be changed @full', async () => {
  const body = { url: 'nowhere.invalid/prices', refresh: 'daily' } as const
  await fixture.client.call(contract.media.begin, { params: { id }, body })
  await visit(anna, `${fixture.product.url}/datasources/${id}`)
  const menu = table(anna).getByRole('button', { name: 'Actions for nowhere.invalid prices' })
  await menu.click()
  const asked = anna.waitForResponse(/\/media\/\d+\/refresh$/)
  await anna.getByRole('menuitem', { name: 'Refresh now' }).click()
  expect((await asked).status()).toBe(200)
  await menu.click()
  await expect(anna.getByRole('menuitemradio', { name: 'Daily' })).toBeChecked()
  const changed = anna.waitForResponse(/\/media\/\d+$/)
  await anna.getByRole('menuitemradio', { name: 'Once only' }).click()
  expect((await changed).status()).toBe(200)
  await anna.keyboard.press('Escape')
})

test('a new data source is created with a site map @full', async () => {
  await anna.goto(`${fixture.product.url}/datasources?dialog=new-datasource`)
  await dialog(anna).getByLabel('Name', { exact: true }).fill('With a site')
  await select('What to add').selectOption('A site map')
  await add('nowhere.invalid/new.xml')
  await expect(card('Site map nowhere.invalid/new.xml')).toBeVisible()
  await dialog(anna).getByRole('button', { name: 'Create data source' }).click()
  await expect(dialog(anna)).toHaveCount(0)
  await expect
    .poll(async () => {
      const { datasources } = (await fixture.client.call(contract.datasources.list)).data
      const made = datasources.find(({ name }) => name === 'With a site')
      if (!made) return []
      const { sites } = (await fixture.client.call(contract.sites.list, { params: { id: made.id } })).data
      return sites.map(({ url }) => url)
    })
    .toEqual(['https://nowhere.invalid/new.xml'])
})

for (const [language, failed] of [
  ['de', /^Nicht aktualisiert: Diese Adresse ist nicht erreichbar: /],
  ['bg', /^Не е обновено: /],
] as const)
  test(`the page is accessible and fits a phone, dark, in ${language} @full`, async ({ browser }) => {
    await addSiteMap()
    const page = await fixture.open(browser, '/mark.svg', {
      ...PHONE,
      reducedMotion: 'reduce',
      remembers: { language, theme: 'dark' },
    })
    await withPages(page)
    await page.goto(`${fixture.product.url}/datasources/${id}`)
    await expect(table(page).getByText(failed)).toBeVisible()
    await isAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.context().close()
  })
