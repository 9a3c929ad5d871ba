import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { png } from '#test/pictures.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { base64, brandingIn } from './test/files.ts'

let app: TestApp
let root: TestUser
let folder: string

beforeAll(async () => {
  app = await testApp({ file: { customer: 'stadtwerke', customerName: 'Stadtwerke Neustadt' } })
  root = await app.deps.user({ roleId: 1 })
  folder = join(app.db.dataDir, 'static/customer-branding/stadtwerke')
})
afterAll(() => app.close())
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const { update, served, lay, refused } = brandingIn(() => ({ app, root, folder }))

describe('a logo (BRAND-3)', () => {
  const svg = (inside: string, attributes = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`

  test('of an editor is accepted, and sent so that nothing in it runs', async () => {
    const drawn = `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
      ${svg(
        `<sodipodi:namedview id="n" inkscape:zoom="2"/><metadata><rdf:RDF><cc:Work rdf:about=""/></rdf:RDF></metadata>
         <defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
         <style>.b { fill: url(#a) }</style><path class="b" d="M0 0h1" style="fill:url(#a)"/><use xlink:href="#a"/>
         <image href="data:image/png;base64,AAAA"/>`,
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:cc="http://creativecommons.org/ns#" xmlns:xlink="http://www.w3.org/1999/xlink"',
      )}`
    const { logo } = await update({ logo: { light: base64(drawn) } })
    const reply = await served(String(logo.light))
    expect(reply.status).toBe(200)
    const policy = (reply.headers.get('content-security-policy') ?? '').split('; ')
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox']))
    expect(policy.join()).not.toContain('script')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  })

  const ATTACKS: [string, string, RegExp][] = [
    ['a script', svg('<script>alert(1)</script>'), /element <script> is not allowed, line 1/],
    ['a script with a prefix', svg('<x:script>alert(1)</x:script>', 'xmlns:x="u"'), /element <x:script>/],
    ['a prefix for SVG', svg('<x:a/>', 'xmlns:x="http://www.w3.org/2000/svg"'), /attribute xmlns:x/],
    ['a prefix for HTML', svg('<x:b/>', 'xmlns:x="http://www.w3.org/1999/xht&#109;l"'), /attribute xmlns:x/],
    ['another name space inside', svg('<g xmlns="http://www.w3.org/1999/xhtml"/>'), /attribute xmlns=/],
    ['an event handler', svg('', 'onload="alert(1)"'), /attribute onload/],
    ['an event handler inside', svg('<g OnClick="alert(1)"/>'), /attribute OnClick/],
    ['HTML', svg('<foreignObject><b/></foreignObject>'), /element <foreignObject>/],
    ['a link', svg('<a href="javascript:alert(1)"/>'), /element <a>/],
    ['an animation', svg('<animate attributeName="href"/>'), /element <animate>/],
    ['a remote picture', svg('<image href="https://evil.example/x.png"/>'), /address https:/],
    ['a remote use', svg('<use xlink:href="//evil.example/x.svg#a"/>'), /address \/\/evil/],
    ['an SVG inside as data', svg('<image href="data:image/svg+xml;base64,AAAA"/>'), /address data:/],
    ['a remote fill', svg('<g fill="url(http://evil.example/#a)"/>'), /address http:/],
    ['an escaped remote fill', svg('<g style="fill:u&#92;72l(http://evil.example)"/>'), /address http:/],
    ['an import', svg('<style>@import "x";</style>'), /imports/],
    ['an import in CDATA', svg('<style><![CDATA[@import "x";]]></style>'), /imports/],
    ['another base', svg('', 'xml:base="https://evil.example/"'), /attribute xml:base/],
    ['a stylesheet before it', `<?xml-stylesheet href="x.css"?>${svg('')}`, /\?xml-stylesheet/],
    [
      'entities',
      `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${svg('<text>&b;</text>')}`,
      /declares entities/,
    ],
    ['an unknown entity', svg('<text>&b;</text>'), /cannot be read/],
    ['deep nesting', svg(`${'<g>'.repeat(20_000)}`), /more than 100 levels/],
    ['too many elements', svg('<g/>'.repeat(20_001)), /more than 20000 levels or parts/],
    [
      'ten levels of ten uses',
      svg(
        Array.from(
          { length: 10 },
          (_, at) => `<g id="l${at}">${`<use href="#l${at + 1}"/>`.repeat(10)}</g>`,
        ).join('') + '<path id="l10"/>',
      ),
      /more than 200000 levels or parts/,
    ],
    ['uses in a circle', svg('<g id="a"><use xlink:href="#a"/></g>'), /more than 200000 levels or parts/],
    [
      'patterns in patterns',
      svg(
        Array.from(
          { length: 7 },
          (_, at) => `<pattern id="p${at}">${`<path fill="url('#p${at + 1}')"/>`.repeat(10)}</pattern>`,
        ).join(''),
      ),
      /more than 200000 levels or parts/,
    ],
    [
      'a chain of 5,000 uses',
      svg(Array.from({ length: 5_000 }, (_, at) => `<use id="u${at}" href="#u${at + 1}"/>`).join('')),
      /more than 200000 levels or parts/,
    ],
    ['an open element', svg('<g>'), /cannot be read/],
    ['UTF-7', `<?xml version="1.0" encoding="UTF-7"?>${svg('')}`, /not UTF-8/],
    ['another root', '<html><svg/></html>', /not a PNG, JPEG or SVG/],
    ['200,001 bytes', svg(`<desc>${'x'.repeat(200_000)}</desc>`), /more than 200000 bytes/],
  ]
  test.each(ATTACKS)('with %s is refused with a sentence', async (_, text, sentence) => {
    expect(await refused({ logo: { dark: base64(text) } })).toMatch(sentence)
  })
  test.each(ATTACKS)('with %s is not sent either, when it lies in the folder', async (_, text) => {
    lay('own.svg', text)
    expect((await served('own.svg')).status).toBe(403)
  })

  test.each<[string, string]>([
    ['nothing', ''],
    ['a text', base64('hello')],
    ['a GIF', base64(Buffer.from('GIF89a/*'))],
    ['a PNG with an archive behind it', base64(Buffer.concat([png(), Buffer.from('504b0304', 'hex')]))],
    ['no base64', '<svg>'],
  ])('that is %s is refused', async (_, sent) => {
    expect(await refused({ logo: { light: sent } })).toMatch(/not a PNG, JPEG or SVG/)
  })

  test('of 10 MB, or of too many pixels, is refused', async () => {
    expect(await refused({ logo: { light: base64(Buffer.alloc(10_000_000)) } })).toMatch(
      /more than 512000 bytes/,
    )
    const bomb = png({ width: 30_000, height: 30_000, data: Buffer.from([0]) })
    expect(await refused({ logo: { light: base64(bomb) } })).toMatch(/more than 16000000 pixels/)
    await expect(update({ logo: { light: 'x'.repeat(14_000_001) } })).rejects.toMatchObject({ status: 400 })
  })
})
