// Site maps and folders of pages, whose pages are documents (decision 74).
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, DATASOURCE_STATUS, type DatasourceSite, type MediaItem } from '@polylogue/contract'
import { answeringServer } from '#test/answering-server.ts'
import { readingApp } from '#test/reading-app.ts'
import type { TestApp, TestUser } from '#test/test-app.ts'

const { audit, datasources, media, sites } = contract
const { ready, failed } = DATASOURCE_STATUS
const DAY = 86_400_000

const web = answeringServer()
let app: TestApp
let anna: TestUser
let now = Date.now()
beforeAll(async () => {
  app = await readingApp(web, {
    clock: { now: () => new Date(now) },
  })
  anna = await app.deps.user()
})
afterAll(() => app.close())

const origin = () => `http://site.test:${web.port}`
const html = (text: string, ...links: string[]) =>
  `<html><body><h1>${text}</h1><p>This page is about ${text} and its many uses in the kitchen.</p>
    ${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</body></html>`
/** A page without links: unlike HTML it is read without a separate process, which costs half a second of CPU. */
const plain = (text: string) => `This page is about ${text} and its many uses in the kitchen.`
const mapOf = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>${origin()}${path}</loc></url>`).join('')}</urlset>`

/** Sets the pages of the web server; a number is a status. */
function serve(pages: Record<string, string | Buffer | number>): void {
  web.respond = (req, res) => {
    const page = pages[req.url ?? ''] ?? 404
    if (typeof page === 'number') return void res.writeHead(page).end()
    res.writeHead(200, { 'content-type': typeOf(page) }).end(page)
  }
}

function typeOf(page: string | Buffer): string {
  if (typeof page !== 'string') return 'application/xml'
  if (page.startsWith('<html')) return 'text/html'
  return page.startsWith('<') ? 'application/xml' : 'text/plain'
}

async function advance(ms: number): Promise<void> {
  now += ms
  anna = await app.deps.again(anna)
}

type Body = { kind: 'sitemap' | 'below'; url: string; limit?: number; refresh?: 'none' | 'daily' | 'weekly' }
async function add(body: Body): Promise<{ id: number; site: DatasourceSite }> {
  const made = await anna.client.call(datasources.create, { body: { name: 'Site' } })
  const { id } = made.data.datasource
  return { id, site: (await anna.client.call(sites.create, { params: { id }, body })).data.site }
}
const mediaOf = async (id: number) =>
  (await anna.client.call(datasources.get, { params: { id } })).data.datasource.media
const siteOf = async (id: number) => (await anna.client.call(sites.list, { params: { id } })).data.sites[0]

/** Waits until the documents of a data source are exactly these, and returns them. */
const until = (id: number, expected: Record<string, Partial<MediaItem>>) =>
  vi.waitFor(
    async () => {
      const media = await mediaOf(id)
      const found = Object.fromEntries(media.map((one) => [one.url?.replace(origin(), ''), one]))
      expect(Object.keys(found)).toEqual(Object.keys(expected))
      expect(found).toMatchObject(expected)
      return media
    },
    { timeout: 50_000, interval: 150 },
  )
const untilSite = (id: number, expected: Partial<DatasourceSite>) =>
  vi.waitFor(async () => expect(await siteOf(id)).toMatchObject(expected), { timeout: 50_000, interval: 150 })
const search = async (id: number, q: string) =>
  (await anna.client.call(datasources.search, { params: { id }, body: { q } })).data.Passages

test('the pages below an address become documents, breadth first, each with its own reason on failure', async () => {
  serve({
    '/guide/': html(
      'saffron',
      'a',
      '/guide/b',
      '/other',
      'missing',
      'pic.png',
      'http://elsewhere.test/guide/x',
    ),
    '/guide/a': html('thyme', 'deep/c', './#top'),
    '/guide/b': html('mint', 'a', '../guide/'),
    '/guide/deep/c': html('cumin'),
    '/other': html('pepper'),
  })
  const { id, site } = await add({ kind: 'below', url: `${origin()}/guide/` })
  expect(site).toMatchObject({ kind: 'below', limit: 50, refresh: 'none', due: null })
  const media = await until(id, {
    '/guide/': { status: ready, siteId: site.id },
    '/guide/a': { status: ready, name: 'guide › a' },
    '/guide/b': { status: ready },
    '/guide/missing': { status: failed, reason: 'gone' },
    '/guide/deep/c': { status: ready, name: 'guide › deep › c' },
  })
  expect(await search(id, 'cumin')).toHaveLength(1)
  expect(web.requests.map(({ url }) => url)).not.toContain('/other')
  expect(web.requests).toHaveLength(media.length)
})

test('pages are added up to the limit, and more when it is raised', async () => {
  serve({
    '/all/': html('index', ...Array.from({ length: 9 }, (_, n) => `p${n}`)),
    ...Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`/all/p${n}`, plain(`number ${n}`)])),
  })
  const { id, site } = await add({ kind: 'below', url: `${origin()}/all/`, limit: 3 })
  await until(id, { '/all/': { status: ready }, '/all/p0': { status: ready }, '/all/p1': { status: ready } })
  const before = (await mediaOf(id)).map(({ changed, indexed }) => ({ changed, indexed }))
  await advance(1_000)
  const { data } = await anna.client.call(sites.update, { params: { id: site.id }, body: { limit: 5 } })
  expect(data.site).toMatchObject({ limit: 5, refresh: 'none' })
  await vi.waitFor(async () => {
    const pages = await mediaOf(id)
    expect(pages.map(({ status }) => status)).toEqual(Array(5).fill(ready))
    expect(pages.slice(0, 3)).toMatchObject(before)
    expect(pages.map(({ due }) => due)).toEqual(Array(5).fill(null))
  }, 10_000)
  // Nothing is fetched for a lower limit, and the pages stay.
  const asked = web.requests.length
  await anna.client.call(sites.update, { params: { id: site.id }, body: { limit: 2 } })
  expect(await mediaOf(id)).toHaveLength(5)
  expect(web.requests).toHaveLength(asked)
})

test('raising the limit fetches the site map at once', async () => {
  serve({ '/few.xml': mapOf('/few1', '/few2'), '/few1': plain('sorrel'), '/few2': plain('lovage') })
  const { id, site } = await add({ kind: 'sitemap', url: `${origin()}/few.xml`, limit: 1 })
  await until(id, { '/few1': { status: ready } })
  await anna.client.call(sites.update, { params: { id: site.id }, body: { limit: 2 } })
  await until(id, { '/few1': { status: ready }, '/few2': { status: ready } })
})

test('removing gone pages removes exactly the pages marked as gone', async () => {
  const pages = { '/x1': plain('rue'), '/x2': plain('woad'), '/x3': plain('tansy') }
  serve({ ...pages, '/x.xml': mapOf('/x1', '/x2', '/x3') })
  const { id, site } = await add({ kind: 'sitemap', url: `${origin()}/x.xml` })
  await until(id, { '/x1': { status: ready }, '/x2': { status: ready }, '/x3': { status: ready } })
  const removeGone = async () =>
    (await anna.client.call(sites.removeGone, { params: { id: site.id } })).data.removed
  expect(await removeGone()).toBe(0)
  serve({ '/x2': pages['/x2'], '/x.xml': mapOf('/x2') })
  await anna.client.call(sites.refresh, { params: { id: site.id } })
  await until(id, { '/x1': { lastFailure: 'gone' }, '/x2': {}, '/x3': { lastFailure: 'gone' } })
  expect(await removeGone()).toBe(2)
  await until(id, { '/x2': { status: ready, lastFailure: null } })
  const root = await app.deps.user({ roleId: 1 })
  const trail = await root.client.call(audit.list, { query: { action: 'document.removed' } })
  expect(trail.data.Entries.filter(({ objectId }) => objectId === id)).toMatchObject([
    { userId: anna.id, objectType: 'datasource', objectName: '', details: { documents: 2 } },
  ])
  expect(await search(id, 'tansy')).toEqual([])
  expect(await search(id, 'woad')).toHaveLength(1)
  const { rows } = await app.db.pool.query('SELECT DISTINCT media_id FROM chunks WHERE datasource_id = $1', [
    id,
  ])
  expect(rows).toHaveLength(1)
})

/** Waits until a removed page was requested at the current time. */
const untilAsked = (siteId: number, ...paths: string[]) =>
  vi.waitFor(
    async () => {
      const { rows } = await app.db.pool.query(
        'SELECT url FROM media_removed_pages WHERE site_id = $1 AND checked = $2 ORDER BY url',
        [siteId, new Date(now)],
      )
      expect(rows).toEqual(paths.map((path) => ({ url: `${origin()}${path}` })))
    },
    { timeout: 50_000, interval: 150 },
  )
const refresh = (id: number) => anna.client.call(sites.refresh, { params: { id } })

test('a removed page that is still linked is not added again until it responds', async () => {
  const found = { '/h/': html('hyssop', 'x', 'y', 'never'), '/h/y': html('yarrow', 'x', 'never') }
  serve({ ...found, '/h/x': plain('borage') })
  const { id, site } = await add({ kind: 'below', url: `${origin()}/h/`, refresh: 'daily' })
  const kept = { '/h/': { status: ready }, '/h/y': { status: ready } } as const
  const never = { status: failed, reason: 'gone' } as const
  const first = await until(id, { '/h/': {}, '/h/x': { status: ready }, '/h/y': {}, '/h/never': never })
  serve(found)
  await refresh(site.id)
  await until(id, { '/h/': {}, '/h/x': { lastFailure: 'gone' }, '/h/y': {}, '/h/never': never })
  await anna.client.call(sites.removeGone, { params: { id: site.id } })
  await anna.client.call(media.remove, { params: { id: first[3]?.media_id ?? 0 } })
  // Changed pages are searched for links again.
  serve({ '/h/': html('hyssop and hops', 'x', 'y', 'never'), '/h/y': html('yarrow leaves', 'x', 'never') })
  await advance(1_000)
  await refresh(site.id)
  const checked = () => new Date(now).toISOString()
  await until(id, { '/h/': { ...kept['/h/'], checked: checked() }, '/h/y': { checked: checked() } })
  await untilAsked(site.id, '/h/never', '/h/x')
  await until(id, kept)
  expect(await siteOf(id)).toMatchObject({ due: null, checked: null, lastFailure: null })
  // A person who adds it sees that it is gone.
  const url = `${origin()}/h/never`
  const { data } = await anna.client.call(media.begin, { params: { id }, body: { url } })
  await until(id, { ...kept, '/h/never': { ...never, siteId: null } })
  await anna.client.call(media.remove, { params: { id: data.media.media_id } })
  serve({ ...found, '/h/x': plain('borage is back') })
  await advance(DAY)
  await until(id, { ...kept, '/h/x': { status: ready, siteId: site.id } })
  await untilAsked(site.id, '/h/never')
})

test('a removed page is added again only when the site map lists it and it responds', async () => {
  const one = { '/m1': plain('meadow') }
  serve({ ...one, '/m.xml': mapOf('/m1', '/m2'), '/m2': plain('moss') })
  const { id, site } = await add({ kind: 'sitemap', url: `${origin()}/m.xml` })
  await until(id, { '/m1': { status: ready }, '/m2': { status: ready } })
  serve({ ...one, '/m.xml': mapOf('/m1', '/m2') })
  const again = async () => {
    await advance(1_000)
    await refresh(site.id)
    await untilSite(id, { checked: new Date(now).toISOString() })
  }
  await again()
  await until(id, { '/m1': {}, '/m2': { lastFailure: 'gone' } })
  await anna.client.call(sites.removeGone, { params: { id: site.id } })
  await again()
  await untilAsked(site.id, '/m2')
  await until(id, { '/m1': {} })
  serve({ ...one, '/m.xml': mapOf('/m1'), '/m2': plain('moss') })
  await again()
  await until(id, { '/m1': {} })
  serve({ ...one, '/m.xml': mapOf('/m1', '/m2'), '/m2': plain('moss') })
  await again()
  await until(id, { '/m1': {}, '/m2': { status: ready } })
})

test('changing a site keeps its gone pages as they are', async () => {
  const pages = { '/g1': plain('ginger'), '/g2': plain('galangal') }
  serve({ ...pages, '/g.xml': mapOf('/g1', '/g2') })
  const { id, site } = await add({ kind: 'sitemap', url: `${origin()}/g.xml`, refresh: 'daily' })
  await until(id, { '/g1': { status: ready }, '/g2': { status: ready } })
  serve({ ...pages, '/g.xml': mapOf('/g1') })
  await anna.client.call(sites.refresh, { params: { id: site.id } })
  const gone = { status: ready, lastFailure: 'gone', due: null } as const
  await until(id, { '/g1': { lastFailure: null }, '/g2': gone })
  const change = { limit: 9, refresh: 'weekly' } as const
  await anna.client.call(sites.update, { params: { id: site.id }, body: change })
  const weekly = { refresh: 'weekly', due: new Date(now + 7 * DAY).toISOString() } as const
  await until(id, { '/g1': weekly, '/g2': { ...gone, refresh: 'weekly' } })
})

test('a page that is gone from a folder is fetched again when the folder gets an interval', async () => {
  serve({ '/f/': html('fenugreek', 'x'), '/f/x': plain('fig') })
  const { id, site } = await add({ kind: 'below', url: `${origin()}/f/` })
  await until(id, { '/f/': { status: ready }, '/f/x': { status: ready } })
  serve({ '/f/': html('fenugreek', 'x') })
  await refresh(site.id)
  await until(id, { '/f/': {}, '/f/x': { lastFailure: 'gone', due: null } })
  await anna.client.call(sites.update, { params: { id: site.id }, body: { refresh: 'daily' } })
  expect((await mediaOf(id))[1]?.due).not.toBeNull()
})

test('a page that fails does not affect the others', async () => {
  serve({ '/nav/': html('nav', 'x', 'y'), '/nav/x': 500, '/nav/y': plain('basil') })
  const { id } = await add({ kind: 'below', url: `${origin()}/nav/` })
  await until(id, {
    '/nav/': { status: ready },
    '/nav/x': { status: failed, reason: 'unreachable' },
    '/nav/y': { status: ready },
  })
})

test('a site map adds its pages; a refresh adds new pages and marks missing ones as gone', async () => {
  const pages = { '/one': html('rosemary'), '/two': html('sage'), '/three': html('dill') }
  serve({ ...pages, '/sitemap.xml': mapOf('/one', '/two', '/one#x') })
  const { id, site } = await add({ kind: 'sitemap', url: `${origin()}/sitemap.xml`, refresh: 'daily' })
  const first = await until(id, { '/one': { status: ready }, '/two': { status: ready } })
  expect(first[0]).toMatchObject({
    refresh: 'daily',
    siteId: site.id,
    due: new Date(now + DAY).toISOString(),
  })
  await untilSite(id, { checked: new Date(now).toISOString(), lastFailure: null })
  serve({ ...pages, '/sitemap.xml': mapOf('/one', '/three') })
  await advance(DAY)
  await until(id, {
    '/one': { lastFailure: null, checked: new Date(now).toISOString() },
    '/two': { status: ready, lastFailure: 'gone', due: null },
    '/three': { status: ready, lastFailure: null },
  })
  // Gone pages are still found, until somebody removes them.
  expect(await search(id, 'sage')).toHaveLength(1)
  serve({ ...pages, '/sitemap.xml': mapOf('/one', '/two', '/three') })
  await anna.client.call(sites.refresh, { params: { id: site.id } })
  await until(id, { '/one': {}, '/two': { lastFailure: null }, '/three': {} })
})

test('pages stay current when the site map names them with a slash, with “www.” or with https', async () => {
  const pages = { '/q1': plain('quince'), '/q2': plain('quinoa'), '/q3': plain('rhubarb') }
  serve({ ...pages, '/q.xml': mapOf('/q1', '/q2', '/q3') })
  const { id, site } = await add({ kind: 'sitemap', url: `${origin()}/q.xml` })
  const current = { status: ready, lastFailure: null } as const
  await until(id, { '/q1': current, '/q2': current, '/q3': current })
  const moved = mapOf('/q1/', '/q2', '/q3')
    .replace(`${origin()}/q2`, `${origin().replace('site.test', 'www.site.test')}/q2`)
    .replace(`${origin()}/q3`, `${origin().replace('http:', 'https:')}/q3`)
  serve({ ...pages, '/q.xml': moved })
  await advance(1_000)
  await anna.client.call(sites.refresh, { params: { id: site.id } })
  const checked = new Date(now).toISOString()
  await untilSite(id, { checked })
  await until(id, {
    '/q1': { ...current, checked },
    '/q2': { ...current, checked },
    '/q3': { ...current, checked },
  })
})

test('a site map index adds the pages of its site maps, also compressed, except on other hosts', async () => {
  serve({
    '/index.xml': `<sitemapindex><sitemap><loc>${origin()}/a.xml</loc></sitemap>
      <sitemap><loc>${origin()}/b.xml.gz</loc></sitemap><sitemap><loc>http://elsewhere.test/c.xml</loc></sitemap>
      <sitemap><loc>${origin()}/index.xml</loc></sitemap></sitemapindex>`,
    '/a.xml': mapOf('/a'),
    '/b.xml.gz': gzipSync(
      mapOf('/b').replace('</urlset>', '<url><loc>http://elsewhere.test/d</loc></url></urlset>'),
    ),
    '/a': plain('anise'),
    '/b': plain('borage'),
  })
  const { id } = await add({ kind: 'sitemap', url: `${origin()}/index.xml` })
  await until(id, { '/a': { status: ready }, '/b': { status: ready } })
})

test.each([
  ['is missing', 404, 'gone'],
  ['returns 503', 503, 'unreachable'],
  ['lists no pages', '<urlset></urlset>', 'no_pages'],
  ['is not a site map', html('nothing'), 'no_pages'],
  ['is compressed and damaged', Buffer.from([0x1f, 0x8b, 1, 2, 3]), 'damaged'],
] as const)('a site map that %s reports its failure and is fetched again', async (_, page, lastFailure) => {
  serve({ '/map.xml': page })
  const { id } = await add({ kind: 'sitemap', url: `${origin()}/map.xml`, refresh: 'daily' })
  await untilSite(id, { lastFailure, checked: null, due: new Date(now + DAY / 96).toISOString() })
  serve({ '/map.xml': mapOf('/late'), '/late': plain('fennel') })
  await advance(DAY / 96)
  await until(id, { '/late': { status: ready } })
  await untilSite(id, { lastFailure: null, checked: new Date(now).toISOString() })
})

test('a site passes its interval to its pages and is removed with them', async () => {
  serve({ '/r/': html('oregano', 'x'), '/r/x': plain('parsley') })
  const { id, site } = await add({ kind: 'below', url: `${origin()}/r/` })
  await until(id, { '/r/': { status: ready }, '/r/x': { status: ready } })
  const { data } = await anna.client.call(sites.update, {
    params: { id: site.id },
    body: { refresh: 'weekly' },
  })
  expect(data.site).toMatchObject({ refresh: 'weekly', limit: 50 })
  const due = new Date(now + 7 * DAY).toISOString()
  await until(id, { '/r/': { refresh: 'weekly', due }, '/r/x': { refresh: 'weekly', due } })
  await anna.client.call(sites.remove, { params: { id: site.id } })
  expect(await mediaOf(id)).toEqual([])
  const { rows } = await app.db.pool.query('SELECT FROM chunks WHERE datasource_id = $1', [id])
  expect(rows).toEqual([])
  expect(await siteOf(id)).toBeUndefined()
})

test.each([
  [{ kind: 'below', url: 'http://user:pass@site.test/' }, 400],
  [{ kind: 'below', url: 'http://site.test:1/' }, 400],
  [{ kind: 'sitemap', url: 'no address' }, 400],
  [{ kind: 'other', url: 'http://site.test/' }, 400],
  [{ kind: 'below', url: 'http://site.test/', limit: 501 }, 400],
  [{ kind: 'below', url: 'http://site.test/', limit: 0 }, 400],
  [{ kind: 'below', url: 'http://site.test/', refresh: 'hourly' }, 400],
])('%j is refused with %i', async (body, status) => {
  await expect(add(body as Body)).rejects.toMatchObject({ status })
})
