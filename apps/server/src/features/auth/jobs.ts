import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import { sweepAttempts, type AttemptLimits } from './attempts/index.ts'
import { type SessionLimits, sweep } from './sessions/index.ts'
import { sweepSpent } from './sso/sso.ts'

const DAY_MS = 86_400_000

/**
 * Deletes expired rows: sessions one day after their end (until then their tokens are reported as expired), spent tokens
 * that have expired, failures older than the limiter's window, and expired states of single sign-ons.
 */
export function sweepJob(options: {
  db: Database
  clock: Clock
  sessions: SessionLimits
  attempts: AttemptLimits
}): JobKind<Record<string, never>> {
  return {
    name: 'auth.sweep',
    cron: '*/15 * * * *',
    async run() {
      const now = options.clock.now().getTime()
      const spentBefore = new Date(now - options.sessions.refreshDays * DAY_MS)
      await sweep(options.db.orm, new Date(now - DAY_MS), spentBefore)
      await sweepAttempts(options.db.orm, new Date(now - options.attempts.windowMs))
      await sweepSpent(options.db.orm, new Date(now))
    },
  }
}
