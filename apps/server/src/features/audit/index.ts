// The audit trail: changes to accounts and access, and sign-ins (SECRET-2, SECRET-3).
import type { ItemType } from '#access/items/index.ts'
import type { Routes } from '#http/routes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'
import { auditRoutes } from './routes.ts'
import { auditService, type AuditService } from './service.ts'

export type { AuditService, Happened } from './service.ts'

export interface AuditFeature {
  readonly service: AuditService
  readonly routes: Routes
  readonly jobs: readonly JobKind<Record<string, never>>[]
}

/** Creates the feature: entries are kept for `keepDays`, readable by the super user, immutable (SECRET-2, SECRET-3). */
export function auditFeature(options: {
  db: Database
  clock: Clock
  log: Log
  types: readonly ItemType[]
  keepDays: () => number
}): AuditFeature {
  const service = auditService(options)
  return {
    service,
    routes: auditRoutes(service),
    jobs: [sweepJob(service, options.keepDays)],
  }
}

/** Deletes entries older than configured, every night. */
function sweepJob(
  service: Pick<AuditService, 'sweep'>,
  keepDays: () => number,
): JobKind<Record<string, never>> {
  return { name: 'audit.sweep', cron: '23 3 * * *', run: () => service.sweep(keepDays()) }
}
