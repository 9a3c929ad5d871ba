// Providers and models for the crawl; one provider has a scripted model server.
import { contract } from '@polylogue/contract'
import { startModelServer } from '../model-server/index.ts'
import type { TestApp, TestUser } from '../test-app.ts'

export interface ModelThings {
  /** A provider without a server, which may be changed and removed. */
  readonly providerId: number
  /** A provider with a running model server. */
  readonly livingProviderId: number
  /** A model of the living provider that is not deployed yet, and its tag. */
  readonly modelId: number
  readonly modelTagId: number
}

export interface ModelsWorld extends AsyncDisposable {
  things(kind: 'standing' | 'fresh'): Promise<ModelThings>
}

export async function openModelsWorld(app: TestApp, superUser: TestUser): Promise<ModelsWorld> {
  const server = await startModelServer({ models: ['served'] })
  const body = { name: 'Living', kind: 'ollama' as const, addresses: [server.url], isLocal: true }
  const { data } = await superUser.client.call(contract.providers.create, { body })
  const livingProviderId = data.provider.id
  const one = async (text: string, values: unknown[]) => {
    const { rows } = await app.db.pool.query<{ id: number }>(`${text} RETURNING id`, values)
    const [row] = rows
    if (!row) throw new Error('nothing was inserted')
    return row.id
  }
  let count = 0
  return {
    async things(kind) {
      const name = `${kind} ${++count}`
      // Models are not removed: the server still has the deployed ones, and the next check would add them again.
      if (kind === 'fresh') await app.db.pool.query(`DELETE FROM providers WHERE name LIKE 'fresh %'`)
      const providerId = await one(
        `INSERT INTO providers (type_id, kind, name, base_url, is_local, source)
         VALUES (5, 'ollama', $1, $2, true, 'configured')`,
        [name, `http://127.0.0.1:9/${count}`],
      )
      const family = name.replace(' ', '-')
      const modelId = await one(
        'INSERT INTO models (uuid, provider_id, name, position) VALUES (gen_random_uuid(), $1, $2, 1000)',
        [livingProviderId, family],
      )
      const modelTagId = await one(
        'INSERT INTO model_tags (model_id, name, engine_name, present, default_tag) VALUES ($1, $2, $3, false, true)',
        [modelId, '1b', `${family}:1b`],
      )
      return { providerId, livingProviderId, modelId, modelTagId }
    },
    [Symbol.asyncDispose]: () => server.close(),
  }
}
