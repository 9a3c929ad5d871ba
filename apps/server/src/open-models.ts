// Opens the features for models: providers, the model list, and engines.
import { streamsOf } from './streaming-models.ts'
import { helpFeature } from './features/help/index.ts'
import { modelsFeature, type ModelsFeature } from './features/models/index.ts'
import type { NotificationsFeature } from './features/notifications/index.ts'
import { providersFeature, storeConfigured } from './features/providers/index.ts'
import { enginesOf } from './model-engines.ts'
import type { People } from './open-people.ts'
import type { Platform } from './open-platform.ts'

export type Models = ReturnType<typeof openModels>

export function openModels(
  platform: Platform,
  { audit }: People,
  live: NotificationsFeature,
  lookEveryMs: number | undefined,
) {
  const help = helpFeature({ folders: platform.staticRoots })
  const { connect, embedded } = enginesOf(platform, help)
  const providers = providersFeature({
    ...platform,
    audit: audit.service,
    connect,
    embedded,
    localServers: platform.config.file.localServers,
    modelCounts: () => models.service.countByProvider(),
  })
  const models: ModelsFeature = modelsFeature({
    ...platform,
    audit: audit.service,
    connections: providers.connections,
    live,
    streamsOf: streamsOf(platform.config.file),
    lookEveryMs,
  })
  return {
    models,
    providers,
    connections: providers.connections,
    async start() {
      await storeConfigured({ ...platform.config, embedded }, providers.registry)
      await models.start()
    },
    async close() {
      await models.close()
      await providers.connections.close()
    },
  }
}
