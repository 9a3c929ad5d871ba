import { contract, type ShippedPlugin } from '@polylogue/contract'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rawRequest } from '#test/raw-request.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { as, GOOD, pluginsIn } from './test/plugins.ts'

let app: TestApp
let anna: TestUser
let root: string

beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user()
  root = join(app.db.dataDir, 'static/plugins')
})
afterAll(() => app.close())
afterEach(async () => {
  await app.db.pool.query('DELETE FROM plugin_consents')
  rmSync(root, { recursive: true, force: true })
})

const { ship, allow, own } = pluginsIn(() => ({ anna, root }))

const list = async (client = anna.client): Promise<ShippedPlugin[]> =>
  (await client.call(contract.plugins.list)).data.plugins
const ids = async () => (await list()).map(({ id }) => id)

describe('folders of plugins (PLUGIN-4)', () => {
  test('a new one is listed without a restart, one that is gone is not', async () => {
    expect(await ids()).toEqual([])
    ship('counting', { name: { en: 'Counting', de: 'Zählen' } })
    expect(await list()).toEqual([
      {
        id: 'counting',
        apiId: 101,
        apiName: 'counting',
        name: 'Counting',
        type: 'custom',
        description: 'Counts.',
        longDescription: 'Counts words.',
        icon: 'schema',
        page: '/static/plugins/counting/index.html',
        scopes: ['read-chats', 'ask-in-new-chats'],
        translations: { en: { name: 'Counting' }, de: { name: 'Zählen' } },
        consent: null,
      },
    ])
    rmSync(root, { recursive: true })
    expect(await ids()).toEqual([])
  })

  test('a bad one is not offered, and the log says once why', async () => {
    ship('broken', {}, '{')
    ship('greedy', { scopes: ['delete-users'] })
    ship('huge', {}, `${' '.repeat(70_000)}{}`)
    ship('twin-a')
    ship('twin-b')
    mkdirSync(join(root, 'empty'))
    mkdirSync(join(root, 'Evil name\u202e'))
    const elsewhere = join(app.db.dataDir, 'elsewhere')
    mkdirSync(elsewhere, { recursive: true })
    symlinkSync(elsewhere, join(root, 'linked'))
    const leading = ship('leading')
    rmSync(join(leading, 'index.html'))
    writeFileSync(join(elsewhere, 'secret.html'), 'secret')
    symlinkSync(join(elsewhere, 'secret.html'), join(leading, 'index.html'))
    expect(await ids()).toEqual(['twin-a'])
    expect(await ids()).toEqual(['twin-a'])
    for (const sentence of [
      'static/plugins/broken is not offered: plugin.json is not valid JSON.',
      'static/plugins/greedy is not offered: plugin.json: scopes',
      'static/plugins/huge is not offered: plugin.json has more than 65536 bytes.',
      'static/plugins/twin-b is not offered: plugin.json: apiId 101 is that of twin-a.',
      'static/plugins/empty is not offered: it has no plugin.json.',
      'in static/plugins is no plugin: its name must have',
      ' is a link and no plugin. Copy the folder.',
      'static/plugins/leading is not offered: plugin.json: page',
    ])
      expect([sentence, app.logged().split(sentence).length - 1]).toEqual([sentence, 1])
  })

  test('of hundreds of folders the first hundred are offered', async () => {
    for (let at = 0; at < 130; at++) ship(`p${String(at).padStart(3, '0')}`, { apiId: 200 + at })
    const listed = await ids()
    expect([listed.length, listed[0], listed.at(-1)]).toEqual([100, 'p000', 'p099'])
  })

  test('has a setting, by name and by number, while it is there (PLUGIN-4)', async () => {
    ship('counting')
    const set = (settingValue: string) =>
      anna.client.call(contract.settings.setByName, {
        params: { id: anna.id },
        body: { settingName: 'plugin.counting', settingValue },
      })
    expect((await set('false')).data.setting).toMatchObject({ settingId: 1_101, value: 'false' })
    await expect(set('perhaps')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    const kinds = async () => (await anna.client.call(contract.settings.kinds, {})).data.Settings
    expect(await kinds()).toContainEqual({ id: 1_101, name: 'plugin.counting', defaultValue: 'true' })
    const { data } = await anna.client.call(contract.settings.list, own())
    expect(data.Settings).toMatchObject([{ name: 'plugin.counting', value: 'false' }])
    rmSync(root, { recursive: true })
    await expect(set('true')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    expect((await anna.client.call(contract.settings.list, own())).data.Settings).toEqual([])
  })
})

describe('files of a plugin (PLUGIN-5)', () => {
  const get = (path: string) => fetch(`${app.url}/static/plugins/${path}`)
  const raw = (path: string) =>
    rawRequest(Number(new URL(app.url).port), (socket) => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    })

  test('are sandboxed, load only their own, and are framed by this origin only', async () => {
    ship('counting')
    for (const name of ['index.html', 'run.js']) {
      const { status, headers } = await get(`counting/${name}`)
      expect(status).toBe(200)
      const policy = (headers.get('content-security-policy') ?? '').split('; ')
      for (const rule of [
        "default-src 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        "connect-src 'none'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
        'sandbox allow-scripts allow-forms',
      ])
        expect(policy).toContain(rule)
      expect(policy.join()).not.toMatch(/allow-same-origin|unsafe-eval|http:|\*/)
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('set-cookie')).toBeNull()
    }
  })

  test('a page that is opened by itself leads to the page of its plugin', async () => {
    ship('counting')
    const url = `${app.url}/static/plugins/counting/index.html`
    const opened = await fetch(url, { redirect: 'manual', headers: { 'sec-fetch-dest': 'document' } })
    expect([opened.status, opened.headers.get('location')]).toEqual([302, '/plugins/counting'])
    expect((await fetch(url, { headers: { 'sec-fetch-dest': 'iframe' } })).status).toBe(200)
  })

  test('a page begins with the guard against WebRTC, in any encoding, and has no frames', async () => {
    const folder = ship('counting')
    const begins = /^<!doctype html><script>for\(const name of\['RTCPeerConnection'/
    const reply = await get('counting/index.html')
    expect(await reply.text()).toMatch(begins)
    const policy = reply.headers.get('content-security-policy')
    expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/=]{44}'/)
    writeFileSync(join(folder, 'index.html'), Buffer.from('\ufeff<iframe srcdoc="x">', 'utf16le'))
    expect(await (await get('counting/index.html')).text()).toMatch(begins)
    for (const page of [
      '<p><IFRAME srcdoc="<script src=run.js>">',
      '<object data=x>',
      'x'.repeat(1_000_001),
    ]) {
      writeFileSync(join(folder, 'index.html'), page)
      const refused = await get('counting/index.html')
      expect([refused.status, refused.headers.get('content-type')]).toEqual([
        403,
        'text/plain; charset=utf-8',
      ])
    }
  })

  test('a drawing runs nothing', async () => {
    writeFileSync(join(ship('counting'), 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    const policy = (await get('counting/mark.svg')).headers.get('content-security-policy')
    expect(policy).toMatch(/sandbox(;|$)/)
  })

  test.each([
    '/static/plugins/counting/plugin.json',
    '/static/plugins/counting/',
    '/static/plugins/counting',
    '/static/plugins/',
    '/static/plugins/counting/none.js',
    '/static/plugins/counting/data.bin',
    '/static/plugins/counting/.hidden.js',
    '/static/plugins/counting/run.js.map',
    '/static/plugins/counting/linked.js',
    '/static/plugins/counting/inside/linked.js',
    '/static/./plugins/counting/linked.js',
    '/static//plugins/counting/linked.js',
    '/static/%70lugins/counting/linked.js',
    '/static/x/../plugins/counting/linked.js',
    '/static/plugins/counting/../../secret.js',
    '/static/plugins/counting/..%2f..%2fsecret.js',
    '/static/plugins/counting/%2e%2e/%2e%2e/secret.js',
    '/static/plugins/counting/%252e%252e/secret.js',
    '/static/plugins/counting/..%5csecret.js',
    '/static/plugins/counting/run.js%00.txt',
    '/static/plugins/unknown/index.html',
    '/static/plugins/bad/index.html',
  ])('%s is not found', async (path) => {
    const folder = ship('counting')
    ship('bad', { apiId: 1 })
    writeFileSync(join(app.db.dataDir, 'static/secret.js'), 'secret')
    writeFileSync(join(app.db.dataDir, 'secret.js'), 'secret')
    for (const name of ['data.bin', '.hidden.js', 'run.js.map']) writeFileSync(join(folder, name), 'secret')
    symlinkSync(join(app.db.dataDir, 'secret.js'), join(folder, 'linked.js'))
    symlinkSync(app.db.dataDir, join(folder, 'inside'))
    const reply = await raw(path)
    expect([path, reply.status]).toEqual([path, 404])
    expect(reply.text).not.toMatch(/secret$/)
  })
})

describe('consent (PLUGIN-6)', () => {
  test('is stored for the scopes that were shown, listed, and ends when the plugin asks for something else', async () => {
    ship('counting')
    await expect(allow('counting', ['read-chats'])).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(allow('unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { consent } = (await allow('counting')).data
    expect(consent).toMatchObject({ scopes: GOOD.scopes, isCurrent: true })
    expect((await list())[0]?.consent).toEqual(consent)
    const ben = await app.deps.user()
    expect((await list(ben.client))[0]?.consent).toBeNull()
    ship('counting', { scopes: [...GOOD.scopes, 'read-prompts'] })
    expect((await list())[0]?.consent).toMatchObject({ isCurrent: false })
    await expect(anna.client.call(contract.projects.list, own(), as('counting'))).rejects.toMatchObject({
      code: 'PLUGIN_NOT_ALLOWED',
    })
  })

  test('a program can neither give nor take it back', async () => {
    ship('counting')
    const { value = '' } = (
      await anna.client.call(contract.apitokens.saveOfUser, {
        params: { userId: anna.id },
        body: { name: 'p' },
      })
    ).data
    const program = app.deps.program(value)
    await expect(allow('counting', undefined, program)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    await expect(program.call(contract.plugins.revoke, { params: { id: 'counting' } })).rejects.toMatchObject(
      { code: 'PERMISSION_DENIED' },
    )
  })
})
