// Models: listing, choosing, asking and deploying them (readings 1 and 7).
import { randomUUID } from 'node:crypto'
import type { Deployment } from '@polylogue/contract'
import type { Routes } from '../../http/routes.ts'
import { Deployer } from './deployer.ts'
import { deploymentsOf } from './deploying.ts'
import { discovery, type Discovery } from './discovery.ts'
import type { ModelsGiven } from './given.ts'
import { openLooking, type Looking } from './looking.ts'
import { openManaging, type Managing } from './managing.ts'
import { modelsRoutes } from './routes.ts'
import { modelsService, type ModelsService } from './service.ts'

export type { Discovery, LookedAt } from './discovery.ts'
export { GUIDE } from './rules.ts'
export type { Managing } from './managing.ts'
export type { ModelChoice, ModelsService, PromptTag } from './service.ts'

export interface ModelsFeature {
  readonly service: ModelsService
  readonly managing: Managing
  readonly discovery: Discovery
  readonly routes: Routes
  /** Returns the deployments of tags. The caller has checked access. */
  deploymentsOf(tagIds: readonly number[]): Promise<Deployment[]>
  /** Connects every provider and checks each once, within the time limit of the start; continues in the background. */
  start(): Promise<void>
  /** Releases running deployments, so that another process or the next start continues them. */
  close(): Promise<void>
}

/** Creates the feature. Providers are stored before `start`. */
export function modelsFeature(given: ModelsGiven): ModelsFeature {
  const { connections } = given
  const engineOf = (providerId: number) => connections.engineOf(providerId)
  const found = discovery(given)
  const service = modelsService({
    ...given,
    optionsOf: (providerId) => connections.optionsOf(providerId),
    canContinue: (providerId) => connections.canContinue(providerId),
  })
  const look: Looking['lookAt'] = (providerId, signal) => looking.lookAt(providerId, signal)
  const deployer = new Deployer({ ...given, serverId: randomUUID(), engineOf, look })
  const looking: Looking = openLooking({
    ...given,
    discovery: found,
    awaitedChanged: () => given.bus.publish(given.db.orm, { type: 'models.changed', modelId: null }),
    async looked(providerIds) {
      await deployer.check()
      await deployer.reconcile(providerIds)
    },
  })
  // Ends jobs of this process that another process cancelled.
  const leave = given.bus.on('models.changed', ({ modelId }) => {
    if (modelId === null) return
    deployer
      .check()
      .catch((error: unknown) => given.log.warn({ err: error }, 'a deployment was not looked at'))
    deployer.wake()
  })
  const awaited = () => looking.awaited()
  const managing = openManaging({ ...given, models: service, discovery: found, deployer, engineOf, look })
  return {
    service,
    managing,
    discovery: found,
    routes: modelsRoutes(service, managing, awaited),
    deploymentsOf: (tagIds) => deploymentsOf({ ...given, engineOf }, { tagIds }),
    start: () => looking.start(),
    async close() {
      leave()
      await deployer.close()
      looking.close()
    },
  }
}
