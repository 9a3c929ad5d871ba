// Background work: the jobs, which requests enqueue, and what starts once the server accepts requests.
import { passingOf } from './platform/isolate-failures.ts'
import type { Platform } from './open-platform.ts'
import type { JobKind } from './platform/jobs/jobs.ts'
import { PAUSES } from './platform/pauses.ts'

/** Starts the jobs and the recovery after a crashed process: work in steps, imports, copies, and unindexed messages. */
export function startBackground(
  { jobs, log, db, bus }: Platform,
  options: {
    jobs: readonly JobKind<never>[]
    catchUp: (signal: AbortSignal) => Promise<void>
    takeUp: () => Promise<void>
    clearLeft: readonly (() => Promise<void>)[]
  },
) {
  const ending = new AbortController()
  const { signal } = ending
  const mayPass = passingOf(db)
  /** Does work once; again while the database is unavailable. */
  const does = async (work: () => Promise<void>, failed: string) => {
    try {
      await work()
    } catch (error) {
      if (signal.aborted) return
      log.error({ err: error }, failed)
      if (!mayPass(error)) return
      setTimeout(() => void does(work, failed), PAUSES.retry).unref()
    }
  }
  const catchUp = () => void does(() => options.catchUp(signal), 'the search index is behind')
  // While the database was unavailable, ended answers could not be indexed.
  const leave = bus.onGap(catchUp)
  return {
    /** Starts the jobs: before the first request, which would otherwise use a queue that does not exist yet. */
    beginJobs: () => does(() => jobs.start(options.jobs), 'jobs did not start'),
    begin() {
      for (const clear of options.clearLeft) void does(clear, 'unfinished imports or copies were not removed')
      void does(options.takeUp, 'the work of dead processes was not taken up yet')
      catchUp()
    },
    end() {
      leave()
      ending.abort()
    },
  }
}
