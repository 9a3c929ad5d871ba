// The product's output contains no credentials and no user content while users and attackers use it (SECRET-1, SECRET-3).
import { contract } from '@polylogue/contract'
import { ask, createClient, type Client } from '@polylogue/client'
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { model, startModelServer, type ModelServer } from '../model-server/index.ts'
import { newDataDir, startProduct, type Product } from '../product.ts'

/** Credentials. Each is unlike any other text of the run. */
const CREDENTIALS: Record<string, string> = {
  installation: 'Installations-Geheimnis-4711-XyZ',
  password: 'Annas-Kennwort-Ginster-73!',
  nextPassword: 'Annas-naechstes-Wacholder-58!',
  otherPassword: 'Bens-Kennwort-Schlehdorn-26!',
  wrongPassword: 'Falsch-Holunder-91!',
  passwordAsName: 'Verirrt-Eberesche-35!',
  engineKey: 'sk-environment-Weissdorn-0815',
  providerKey: 'sk-provider-Sanddorn-1234',
  testedKey: 'sk-tested-Kornelkirsche-5678',
  wrongToken: 'plt_Mispel0000000000000000000000000000000000000',
  wrongKey: 'set-up-key-Felsenbirne-999',
}

/** Texts written by users or engines. */
const CANARIES = {
  prompt: 'Kanarienfrage-Zeisig-11',
  answer: 'Kanarienantwort-Girlitz-22',
  file: 'Kanariendatei-Stieglitz-33',
  fileName: 'Kanarienname-Haenfling-44',
  engineError: 'Kanarienfehler-Gimpel-55',
  search: 'Kanariensuche-Kernbeisser-66',
  description: 'Kanarientext-Fichtenkreuzschnabel-77',
  broken: 'Kanarienbruch-Bergfink-88',
  option: 'Kanarienstopp-Buchfink-99',
}

const ANNA = 'anna@example.org'
/** Models that fail in different ways; their text is the server's `message`, because model names are not secret. */
const FAILING = [
  model('mock', { status: 500 }),
  model('mock', { status: 400 }),
  model('mock', { status: 401 }),
  model('mock', { status: 429 }),
  model('mock', { errorAt: 2 }),
  model('script', { garbage: 1 }),
  model('script', { cut: 1 }),
]

let models: ModelServer
let product: Product
let folder: string
let dataDir: string
/** All output to the outside: command output, replies to unauthorised callers, metrics. */
const told: Record<string, string> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polylogue-secrets-'))
  dataDir = await newDataDir()
  await writeFile(join(dataDir, 'config.json'), JSON.stringify({ logLevel: 'debug', metrics: true }))
  models = await startModelServer({
    models: ['script', 'echo', ...FAILING],
    settings: {
      text: `${CANARIES.answer} and more`,
      message: `${CANARIES.engineError}: the key ${CREDENTIALS['engineKey']} asked ${CANARIES.prompt}`,
    },
  })
  product = await startProduct({ dataDir, env: environment() })
  await liveThrough()
})
afterAll(async () => {
  await product.stop()
  await models.close()
  for (const place of [folder, dataDir]) await rm(place, { recursive: true, force: true })
})

const environment = (): Record<string, string> => ({
  POLYLOGUE_SECRET: CREDENTIALS['installation'] ?? '',
  POLYLOGUE_ADMIN_EMAIL: ANNA,
  POLYLOGUE_ADMIN_PASSWORD: CREDENTIALS['password'] ?? '',
  OPENAI_BASE_URL: models.url,
  OPENAI_API_KEY: CREDENTIALS['engineKey'] ?? '',
})

const clientWith = (token?: string) =>
  createClient({ baseUrl: product.url, ...(token ? { token: () => token } : {}) })
/** A call whose result does not matter. */
const attempt = (work: Promise<unknown>) => work.catch(() => undefined)
const raw = (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) =>
  fetch(`${product.url}${path}`, {
    ...init,
    headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json', ...init.headers },
  }).then((reply) => reply.text())

async function signIn(userName: string, userPassword: string): Promise<string> {
  const { data } = await clientWith().call(contract.auth.authenticate, { body: { userName, userPassword } })
  // The access and refresh tokens of the run are credentials too.
  const { access_token: access, refresh_token: refresh } = data
  CREDENTIALS[`access ${Object.keys(CREDENTIALS).length}`] = access
  CREDENTIALS[`refresh ${Object.keys(CREDENTIALS).length}`] = refresh
  return access
}

async function liveThrough(): Promise<void> {
  const anna = clientWith(await signIn(ANNA, CREDENTIALS['password'] ?? ''))
  await callEverything()
  await useAccounts(anna)
  await useTokens(anna)
  await useProviders(anna)
  await talk(anna)
  told['audit'] = JSON.stringify((await anna.call(contract.audit.list, { query: { limit: 500 } })).data)
  told['metrics'] = await raw('/metrics')
  expect(told['metrics']).toContain('process_resident_memory_bytes')
  told['configuration'] = await raw('/static/data/config.json')
  told['document'] = await raw('/api/v1/openapi.json')
  told['backup'] = await backUp(join(folder, 'all.polylogue'))
  await product.stop()
}

async function callEverything(): Promise<void> {
  const body = (userName: string, userPassword: string) => ({ body: { userName, userPassword } })
  const nobody = clientWith()
  const { wrongPassword = '', passwordAsName = '', wrongToken = '', wrongKey = '' } = CREDENTIALS
  await attempt(nobody.call(contract.auth.authenticate, body(ANNA, wrongPassword)))
  await attempt(nobody.call(contract.auth.authenticate, body('nobody@example.org', wrongPassword)))
  // A user who types the password into the wrong field.
  await attempt(nobody.call(contract.auth.authenticate, body(passwordAsName, 'x')))
  await attempt(
    nobody.call(contract.auth.setUp, {
      body: { key: wrongKey, firstName: 'E', lastName: 'E', email: 'e@example.org', password: wrongPassword },
    }),
  )
  await attempt(clientWith(wrongToken).call(contract.models.list))
  await attempt(clientWith(wrongToken).call(contract.auth.refresh, {}))
  for (const path of [`/api/v1/models?token=${wrongToken}`, `/v1/models?key=${wrongToken}`, `/${wrongToken}`])
    await raw(path, { headers: { authorization: `Bearer ${wrongToken}`, cookie: `session=${wrongToken}` } })
  const broken = `{"userName":"${CANARIES.broken}","userPassword":"${wrongPassword}"`
  for (const text of [broken, `${broken},"x":1}`, `[${broken}}]`, `${broken},"userName":3}`])
    await raw('/api/v1/auth/authenticate', { method: 'POST', body: text })
  await raw(`/api/v1/${CANARIES.broken}/%zz`, { method: 'PUT', body: broken })
}

async function useAccounts(anna: Client): Promise<void> {
  const { otherPassword = '', nextPassword = '', wrongPassword = '' } = CREDENTIALS
  const { data } = await anna.call(contract.users.create, {
    body: {
      firstName: 'Ben',
      lastName: 'Berg',
      email: 'ben@example.org',
      roleId: 4,
      canUseUi: true,
      canUseApi: true,
    },
  })
  CREDENTIALS['oneTimePassword'] = data.oneTimePassword ?? 'none was made'
  const params = { id: data.user.id }
  await anna.call(contract.users.update, { params, body: { password: otherPassword } })
  const ben = clientWith(await signIn('ben@example.org', otherPassword))
  await attempt(
    ben.call(contract.auth.changePassword, {
      params,
      body: { oldPassword: wrongPassword, newPassword: nextPassword },
    }),
  )
  await ben.call(contract.auth.changePassword, {
    params,
    body: { oldPassword: otherPassword, newPassword: nextPassword },
  })
  await attempt(ben.call(contract.audit.list, { query: { q: CANARIES.search } }))
}

async function useTokens(anna: Client): Promise<void> {
  const body = { name: 'Robot', description: 'counts' }
  const { data } = await anna.call(contract.apitokens.saveOfUser, { params: { userId: 1 }, body })
  const { value = 'none was made' } = data
  CREDENTIALS['apiToken'] = value
  const robot = { authorization: `Bearer ${value}` }
  await raw('/v1/models', { headers: robot })
  const question = [{ role: 'user', content: CANARIES.prompt }]
  for (const name of ['script:latest', CANARIES.broken])
    await raw('/v1/chat/completions', {
      method: 'POST',
      headers: robot,
      body: JSON.stringify({ model: name, messages: question, stop: CANARIES.option }),
    })
  await raw('/v1/chat/completions', { method: 'POST', headers: robot, body: `{"${CANARIES.broken}` })
}

async function useProviders(anna: Client): Promise<void> {
  const { providerKey = '', testedKey = '' } = CREDENTIALS
  const fields = { name: 'Second', kind: 'openai' as const, isLocal: true }
  const at = (address: string, apiKey: string) => ({ ...fields, addresses: [address], apiKey })
  await anna.call(contract.providers.create, {
    body: at(models.url.replace('127.0.0.1', 'localhost'), providerKey),
  })
  for (const address of [models.url, `${models.url}/nowhere`, 'http://127.0.0.1:1'])
    await attempt(anna.call(contract.providers.test, { body: at(address, testedKey) }))
}

async function talk(anna: Client): Promise<void> {
  const { data } = await anna.call(contract.projects.ensureDefault, { params: { id: 1 }, body: {} })
  const params = { id: data.project.id }
  await anna.call(contract.projects.update, { params, body: { description: CANARIES.description } })
  const tabs = await anna.call(contract.tabs.list, { params })
  const projectTabId = tabs.data.Projecttabs[0]?.id ?? 0
  const all = await anna.call(contract.models.list)
  const tags = all.data.Models.flatMap((family) => family.tags)
  expect(tags.length).toBeGreaterThan(FAILING.length)
  const attachments = [
    {
      name: `${CANARIES.fileName}.txt`,
      mime_type: 'text/plain',
      base64: Buffer.from(CANARIES.file).toString('base64'),
    },
    {
      name: `${CANARIES.fileName}.pdf`,
      mime_type: 'application/pdf',
      base64: Buffer.from(`%PDF-1.4 ${CANARIES.file}`).toString('base64'),
    },
  ]
  const askOne = (id: number, files: typeof attachments) => {
    const options = { stop: [CANARIES.option] }
    const payload = { projectTabId, prompt: CANARIES.prompt, attachments: files, options }
    return attempt(drained(ask(anna, id, payload)))
  }
  for (const { id } of tags) await askOne(id, attachments.slice(0, 1))
  // No model is asked with the second file, which cannot be read.
  for (const files of [attachments, []]) await askOne(tags.at(-1)?.id ?? 0, files)
  await anna.call(contract.search.find, { query: { q: CANARIES.search } })
  await raw('/api/v1/queries/999999')
}

async function drained(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events);
}

async function backUp(file: string): Promise<string> {
  const start = join(import.meta.dirname, '../../dist/start.js')
  const child = spawn(process.execPath, [start, 'backup', file], {
    env: {
      PATH: process.env['PATH'],
      POLYLOGUE_DATA_DIR: dataDir,
      POLYLOGUE_SECRET: CREDENTIALS['installation'],
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  expect(await new Promise((resolve) => child.once('close', resolve)), output).toBe(0)
  return output
}

/** Returns the names of the secrets in a text, plain or encoded. */
function found(secrets: Record<string, string>, text: string | Buffer): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const bytes = Buffer.from(secret)
    const forms = [
      secret,
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('hex'),
      encodeURIComponent(secret),
    ]
    return forms.some((form) => text.includes(form)) ? [name] : []
  })
}

async function filesBelow(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

test('the run is logged with failed sign-ins, and the search finds secrets where they belong', async () => {
  expect(Object.keys(CREDENTIALS).length).toBeGreaterThan(15)
  expect(Object.values(CREDENTIALS).filter((one) => one === '' || one === 'none was made')).toEqual([])
  expect(product.output()).toMatch(/"level":20/)
  expect(product.output()).toContain('sign-in failed')
  // Control: the secrets are where they belong, and this search finds them there.
  const file = gunzipSync(await readFile(join(folder, 'all.polylogue')))
  expect(found({ prompt: CANARIES.prompt, answer: CANARIES.answer }, file)).toEqual(['prompt', 'answer'])
  expect(found({ engineError: CANARIES.engineError }, `x ${CANARIES.engineError}`)).toEqual(['engineError'])
})

describe('neither credentials nor user content are contained in', () => {
  test('the output and log of the server', () => {
    expect(found({ ...CREDENTIALS, ...CANARIES }, product.output())).toEqual([])
  })

  test.each(['audit', 'metrics', 'configuration', 'document', 'backup'])('the public output: %s', (name) => {
    expect(told[name]).toBeTruthy()
    expect(found({ ...CREDENTIALS, ...CANARIES }, told[name] ?? '')).toEqual([])
  })
})

describe('no credentials are contained', () => {
  test('in the backup', async () => {
    const bytes = await readFile(join(folder, 'all.polylogue'))
    expect(found(CREDENTIALS, gunzipSync(bytes))).toEqual([])
  })

  test('in any file of the data directory, including the database', async () => {
    const files = await filesBelow(dataDir)
    expect(files.length).toBeGreaterThan(100)
    for (const file of files) expect(found(CREDENTIALS, await readFile(file)), file).toEqual([])
  })
})
