// Models, for those who manage them; providers and the system, for the super user.
import { contract } from '@polylogue/contract'
import { changes, reads, type On, type Row } from '../row.ts'
import { everybody, only } from '../viewers.ts'

const { models: calls, providers, firstSteps, system, branding, configuration, digest } = contract

const SUPER = ['superUser'] as const
const model = ({ things }: On) => ({ params: { id: things.modelId } })
const tag = (on: On) => ({ ...model(on), body: { modelTagId: on.things.modelTagId } })
const provider = ({ things }: On) => ({ params: { id: things.providerId } })

let count = 0
const connection = () => ({
  name: 'Fresh',
  kind: 'ollama',
  addresses: [`http://127.0.0.1:9/made/${++count}`],
  isLocal: true,
})

export const models: Row[] = [
  reads(calls.list, everybody(200)),
  reads(calls.list, everybody(200), () => ({ query: { all: 'true' } }), { about: 'all' }),
  reads(calls.promptOptions, everybody(200)),
  reads(calls.awaited, everybody(200)),
  reads(calls.get, everybody(200), () => ({ params: { id: 1 } })),
  reads(calls.tags, everybody(200), () => ({ params: { id: 1 } })),
  reads(calls.deployment, everybody(200), () => ({ params: { id: 1 } })),
  changes(calls.activate, only(SUPER, 200, 403), model),
  changes(calls.deactivate, only(SUPER, 200, 403), model),
  changes(calls.sort, only(SUPER, 200, 403), ({ things }) => ({ body: { modelIds: [things.modelId, 1] } })),
  // Ollama has no catalogue of downloads.
  reads(calls.catalogue, only(SUPER, 409, 403), ({ things }) => ({
    query: { providerId: things.livingProviderId },
  })),
  changes(calls.add, only(SUPER, 201, 403), ({ things }) => ({
    body: { providerId: things.livingProviderId, name: 'fresh-added:1b' },
  })),
  changes(calls.deploy, only(SUPER, 200, 403), tag),
  changes(calls.undeploy, only(SUPER, 200, 403), tag),
  changes(calls.setTag, only(SUPER, 200, 403), ({ things }) => ({
    params: { id: things.modelId, tagId: things.modelTagId },
    body: { contextLength: 8_192, images: true, tools: null },
  })),
  changes(calls.removeTag, only(SUPER, 200, 403), ({ things }) => ({
    params: { id: things.modelId, tagId: things.modelTagId },
  })),
  reads(providers.list, only(SUPER, 200, 403)),
  reads(providers.get, only(SUPER, 200, 403), provider),
  changes(providers.create, only(SUPER, 201, 403), () => ({ body: connection() })),
  changes(providers.update, only(SUPER, 200, 403), (on) => ({
    ...provider(on),
    body: { name: 'fresh again' },
  })),
  changes(providers.remove, only(SUPER, 200, 403), provider),
  reads(providers.find, only(SUPER, 200, 403)),
  reads(firstSteps.get, only(SUPER, 200, 403)),
  reads(system.get, only(SUPER, 200, 403)),
  reads(configuration.get, only(SUPER, 200, 403)),
  changes(configuration.update, only(SUPER, 200, 403), () => ({ body: { key: 'dark', value: null } })),
  reads(digest.test, only(SUPER, 404, 403)),
  reads(branding.get, only(SUPER, 200, 403)),
  reads(branding.update, only(SUPER, 409, 403), () => ({
    body: { version: 'outdated', name: '', signInText: '', colours: null },
  })),
  reads(branding.reset, only(SUPER, 200, 403)),
  reads(providers.test, only(SUPER, 200, 403), () => ({
    body: { kind: 'ollama', addresses: ['http://127.0.0.1:9'] },
  })),
]
