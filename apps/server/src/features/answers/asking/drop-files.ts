import { setTimeout as sleep } from 'node:timers/promises'
import { PAUSES } from '#platform/pauses.ts'
import { Problem } from '#problem.ts'
import type { AskingDeps } from './deps.ts'

/** Deletes the bytes of files whose question failed with this error (FILE-4). Never rejects. */
export async function dropFiles(
  deps: Pick<AskingDeps, 'attachments' | 'queries' | 'log' | 'stopping'>,
  keys: readonly string[],
  error: unknown,
): Promise<void> {
  if (keys.length === 0) return
  // A question whose connection broke may be stored: a job looks for it later.
  if (error instanceof Problem && error.code === 'DATABASE_UNAVAILABLE') return void leaveToJob(deps, keys)
  const left: string[] = []
  for (const key of keys)
    await deps.attachments.remove(key).catch((failure: unknown) => {
      deps.log.error({ err: failure }, 'a file of a refused question could not be deleted yet')
      left.push(key)
    })
  if (left.length > 0) void leaveToJob(deps, left)
}

/** Retries while the database is unavailable; the job outlives this process then. */
async function leaveToJob(
  { queries, log, stopping }: Pick<AskingDeps, 'queries' | 'log' | 'stopping'>,
  keys: readonly string[],
): Promise<void> {
  for (;;) {
    try {
      return await queries.forgetUnused(keys)
    } catch (error) {
      log.error({ err: error }, 'files of a refused question are not marked for deletion yet')
      if (stopping()) return
      await sleep(PAUSES.retry, undefined, { ref: false })
    }
  }
}
