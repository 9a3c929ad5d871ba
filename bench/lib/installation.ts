// The system under test: the built product, set up and signed in, and a model server, each in its own process.
import { spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@polylogue/contract'
import { createClient, type Client } from '@polylogue/client'
import { startProduct, type Product } from '../../apps/server/test/product.ts'

const modelServerMain = join(import.meta.dirname, '../../apps/server/test/model-server/main.ts')

/** A child process that reports its address. */
interface Started {
  url: string
  pid: number
  stop(): void
}

/** Starts a model server as a child process; `settings` are those of apps/server/test/model-server/settings.ts. */
export function startModels(settings: Record<string, number | string>): Promise<Started> {
  const flags = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  return start(modelServerMain, ['--port=0', ...flags])
}

/** Starts a pass-through proxy to `url` (pipe.ts). */
export const startPipe = (url: string): Promise<Started> => start(join(import.meta.dirname, 'pipe.ts'), [url])

async function start(main: string, args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  // Stops the child process when a measurement fails.
  process.once('exit', () => child.kill())
  const url = await new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const found = /on (http:\S+)/.exec(text)?.[1]
      if (found) resolve(found)
    })
  })
  return { url, pid: child.pid ?? 0, stop: () => child.kill() }
}

export interface Installation {
  product: Product
  client: Client
  userId: number
  token: string
  /** The model `mock` of the model server. */
  tagId: number
  /** Returns the tag of a model of the model server. */
  tagOf(model: string): number
  projectId: number
  tabIds: number[]
  person: { email: string; password: string }
}

/** Starts the product on a new data directory, without the limits that would prevent one user from generating load. */
export async function install(
  modelUrl: string,
  tabs: number,
  env: Record<string, string> = {},
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-bench-'))
  const config = join(folder, 'config.json')
  const limits = { streamsPerUser: 10_000, streamsPerServer: 10_000, requestsPerMinute: 1_000_000 }
  await writeFile(config, JSON.stringify({ httpShareEnabled: true, limits, session: { accessMinutes: 600 } }))
  const product = await startProduct({ env: { OPENAI_BASE_URL: modelUrl, POLYLOGUE_CONFIG: config, ...env } })
  process.once('exit', () => void product.kill())
  const key = /#key=(.+)$/.exec(product.setUpUrl ?? '')?.[1] ?? ''
  const person = {
    firstName: 'Anna',
    lastName: 'Schulz',
    email: 'anna@example.org',
    password: 'Ein-guter-Satz-42',
  }
  const { data, meta } = await createClient({ baseUrl: product.url }).call(contract.auth.setUp, {
    body: { key, ...person },
  })
  const client = createClient({ baseUrl: product.url, token: () => data.access_token })
  const made = await client.call(contract.projects.create, { body: { name: 'Bench' } })
  const tabIds: number[] = []
  for (let index = 0; index < tabs; index++) {
    const tab = await client.call(contract.tabs.create, { params: { id: made.data.project.id }, body: {} })
    tabIds.push(tab.data.projecttab.id)
  }
  const models = await client.call(contract.models.list)
  const tags = models.data.Models.flatMap((family) => family.tags)
  const tagOf = (model: string): number => {
    const id = tags.find(({ fullName }) => fullName === `${model}:latest`)?.id
    if (!id) throw new Error(`the model server's ${model} was not discovered`)
    return id
  }
  const { userId } = meta
  return {
    product,
    client,
    userId,
    token: data.access_token,
    tagId: tagOf('mock'),
    tagOf,
    projectId: made.data.project.id,
    tabIds,
    person,
  }
}
