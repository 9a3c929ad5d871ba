import type { InstallationUsage, Usage, UsagePeriod } from '@polylogue/contract'
import { isOneself, type Person } from '#access/index.ts'
import { openBatch } from '#platform/batch.ts'
import { PAUSES } from '#platform/pauses.ts'
import { isolateFailures, outageOf, passingOf } from '#platform/isolate-failures.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { Problem } from '#problem.ts'
import type { CountedAnswer } from './answers.ts'
import { groupSums, insertAnswers, sumsOfAll, sumsOfUser } from './store.ts'

export interface UsageService {
  /**
   * Returns the viewer's usage of a period, by model and by UTC day.
   * @throws Problem NOT_FOUND for another user
   */
  ofUser(viewer: Person, userId: number, period: UsagePeriod): Promise<Usage>
  /**
   * Returns everybody's usage of a period, by model, by group and by UTC day (decision 149).
   * @throws Problem PERMISSION_DENIED without can_view_system
   */
  ofInstallation(viewer: Person, period: UsagePeriod): Promise<InstallationUsage>
  /** Counts an answer that is not stored, in a later batch; the statement that stores the end of an answer counts it. */
  add(answer: CountedAnswer): void
  /** Resolves after one attempt to store all counts. */
  settle(): Promise<void>
}

/** The sums are of people of every tenant, as the figures of the system are. */
function maySeeAll(viewer: Person): boolean {
  return viewer.permissions.has('can_view_system')
}

const RETRY_MS = 1_000
/** Limit on queued counts while the database is unavailable. */
const MAX_KEPT = 50_000

export function usageService({ db, log }: { db: Database; log: Log }): UsageService {
  /** Counts that the database did not take yet. */
  let kept: readonly CountedAnswer[] = []
  let queued = 0
  let retry: NodeJS.Timeout | undefined
  const isOutage = outageOf(db)
  const mayPass = passingOf(db)
  const insertAll = async (answers: readonly CountedAnswer[]) => {
    await insertAnswers(db.pool, answers)
    return answers
  }
  const batch = openBatch<CountedAnswer>(PAUSES.stored, async (answers) => {
    queued -= answers.length
    const outcomes = await isolateFailures(answers, insertAll, isOutage)
    const failed = outcomes.find((outcome) => !outcome.ok)
    if (!failed) return
    log.warn({ err: failed.error, answers: answers.length }, 'answers could not be counted yet')
    // A row that fails by itself would fail again: it is dropped, so that the others are stored.
    const passing = answers.filter((_, index) => {
      const outcome = outcomes[index]
      return outcome && !outcome.ok && mayPass(outcome.error)
    })
    kept = [...kept, ...passing].slice(0, MAX_KEPT)
    if (kept.length > 0) retry ??= setTimeout(addKept, RETRY_MS)
  })
  const addAll = (answers: readonly CountedAnswer[]) => {
    queued += answers.length
    batch.add(answers)
  }
  const addKept = () => {
    clearTimeout(retry)
    retry = undefined
    addAll(kept)
    kept = []
  }
  return {
    async ofUser(viewer, userId, period) {
      if (!isOneself(viewer, userId)) throw new Problem('NOT_FOUND', { thing: 'user' })
      return sumsOfUser(db.pool, userId, period)
    },
    async ofInstallation(viewer, period) {
      if (!maySeeAll(viewer)) throw new Problem('PERMISSION_DENIED')
      const [usage, byGroup] = await Promise.all([sumsOfAll(db.pool, period), groupSums(db.pool, period)])
      return { ...usage, byGroup }
    },
    add(answer) {
      if (kept.length + queued < MAX_KEPT) addAll([answer])
    },
    async settle() {
      addKept()
      await batch.flush()
      clearTimeout(retry)
    },
  }
}
