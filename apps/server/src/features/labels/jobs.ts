import { LABEL_LIMITS } from '@polylogue/contract'
import { sweepLabels } from '#access/items/index.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import type { LabelsDeps } from './service.ts'

const DAY_MS = 86_400_000

/** Deletes the labels that no item had for a week, every night. */
export function sweepJob({ db, clock }: Pick<LabelsDeps, 'db' | 'clock'>): JobKind<Record<string, never>> {
  return {
    name: 'labels.sweep',
    cron: '41 3 * * *',
    async run() {
      const now = clock.now()
      const since = new Date(now.getTime() - LABEL_LIMITS.unusedDays * DAY_MS)
      await db.transaction((tx) => sweepLabels(tx, { now, since }))
    },
  }
}
