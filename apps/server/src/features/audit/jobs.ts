import type { JobKind } from '#platform/jobs/jobs.ts'
import type { AuditService } from './service.ts'

/** Deletes entries older than configured, every night. */
export function sweepJob(
  service: Pick<AuditService, 'sweep'>,
  keepDays: () => number,
): JobKind<Record<string, never>> {
  return { name: 'audit.sweep', cron: '23 3 * * *', run: () => service.sweep(keepDays()) }
}
