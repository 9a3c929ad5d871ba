// A product after setup, with its super user in a tab: the start of fault tests.
import { cpSync } from 'node:fs'
import { contract, type Message, type PromptPayload, type TokenPair } from '@polylogue/contract'
import { ask, createClient, type Client, type Followed } from '@polylogue/client'
import { model, type ModelServer } from '../model-server/index.ts'
import { startProduct, type Product } from '../product.ts'

export interface Fixture {
  product: Product
  client: Client
  tokens: TokenPair
  tabId: number
  tagId: number
}

const PASSWORD = 'Ein-guter-Satz-42'
const EMAIL = 'anna@example.org'

/** Starts the product, by default with a new data directory, completes the setup and opens the default project. */
export async function begin(
  modelServer: ModelServer | undefined,
  env: Record<string, string> = {},
  dataDir?: string,
): Promise<Fixture> {
  const template = process.env['TEST_PRODUCT_DATABASE']
  if (dataDir && template) cpSync(template, dataDir, { recursive: true })
  const product = await startProduct({
    env: { ...(modelServer ? { OPENAI_BASE_URL: modelServer.url } : {}), ...env },
    ...(dataDir ? { dataDir } : {}),
  })
  const key = /#key=(.+)$/.exec(product.setUpUrl ?? '')?.[1] ?? ''
  const { data: tokens } = await createClient({ baseUrl: product.url }).call(contract.auth.setUp, {
    body: { key, firstName: 'Anna', lastName: 'Schulz', email: EMAIL, password: PASSWORD },
  })
  return at(product, tokens)
}

/** Restarts the product with the same data and signs in again. */
export async function again(before: Fixture, env: Record<string, string> = {}): Promise<Fixture> {
  const product = await startProduct({ dataDir: before.product.dataDir, port: before.product.port, env })
  const { data: tokens } = await createClient({ baseUrl: product.url }).call(contract.auth.authenticate, {
    body: { userName: EMAIL, userPassword: PASSWORD },
  })
  return at(product, tokens)
}

async function at(product: Product, tokens: TokenPair): Promise<Fixture> {
  const client = createClient({ baseUrl: product.url, token: () => tokens.access_token })
  const { data } = await client.call(contract.projects.ensureDefault, {
    params: { id: await ownId(client) },
    body: {},
  })
  const tabs = await client.call(contract.tabs.list, { params: { id: data.project.id } })
  const models = await client.call(contract.models.list)
  const tag = models.data.Models.flatMap((family) => family.tags).find((one) => one.modelId !== 1)
  return { product, client, tokens, tabId: tabs.data.Projecttabs[0]?.id ?? 0, tagId: tag?.id ?? 1 }
}

/** The user created by the setup is the first one. */
async function ownId(client: Client): Promise<number> {
  const { data } = await client.call(contract.users.get, { params: { id: 1 } })
  return data.user.id
}

export function askHere(
  fixture: Fixture,
  payload: Partial<PromptPayload> = {},
  signal?: AbortSignal,
): AsyncIterable<Followed> {
  return ask(
    fixture.client,
    fixture.tagId,
    { projectTabId: fixture.tabId, prompt: 'Count.', ...payload },
    signal ? { signal } : {},
  )
}

export async function messagesHere(fixture: Fixture): Promise<Message[]> {
  const { data } = await fixture.client.call(contract.queries.list, {
    params: { id: fixture.tabId },
    query: { limit: 500 },
  })
  return data.Queries
}

export const slowModel = model('mock', { rate: 100, tokens: 100_000 })

/** A word that only one document has, also by its first five letters. */
export const wordOf = (index: number) =>
  `${Array.from(String(index).padStart(3, '0'), (digit) => 'bcdfghjklm'[Number(digit)]).join('a')}quill`
