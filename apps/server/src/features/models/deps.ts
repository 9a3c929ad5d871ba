import type { Engine } from '#engines/engine.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { AuditService } from '#features/audit/index.ts'
import type { Connections } from '#features/providers/index.ts'
import type { Discovery } from './discovery.ts'
import type { ListenerDeps } from './listeners.ts'
import type { ModelsService } from './service.ts'

/** The dependencies of models. */
export interface ModelsDeps {
  readonly db: Database
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly audit: Pick<AuditService, 'record'>
  readonly connections: Connections
  readonly live: ListenerDeps['live']
  /** Whether a family streams, configured by its name (STREAM-8). */
  readonly streamsOf: (modelName: string) => boolean
  /** For tests: milliseconds between two checks of the model servers. */
  readonly lookEveryMs?: number | undefined
}

/** The dependencies of the deployer. */
export interface DeployerDeps extends Pick<ModelsDeps, 'db' | 'bus' | 'log' | 'clock'> {
  /** Identifies this process in the database. */
  readonly serverId: string
  /** @throws Problem MODEL_UNAVAILABLE for a provider that is not connected. */
  readonly engineOf: (providerId: number) => Engine
  /** Checks a provider, so that the stored models match those of its engine. */
  readonly look: (providerId: number, signal: AbortSignal) => Promise<void>
}

/** The dependencies of changing models and deploying tags. */
export interface ChangingDeps extends Pick<ModelsDeps, 'db' | 'bus' | 'clock' | 'audit'> {
  readonly models: Pick<ModelsService, 'get' | 'list'>
  readonly discovery: Discovery
  readonly deployer: {
    wake(): void
    cancel(tagId: number): Promise<void>
  }
  readonly engineOf: (providerId: number) => Engine
  readonly look: (providerId: number, signal: AbortSignal) => Promise<void>
}
