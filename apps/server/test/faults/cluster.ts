// Several servers on one PostgreSQL, with one media store: the start of tests that stop the database or the servers.
import { createClient, type Client } from '@polylogue/client'
import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ModelServer } from '../model-server/index.ts'
import { startPostgres, type OwnPostgres } from '../own-postgres.ts'
import { startProduct, type Product } from '../product.ts'
import { begin, type Fixture } from './fixture.ts'

export interface Cluster extends AsyncDisposable {
  readonly postgres: OwnPostgres
  readonly products: Product[]
  /** Anna, signed in at the first product. */
  readonly anna: Fixture
  /** Starts one more server. */
  add(): Promise<Product>
  /** Anna at any address of the cluster. */
  at(url: string): Client
}

/** Starts PostgreSQL and `count` servers; `file` is their configuration file. */
export async function openCluster(
  binaries: string,
  modelServer: ModelServer,
  count: number,
  file: object,
): Promise<Cluster> {
  // Without synchronous_commit an immediate stop loses acknowledged commits.
  const postgres = await startPostgres(binaries, { synchronous_commit: 'on' })
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-cluster-'))
  const config = join(folder, 'config.json')
  await writeFile(config, JSON.stringify(file))
  await mkdir(join(folder, 'blobs'))
  const env = {
    DATABASE_URL: postgres.url,
    OPENAI_BASE_URL: modelServer.url,
    POLYLOGUE_CONFIG: config,
    POLYLOGUE_SECRET: 'the same secret for every server',
  }
  const dataDir = async (name: string) => {
    const own = join(folder, name)
    await mkdir(own)
    await symlink(join(folder, 'blobs'), join(own, 'blobs'))
    return own
  }
  const anna = await begin(modelServer, env, await dataDir('0'))
  const products = [anna.product]
  const add = async () => {
    const product = await startProduct({ env, dataDir: await dataDir(`${products.length}`) })
    products.push(product)
    return product
  }
  while (products.length < count) await add()
  return {
    postgres,
    products,
    anna,
    add,
    at: (url) => createClient({ baseUrl: url, token: () => anna.tokens.access_token }),
    async [Symbol.asyncDispose]() {
      await Promise.all(products.map((product) => product.stop()))
      await postgres.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
