// When tokens were last used: to the minute, written in the background.
import { openBatch } from '#platform/batch.ts'
import { isolateFailures, outageOf } from '#platform/isolate-failures.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { PAUSES } from '#platform/pauses.ts'
import * as store from './store.ts'

const KNOWN_FOR_MS = 60_000

export interface Uses {
  /** Records that a token is used now; `lastUsed` is the stored time. Returns at once. */
  note(token: { readonly tokenId: number; readonly lastUsed: Date | null }): void
  /** Writes pending uses. */
  close(): Promise<void>
}

export function openUses({ db, clock, log }: { db: Database; clock: Clock; log: Log }): Uses {
  const batch = openBatch<number>(PAUSES.uses, async (tokenIds) => {
    const at = clock.now()
    const knownSince = new Date(at.getTime() - KNOWN_FOR_MS)
    const note = async (some: readonly number[]) => {
      await store.noteUse(db.orm, some, at, knownSince)
      return some
    }
    const outcomes = await isolateFailures([...new Set(tokenIds)], note, outageOf(db))
    const failed = outcomes.find((outcome) => !outcome.ok)
    if (failed) log.warn({ err: failed.error }, 'the use of API tokens could not be noted')
  })
  return {
    note({ tokenId, lastUsed }) {
      if (lastUsed && clock.now().getTime() - lastUsed.getTime() < KNOWN_FOR_MS) return
      batch.add([tokenId])
    },
    close: () => batch.flush(),
  }
}
