import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall, httpServer, TOKEN, webFiles, type HttpServer } from '#test/http-server.ts'
import { rawRequest } from '#test/raw-request.ts'

const files = webFiles()
mkdirSync(join(files.webRoot, 'diagram'))
for (const name of ['draw.html', 'draw.js']) writeFileSync(join(files.webRoot, 'diagram', name), name)
writeFileSync(join(files.webRoot, 'manifest.webmanifest'), JSON.stringify({ name: 'Built', icons: [] }))
let server: HttpServer

beforeAll(async () => {
  const viewer = () => ({ html: '<!doctype html><script nonce="__NONCE__"></script>' })
  server = await httpServer(
    everyCall(() => undefined as never, { tools: { viewer } }),
    {
      ...files,
      registry: new Registry(),
    },
  )
})
afterAll(() => server.close())

const get = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { redirect: 'manual', ...init })

describe('pages', () => {
  test.each(['/', '/projects', '/projects/%7B%22name%22%3A%22a.b%2Fc%22%7D', '/users?x=1', '/sign-in/'])(
    '%s is the app page, never cached and with a new nonce each time',
    async (path) => {
      const [one, two] = await Promise.all([get(path), get(path)])
      expect(one.status).toBe(200)
      const nonceOf = (text: string) => /nonce="([\w-]{20,})"/.exec(text)?.[1]
      const nonce = nonceOf(await one.text())
      expect(nonce).toBeDefined()
      expect(nonce).not.toBe(nonceOf(await two.text()))
      expect(one.headers.get('content-security-policy')).toContain(`script-src 'self' 'nonce-${nonce}'`)
      expect(one.headers.get('content-security-policy')).not.toMatch(/unsafe|\*|http:/)
      expect(one.headers.get('cache-control')).toBe('no-store')
      expect(one.headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(one.headers.get('content-type')).toBe('text/html; charset=utf-8')
    },
  )

  test('a share link has the page of its own, which search engines and caches do not keep (SHARE-9)', async () => {
    const reply = await get('/share/chats/eyJ0YWJJZCI6MX0?lang=de')
    expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('The shared page')])
    const nonce = /nonce-([\w-]{20,})/.exec(reply.headers.get('content-security-policy') ?? '')?.[1]
    expect(nonce).toBeDefined()
    for (const [name, value] of [
      ['x-robots-tag', 'noindex'],
      ['cache-control', 'no-store'],
      ['referrer-policy', 'no-referrer'],
      ['x-frame-options', 'DENY'],
    ] as const)
      expect([name, reply.headers.get(name)]).toEqual([name, value])
    expect((await get('/share.html')).status).toBe(404)
    // Without a link it is the app, which leads to the start page.
    expect(await (await get('/share')).text()).not.toContain('The shared page')
  })

  test('the web manifest has the configured name', async () => {
    const reply = await get('/manifest.webmanifest')
    expect(reply.headers.get('content-type')).toContain('application/manifest+json')
    expect(await reply.json()).toEqual({ name: 'Test', short_name: 'Test', icons: [] })
  })

  test('HEAD returns no body, and other methods are refused with 405', async () => {
    const reply = await get('/projects', { method: 'HEAD' })
    expect([reply.status, await reply.text()]).toEqual([200, ''])
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const refused = await get('/projects', { method, ...(method === 'POST' ? { body: 'x=1' } : {}) })
      expect([method, refused.status]).toEqual([method, 405])
    }
  })

  test('the public configuration has the build id of the current page', async () => {
    const told = async () =>
      ((await (await get('/static/data/config.json')).json()) as { build: string }).build
    const sent = async () => /data-build="([\w-]{16})"/.exec(await (await get('/')).text())?.[1]
    const first = await sent()
    expect(first).toBeDefined()
    expect(await told()).toBe(first)
    const index = join(files.webRoot, 'index.html')
    writeFileSync(index, (await readFile(index, 'utf8')).replace('app-1a2b', 'app-3c4d'))
    await utimes(index, new Date(), new Date(Date.now() + 5_000))
    expect(await told()).not.toBe(first)
    expect(await sent()).toBe(await told())
  })

  test('without a build the page is a 503 that names the build command', async () => {
    const bare = await httpServer(
      everyCall(() => undefined as never),
      { webRoot: join(files.root, 'nowhere') },
    )
    const reply = await fetch(`${bare.url}/`)
    expect(reply.status).toBe(503)
    expect(await reply.text()).toContain('npm run build')
    await bare.close()
  })
})

test.each(['draw.html', 'draw.js'])(
  'the diagram renderer (%s) is sandboxed, without network access and framed by the app only',
  async (name) => {
    const { status, headers } = await get(`/diagram/${name}`)
    expect(status).toBe(200)
    const policy = (headers.get('content-security-policy') ?? '').split('; ')
    expect(policy).toContain('sandbox allow-scripts')
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'none'",
      "frame-ancestors 'self'",
    ])
      expect(policy).toContain(rule)
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await get('/')).headers.get('content-security-policy')).toContain("frame-src 'self'")
    expect((await get('/')).headers.get('x-frame-options')).toBe('DENY')
  },
)

describe('files', () => {
  test('with a hash are cached forever and sent compressed', async () => {
    const packed = await get('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'br' } })
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(packed.headers.get('vary')).toBe('accept-encoding')
    expect(packed.headers.get('content-type')).toMatch(/^(text|application)\/javascript; charset=utf-8$/)
    const plain = await get('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'identity' } })
    expect(await plain.text()).toContain('plain')
    expect((await get('/favicon.svg')).headers.get('content-security-policy')).toContain('sandbox')
  })

  test.each(['picture.svg', 'page.xhtml', 'page.shtml', 'style.xsl'])(
    '%s runs no scripts, sent as it is or compressed',
    async (name) => {
      for (const file of [name, `${name}.br`]) writeFileSync(join(files.root, 'data', file), 'x')
      for (const encoding of ['identity', 'br']) {
        const { headers } = await get(`/static/${name}`, { headers: { 'accept-encoding': encoding } })
        expect(headers.get('content-encoding') ?? 'identity').toBe(encoding)
        expect(headers.get('content-security-policy')).toContain('sandbox')
      }
    },
  )

  test('of the data directory override those of the product', async () => {
    expect(await (await get('/static/customer-branding/x/branding.json')).json()).toBe('data')
    expect(await (await get('/static/data/keyboard-shortcuts/en.json?x=1')).json()).toEqual(['product'])
    const config = await get('/static/data/config.json?random=1')
    expect(await config.json()).toMatchObject({ appName: 'Test' })
    expect(config.headers.get('cache-control')).toBe('no-store')
  })

  test('are revalidated: an unchanged one is a 304, a changed one is sent again', async () => {
    const first = await get('/static/customer-branding/x/branding.json')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    // fetch bypasses caches when an etag is set, so this uses a raw request.
    const again = await rawRequest(server.port, (socket) => {
      const etag = first.headers.get('etag') ?? ''
      socket.write(
        `GET /static/customer-branding/x/branding.json HTTP/1.1\r\nHost: x\r\nIf-None-Match: ${etag}\r\n\r\n`,
      )
    })
    expect(again.status).toBe(304)
    writeFileSync(join(files.root, 'data/customer-branding/x/branding.json'), '"changed"')
    expect(await (await get('/static/customer-branding/x/branding.json')).json()).toBe('changed')
  })

  test.each([
    '/assets/none.js',
    '/assets/',
    '/assets',
    '/assets/app-1a2b.js.map',
    '/static/none.json',
    '/static/',
    '/static/data',
    '/favicon.ico',
    '/index.html',
    '/.hidden',
    '/.env',
    '/.git/config',
    '/package.json',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/static/..%2f..%2fsecret.txt',
    '/static/%2e%2e/secret.txt',
    '/static/data/%00',
    '/static//etc/passwd',
    '/static/..%5csecret.txt',
    '//etc/passwd.txt',
  ])('%s is not found', async (path) => {
    const reply = await rawRequest(server.port, (socket) => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    })
    expect(reply.status).toBe(404)
    expect(reply.text).not.toMatch(/secret$|root:|polylogue-http|location:/i)
  })
})

describe('security headers', () => {
  const paths: [string, string, RequestInit][] = [
    ['a page', '/', {}],
    ['a file', '/assets/app-1a2b.js', {}],
    ['a static file', '/static/data/keyboard-shortcuts/en.json', {}],
    ['the public configuration', '/static/data/config.json', {}],
    ['a missing file', '/static/none.json', {}],
    ['a call', '/api/v1/setup', {}],
    ['a document', '/api/v1/spec.html', {}],
    ['a refused call', '/api/v1/models', {}],
    ['a refused method', '/api/v1/models', { method: 'DELETE' }],
    ['an unknown call', '/api/v1/none', {}],
    ['a malformed path', '/api/v1/%zz', {}],
    ['a malformed body', '/api/v1/auth/authenticate', { method: 'POST', body: '{' }],
    ['the metrics', '/metrics', {}],
  ]
  test.each(paths)('%s has all of them', async (_, path, init) => {
    const { headers } = await get(path, { ...init, headers: { origin: 'https://evil.example' } })
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=()') as string,
      'strict-transport-security': 'max-age=31536000',
    })
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie'])
      expect(headers.get(name)).toBeNull()
    if (path.startsWith('/api/')) expect(headers.get('cache-control')).toBe('no-store')
  })

  test('do not contain HSTS when HTTPS is off', async () => {
    const plain = await httpServer(
      everyCall(() => undefined as never),
      {
        config: {
          host: '127.0.0.1',
          port: 0,
          trustedProxies: ['10.0.0.0/8'],
          https: false,
          metrics: false,
          limits: { bodyBytes: 1_000, uploadBytes: 1_000, requestsPerMinute: 100 },
        },
      },
    )
    expect((await fetch(`${plain.url}/`)).headers.get('strict-transport-security')).toBeNull()
    await plain.close()
  })
})

describe('metrics', () => {
  test('are served to this machine only, and not through a proxy on it', async () => {
    await get(`/api/v1/search?q=canary&token=${TOKEN}`)
    const text = await (await get('/metrics')).text()
    expect(text).toContain('route="/api/v1/search"')
    expect(text).not.toMatch(/canary|a-good-token/)
    expect((await get('/metrics', { headers: { 'x-forwarded-for': '8.8.8.8' } })).status).toBe(404)
  })
})

test('a folder of static files that is created later is served without a restart, before the product’s', async () => {
  const { webRoot, root } = webFiles()
  const later = join(root, 'later')
  const own = await httpServer(
    everyCall(() => undefined as never),
    { webRoot, staticRoots: [later, join(root, 'product')] },
  )
  const name = 'customer-branding/x/branding.json'
  const read = async () => (await fetch(`${own.url}/static/${name}`)).json()
  expect(await read()).toBe('product')
  mkdirSync(join(later, 'customer-branding/x'), { recursive: true })
  writeFileSync(join(later, name), '"later"')
  expect(await read()).toBe('later')
  await own.close()
})
