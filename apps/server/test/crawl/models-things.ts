// Providers and models for the crawl, with a scripted model server behind one of them.
import { contract } from '@polylogue/contract'
import { startModelServer } from '../model-server/index.ts'
import type { TestApp, TestUser } from '../test-app.ts'

export interface ModelThings {
  /** A provider that may be changed and removed; nothing answers there. */
  readonly providerId: number
  /** A provider whose model server answers. */
  readonly livingProviderId: number
  /** A model of the living provider that its server does not have yet, and its tag. */
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
      // Models stay: the server has what was deployed of them, and a look would bring them back at any moment.
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
