import { expect, test } from 'vitest'
import { loadHtml } from '../html.ts'

const read = await loadHtml()
const page = async (html: string) =>
  (await read(Buffer.from(html))).blocks.map(({ kind, text }) => [kind, text])
const body = (html: string) => page(`<html><body>${html}</body></html>`)

test.each<[what: string, html: string, blocks: string[][]]>([
  [
    'empty cells',
    '<table><tr><th>Room<th>May<th>June<th>July<tr><td>Blue<td>80<td><td>60</table>',
    [['table', 'Room | May | June | July\nBlue | 80 |  | 60']],
  ],
  [
    'cells over several rows',
    '<table><tr><th>Group<th>Name<tr><td rowspan=2>North<td>Ada<tr><td>Bea<tr><td>South<td>Cem</table>',
    [['table', 'Group | Name\nNorth | Ada\nNorth | Bea\nSouth | Cem']],
  ],
  [
    'cells over several columns',
    '<table><tr><th colspan=2>2024<th>2025<tr><td>1<td>2<td>3<tr><td colspan=3>All</table>',
    [['table', '2024 | 2024 | 2025\n1 | 2 | 3\nAll']],
  ],
  [
    'paragraphs of a cell',
    '<table><tr><th>A<td><ul><li>Bill Gates</li><li>Paul Allen</li></ul><tr><th>B<td>One Way,<br>Redmond</table>',
    [['table', 'A | Bill Gates / Paul Allen\nB | One Way, / Redmond']],
  ],
  [
    'a table in a table',
    '<table><tr><th>A<th>B<tr><td>1<td>in:<table><tr><td>x<td>y</table><tr><td>2<td>3</table>',
    [
      ['table', 'A | B\n1 | in:'],
      ['table', 'x | y'],
      ['table', '2 | 3'],
    ],
  ],
  [
    'a table that only arranges',
    '<table><tr><td>One</td></tr><tr><td><p>Two</p><p>Three</p></td></tr></table>',
    [
      ['text', 'One'],
      ['text', 'Two'],
      ['text', 'Three'],
    ],
  ],
  [
    'headings in cells',
    '<table><tr><td><h3>Room</h3><td><h3>Price</h3><tr><td>Blue<td>80</table>',
    [['table', 'Room | Price\nBlue | 80']],
  ],
  [
    'lines around long cells',
    `<table style="border:1px solid black"><tr><td>Film<td>Plot<tr><td>One<td>${'She goes. '.repeat(300)}</table>`,
    [['table', `Film | Plot\nOne | ${'She goes. '.repeat(300).trim()}`]],
  ],
  [
    'captions',
    '<table><caption>Prices</caption><tr><td>1<td>2</table>',
    [
      ['text', 'Prices'],
      ['table', '1 | 2'],
    ],
  ],
])('keeps tables as they are seen: %s', async (_, html, blocks) => {
  expect(await body(html)).toEqual(blocks)
})

test.each<[what: string, html: string, blocks: string[][]]>([
  ['nested lists', '<ul><li>a<ol start=3><li>b<li>c</ol><li>d</ul>', [['list', '- a\n  3. b\n  4. c\n- d']]],
  ['numbers of items', '<ol type=a><li>x<li value=5>y</ol>', [['list', 'a. x\ne. y']]],
  ['terms', '<dl><dt>Term<dd>What it is</dl>', [['list', 'Term\n  What it is']]],
  ['line breaks', '<p>One Way,<br>Redmond</p>', [['text', 'One Way,\nRedmond']]],
  ['links', 'See <a href="/wiki/A_(b)">the page</a>.', [['text', 'See the page.']]],
  ['links beside each other', '<a href=1>One</a><a href=2>Two</a>', [['text', 'One Two']]],
  ['parts of a word', '<span>Uni</span><b>versity</b>', [['text', 'University']]],
  ['signs of Markdown', 'max_retry_count, [draft] 1. #5 *', [['text', 'max_retry_count, [draft] 1. #5 *']]],
  ['code', '<pre><code>if a_b:\n    <b>go</b>()\n</code></pre>', [['code', 'if a_b:\n    go()']]],
  ['raised digits', '10<sup>6</sup> m<sup>-2</sup>', [['text', '10⁶ m⁻²']]],
  ['soft hyphens', 'Donau&shy;dampf', [['text', 'Donaudampf']]],
  ['ruby', '<ruby>漢<rt>kan</rt></ruby>字', [['text', '漢字']]],
  ['hidden text', 'a<p hidden>b</p><p style="display: none">c</p><p aria-hidden=true>d</p>', [['text', 'a']]],
  [
    'fields',
    '<label>City <input value=Sofia></label><input type=checkbox checked>yes',
    [['text', 'City Sofia [x] yes']],
  ],
  [
    'TeX',
    'x <math><semantics><mi>a</mi><annotation encoding="application/x-tex">a^2</annotation></semantics></math>',
    [['text', 'x $a^2$']],
  ],
  ['fractions', '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>', [['text', '$\\frac{1}{2}$']]],
  [
    'details',
    '<details><summary>More</summary>Inside</details>',
    [
      ['text', 'More'],
      ['text', 'Inside'],
    ],
  ],
])('reads the text as it is seen: %s', async (_, html, blocks) => {
  expect(await body(html)).toEqual(blocks)
})

test.each([
  ['without html and head', '<title>T</title><body class="d"><h1>A</h1><p>b</p></body>'],
  ['a head without its page', '<head><title>T</title></head><body bgcolor="red"><h1>A</h1><p>b</p>'],
  [
    'several html',
    '<!--[if IE 7]><html><![endif]--><html lang=a><html lang=b><head></head><body><h1>A</h1><p>b</p>',
  ],
  [
    'text before the page',
    '<br><b></b><html><head><title>T</title></head><body><h1>A</h1><p>b</p></body></html>',
  ],
  ['a page in a page', '<html><body><h1>A</h1><html><body></body></html><p>b</p></body></html>'],
])('all text is read where parts of the page are missing or repeated: %s', async (_, html) => {
  expect((await page(html)).slice(-2)).toEqual([
    ['heading', 'A'],
    ['text', 'b'],
  ])
})

test('the title comes first, and once', async () => {
  expect(await page('<title>Rates – Hotel</title><h1>Rates</h1><p>x')).toEqual([
    ['heading', 'Rates'],
    ['text', 'x'],
  ])
  expect((await page('<title>Rates</title><p>x'))[0]).toEqual(['heading', 'Rates'])
})

test('navigation, banners and footers are left out, and no table of the page', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => `<tr><td>Station ${n}<td>${n * 100}`).join('')
  const blocks = await body(
    `<nav><ul><li><a href=/>Home</a></ul></nav><div class="cookie-banner">We use cookies</div>
    <h1>Stations</h1><p>All of them.</p><table><tr><th>Name<th>Height${rows}</table><p>Last change in May.</p>
    <footer>Imprint</footer>`,
  )
  expect(blocks.map(([kind]) => kind)).toEqual(['heading', 'text', 'table', 'text'])
  expect(blocks[2]?.[1]?.split('\n')).toHaveLength(41)
})

test('a part that only has cookies in its name is read', async () => {
  const banner = '<div class="cookie-consent-banner">We use cookies</div>'
  const recipe = '<div class="cookie-recipe-container"><p>Butter and sugar</p></div>'
  expect(await body(`${banner}<h1>Cookies</h1>${recipe}`)).toMatchObject([
    ['heading', 'Cookies'],
    ['text', 'Butter and sugar'],
  ])
})

test('pictures are counted, with their descriptions as text', async () => {
  const { blocks, warnings } = await read(
    Buffer.from('<p>A<img src=a alt="A dog"><img src=b><img src=c alt="">'),
  )
  expect(blocks[0]?.text).toBe('A A dog')
  expect(warnings).toEqual([{ code: 'pictures', pages: [], count: 2 }])
})

test('an empty element of XHTML has no content', async () => {
  const html =
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x"/></head><body><div/><p>seen</p></body></html>'
  expect(await page(html)).toEqual([['text', 'seen']])
})

test('a declared encoding counts only if the text is in it', async () => {
  const bytes = Buffer.concat([Buffer.from('<meta charset=utf-8><p>'), Buffer.from('Größe', 'latin1')])
  expect((await read(bytes)).blocks[0]?.text).toBe('Größe')
})

test.each([
  ['tables', '<table><tr><td>x'.repeat(20_000)],
  ['lists', '<ul><li>x'.repeat(20_000)],
  ['wide cells', `<table>${'<tr><td colspan=200 rowspan=200>x'.repeat(20_000)}`],
  [
    'large cells',
    `<table><tr><td colspan=200 rowspan=200>${'x'.repeat(500_000)}<td>y${'<tr><td>z'.repeat(300)}`,
  ],
  ['navigation', '<nav class=cookie-bar>x'.repeat(20_000)],
  ['formulas', `<math>${'<mfrac>'.repeat(20_000)}`],
])('%s without end are read in linear time', async (_, html) => {
  const begun = performance.now()
  await read(Buffer.from(html))
  // Quadratic time would be minutes.
  expect(performance.now() - begun).toBeLessThan(10_000)
})
