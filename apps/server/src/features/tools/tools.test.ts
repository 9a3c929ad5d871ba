import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_ROOT, contract, type Call, type Calls } from '@polylogue/contract'
import { httpServer, type HttpServer } from '../../../test/http-server.ts'
import { toolsFeature } from './index.ts'

let ok = true
let server: HttpServer

beforeAll(async () => {
  const health = () => Promise.resolve({ ok, writable: ok, freeBytes: 1 })
  const tools = toolsFeature({ db: { health }, version: '4.5.6' })
  server = await httpServer([tools.routes], { files: tools.files })
})
afterAll(() => server.close())

const get = (path: string) => fetch(`${server.url}${path}`)

test('health says ok and the version, to everybody, and 503 without a database', async () => {
  expect(await (await get(`${API_ROOT}/health`)).json()).toEqual({ status: 'ok', version: '4.5.6' })
  ok = false
  const ill = await get(`${API_ROOT}/health`)
  ok = true
  expect(ill.status).toBe(503)
  expect(await ill.json()).toMatchObject({ errorCode: 'DATABASE_UNAVAILABLE' })
})

interface Operation {
  operationId: string
  parameters: { name: string; in: string; schema: Record<string, unknown> }[]
}

test('the document holds every call of the contract and no other', async () => {
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

test('its parameters are the schemas’: ids begin at 1, the index of an attachment at 0', async () => {
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

test('the document as text is the same document', async () => {
  const { data } = await server.client.call(contract.tools.openApiText)
  expect(JSON.parse(data.opanApiYamlAsJson)).toEqual((await server.client.call(contract.tools.openApi)).data)
})

test('its viewer comes from this server alone, and its scripts need the nonce', async () => {
  const page = await get(`${API_ROOT}/spec.html`)
  const html = await page.text()
  expect(html).not.toMatch(/https?:|__NONCE__/)
  const nonce = /nonce="([^"]+)"/.exec(html)?.[1]
  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`)
  expect(policy).toContain("style-src 'self' 'unsafe-inline'")
  const script = await get('/static/api-viewer.js')
  expect(script.headers.get('content-type')).toContain('javascript')
  expect(await script.text()).toContain('rapi-doc')
})
