import type { Tx } from '../db/index.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** The data of a job that deletes bytes. Backups find waiting ones by their `keys` (backup/read-tables.ts). */
export interface ForgottenBlobs {
  keys: string[]
}

const KEYS_PER_JOB = 1_000

/** Enqueues jobs of this kind that delete the bytes under the keys once the transaction commits. */
export async function enqueueForgotten(
  jobs: Pick<Jobs, 'enqueue'>,
  tx: Tx,
  name: string,
  keys: readonly string[],
  how: { readonly afterSeconds?: number } = {},
): Promise<void> {
  for (let from = 0; from < keys.length; from += KEYS_PER_JOB) {
    const job: ForgottenBlobs = { keys: keys.slice(from, from + KEYS_PER_JOB) }
    await jobs.enqueue(tx, name, job, how)
  }
}
