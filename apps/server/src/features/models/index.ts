// Models: listing, choosing, asking and deploying them (MODEL-*).
import { randomUUID } from 'node:crypto'
import type { Routes } from '#http/routes.ts'
import type { WorkLeft } from '#platform/work.ts'
import { Deployer } from './deployer.ts'
import { deploymentsOf } from './deploying.ts'
import { WORK } from './deployments-store.ts'
import { discovery, type Discovery } from './discovery.ts'
import type { ModelsDeps } from './deps.ts'
import { listen } from './listeners.ts'
import { openPolling, type Polling } from './polling.ts'
import { openManaging, type Managing } from './managing.ts'
import { modelsRoutes } from './routes.ts'
import { modelsService, type ModelsService } from './service.ts'

export type { Discovery, LookedAt } from './discovery.ts'
export { GUIDE } from './rules.ts'
export type { Managing } from './managing.ts'
export type { ModelChoice, ModelsService, AskableTag } from './service.ts'
export type { FoundTag, TagRow } from './table.ts'

export interface ModelsFeature {
  readonly service: ModelsService
  readonly managing: Managing
  readonly discovery: Discovery
  readonly routes: Routes
  readonly work: readonly WorkLeft[]
  /** Connects every provider and checks each once, within the time limit of the start; continues in the background. */
  start(): Promise<void>
  /** Releases running deployments, so that another process or the next start continues them. */
  close(): Promise<void>
}

/** Creates the feature. Providers are stored before `start`. */
export function modelsFeature(deps: ModelsDeps): ModelsFeature {
  const { connections } = deps
  const engineOf = (providerId: number) => connections.engineOf(providerId)
  const found = discovery(deps)
  const service = modelsService({
    ...deps,
    optionsOf: (providerId) => connections.optionsOf(providerId),
    canContinue: (providerId) => connections.canContinue(providerId),
  })
  const look: Polling['lookAt'] = (providerId, signal) => polling.lookAt(providerId, signal)
  const deployer = new Deployer({ ...deps, serverId: randomUUID(), engineOf, look })
  const polling: Polling = openPolling({
    ...deps,
    discovery: found,
    awaitedChanged: () => deps.bus.publish(deps.db.orm, { type: 'models.changed', modelId: null }),
    async looked(providerIds) {
      await deployer.check()
      await deployer.reconcile(providerIds)
    },
  })
  // Ends jobs of this process that another process cancelled.
  const leave = deps.bus.on('models.changed', ({ modelId }) => {
    if (modelId === null) return
    deployer
      .check()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'a deployment was not looked at'))
    deployer.wake()
  })
  const deploymentsFor = (tagIds: readonly number[]) => deploymentsOf({ ...deps, engineOf }, { tagIds })
  const stopTelling = listen({ ...deps, deploymentsOf: deploymentsFor })
  const awaited = () => polling.awaited()
  const managing = openManaging({ ...deps, models: service, discovery: found, deployer, engineOf, look })
  return {
    service,
    managing,
    discovery: found,
    routes: modelsRoutes(service, managing, awaited),
    work: WORK,
    start: () => polling.start(),
    async close() {
      leave()
      stopTelling()
      await deployer.close()
      polling.close()
    },
  }
}
