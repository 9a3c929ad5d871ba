// The configuration in effect, and the values that the super user changes while the server runs (CONFIG-9, CONFIG-10).
import type { Routes } from '#http/routes.ts'
import { configurationRoutes } from './routes.ts'
import { configurationService, type ConfigurationDeps } from './service.ts'

export interface ConfigurationFeature {
  readonly routes: Routes
  close(): Promise<void>
}

/** Opens the feature with the changes that are stored. */
export async function configurationFeature(deps: ConfigurationDeps): Promise<ConfigurationFeature> {
  const service = configurationService(deps)
  const again = () =>
    void service
      .load()
      .catch((error: unknown) => deps.log.error({ err: error }, 'changes of the configuration were not read'))
  const left = [deps.bus.on('configuration.changed', again), deps.bus.onGap(again)]
  await service.load()
  return {
    routes: configurationRoutes(service),
    async close() {
      for (const leave of left) leave()
    },
  }
}
