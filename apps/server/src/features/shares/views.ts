// How often links are opened: counted in memory, and written in the background for many at once.
import { openBatch } from '#platform/batch.ts'
import { isolateFailures, outageOf } from '#platform/isolate-failures.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { PAUSES } from '#platform/pauses.ts'
import * as store from './store.ts'

export interface Views {
  /** Counts that somebody opens a link. Returns at once. */
  note(linkId: number): void
  /** Writes what is counted. */
  close(): Promise<void>
}

export interface ViewsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly bus: Pick<Bus, 'publish'>
}

export function openViews({ db, clock, log, bus }: ViewsDeps): Views {
  const batch = openBatch<number>(PAUSES.quiet, async (linkIds) => {
    const at = clock.now()
    const counts = new Map<number, number>()
    for (const id of linkIds) counts.set(id, (counts.get(id) ?? 0) + 1)
    const views = [...counts].map(([id, count]) => ({ id, count }))
    const add = (some: readonly { id: number; count: number }[]) =>
      db.transaction(async (tx) => {
        for (const ownerContextId of await store.addViews(tx, some, at))
          await bus.publish(tx, { type: 'shares.changed', ownerContextId })
        return some
      })
    const outcomes = await isolateFailures(views, add, outageOf(db))
    const failed = outcomes.find((outcome) => !outcome.ok)
    if (failed) log.warn({ err: failed.error }, 'the views of share links could not be counted')
  })
  return { note: (linkId) => batch.add([linkId]), close: () => batch.flush() }
}
