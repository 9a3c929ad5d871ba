// Background work that starts once the server accepts requests.
import type { Platform } from './open-platform.ts'
import type { JobKind } from './platform/jobs/index.ts'

/** Starts the jobs and the recovery after a crashed process: work in steps, imports, copies, and unindexed messages. */
export function startBackground(
  { jobs, log }: Platform,
  options: {
    jobs: readonly JobKind<never>[]
    catchUp: (signal: AbortSignal) => Promise<void>
    takeUp: () => Promise<void>
    clearLeft: readonly (() => Promise<void>)[]
  },
) {
  const ending = new AbortController()
  return {
    begin() {
      jobs.start(options.jobs).catch((error: unknown) => log.error({ err: error }, 'jobs did not start'))
      for (const clear of options.clearLeft)
        clear().catch((error: unknown) =>
          log.error({ err: error }, 'unfinished imports or copies were not removed'),
        )
      options
        .takeUp()
        .catch((error: unknown) =>
          log.error({ err: error }, 'the work of dead processes was not taken up yet'),
        )
      options.catchUp(ending.signal).catch((error: unknown) => {
        if (!ending.signal.aborted) log.error({ err: error }, 'the search index is behind')
      })
    },
    end: () => ending.abort(),
  }
}
