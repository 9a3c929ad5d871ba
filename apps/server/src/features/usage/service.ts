import type { Usage } from '@polylogue/contract'
import { isOneself, type Person } from '../../access/index.ts'
import { isolateFailures, isPassing, outageOf } from '../../platform/isolate-failures.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { Problem } from '../../problem.ts'
import type { CountedAnswer } from './answers.ts'
import { insertAnswers, sumsOf } from './store.ts'

export interface UsageService {
  /**
   * Returns the viewer's usage of the last days, today included, by model and by UTC day.
   * @throws Problem NOT_FOUND for another user
   */
  ofUser(viewer: Person, userId: number, days: number): Promise<Usage>
  /** Counts an answer that is not stored, in a later batch; the statement that stores the end of an answer counts it. */
  add(answer: CountedAnswer): void
  /** Resolves after one attempt to store all counts. */
  settle(): Promise<void>
}

/** Batch interval. */
const GATHER_MS = 250
const RETRY_MS = 1_000
/** Limit on queued counts while the database is unavailable. */
const MAX_KEPT = 50_000

export function usageService({ db, log }: { db: Database; log: Log }): UsageService {
  let gathered: CountedAnswer[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  const isOutage = outageOf(db)
  const insertAll = async (answers: readonly CountedAnswer[]) => {
    await insertAnswers(db.pool, answers)
    return answers
  }
  const write = async () => {
    const batch = gathered
    gathered = []
    if (batch.length === 0) return
    const outcomes = await isolateFailures(batch, insertAll, isOutage)
    const failed = outcomes.find((outcome) => !outcome.ok)
    if (!failed) return
    log.warn({ err: failed.error, answers: batch.length }, 'answers could not be counted yet')
    // A row that fails by itself would fail again: it is dropped, so that the others are stored.
    const kept = batch.filter((_, index) => {
      const outcome = outcomes[index]
      return outcome && !outcome.ok && (isOutage(outcome.error) || isPassing(outcome.error))
    })
    gathered = [...kept, ...gathered].slice(0, MAX_KEPT)
    if (kept.length) writeAfter(RETRY_MS)
  }
  const writeOnce = () => (writing ??= write().finally(() => (writing = undefined)))
  const writeAfter = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = undefined
      void writeOnce().then(() => gathered.length > 0 && writeAfter(GATHER_MS))
    }, ms)
  }
  return {
    async ofUser(viewer, userId, days) {
      if (!isOneself(viewer, userId)) throw new Problem('NOT_FOUND', { thing: 'user' })
      return sumsOf(db.pool, userId, days)
    },
    add(answer) {
      if (gathered.length >= MAX_KEPT) return
      gathered.push(answer)
      writeAfter(GATHER_MS)
    },
    async settle() {
      await writing
      await writeOnce()
      clearTimeout(timer)
    },
  }
}
