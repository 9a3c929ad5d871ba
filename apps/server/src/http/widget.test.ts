// The widget's scripts and its page for frames (CHATBOT-6, decision 159).
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCall, httpServer, webFiles, type HttpServer } from '#test/http-server.ts'

const SITES: Readonly<Record<string, readonly string[]>> = {
  known: ['https://www.example.org', 'http://localhost:8080'],
  closed: [],
}

const files = webFiles()
const widgetRoot = join(files.root, 'widget')
mkdirSync(widgetRoot)
writeFileSync(join(widgetRoot, 'widget.js'), 'console.log("the widget")')
writeFileSync(join(widgetRoot, 'widget.js.br'), 'brotli')
writeFileSync(join(widgetRoot, 'secret.js'), 'secret')

let server: HttpServer
beforeAll(async () => {
  server = await httpServer(
    everyCall(() => undefined as never),
    { ...files, widgetRoot, framesOf: async (identifier) => SITES[identifier] ?? [] },
  )
})
afterAll(() => server.close())

const get = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init)
const policyOf = (reply: Response) => reply.headers.get('content-security-policy') ?? ''
const framedBy = (reply: Response) => /frame-ancestors ([^;]*)/.exec(policyOf(reply))?.[1]

test('every page may load the script, which is asked for again soon and not sent twice', async () => {
  const reply = await get('/widget.js', { headers: { origin: 'https://www.example.org' } })
  expect([reply.status, await reply.text()]).toEqual([200, 'console.log("the widget")'])
  for (const [name, value] of [
    ['access-control-allow-origin', '*'],
    ['access-control-allow-credentials', null],
    ['cross-origin-resource-policy', 'cross-origin'],
    ['cache-control', 'public, max-age=300'],
    ['vary', 'accept-encoding'],
    ['x-content-type-options', 'nosniff'],
  ] as const)
    expect([name, reply.headers.get(name)]).toEqual([name, value])
  expect(reply.headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
  const etag = reply.headers.get('etag') ?? ''
  expect(etag).not.toBe('')
  const again = await get('/widget.js', { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })
  expect(again.status).toBe(304)
  const head = await get('/widget.js', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const compressed = await get('/widget.js', { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  expect(compressed.headers.get('content-encoding')).toBe('br')
})

test('of the built widget nothing but its two scripts is sent; one that is not built is no page', async () => {
  const missing = await get('/widget-more.js')
  expect([missing.status, await missing.text()]).toEqual([404, 'There is no such file.'])
  for (const path of ['/secret.js', '/widget/../secret.js', '/widget.js.br', '/widget.js.map'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('only the sites of a chatbot show its page in a frame; of an unknown one nobody does (CHATBOT-6)', async () => {
  const known = await get('/widget/known')
  expect([known.status, framedBy(known), known.headers.get('x-frame-options')]).toEqual([
    200,
    'https://www.example.org http://localhost:8080',
    null,
  ])
  expect(known.headers.get('cache-control')).toBe('no-store')
  expect(known.headers.get('x-robots-tag')).toBe('noindex')
  for (const identifier of ['closed', 'unknown', 'a'.repeat(300), '..', '%2e%2e']) {
    const reply = await get(`/widget/${identifier}`)
    expect([identifier, framedBy(reply)]).toEqual([identifier, "'none'"])
  }
  for (const path of ['/', '/projects', '/widget', '/widget/known/more', '/share/chats/eyJ0YWJJZCI6MX0']) {
    const reply = await get(path)
    expect([path, framedBy(reply), reply.headers.get('x-frame-options')]).toEqual([path, "'none'", 'DENY'])
  }
})

test('the page for frames is counted per address', async () => {
  const limited = await httpServer(
    everyCall(() => undefined as never),
    { ...files, widgetRoot, limits: { requestsPerMinute: 60 } },
  )
  const statuses = new Set<number>()
  for (let count = 0; count < 70; count++)
    statuses.add((await fetch(`${limited.url}/widget/any${count}`)).status)
  await limited.close()
  expect([...statuses]).toEqual([200, 429])
})

test('the page for frames runs the widget and nothing else, with a new nonce each time', async () => {
  const [one, two] = [await get('/widget/known'), await get('/widget/known')]
  const html = await one.text()
  const nonce = /script-src 'self' 'nonce-([\w-]{24})'/.exec(policyOf(one))?.[1]
  expect(html).toContain(`<script nonce="${nonce}" src="/widget.js" async>`)
  expect(policyOf(two)).not.toContain(nonce)
  expect(policyOf(one)).not.toMatch(/unsafe|\*/)
  for (const rule of ["default-src 'none'", "connect-src 'self'", "base-uri 'none'", "form-action 'none'"])
    expect(policyOf(one)).toContain(rule)
  const sent = encodeURIComponent(`"><script>alert(1)</script>'&`)
  const hostile = await (await get(`/widget/${sent}`)).text()
  expect(hostile).not.toContain('<script>')
  expect(hostile.match(/<script/g)).toHaveLength(1)
  expect(hostile).toContain('chatbot="&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#39;&#38;"')
})
