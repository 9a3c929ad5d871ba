import { expect, test } from 'vitest'
import { folderOf, linksOf, locationsOf, pagesAmong } from './links.ts'

const START = new URL('https://example.org/guide/')
const hrefs = async (html: string, page = START.href) => (await linksOf(html, page)).map(({ href }) => href)
const below = (...urls: string[]) =>
  pagesAmong(
    urls.map((url) => new URL(url)),
    START,
    { kind: 'below' },
  )

test('links are found in order, in any notation', async () => {
  const html = `<A HREF=first.html>1</A> <a class="x" href='second?a=1&amp;b=2#part'>2</a>
    <a\nhref = "/third" rel="next">3</a> <a rel="external nofollow" href="no">4</a> <a name="x">5</a> <area href="no">
    <a data-href="no" href="http://[">6</a>`
  expect(await hrefs(html)).toEqual([
    'https://example.org/guide/first.html',
    'https://example.org/guide/second?a=1&b=2#part',
    'https://example.org/third',
  ])
})

test('links are resolved against a base address', async () => {
  const page = '<base href="/other/"><a href="page">x</a>'
  expect(await hrefs(page)).toEqual(['https://example.org/other/page'])
})

test('a malicious page or site map is scanned within five seconds of processor time', async () => {
  const begun = process.threadCpuUsage()
  for (const piece of ['<a ', '<a href="', '<base ', '<a href = ', 'href='])
    await linksOf(piece.repeat(1_000_000), START.href)
  for (const piece of ['<loc>', '<loc><![CDATA[', '&#1', '<loc>a'])
    await locationsOf(Buffer.from(piece.repeat(1_000_000)), 50_000)
  const { user, system } = process.threadCpuUsage(begun)
  expect(user + system).toBeLessThan(5_000_000)
})

test.each([
  ['https://example.org/guide/', '/guide/'],
  ['https://example.org/guide', '/guide/'],
  ['https://example.org/guide/index.html', '/guide/'],
  ['https://example.org', '/'],
])('the pages below %s are under %s', (address, folder) => {
  expect(folderOf(new URL(address))).toBe(folder)
})

test('only pages of the same host under the path belong to a folder, each once', () => {
  expect(
    below(
      'https://example.org/guide',
      'https://example.org/guide/a#one',
      'https://example.org/guide/a#two',
      'https://www.example.org/guide/b.pdf',
      'https://example.org/guide/v1.2',
      'https://example.org/guidelines',
      'https://example.org/guide/../secret',
      'https://example.org:8080/guide/c',
      'https://other.org/guide/d',
      'https://example.org.evil.org/guide/d',
      'https://anna@example.org/guide/e',
      'ftp://example.org/guide/f',
      'https://example.org/guide/g.png',
      'https://example.org/guide/h.zip',
      `https://example.org/guide/${'i'.repeat(2_000)}`,
    ),
  ).toEqual([
    'https://example.org/guide',
    'https://example.org/guide/a',
    'https://www.example.org/guide/b.pdf',
    'https://example.org/guide/v1.2',
  ])
})

const named = async (xml: string, most = 50_000) => {
  const { isIndex, urls } = await locationsOf(Buffer.from(xml), most)
  return { isIndex, urls: urls.map(({ href }) => href) }
}

test('a site map lists pages, an index lists site maps, and custom entities are not expanded', async () => {
  const map = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY secret SYSTEM "file:///etc/passwd">]>
    <urlset><url><loc> https://example.org/a?x=1&amp;y=2 </loc><image:loc>no</image:loc></url>
    <url><loc><![CDATA[https://example.org/b]]></loc></url><url><loc>https://example.org/&secret;</loc></url></urlset>`
  expect(await named(map)).toEqual({
    isIndex: false,
    urls: ['https://example.org/a?x=1&y=2', 'https://example.org/b', 'https://example.org/&secret;'],
  })
  const index =
    '<sitemapindex xmlns="x"><sitemap><loc>https://example.org/1.xml</loc></sitemap></sitemapindex>'
  expect(await named(index)).toEqual({ isIndex: true, urls: ['https://example.org/1.xml'] })
})

test('a large site map is read up to a limit without blocking other work', async () => {
  const pages = Array.from(
    { length: 30_000 },
    (_, index) => `https://example.org/guide/${index}?long=${'x'.repeat(index % 40)}`,
  )
  const map = `<urlset>${pages.map((page) => `<url><loc>${page}</loc></url>`).join('\n')}</urlset>`
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  expect((await named(map)).urls).toEqual(pages)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(3)
  expect((await named(map, 12_345)).urls).toEqual(pages.slice(0, 12_345))
})

test('all links of a large page are found without blocking other work', async () => {
  const pages = Array.from(
    { length: 19_000 },
    (_, index) => `https://example.org/guide/${index}?long=${'x'.repeat(index % 40)}`,
  )
  const html = pages.map((page) => `<p>Page <a class="link" href="${page}">here</a></p>`).join('\n')
  expect(html.length).toBeLessThan(2_000_000)
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  expect(await hrefs(html)).toEqual(pages)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(3)
})
