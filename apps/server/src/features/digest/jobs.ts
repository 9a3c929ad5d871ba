import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { JobKind, Jobs } from '#platform/jobs/jobs.ts'
import * as store from './store.ts'

const SEND = 'digest.send'

interface Deps {
  readonly db: Pick<Database, 'orm' | 'transaction'>
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly hour: number
  /** Returns whether somebody is left for a further job. */
  readonly send: (slot: Date) => Promise<boolean>
}

/**
 * Looks every five minutes whether a daily e-mail is due, also one that was due while no server ran. One job after the
 * other then sends them; one that fails is retried with growing pauses, until the next day’s takes over.
 */
export function digestJobs({ db, clock, jobs, hour, send }: Deps): JobKind<never>[] {
  const enqueue = (slot: Date) =>
    db.transaction((tx) => jobs.enqueue(tx, SEND, { slot: slot.toISOString() }, { once: true }))
  const look: JobKind<Record<string, never>> = {
    name: 'digest.look',
    cron: '*/5 * * * *',
    async run() {
      const slot = slotOf(clock.now(), hour)
      if (await store.isAnybodyDue(db.orm, slot)) await enqueue(slot)
    },
  }
  const sends: JobKind<{ slot: string }> = {
    name: SEND,
    async run(data) {
      const slot = new Date(data.slot)
      if (slot.getTime() === slotOf(clock.now(), hour).getTime() && (await send(slot))) await enqueue(slot)
    },
  }
  return [look, sends]
}

/** Returns when the daily e-mail was due last, by the clock of this machine: today at that hour, or yesterday before it. */
export function slotOf(now: Date, hour: number): Date {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour)
  return today <= now ? today : new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, hour)
}
