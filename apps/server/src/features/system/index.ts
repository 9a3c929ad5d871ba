// The system page and /metrics: what an operator needs to see (decision 91).
import type { Registry } from 'prom-client'
import type { Routes } from '#http/routes.ts'
import { addSystemMetrics } from './metrics.ts'
import { systemRoutes } from './routes.ts'
import { systemService, type SystemDeps } from './service.ts'

export { openAnswerCounts, type AnswerCounts } from './answer-counts.ts'
export { openBackups, type BackUp, type Backups, type BackupSchedule } from './backups/index.ts'
export type { ProviderState } from './rules.ts'

export interface SystemFeature {
  readonly routes: Routes
  /** Starts to note figures, and the scheduled backups. */
  begin(): void
  close(): Promise<void>
}

/** Interval at which servers on PostgreSQL publish their figures, and every server notes the course of the last hour. */
const NOTE_MS = 15_000
/** The embedded database has one server, which is its own reader. */
const NOTE_EMBEDDED_MS = 60_000

/** Creates the feature and adds its metrics to the registry. */
export function systemFeature(deps: SystemDeps & { readonly registry: Registry }): SystemFeature {
  const service = systemService(deps)
  addSystemMetrics(deps.registry, deps, service)
  let timer: NodeJS.Timeout | undefined
  let noting = Promise.resolve()
  const note = () =>
    void (noting = service.note().catch((error: unknown) => {
      deps.log.debug({ err: error }, 'the figures of the server were not noted')
    }))
  return {
    routes: systemRoutes(service),
    begin() {
      const everyMs = deps.db.kind === 'embedded' ? NOTE_EMBEDDED_MS : NOTE_MS
      timer = setInterval(note, deps.freshMs ?? everyMs)
      timer.unref()
      note()
      deps.backups.begin()
    },
    async close() {
      clearInterval(timer)
      await deps.backups.close()
      await noting
    },
  }
}
