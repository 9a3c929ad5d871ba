import { BRANDING_LIMITS, COLOUR_ROLES, contract } from '@polylogue/contract'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#access/index.ts'
import { openLog } from '#platform/log.ts'
import { jpeg, png } from '#test/pictures.ts'
import { rawRequest } from '#test/raw-request.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { fileName } from './rules.ts'
import { brandingService } from './service.ts'
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

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="#123456"/></svg>'
const tokens = Object.fromEntries(COLOUR_ROLES.map((role) => [role, '#123456'])) as Record<
  (typeof COLOUR_ROLES)[number],
  string
>
const colours = { fill: '#123456', accent: '#123456', light: tokens, dark: { ...tokens, fill: '#abcdef' } }
const file = async () => (await served('branding.json')).json() as Promise<Record<string, unknown>>

describe('the branding (BRAND-1, BRAND-2)', () => {
  test('is stored as files that the next page loads, and a reset removes them', async () => {
    expect((await served('branding.json')).status).toBe(404)
    const logo = { light: base64(SVG), dark: base64(png()) }
    const custom = '.x { color: red }'
    await update({ name: ' Stadtwerke ', signInText: 'Willkommen', colours, logo, customStylesheet: custom })
    const stored = await file()
    expect(stored).toMatchObject({ name: 'Stadtwerke', signInText: 'Willkommen', colours })
    const { light, dark } = stored['logo'] as { light: string; dark: string }
    expect([await (await served(light)).text(), (await served(dark)).headers.get('content-type')]).toEqual([
      SVG,
      'image/png',
    ])
    expect(await (await served(String(stored['customStylesheet']))).text()).toBe(custom)
    const sheet = await served(String(stored['colourStylesheet']))
    expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(await sheet.text()).toMatch(
      /^:root\{--pl-fill:#123456;[^}]*\}\n\[data-mantine-color-scheme='dark'\]\{--pl-fill:#abcdef/,
    )

    lay('own.png', png())
    await root.client.call(contract.branding.reset)
    expect(readdirSync(folder)).toEqual(['own.png'])
    expect((await served('branding.json')).status).toBe(404)
  })

  test('keeps what a change does not name, and files of the operator; replaced files are removed', async () => {
    lay('own.css', '.own { color: red }')
    lay(
      'branding.json',
      JSON.stringify({ customStylesheet: 'own.css', logo: { light: 'own.svg' }, note: 'ours' }),
    )
    const first = await update({ logo: { dark: base64(SVG) } })
    expect(first).toMatchObject({ customStylesheet: 'own.css', logo: { light: 'own.svg' } })
    const second = await update({ logo: { dark: base64(jpeg()) } })
    expect(second.logo.dark).toMatch(/^logo-dark-[0-9a-f]{12}\.jpg$/)
    expect(readdirSync(folder).toSorted()).toEqual(['branding.json', second.logo.dark, 'own.css'])
    expect(await file()).toMatchObject({ note: 'ours', customStylesheet: 'own.css' })
    expect((await update({ logo: { dark: null }, customStylesheet: null })).customStylesheet).toBeNull()
  })

  test('of an outdated page is refused, and one change at a time is made', async () => {
    const { version } = await update({ name: 'A' })
    await update({ name: 'B' })
    await expect(update({ name: 'C', version })).rejects.toMatchObject({ status: 409, code: 'CONFLICT' })
    const current = (await root.client.call(contract.branding.get)).data.branding.version
    const both = await Promise.allSettled(['D', 'E'].map((name) => update({ name, version: current })))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('is the super user’s alone', async () => {
    for (const roleId of [3, 4]) {
      const other = await app.deps.user({ roleId })
      const denied = { status: 403, code: 'PERMISSION_DENIED' }
      await expect(other.client.call(contract.branding.get)).rejects.toMatchObject(denied)
      await expect(update({ name: 'x' }, other)).rejects.toMatchObject(denied)
      await expect(other.client.call(contract.branding.reset)).rejects.toMatchObject(denied)
    }
    expect(existsSync(join(folder, 'branding.json'))).toBe(false)
  })

  test('has a customer id and a name apart; without an id, pages load a branding only once there is one', async () => {
    const configOf = async (of: TestApp) =>
      (await (await fetch(`${of.url}/static/data/config.json`)).json()) as Record<string, unknown>
    expect(await configOf(app)).toMatchObject({ customer: 'stadtwerke', customerName: 'Stadtwerke Neustadt' })
    await using bare = await testApp()
    const { client } = await bare.deps.user({ roleId: 1 })
    expect((await configOf(bare))['customer']).toBe('')
    const body = { version: '', name: 'Werke', signInText: '', colours: null }
    await client.call(contract.branding.update, { body })
    expect((await configOf(bare))['customer']).toBe('default')
  })

  test('of a configuration with a name as customer has an id made of it, and the log says so (BRAND-1)', async () => {
    await using old = await testApp({ file: { customer: 'Stadtwerke GmbH' } })
    const config = await (await fetch(`${old.url}/static/data/config.json`)).json()
    expect(config).toMatchObject({ customer: 'stadtwerke-gmbh', customerName: 'Stadtwerke GmbH' })
    expect(old.logged()).toMatch(/“customer” of the configuration file is “Stadtwerke GmbH”/)
    expect(app.logged()).not.toMatch(/“customer” of the configuration file/)
    const { client } = await old.deps.user({ roleId: 1 })
    const body = { version: '', name: '', signInText: '', colours: null }
    await client.call(contract.branding.update, { body })
    const folderOfId = join(old.db.dataDir, 'static/customer-branding/stadtwerke-gmbh')
    expect(readdirSync(folderOfId)).toEqual(['branding.json'])
  })

  test('refuses texts that are too long', async () => {
    expect((await update({ signInText: 'x'.repeat(BRANDING_LIMITS.signInText) })).signInText).toHaveLength(
      500,
    )
    for (const change of [{ signInText: 'x'.repeat(501) }, { name: 'x'.repeat(101) }])
      await expect(update(change)).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  })
})

describe('a stylesheet (BRAND-3)', () => {
  test.each([
    ':root { --pl-fill: #123; }',
    '@media (min-width: 40em) { .x { background: url(back.png) no-repeat; scroll-behavior: smooth } }',
    '@font-face { font-family: X; src: url("./fonts/x.woff2") format("woff2") }',
    `.x { background: url(data:image/png;base64,${'A'.repeat(90_000)}) }`,
    '.x::before { content: "\\201C @ (url"; color: rgb(0 0 0 / 50%); width: calc(1px + (2px * 3)) }',
    'a[href^="https://example.org"] { color: red }',
    '.x { position: fixed; inset: 0; z-index: 9999 }',
    '@charset "utf-8"; @keyframes x { from { left: 0 } }',
  ])('is accepted and served: %.60s', async (css) => {
    const { customStylesheet } = await update({ customStylesheet: css })
    expect(await (await served(String(customStylesheet))).text()).toBe(css)
  })

  const ATTACKS: [string, string, RegExp][] = [
    ['an import', '@import "evil.css";', /imports another stylesheet, line 1/],
    ['an import in capitals', '\n\n@IMPORT url(x.css);', /imports another stylesheet, line 3/],
    ['an escaped import', '@\\69 mport "x.css";', /imports/],
    ['an import after a broken comment', '/* \\*/ @import "x";', /imports/],
    ['a remote picture', '.x { background: url(http://evil.example/x) }', /address http:\/\/evil/],
    ['a host without a scheme', '.x { background: url("//evil.example/x") }', /address \/\/evil/],
    ['an escaped function', '.x { background: u\\72l(//evil.example) }', /address \/\/evil/],
    ['an escaped scheme', '.x { background: url(ht\\74p://evil.example) }', /address ht/],
    ['a line break in a scheme', '.x { background: url("ht\\A tp://evil.example") }', /not allowed/],
    ['backslashes', '.x { background: url("\\\\\\\\evil.example") }', /not allowed/],
    ['a call of the API', '.x { background: url(/api/v1/auth/logout) }', /not allowed/],
    ['a way up', '.x { background: url(../../api/v1/health) }', /not allowed/],
    ['an SVG as data', '.x { background: url(data:image/svg+xml;base64,AAAA) }', /not allowed/],
    ['HTML as data', '.x { background: url(data:text/html,x) }', /not allowed/],
    ['a script address', '.x { background: url(javascript:alert(1)) }', /javascript:/],
    ['an image set', '.x { background: image-set("https://evil.example/x" 1x) }', /image-set\(\) is/],
    ['a prefixed image set', '.x { background: -webkit-image-set("x" 1x) }', /image-set\(\) is/],
    ['a picture by src', '.x { background: src("https://evil.example") }', /src\(\) is/],
    ['a custom property with an address', ':root { --x: url(https://evil.example) }', /not allowed/],
    ['an expression', '.x { width: expression(alert(1)) }', /expression\(\) is/],
    ['a behaviour', '.x { behavior: url(x.htc) }', /property behavior/],
    ['an escaped behaviour', '.x { behavio\\72: x }', /property behavior/],
    ['a binding', '.x { -moz-binding: url(x.xml) }', /property -moz-binding/],
    ['a name space', '@namespace url(x);', /@namespace is not allowed/],
    ['a document rule', '@document url(x) { }', /@document is not allowed/],
    ['deep nesting', `${'a{'.repeat(20_000)}`, /more than 24 levels/],
    ['deep parentheses', `.x{width:${'calc('.repeat(9_000)}`, /more than 24 levels/],
    ['the end of a style element', '</style><script>alert(1)</script>', /cannot be read/],
    ['an open block', '.x { color: red', /cannot be read \(Unclosed block\), line 1/],
    ['an open string', '.x { content: "a }', /cannot be read/],
    ['100,001 bytes', 'x'.repeat(100_001), /more than 100000 bytes/],
    ['10 MB', '/*'.padEnd(10_000_000, 'x'), /more than 100000 bytes/],
  ]
  test.each(ATTACKS)('with %s is refused with a sentence', async (_, css, sentence) => {
    expect(await refused({ customStylesheet: css })).toMatch(sentence)
    expect(existsSync(folder)).toBe(false)
  })

  test.each(ATTACKS.filter(([name]) => name !== '10 MB'))(
    'with %s is not sent either, when it lies in the folder',
    async (_, css, sentence) => {
      lay('own.css', css)
      const reply = await served('own.css')
      expect([reply.status, reply.headers.get('content-type')]).toEqual([403, 'text/plain; charset=utf-8'])
      expect(await reply.text()).toMatch(sentence)
    },
  )

  test('with NUL is neither accepted nor sent', async () => {
    const css = '.x { color: r\0ed }'
    await expect(update({ customStylesheet: css })).rejects.toMatchObject({ status: 400 })
    lay('own.css', css)
    expect((await served('own.css')).status).toBe(403)
  })

  test('in another encoding, or compressed beside a safe one, is not sent', async () => {
    lay('own.css', Buffer.from('\ufeff.x { color: red }', 'utf16le'))
    expect((await served('own.css')).status).toBe(403)
    lay('own.css', '.x { color: red }')
    lay('own.css.br', 'brotli')
    const reply = await served('own.css', { 'accept-encoding': 'br' })
    expect(await reply.text()).toBe('.x { color: red }')
    lay('own.css', '@import "x";')
    expect((await served('own.css')).status).toBe(403)
  })

  test('of the worst text is checked within 200 ms', async () => {
    const worst = ['url(', 'u', '\\', '/*', '"', '(', 'a:b;', ' ', '@media x{}'].map((part) =>
      part.repeat(100_000).slice(0, 99_990),
    )
    const { refusalOfStylesheet } = await import('./stylesheet.ts')
    for (const css of worst) {
      const began = process.cpuUsage()
      refusalOfStylesheet(css)
      const { user } = process.cpuUsage(began)
      expect([css.slice(0, 5), user < 200_000]).toEqual([css.slice(0, 5), true])
    }
  })
})

test.each([
  '/static/customer-branding/../x/branding.json',
  '/static/customer-branding/..%2fx/branding.json',
  '/static/customer-branding/%2e%2e/data/plugins.json',
  '/static/customer-branding/stadtwerke/../../data/plugins.json',
  '/static/customer-branding/Stadtwerke/branding.json',
  '/static/customer-branding/stadtwerke/./branding.json',
  '/static//customer-branding/stadtwerke/own.html',
  '/static/%63ustomer-branding/stadtwerke/own.html',
  '/static/./customer-branding/stadtwerke/own.css',
  '/static/x/../customer-branding/stadtwerke/own.css',
  '/static/customer-branding/stadtwerke/own.html',
  '/static/customer-branding/stadtwerke/own.js',
  '/static/customer-branding/stadtwerke/',
])('%s is not found', async (path) => {
  for (const name of ['branding.json', 'own.html', 'own.js', 'own.css']) lay(name, '@import "x"')
  const { port } = new URL(app.url)
  const reply = await rawRequest(Number(port), (socket) => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  })
  expect([403, 404]).toContain(reply.status)
  expect(reply.text).not.toContain('@import')
})

test('a file that two super users change at once, with two servers, has one of the changes (BRAND-4)', async () => {
  const service = () =>
    brandingService({
      audit: { record: async () => undefined },
      db: app.db,
      log: openLog('error', { write: () => undefined }),
      customer: 'stadtwerke',
      staticRoots: [join(app.db.dataDir, 'static')],
    })
  const by = { roleId: 1 } as Person
  const change = (name: string) => ({ version: '', name, signInText: '', colours: null, logo: {} })
  const both = await Promise.allSettled([
    service().update(by, change('A')),
    service().update(by, change('B')),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
})

test('what cannot be written is said, and leaves the branding and no half-written files (BRAND-4)', async () => {
  await update({ name: 'Werke', logo: { light: base64(SVG) } })
  const names = readdirSync(folder)
  // A folder in place of the file to write: the rename fails after everything was written.
  const next = fileName('logo-dark', { bytes: Buffer.from(SVG), ending: 'svg' })
  mkdirSync(join(folder, next))
  await expect(update({ name: 'Neu', logo: { dark: base64(SVG) } })).rejects.toMatchObject({
    status: 503,
    code: 'STORAGE_UNAVAILABLE',
  })
  rmSync(join(folder, next), { recursive: true })
  expect(readdirSync(folder)).toEqual(names)
  expect(await file()).toMatchObject({ name: 'Werke' })
})

test('a full disk while a logo is stored is said as such, and the old logo stays (BRAND-4)', async () => {
  await update({ name: 'Werke', logo: { light: base64(SVG) } })
  const names = readdirSync(folder)
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const { writeFile } = promises
  // The logo first, then the file that names it.
  for (const written of [0, 1]) {
    let left = written
    promises.writeFile = (...file) => (left-- > 0 ? writeFile(...file) : Promise.reject(full))
    syncBuiltinESMExports()
    const updated = update({ name: 'Neu', logo: { dark: base64(SVG) } }).finally(() => {
      promises.writeFile = writeFile
      syncBuiltinESMExports()
    })
    await expect(updated).rejects.toMatchObject({ status: 507, code: 'STORAGE_FULL' })
  }
  expect(readdirSync(folder)).toEqual(names)
  expect(await file()).toMatchObject({ name: 'Werke' })
  await update({ name: 'Neu', logo: { dark: base64(SVG) } })
})

test.each([
  ['no JSON', '{ "name": ', 'broken'],
  ['a list', '[]', 'broken'],
  ['5 MB', '{"name":"a"}'.padEnd(5_000_000, ' '), 'read'],
  ['too long to be read whole', `{"name":"${'a'.repeat(200_000)}"}`, 'broken'],
  ['wrong types', '{"name":7,"logo":"x","colours":{"fill":"red;}"},"customStylesheet":[]}', 'read'],
  ['prototypes', '{"__proto__":{"name":"x"},"constructor":1}', 'read'],
  ['a mark of the byte order', '\ufeff{"name":""}', 'read'],
])(
  'branding.json that was broken by hand (%s) is shown as such, and saving mends it',
  async (_, content, as) => {
    lay('branding.json', content)
    const { data } = await root.client.call(contract.branding.get)
    expect(data.branding.isBroken).toBe(as === 'broken')
    const mended = await update({ name: 'Werke' })
    expect(mended).toMatchObject({ name: 'Werke', isBroken: false, colours: null, customStylesheet: null })
    expect((await served('branding.json')).status).toBe(200)
  },
)

test('what lies in the folder and is not JSON is not sent as the branding', async () => {
  lay('branding.json', '{ "name": ')
  const reply = await served('branding.json')
  expect(reply.status).toBe(403)
  expect(await reply.text()).toMatch(/cannot be read \(JSON\)/)
  expect((await root.client.call(contract.branding.get)).data.branding.name).toBe('')
  lay('branding.json', '{ "name": "Werke" }')
  expect(await file()).toEqual({ name: 'Werke' })
  expect(readFileSync(join(folder, 'branding.json'), 'utf8')).toContain('Werke')
})
