import type { Engine } from '../../engines/engine.ts'
import type { Bus } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import type { AuditService } from '../audit/index.ts'
import type { Connections } from '../providers/index.ts'
import type { Discovery } from './discovery.ts'
import type { ModelsService } from './service.ts'

/** What models use of the rest of the system. */
export interface ModelsGiven {
  readonly db: Database
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly audit: Pick<AuditService, 'record'>
  readonly connections: Connections
  /** Whether a family streams, which is configured by its name (chat specification, section 3). */
  readonly streamsOf: (modelName: string) => boolean
  /** For tests: milliseconds between two looks at the model servers. */
  readonly lookEveryMs?: number | undefined
}

/** What bringing about what is wanted of tags uses. */
export interface DeployerGiven extends Pick<ModelsGiven, 'db' | 'bus' | 'log' | 'clock'> {
  /** This process among those of the database. */
  readonly serverId: string
  /** @throws Problem MODEL_UNAVAILABLE for a provider that is not connected. */
  readonly engineOf: (providerId: number) => Engine
  /** Looks at a provider, so that what is stored fits what its engine has now. */
  readonly look: (providerId: number, signal: AbortSignal) => Promise<void>
}

/** What changing models and deploying tags use. */
export interface ChangingGiven extends Pick<ModelsGiven, 'db' | 'bus' | 'clock' | 'audit'> {
  readonly models: Pick<ModelsService, 'get' | 'list'>
  readonly discovery: Discovery
  readonly deployer: {
    wake(): void
    cancel(tagId: number): Promise<void>
  }
  readonly engineOf: (providerId: number) => Engine
  readonly look: (providerId: number, signal: AbortSignal) => Promise<void>
}
