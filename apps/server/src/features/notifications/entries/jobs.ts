import type { JobKind } from '#platform/jobs/jobs.ts'
import type { EntriesService } from './service.ts'

/** Deletes old notifications, every night. */
export function sweepJob(service: Pick<EntriesService, 'sweep'>): JobKind<Record<string, never>> {
  return { name: 'notifications.sweep', cron: '53 3 * * *', run: () => service.sweep() }
}
