import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_ROOT, contract, openApiDocument, type Call, type Calls } from '@polylogue/contract'
import { httpServer, type HttpServer } from '#test/http-server.ts'
import { openLog } from '#platform/log.ts'
import { Problem } from '#problem.ts'
import { toolsFeature } from './index.ts'
import { viewerPage, type ApiDocument } from './viewer/viewer.ts'
import { schemaNote, schemaText } from './viewer/schema-text.ts'

const OPERATOR = {
  contact: { name: 'Service desk', url: 'https://example.org/help' },
  termsOfService: 'https://example.org/terms',
}

let ok = true
let writable = true
let server: HttpServer
let missing: Problem | undefined

beforeAll(async () => {
  const health = () => Promise.resolve({ ok, writable: ok && writable, freeBytes: 1 })
  const tools = toolsFeature({
    db: { health },
    log: openLog('silent'),
    readyChecks: [{ name: 'media', check: () => Promise.resolve(missing) }],
    version: '4.5.6',
    operator: OPERATOR,
  })
  server = await httpServer([tools.routes])
})
afterAll(() => server.close())

const get = (path: string) => fetch(`${server.url}${path}`)

test('health returns ok and the version without sign-in, degraded on a full disk, and 503 without a database', async () => {
  expect(await (await get(`${API_ROOT}/health`)).json()).toEqual({ status: 'ok', version: '4.5.6' })
  writable = false
  const short = await get(`${API_ROOT}/health`)
  writable = true
  expect([short.status, await short.json()]).toEqual([200, { status: 'degraded', version: '4.5.6' }])
  ok = false
  const ill = await get(`${API_ROOT}/health`)
  ok = true
  expect(ill.status).toBe(503)
  expect(await ill.json()).toMatchObject({ errorCode: 'DATABASE_UNAVAILABLE' })
})

test('ready returns 200 while every check passes, else 503 with the reason and when to ask again', async () => {
  const ready = async () => {
    const response = await get(`${API_ROOT}/ready`)
    const retryAfter = response.headers.get('retry-after')
    return { status: response.status, retryAfter, body: await response.json() }
  }
  const now = { status: 200, retryAfter: null, body: { status: 'ready', version: '4.5.6' } }
  expect(await ready()).toEqual(now)
  missing = new Problem('SHUTTING_DOWN', {}, { retryAfter: 5 })
  const refused = { status: 503, retryAfter: '5' }
  expect(await ready()).toMatchObject({ ...refused, body: { errorCode: 'SHUTTING_DOWN' } })
  missing = undefined
  ok = false
  expect(await ready()).toMatchObject({ ...refused, body: { errorCode: 'DATABASE_UNAVAILABLE' } })
  ok = true
  expect(await ready()).toEqual(now)
})

interface Operation {
  operationId: string
  parameters: { name: string; in: string; schema: Record<string, unknown> }[]
}

test('the OpenAPI document contains exactly the calls of the contract', async () => {
  const document = (await (await get(`${API_ROOT}/openapi.json`)).json()) as {
    openapi: string
    info: { version: string }
    paths: Record<string, Record<string, Operation>>
  }
  expect([document.openapi, document.info.version]).toEqual(['3.1.0', '4.5.6'])
  const told = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const described = Object.values(contract).flatMap((noun: Calls) => Object.values(noun) as Call[])
  expect(told.sort()).toEqual(described.map((call) => `${call.method} ${API_ROOT}/${call.path}`).sort())
})

test('parameters of the document follow the schemas: ids from 1, attachment indexes from 0', async () => {
  const { data } = await server.client.call(contract.tools.openApi)
  const paths = data['paths'] as Record<string, Record<string, Operation>>
  const parameters = paths[`${API_ROOT}/queries/{id}/attachments/{index}`]?.['get']?.parameters
  expect(parameters?.find(({ name }) => name === 'id')?.schema).toMatchObject({ exclusiveMinimum: 0 })
  expect(parameters?.find(({ name }) => name === 'index')?.schema).toMatchObject({
    minimum: 0,
    maximum: 1_000,
  })
  const changed = paths[`${API_ROOT}/projects`]?.['post']?.parameters
  expect(changed).toEqual([expect.objectContaining({ name: 'X-Requested-With', in: 'header' })])
})

test('the document as text equals the document', async () => {
  const { data } = await server.client.call(contract.tools.openApiText)
  expect(JSON.parse(data.opanApiYamlAsJson)).toEqual((await server.client.call(contract.tools.openApi)).data)
})

test('the document contains the configured contact and terms of service, if any', async () => {
  const { data } = await server.client.call(contract.tools.openApi)
  expect(data['info']).toMatchObject({ ...OPERATOR, license: { name: 'Apache-2.0' } })
  const { info } = (await openApiDocument('4.5.6')) as { info: object }
  expect(info).not.toHaveProperty('contact')
  expect(info).not.toHaveProperty('termsOfService')
})

test('the viewer shows every call and loads nothing else', async () => {
  const page = await get(`${API_ROOT}/spec.html`)
  const html = await page.text()
  for (const noun of Object.values<Calls>(contract))
    for (const { method, path } of Object.values(noun) as Call[]) {
      const shown = `<span class="method ${method.toLowerCase()}">${method}</span><code>${API_ROOT}/${path}</code>`
      expect(html).toContain(shown)
    }
  for (const [what, address] of [
    ['Contact: ', OPERATOR.contact.url],
    ['License: ', 'https://www.apache.org/licenses/LICENSE-2.0'],
    ['<li>', `${OPERATOR.termsOfService}">Terms of service`],
  ])
    expect(html).toContain(`${what}<a href="${address}`)
  expect(html).toContain('polylogue.theme')
  expect(html).not.toMatch(/__NONCE__|src=|@import|url\(| style="/)
  const nonce = /nonce="([^"]+)"/.exec(html)?.[1]
  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`)
  expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
  expect(policy).not.toContain('unsafe')
})

describe('the viewer of any document', () => {
  const withMethods = (methods: readonly string[]): ApiDocument => ({
    info: { title: 'A & B', version: '1', description: '<script>alert(1)</script>' },
    tags: [{ name: 'x' }],
    paths: Object.fromEntries(
      methods.map((method) => [
        `/${method}`,
        { [method]: { operationId: `x.${method}`, tags: ['x'], summary: '"quoted"', responses: {} } },
      ]),
    ),
    components: { schemas: {} },
  })
  const colours = {
    get: 'green',
    post: 'yellow',
    put: 'blue',
    patch: 'purple',
    delete: 'red',
    head: 'green',
    options: 'pink',
  }

  test.each(Object.entries(colours))('shows %s in %s', (method, colour) => {
    const { html } = viewerPage(withMethods([method]))
    expect(html).toContain(`<span class="method ${method}">${method.toUpperCase()}</span>`)
    expect(html).toContain(`.${method} { color: var(--${colour});`)
  })

  test('has no colour for other methods, and escapes texts', () => {
    const { html } = viewerPage(withMethods(['constructor']))
    expect(html).toContain('<span class="method ">CONSTRUCTOR</span>')
    expect(html).toContain('A &amp; B API 1')
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('&quot;quoted&quot;')
  })
})

test.each([
  [{ type: 'string', maxLength: 5 }, 'string', 'up to 5 characters'],
  [{ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, 'integer', ''],
  [{ type: 'integer', exclusiveMinimum: 0, maximum: 7, default: 3 }, 'integer', '1 to 7, default 3'],
  [{ type: ['string', 'null'] }, 'string | null', ''],
  [{ enum: ['a', 1] }, '"a" | 1', ''],
  [{ const: 2 }, '2', ''],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]', ''],
  [{ type: 'object', additionalProperties: { type: 'string' } }, '{ [name]: string }', ''],
  [{ $ref: '#/components/schemas/Failure' }, 'Failure', ''],
  [
    { properties: { a: { type: 'string', minLength: 1 }, b: { properties: { c: {} } } }, required: ['a'] },
    '{\n  a: string  // from 1 characters\n  b?: {\n    c?: any\n  }\n}',
    '',
  ],
])('renders the schema %j as text', (schema, text, note) => {
  expect(schemaText(schema)).toBe(text)
  expect(schemaNote(schema)).toBe(note)
})
